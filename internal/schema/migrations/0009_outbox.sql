-- The sealed outbox: what every transaction changed, numbered for each tenant in the order in which commits became visible.
--
-- Statement-level triggers write change_row, one row a record. A deferred trigger seals the transaction at its COMMIT: for each tenant that
-- it touched it takes the next number from tenant_seq. The lock on that row is held until the transaction is visible, so the next one
-- can be numbered only then. Hence:
--
--     A snapshot that shows tenant_seq.n = N contains every change of that tenant numbered 1 to N, and none above.
--
-- What follows from it for writers: commits of one tenant queue for the flush. A commit that waits for its number longer than 5 s fails with
-- 55P03 (lock_timeout of seal()). A REPEATABLE READ or SERIALIZABLE transaction whose tenant was changed by another since its snapshot gets
-- 40001 at COMMIT and must be tried again. One that touches several tenants under SET CONSTRAINTS ALL IMMEDIATE may meet 40P01.
-- Prepared transactions hold the number until COMMIT PREPARED: do not use them on content.
--
-- What is not captured: logical replication into these tables (its apply worker fires no statement-level trigger; capture_faults() tells) and
-- DDL that rewrites rows. A migration that does so, ALTER TABLE … TYPE … USING, ends with SELECT new_epoch().

-- ---------------------------------------------------------------------------------------------------------------------------- tables

-- No foreign key: the row outlives its tenant. The deletion of a tenant is a change like any other, numbered and announced, and a
-- tenant that comes back under the same id goes on counting, so nobody can take its new numbers for old ones.
CREATE TABLE tenant_seq (
  tenant_id text PRIMARY KEY,
  n         bigint NOT NULL DEFAULT 0,
  epoch     uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE tenant_seq IS 'The last change of each tenant, and the epoch in which its numbers count.';

-- Plain tables, not partitions by xid: a partition for the xids to come has to be made in time, and if ingest is away nobody makes it; then
-- no editor could save. A DEFAULT partition only moves the stop to when it is split under an exclusive lock. prune_changes() deletes
-- in batches instead. Both indexes grow at their right end and lose whole pages at their left, which vacuum gives back.
CREATE TABLE change_row (
  xid       xid8 NOT NULL,
  tenant_id text NOT NULL,
  kind      text NOT NULL,      -- the table
  id        text NOT NULL,      -- the record; '' for all of them, with op T
  op        "char" NOT NULL CONSTRAINT change_row_op_known CHECK (op IN ('I', 'U', 'D', 'T')),
  leader    timestamptz,        -- on the row that seals the transaction: when it began. That tells it from a leftover with the same xid
  changed   text[],             -- of an update: the columns that have another value now
  before    jsonb,              -- of an update or a delete: the dimensions as they were
  after     jsonb               -- of an insert: the dimensions; of an update: those that changed, NULL if none did
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.2);
COMMENT ON TABLE change_row IS 'What changed: one row a transaction and record. Payloads are for invalidation alone: records are re-read.';
CREATE INDEX change_row_xid ON change_row (xid, tenant_id);
CREATE INDEX change_row_leader ON change_row (xid) WHERE leader IS NOT NULL;

CREATE TABLE change_tx (
  xid       xid8 NOT NULL,
  tenant_id text NOT NULL,
  seq       bigint NOT NULL,
  at        timestamptz NOT NULL,  -- clock_timestamp() at the seal
  CONSTRAINT change_tx_seq UNIQUE (tenant_id, seq)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.2);
COMMENT ON TABLE change_tx IS 'The number that a transaction was sealed with, for each tenant that it touched.';
CREATE INDEX change_tx_xid ON change_tx (xid);

-- Unlogged: written each time the drain falls asleep. A crash empties it, which reads as awake; the drain polls anyway.
CREATE UNLOGGED TABLE drain_state (
  one    boolean PRIMARY KEY DEFAULT true CONSTRAINT drain_state_one_row CHECK (one),
  asleep boolean NOT NULL
) WITH (fillfactor = 20);
COMMENT ON TABLE drain_state IS 'Whether writers must ring: NOTIFY vitrine at COMMIT, only while the drain sleeps.';
INSERT INTO drain_state (asleep) VALUES (false);

CREATE TABLE drain_cursor (
  tenant_id text PRIMARY KEY,
  epoch     uuid NOT NULL,
  n         bigint NOT NULL
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE drain_cursor IS 'The last change of each tenant that was published.';

CREATE TABLE search_cursor (
  engine    text NOT NULL,
  tenant_id text NOT NULL,
  epoch     uuid NOT NULL,
  n         bigint NOT NULL,
  PRIMARY KEY (engine, tenant_id)
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE search_cursor IS 'The last change of each tenant that an outside search engine has indexed.';

CREATE TABLE cluster_mark (
  one               boolean PRIMARY KEY DEFAULT true CONSTRAINT cluster_mark_one_row CHECK (one),
  system_identifier bigint NOT NULL,
  timeline          int NOT NULL,
  database          oid NOT NULL,
  relation          oid NOT NULL  -- of tenant_seq: pg_restore --clean makes it anew
);
COMMENT ON TABLE cluster_mark IS 'Where the numbers of this epoch were given. Elsewhere they mean nothing: see renew_epoch().';

CREATE TABLE watched (
  kind text PRIMARY KEY
);
COMMENT ON TABLE watched IS 'The tables whose changes are captured: all content.';

-- --------------------------------------------------------------------------------------------------------------------------- capture

-- One function for all tables. hstore compares two records and takes their dimensions (the trigger's arguments) in C.
--
-- The settings are its own, whatever the session's are. Text forms decide what counts as a change and what is stored: with
-- extra_float_digits = 0 two coordinates could look alike, with another DateStyle a date could not be read back. And the probes by xid
-- must use their index: a plan made while change_row is small would scan it for every statement of a long import. (A scan that cannot be
-- avoided then looks so dear that it is compiled: hence no jit.)
CREATE FUNCTION capture() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
      OFFSET 0  -- a fence: each hstore is made once
    ) v
    WHERE v.op <> 'U' OR v.d <> '';
  WHEN 'TRUNCATE' THEN
    -- The rows are gone and were never seen: they may have been anybody's.
    INSERT INTO change_row (xid, tenant_id, kind, id, op, leader)
    SELECT x, s.tenant_id, tg_table_name, '', 'T', CASE WHEN NOT led AND row_number() OVER () = 1 THEN now() END
    FROM tenant_seq s;
  END CASE;
  RETURN NULL;
END $$;

-- The seal fires once a transaction, for its leader, and seals all its tenants: in order, since two transactions over the same tenants would
-- wait for each other if each went its own way.
CREATE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
  SET lock_timeout = '5s'  -- statement_timeout does not reach a COMMIT
AS $$
DECLARE
  t text;
  s bigint;
BEGIN
  IF new.xid <> pg_current_xact_id() OR new.leader <> now() THEN
    RETURN NULL;  -- copied in from elsewhere: another life's, long announced
  END IF;
  FOR t IN
    SELECT r.tenant_id FROM change_row r WHERE r.xid = new.xid
    EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid  -- sealed early, by SET CONSTRAINTS: the number covers what came since
    ORDER BY 1
  LOOP
    UPDATE tenant_seq q SET n = q.n + 1 WHERE q.tenant_id = t RETURNING q.n INTO s;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tenant % has no row in tenant_seq: its change would be lost', t
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'SELECT new_epoch() gives every tenant its row.';
    END IF;
    -- The number is ours alone: whoever else claims it is a leftover of a restored dump.
    INSERT INTO change_tx AS c (xid, tenant_id, seq, at) VALUES (new.xid, t, s, clock_timestamp())
    ON CONFLICT (tenant_id, seq) DO UPDATE SET xid = excluded.xid, at = excluded.at;
  END LOOP;
  -- A commit that is announced must survive a crash: one that is lost would have its number given again. This lasts until COMMIT is done.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'local', true);
  END IF;
  IF (SELECT d.asleep FROM drain_state d WHERE d.one) THEN
    PERFORM pg_notify('vitrine', '');
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER seal AFTER INSERT ON change_row DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.leader IS NOT NULL) EXECUTE FUNCTION seal();
ALTER TABLE change_row ENABLE ALWAYS TRIGGER seal;

-- A tenant gets its row with its first breath.
CREATE FUNCTION number_tenant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO tenant_seq (tenant_id) VALUES (new.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER number_tenant AFTER INSERT OR UPDATE OF id ON tenant FOR EACH ROW EXECUTE FUNCTION number_tenant();
ALTER TABLE tenant ENABLE ALWAYS TRIGGER number_tenant;

-- touch keeps updated_at. It is called only if something else changed, and leaves alone what an editor wrote.
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF new.updated_at IS NOT DISTINCT FROM old.updated_at THEN
    new.updated_at := now();
  END IF;
  RETURN new;
END $$;

-- watch makes the triggers of a content table. Call it again after columns were added.
--
-- Its dimensions are the columns by which lists are cut: slug, status, times of publication, language and the like, and whatever points at
-- another record. ENABLE ALWAYS: what a session with session_replication_role = replica writes is content too.
CREATE FUNCTION watch(t regclass) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  dims text;
  was  text;
  is_  text;
BEGIN
  SELECT coalesce(string_agg(quote_literal(attname), ', ' ORDER BY attnum)
           FILTER (WHERE attname LIKE '%\_id' OR attname = ANY ('{slug,status,publish_at,unpublish_at,language,amount,year,type}')), ''),
         string_agg(format('old.%I', attname), ', ' ORDER BY attnum) FILTER (WHERE attgenerated = '' AND attname <> 'updated_at'),
         string_agg(format('new.%I', attname), ', ' ORDER BY attnum) FILTER (WHERE attgenerated = '' AND attname <> 'updated_at')
    INTO dims, was, is_
    FROM pg_attribute WHERE attrelid = t AND attnum > 0 AND NOT attisdropped;

  EXECUTE format('CREATE OR REPLACE TRIGGER capture_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS newrows FOR EACH STATEMENT '
                 'EXECUTE FUNCTION capture(%s)', t, dims);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS oldrows NEW TABLE AS newrows '
                 'FOR EACH STATEMENT EXECUTE FUNCTION capture(%s)', t, dims);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS oldrows FOR EACH STATEMENT '
                 'EXECUTE FUNCTION capture(%s)', t, dims);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION capture()', t);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER capture_insert, ENABLE ALWAYS TRIGGER capture_update, '
                 'ENABLE ALWAYS TRIGGER capture_delete, ENABLE ALWAYS TRIGGER capture_truncate', t);
  EXECUTE format('CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON %s FOR EACH ROW WHEN (ROW(%s) IS DISTINCT FROM ROW(%s)) '
                 'EXECUTE FUNCTION touch()', t, was, is_);
  INSERT INTO watched (kind) SELECT relname FROM pg_class WHERE oid = t ON CONFLICT DO NOTHING;
END $$;

SELECT watch(oid::regclass)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  AND (relname = 'tenant' OR oid IN (SELECT conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'tenant'::regclass)
       OR relname IN ('product_attribute', 'product_category'))  -- whose tenant is checked by way of the product
ORDER BY relname;

-- capture_faults names, one a row, what lets changes pass unseen. pg_restore --disable-triggers, for one, brings triggers back as ordinary ones.
CREATE FUNCTION capture_faults() RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT format('%s: the trigger %s is %s', want.kind, want.name,
                CASE t.tgenabled WHEN 'D' THEN 'disabled' WHEN 'O' THEN 'not ENABLE ALWAYS' WHEN 'R' THEN 'not ENABLE ALWAYS' ELSE 'missing' END)
  FROM (
    SELECT w.kind, n.name FROM watched w
    CROSS JOIN unnest(ARRAY['capture_insert', 'capture_update', 'capture_delete', 'capture_truncate']) AS n(name)
    UNION ALL VALUES ('change_row', 'seal'), ('tenant', 'number_tenant')
  ) want
  LEFT JOIN pg_trigger t ON t.tgrelid = to_regclass(format('public.%I', want.kind)) AND t.tgname = want.name
  WHERE t.tgenabled IS DISTINCT FROM 'A'
  UNION ALL
  SELECT format('%s: the subscription %s writes to it, and logical replication fires no statement-level triggers', w.kind, s.subname)
  FROM watched w JOIN pg_subscription_rel r ON r.srrelid = to_regclass(format('public.%I', w.kind)) JOIN pg_subscription s ON s.oid = r.srsubid
  ORDER BY 1
$$;

-- ---------------------------------------------------------------------------------------------------------------------------- epochs

-- new_epoch begins every tenant's numbers anew, for all who follow them: whatever they know is void. It empties change_*. n goes on:
-- no number is ever given twice.
CREATE FUNCTION new_epoch() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  LOCK TABLE tenant_seq IN SHARE ROW EXCLUSIVE MODE;  -- waits for commits under way, lets readers pass, holds back those to come
  INSERT INTO tenant_seq (tenant_id) SELECT t.id FROM tenant t ON CONFLICT DO NOTHING;
  UPDATE tenant_seq SET epoch = gen_random_uuid();
  -- What open transactions have written is not visible here and stays: it will be sealed in the new epoch.
  DELETE FROM change_tx;
  DELETE FROM change_row;
END $$;

-- renew_epoch begins a new epoch if this is not the place where the numbers of the present one were given, and tells whether it did: a dump was
-- restored, the database cloned, a standby promoted which may not have seen the last commits. To be asked on every connect, on the primary.
-- It cannot see a disk put back to an older state: there n goes back, which whoever follows n must take for a new epoch as well.
CREATE FUNCTION renew_epoch() RETURNS boolean LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  here cluster_mark := ROW(true, 0, 0, 0, 'tenant_seq'::regclass);
BEGIN
  SELECT oid INTO here.database FROM pg_database WHERE datname = current_database();
  BEGIN
    SELECT c.system_identifier INTO here.system_identifier FROM pg_control_system() c;
    -- Of the log now being written. pg_control_checkpoint() would tell the old timeline until the first checkpoint after a promotion.
    here.timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported THEN
    NULL;  -- a managed Postgres that hides them: the oids still tell a restore
  END;
  IF (SELECT m = here FROM cluster_mark m) THEN
    RETURN false;
  END IF;
  LOCK TABLE cluster_mark IN SHARE ROW EXCLUSIVE MODE;
  IF (SELECT m = here FROM cluster_mark m) THEN
    RETURN false;  -- somebody else was first
  END IF;
  PERFORM new_epoch();
  DELETE FROM cluster_mark;
  INSERT INTO cluster_mark SELECT here.*;
  RETURN true;
END $$;

-- ------------------------------------------------------------------------------------------------------------------------- retention

-- prune_changes forgets the oldest transactions, at most so many, and returns how many rows went. A transaction may be forgotten once it
-- was sealed longer ago than keep, all its numbers are published (drain_cursor), and so is every transaction with a lower xid. It
-- cuts by xid, and then takes along lower numbers with higher xids: what stays of each tenant has no hole.
--
-- It is one statement, for it must have one snapshot: then a transaction that commits meanwhile, with an xid below the cut, is seen by none
-- of its parts and stays whole. So it need not wait, as dropping a partition would, for every open transaction of the cluster.
CREATE FUNCTION prune_changes(keep interval DEFAULT '1 hour', most int DEFAULT 10000) RETURNS bigint LANGUAGE sql
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET jit = off
AS $$
  WITH oldest AS MATERIALIZED (
    SELECT DISTINCT c.xid FROM change_tx c ORDER BY c.xid LIMIT greatest(most, 2)
  ), judged AS MATERIALIZED (
    SELECT o.xid, (
      SELECT bool_and(c.at < now() - keep AND coalesce(d.epoch = s.epoch AND d.n >= c.seq, false))
      FROM change_tx c
      LEFT JOIN tenant_seq s ON s.tenant_id = c.tenant_id
      LEFT JOIN drain_cursor d ON d.tenant_id = c.tenant_id
      WHERE c.xid = o.xid
    ) AS done
    FROM oldest o
  ), cut AS MATERIALIZED (  -- what is below it goes: up to the first that must stay, else the whole batch but its last, else everything
    SELECT coalesce(min(j.xid) FILTER (WHERE NOT j.done),
                    CASE WHEN count(*) < greatest(most, 2) THEN pg_snapshot_xmax(pg_current_snapshot()) ELSE max(j.xid) END) AS xid
    FROM judged j
  ), numbers AS (
    DELETE FROM change_tx c WHERE c.xid < (SELECT xid FROM cut) RETURNING c.tenant_id, c.seq
  ), lower_numbers AS (
    DELETE FROM change_tx c USING (SELECT tenant_id, max(seq) AS seq FROM numbers GROUP BY 1) m
    WHERE c.tenant_id = m.tenant_id AND c.seq < m.seq AND c.xid >= (SELECT xid FROM cut)
    RETURNING 1
  ), rows AS (
    DELETE FROM change_row r WHERE r.xid < (SELECT xid FROM cut) RETURNING 1
  )
  SELECT (SELECT count(*) FROM numbers) + (SELECT count(*) FROM lower_numbers) + (SELECT count(*) FROM rows)
$$;

-- ----------------------------------------------------------------------------------------------------------------------------- roles

-- grant_roles makes the three roles, where it may, and grants them what is theirs. To be called by every migration that adds content, and by
-- hand once somebody else has made the roles. They cannot log in: GRANT vitrine_editor TO directus.
CREATE FUNCTION grant_roles() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role    text;
  content text := (SELECT string_agg(format('%I', kind), ', ') FROM watched);
  edited  text := (SELECT string_agg(format('%I', kind), ', ') FROM watched WHERE kind NOT IN ('tenant', 'tenant_host'));
BEGIN
  FOREACH role IN ARRAY ARRAY['vitrine_editor', 'vitrine_gateway', 'vitrine_writer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN
          NULL;  -- roles belong to the cluster: another database made it this moment
        WHEN insufficient_privilege THEN
          RAISE NOTICE 'may not create the role %: have it created, then SELECT grant_roles()', role;
          CONTINUE;
      END;
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role);
    EXECUTE format('GRANT SELECT ON %s TO %I', content, role);
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_editor') THEN
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO vitrine_editor', edited);
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_gateway') THEN
    GRANT SELECT ON tenant_seq, change_row, change_tx, search_cursor TO vitrine_gateway;
  END IF;
END $$;

-- capture and seal are among them: whoever may execute them can hang them on a table of his own and forge changes. A trigger that is
-- there already asks nobody.
REVOKE EXECUTE ON FUNCTION capture(), seal(), number_tenant(), watch(regclass), new_epoch(), renew_epoch(),
  prune_changes(interval, int), grant_roles() FROM PUBLIC;

-- A managed Postgres may have hstore in a schema of its own.
DO $$
DECLARE
  home text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'hstore');
BEGIN
  IF home <> 'public' THEN
    EXECUTE format('ALTER FUNCTION capture() SET search_path = pg_catalog, public, %I, pg_temp', home);
  END IF;
END $$;

SELECT grant_roles();
SELECT renew_epoch();
