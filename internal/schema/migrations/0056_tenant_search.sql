-- What a tenant decides about its searches: weights of fields, synonyms, stop words and pins, as one document. The program
-- checks its form: vitrine search settings.

CREATE TABLE tenant_search (
  id         text PRIMARY KEY DEFAULT object_id() CONSTRAINT tenant_search_id_valid CHECK (is_object_id(id)),
  tenant_id  text NOT NULL CONSTRAINT tenant_search_tenant_id_key UNIQUE REFERENCES tenant (id) ON DELETE CASCADE,
  settings   jsonb NOT NULL CONSTRAINT tenant_search_settings_object CHECK (jsonb_typeof(settings) = 'object')
             CONSTRAINT tenant_search_settings_short CHECK (length(settings::text) <= 1048576),
  digest     text NOT NULL GENERATED ALWAYS AS (md5(settings::text)) STORED,  -- gateways know by it what they have read
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id)
);
COMMENT ON TABLE tenant_search IS 'Weights, synonyms, stop words and pins of the searches of a tenant, at most one row each.';

-- As before, but search settings are the operator's, as hosts are.
CREATE OR REPLACE FUNCTION confine_editors() RETURNS void LANGUAGE plpgsql
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
    IF kind NOT IN ('tenant', 'tenant_host', 'tenant_search') THEN
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

CREATE OR REPLACE FUNCTION grant_roles() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role    text;
  own     record;
  content text := (SELECT string_agg(format('%I', kind), ', ') FROM watched);
  edited  text := (SELECT string_agg(format('%I', kind), ', ') FROM watched
                   WHERE kind NOT IN ('tenant', 'tenant_host', 'tenant_search'));
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

SELECT watch('tenant_search');
SELECT grant_roles();
