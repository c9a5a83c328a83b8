-- The timeline of the log that is being written. pg_control_checkpoint() would tell the old one until the first checkpoint
-- after a promotion.
CREATE FUNCTION timeline() RETURNS int LANGUAGE sql VOLATILE PARALLEL RESTRICTED
RETURN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;

-- As before, but the first commit on a promoted standby begins a new epoch. Until now a worker did that once it had
-- reached the new primary, and gateways took the commits before that for those that were lost.
CREATE OR REPLACE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
  SET lock_timeout = '5s'  -- statement_timeout does not reach a COMMIT
AS $$
DECLARE
  tenants text[];
  t       text;
  s       bigint;
  asleep  boolean;
BEGIN
  IF new.xid <> pg_current_xact_id() OR new.leader <> now() THEN
    RETURN NULL;  -- copied from elsewhere: it belongs to another epoch
  END IF;
  -- A standby that was promoted may lack the last commits: their numbers would be given again. The first commit begins a
  -- new epoch, which covers what this transaction has changed too.
  IF (SELECT m.timeline NOT IN (0, timeline()) FROM cluster_mark m) THEN
    PERFORM renew_epoch();
  END IF;
  IF (SELECT min(r.tenant_id) = new.tenant_id AND max(r.tenant_id) = new.tenant_id FROM change_row r WHERE r.xid = new.xid)
     AND NOT EXISTS (SELECT FROM change_tx c WHERE c.xid = new.xid) THEN
    tenants := ARRAY[new.tenant_id];  -- as nearly always
  ELSE
    tenants := ARRAY(
      SELECT r.tenant_id FROM change_row r WHERE r.xid = new.xid
      EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid  -- sealed early, by SET CONSTRAINTS
      ORDER BY 1);
  END IF;
  FOREACH t IN ARRAY tenants LOOP
    UPDATE tenant_seq q SET n = q.n + 1 WHERE q.tenant_id = t RETURNING q.n INTO s;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tenant % has no row in tenant_seq: its change would be lost', t
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'SELECT new_epoch() gives every tenant its row.';
    END IF;
    -- A row with this number is left over from a restored dump.
    INSERT INTO change_tx AS c (xid, tenant_id, seq, at) VALUES (new.xid, t, s, clock_timestamp())
    ON CONFLICT (tenant_id, seq) DO UPDATE SET xid = excluded.xid, at = excluded.at
    RETURNING (SELECT d.asleep FROM drain_state d WHERE d.one) INTO asleep;
  END LOOP;
  -- An announced commit must survive a crash: the number of a lost one would be given again. This lasts until COMMIT.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'local', true);
  END IF;
  IF asleep THEN
    PERFORM pg_notify('vitrine', CASE WHEN new.op = 'U' AND NOT EXISTS (SELECT FROM tenant_editor) THEN
      coalesce(new.kind || '/' || new.tenant_id || '/' || left(new.before ->> 'slug', 200), '') ELSE '' END);
  END IF;
  RETURN NULL;
END $$;
