-- Roles of editors that see and write the content of one tenant only, for a CMS: vitrine cms makes them.
--
-- Row-level security is enabled with the first such role. Without one, no statement pays for it. With one, neither do
-- gateways, ingest workers and write services: the owner of a table is exempt, and so is a role with BYPASSRLS.

-- The policies read this table, not a setting of the session, because every session may change its settings.
CREATE TABLE tenant_editor (
  role      text PRIMARY KEY CONSTRAINT tenant_editor_role_short CHECK (length(role) BETWEEN 1 AND 63),
  tenant_id text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  made_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE tenant_editor IS 'The login roles that are limited to one tenant. A role without a row sees nothing.';
CREATE INDEX tenant_editor_tenant ON tenant_editor (tenant_id);

-- editor_tenant returns the tenant of the role that logged in. SET ROLE does not change it.
CREATE FUNCTION editor_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  RETURN (SELECT e.tenant_id FROM tenant_editor e WHERE e.role = session_user);
COMMENT ON FUNCTION editor_tenant IS 'The tenant that the role of this session is limited to. NULL: none.';

-- A part that is inserted without a tenant belongs to the tenant of its record. The arguments are the table of the
-- record and the column that refers to it.
CREATE FUNCTION inherit_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT r.tenant_id FROM public.%I r WHERE r.id = $1', tg_argv[0])
    INTO new.tenant_id USING to_jsonb(new) ->> tg_argv[1];
  RETURN new;
END $$;

-- confine_editors prepares every content table for tools that send no tenant. Once there is a role in tenant_editor,
-- it also enables the policies. It changes only what is missing, so it takes no lock when it runs again.
CREATE FUNCTION confine_editors() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  confined CONSTANT boolean := EXISTS (SELECT FROM tenant_editor);
  kind     text;
  t        regclass;
  owned    text[];  -- the table of the record that a row of t is a part of, and the column
  role     text;
BEGIN
  FOR kind IN SELECT w.kind FROM watched w ORDER BY w.kind LOOP
    t := format('public.%I', kind);
    IF kind NOT IN ('tenant', 'tenant_host') THEN
      IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = t AND attname = 'tenant_id' AND atthasdef) THEN
        EXECUTE format('ALTER TABLE %s ALTER tenant_id '
          'SET DEFAULT nullif(current_setting(''vitrine.tenant'', true), '''')', t);
      END IF;
      SELECT ARRAY[r.relname, a.attname] INTO owned
        FROM pg_constraint k
        JOIN pg_class r ON r.oid = k.confrelid
        JOIN pg_attribute a ON a.attrelid = t AND a.attnum = k.conkey[2] AND a.attnotnull
        WHERE k.conrelid = t AND k.contype = 'f' AND k.confdeltype = 'c' AND cardinality(k.conkey) = 2
        ORDER BY k.conkey[2] LIMIT 1;
      IF owned IS NOT NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t AND tgname = 'inherit_tenant') THEN
        EXECUTE format('CREATE TRIGGER inherit_tenant BEFORE INSERT ON %s FOR EACH ROW WHEN (new.tenant_id IS NULL) '
          'EXECUTE FUNCTION inherit_tenant(%L, %L)', t, owned[1], owned[2]);
      END IF;
    END IF;
    CONTINUE WHEN NOT confined OR EXISTS (SELECT FROM pg_class WHERE oid = t AND relrowsecurity);
    EXECUTE format('DROP POLICY IF EXISTS everyone ON %s', t);
    EXECUTE format('CREATE POLICY everyone ON %s USING (true)', t);
    EXECUTE format('DROP POLICY IF EXISTS own_tenant ON %s', t);
    EXECUTE format('CREATE POLICY own_tenant ON %s AS RESTRICTIVE TO vitrine_tenant_editor '
      'USING (tenant_id = (SELECT editor_tenant()))', t);
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
  END LOOP;
  IF NOT confined THEN
    RETURN;
  END IF;
  FOREACH role IN ARRAY ARRAY['vitrine_gateway', 'vitrine_writer'] LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role AND NOT rolbypassrls);
    BEGIN
      EXECUTE format('ALTER ROLE %I BYPASSRLS', role);
    EXCEPTION
      WHEN internal_error THEN
        NULL;  -- roles belong to the cluster: another database alters it this moment
      WHEN insufficient_privilege THEN
        RAISE NOTICE 'Postgres plans the queries of % with policies: have a superuser run ALTER ROLE % BYPASSRLS',
          role, role;
    END;
  END LOOP;
END $$;

-- As before, but a wake-up names no record once there is a role in tenant_editor: every role may LISTEN, and the name
-- has the tenant and the slug of a record.
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

-- As before, with the role of editors of one tenant.
CREATE OR REPLACE FUNCTION grant_roles() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role    text;
  own     record;
  content text := (SELECT string_agg(format('%I', kind), ', ') FROM watched);
  edited  text := (SELECT string_agg(format('%I', kind), ', ') FROM watched
                   WHERE kind NOT IN ('tenant', 'tenant_host'));
BEGIN
  FOREACH role IN ARRAY ARRAY['vitrine_editor', 'vitrine_tenant_editor', 'vitrine_gateway', 'vitrine_writer'] LOOP
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
    IF role <> 'vitrine_tenant_editor' THEN
      EXECUTE format('GRANT SELECT ON %s TO %I', content, role);
    END IF;
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_editor') THEN
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO vitrine_editor', edited);
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_tenant_editor') THEN
    -- Prices follow the currency of the tenant. Its settings and keys are the operator's.
    GRANT SELECT (id, tenant_id, name, language, currency) ON tenant TO vitrine_tenant_editor;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO vitrine_tenant_editor', edited);
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_gateway') THEN
    GRANT SELECT ON tenant_seq, change_row, change_tx, search_cursor, change_signal, signal_cursor, stream_key
      TO vitrine_gateway;
    GRANT SELECT, INSERT, UPDATE, DELETE ON gateway_report TO vitrine_gateway;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_writer') THEN
    FOR own IN SELECT kind, rights FROM written LOOP
      EXECUTE format('GRANT %s ON %I TO vitrine_writer', own.rights, own.kind);
    END LOOP;
    GRANT EXECUTE ON FUNCTION project_inventory(text) TO vitrine_writer;
  END IF;
  PERFORM confine_editors();
END $$;

REVOKE EXECUTE ON FUNCTION inherit_tenant(), confine_editors() FROM PUBLIC;

SELECT grant_roles();
