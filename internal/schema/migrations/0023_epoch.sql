-- A new epoch is a change too: whoever outside was told of everything up to n would not look again at the same n, and never hear that all he keeps is void.
CREATE OR REPLACE FUNCTION new_epoch() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  LOCK TABLE tenant_seq IN SHARE ROW EXCLUSIVE MODE;  -- waits for commits under way, lets readers pass, holds back those to come
  INSERT INTO tenant_seq (tenant_id) SELECT t.id FROM tenant t ON CONFLICT DO NOTHING;
  UPDATE tenant_seq SET epoch = gen_random_uuid(), n = n + 1;
  -- What open transactions have written is not visible here and stays: it will be sealed in the new epoch.
  DELETE FROM change_tx;
  DELETE FROM change_row;
END $$;

-- Full-text search has made what it reads otherwise since 0019.
DROP FUNCTION concat_text(text[]);
DROP FUNCTION array_to_text(text[]);
