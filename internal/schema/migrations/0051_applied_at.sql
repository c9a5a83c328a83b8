-- An announcement says when the slowest gateway had applied the change. It is empty for older announcements, and if no
-- gateway was running.

ALTER TABLE change_signal ADD COLUMN applied_at timestamptz;
COMMENT ON COLUMN change_signal.applied_at IS 'When the slowest gateway had applied the change.';

-- The announcer writes all statements of a round in one message, and this is the first of them.
CREATE FUNCTION require_term(number bigint) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  -- The lock is held until COMMIT: a new leader begins after this transaction, or before it, and then it writes nothing.
  PERFORM FROM ingest_term WHERE term = number FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another worker leads, and term % has ended', number USING ERRCODE = 'VT001';
  END IF;
END $$;
COMMENT ON FUNCTION require_term(bigint) IS 'Fails unless a term of the leading worker lasts; until COMMIT no other term begins.';
