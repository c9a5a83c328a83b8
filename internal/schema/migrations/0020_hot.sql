-- What an edit costs, again. Each new price or name of a product was written into eight to ten indexes, though only one or two of them knew the column:
-- Postgres keeps a new version out of all indexes (HOT) only if no indexed column changed. And who edits, edits prices, stock and texts.
--
-- So no index of products has a column that is edited every day. Lists and searches of large shops are answered from memory (search/listing), which
-- reads none of these indexes; those of small ones look at the shop's own products, a thousand at most. Where memory does not do (while a table is read,
-- and beyond about 500,000 products of all shops of a gateway), Postgres looks at all products of the shop.
DROP INDEX product_search, product_search_words, product_amount;

-- As before, but a record that changed by itself is not joined.
CREATE OR REPLACE FUNCTION capture() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET extra_float_digits = 1
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
DECLARE
  -- These say nothing that a reader sees: search follows from columns that are captured.
  unseen CONSTANT text[] := ARRAY['updated_at', 'search', 'search_words'];
  dims   CONSTANT text[] := coalesce(tg_argv, '{}');
  x      xid8 := pg_current_xact_id_if_assigned();
  led    boolean;  -- a row of this transaction leads already
  sealed boolean;  -- and its seal has fired, by SET CONSTRAINTS … IMMEDIATE: another row must lead
  stale  boolean;  -- rows with our xid that are not ours
BEGIN
  IF x IS NULL THEN
    RETURN NULL;  -- no row was written, else there were an xid
  END IF;

  -- Whether we are first is read from the table, not kept in a setting: RESET ALL or an editor's own SET could lie, and what was done
  -- under a savepoint goes with it. A leader that began when we did is ours: an xid alone may be that of a restored dump's other life.
  SELECT EXISTS (SELECT FROM change_row r WHERE r.xid = x AND r.leader = now()),
         EXISTS (SELECT FROM change_row r WHERE r.xid = x),
         EXISTS (SELECT FROM change_tx t WHERE t.xid = x)
    INTO led, stale, sealed;
  IF NOT led AND (stale OR sealed) THEN
    DELETE FROM change_row r WHERE r.xid = x;
    DELETE FROM change_tx t WHERE t.xid = x;
    sealed := false;
  END IF;
  led := led AND NOT sealed;

  CASE tg_op
  WHEN 'INSERT' THEN
    INSERT INTO change_row (xid, tenant_id, kind, id, op, leader, after)
    SELECT x, n.tenant_id, tg_table_name, n.id, 'I', CASE WHEN NOT led AND row_number() OVER () = 1 THEN now() END,
           hstore_to_jsonb(slice(hstore(n), dims))
    FROM newrows n;
  WHEN 'DELETE' THEN
    INSERT INTO change_row (xid, tenant_id, kind, id, op, leader, before)
    SELECT x, o.tenant_id, tg_table_name, o.id, 'D', CASE WHEN NOT led AND row_number() OVER () = 1 THEN now() END,
           hstore_to_jsonb(slice(hstore(o), dims))
    FROM oldrows o;
  WHEN 'UPDATE' THEN
    -- A record by itself, as nearly always, needs no join: what the FROM makes is one row, or, of more records, none.
    INSERT INTO change_row (xid, tenant_id, kind, id, op, leader, changed, before, after)
    SELECT x, v.tenant_id, tg_table_name, v.id, 'U', CASE WHEN NOT led THEN now() END, akeys(v.d), hstore_to_jsonb(slice(v.o, dims)),
           CASE WHEN v.d ?| dims THEN hstore_to_jsonb(slice(v.d, dims)) END
    FROM (
      SELECT one.tenant_id, one.id, one.o, one.n - one.o - unseen AS d
      FROM (
        SELECT n.tenant_id, n.id, hstore(o) AS o, hstore(n) AS n
        FROM oldrows o CROSS JOIN newrows n
        WHERE NOT EXISTS (SELECT FROM newrows OFFSET 1) AND ROW(o.tenant_id, o.id) IS NOT DISTINCT FROM ROW(n.tenant_id, n.id)
        OFFSET 0  -- a fence: each hstore is made once
      ) one
      OFFSET 0
    ) v
    WHERE v.d <> '';
    IF NOT FOUND THEN
      -- A record is its tenant and its id. One that moves to another tenant, or takes another id, goes there and comes here.
      INSERT INTO change_row (xid, tenant_id, kind, id, op, leader, changed, before, after)
      SELECT x, v.tenant_id, tg_table_name, v.id, v.op, CASE WHEN NOT led AND row_number() OVER () = 1 THEN now() END,
             CASE v.op WHEN 'U' THEN akeys(v.d) END,
             CASE WHEN v.op <> 'I' THEN hstore_to_jsonb(slice(v.o, dims)) END,
             CASE WHEN v.op = 'I' OR v.op = 'U' AND v.d ?| dims THEN hstore_to_jsonb(slice(v.d, dims)) END
      FROM (
        SELECT tenant_id, id, CASE WHEN o.id IS NULL THEN 'I' WHEN n.id IS NULL THEN 'D' ELSE 'U' END AS op,
               CASE WHEN o.id IS NOT NULL THEN hstore(o) END AS o,
               CASE WHEN o.id IS NULL THEN hstore(n) WHEN n.id IS NOT NULL THEN hstore(n) - hstore(o) - unseen END AS d
        FROM oldrows o FULL JOIN newrows n USING (tenant_id, id)
        OFFSET 0
      ) v
      WHERE v.op <> 'U' OR v.d <> '';
    END IF;
  WHEN 'TRUNCATE' THEN
    -- The rows are gone and were never seen: they may have been anybody's.
    INSERT INTO change_row (xid, tenant_id, kind, id, op, leader)
    SELECT x, s.tenant_id, tg_table_name, '', 'T', CASE WHEN NOT led AND row_number() OVER () = 1 THEN now() END
    FROM tenant_seq s;
  END CASE;
  RETURN NULL;
END $$;

DO $$
DECLARE
  home text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'hstore');
BEGIN
  IF home <> 'public' THEN
    EXECUTE format('ALTER FUNCTION capture() SET search_path = pg_catalog, public, %I, pg_temp', home);
  END IF;
END $$;

-- Nobody else writes it, and a check is read from its text by every statement.
ALTER TABLE change_row DROP CONSTRAINT change_row_op_known;

-- As before, but the tenants are listed only where there are several, and the ring names the record that was updated: the drain reads it beside the
-- changes, and believes nothing else of it.
CREATE OR REPLACE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
  SET lock_timeout = '5s'  -- statement_timeout does not reach a COMMIT
AS $$
DECLARE
  tenants text[];
  t       text;
BEGIN
  IF new.xid <> pg_current_xact_id() OR new.leader <> now() THEN
    RETURN NULL;  -- copied in from elsewhere: another life's, long announced
  END IF;
  IF (SELECT min(r.tenant_id) = max(r.tenant_id) FROM change_row r WHERE r.xid = new.xid) AND NOT EXISTS (SELECT FROM change_tx c WHERE c.xid = new.xid) THEN
    tenants := ARRAY[new.tenant_id];  -- as nearly always
  ELSE
    tenants := ARRAY(
      SELECT r.tenant_id FROM change_row r WHERE r.xid = new.xid
      EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid  -- sealed early, by SET CONSTRAINTS: the number covers what came since
      ORDER BY 1);
  END IF;
  FOREACH t IN ARRAY tenants LOOP
    -- The number is ours alone: whoever else claims it is a leftover of a restored dump.
    WITH taken AS (UPDATE tenant_seq q SET n = q.n + 1 WHERE q.tenant_id = t RETURNING q.n)
    INSERT INTO change_tx AS c (xid, tenant_id, seq, at) SELECT new.xid, t, taken.n, clock_timestamp() FROM taken
    ON CONFLICT (tenant_id, seq) DO UPDATE SET xid = excluded.xid, at = excluded.at;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tenant % has no row in tenant_seq: its change would be lost', t
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'SELECT new_epoch() gives every tenant its row.';
    END IF;
  END LOOP;
  -- A commit that is announced must survive a crash: one that is lost would have its number given again. This lasts until COMMIT is done.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'local', true);
  END IF;
  IF (SELECT d.asleep FROM drain_state d WHERE d.one) THEN
    PERFORM pg_notify('vitrine', CASE WHEN new.op = 'U' THEN coalesce(new.kind || '/' || new.tenant_id || '/' || left(new.before ->> 'slug', 200), '') ELSE '' END);
  END IF;
  RETURN NULL;
END $$;
