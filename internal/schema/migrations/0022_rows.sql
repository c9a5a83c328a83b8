-- What an edit costs, and now what capturing it costs: that was a third of it. One function for all tables compared records by writing both out as text,
-- column by column, in a statement over what the editor's statement had changed; and it asked three questions of which one nearly always does.
--
-- So each table has a trigger of its own for each row, made by watch, that knows the columns and compares them as they are; what it found is noted by one
-- function for all. As a trigger for rows it fires for logical replication too. What is noted is what it was, but for the order of the columns that changed:
-- it is the table's.

COMMENT ON TABLE change_row IS 'What changed: one row for each record and statement. Payloads are for invalidation alone: records are re-read.';

-- lead_of says when the transaction began if the row to be noted must lead, so that the seal fires for it; NULL if none is needed. That is read from the table,
-- not kept in a setting: RESET ALL or an editor's own SET could lie, and what was done under a savepoint goes with it. A leader that began when we did is ours:
-- an xid alone may be that of a restored dump's other life, and then what has it is thrown away.
CREATE FUNCTION lead_of(x xid8, tenant text) RETURNS timestamptz LANGUAGE plpgsql
AS $$
DECLARE
  led     boolean;  -- a row of this transaction leads already
  covered boolean;  -- its seal has fired, by SET CONSTRAINTS … IMMEDIATE: whether for this tenant, whose number covers what comes since; NULL if it has not
BEGIN
  SELECT EXISTS (SELECT FROM change_row r WHERE r.xid = x AND r.leader = now()),
         (SELECT bool_or(t.tenant_id = tenant) FROM change_tx t WHERE t.xid = x)
    INTO led, covered;
  IF NOT led THEN
    DELETE FROM change_row r WHERE r.xid = x;
    DELETE FROM change_tx t WHERE t.xid = x;
    RETURN now();
  END IF;
  RETURN CASE WHEN NOT covered THEN now() END;
END $$;

-- note_change writes down what became of a record. It lives by the settings of those who call it, and returns something only so that it can be assigned, which
-- is quicker than PERFORM.
CREATE FUNCTION note_change(kind text, tenant text, record text, op "char", changed text[], was jsonb, became jsonb) RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  x      CONSTANT xid8 := pg_current_xact_id();
  leader timestamptz := now();
BEGIN
  PERFORM FROM (SELECT FROM change_row r WHERE r.xid = x UNION ALL SELECT FROM change_tx t WHERE t.xid = x) any_of_ours LIMIT 1;
  IF FOUND THEN
    leader := lead_of(x, tenant);
  END IF;
  INSERT INTO change_row VALUES (x, tenant, kind, record, op, leader, changed, was, became);
  RETURN leader IS NOT NULL;
END $$;

-- The rows are gone and were never seen: they may have been anybody's.
CREATE FUNCTION note_truncate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
BEGIN
  PERFORM note_change(tg_table_name::text, s.tenant_id, ''::text, 'T'::"char", NULL::text[], NULL::jsonb, NULL::jsonb) FROM tenant_seq s;
  RETURN NULL;
END $$;

-- watch makes the triggers of a content table, of the schema public. Call it again after any ALTER TABLE of columns.
--
-- Its dimensions are the columns by which lists are cut: slug, status, times of publication, language and the like, and whatever points at another record.
-- They are the trigger's arguments too. ENABLE ALWAYS: what a session with session_replication_role = replica writes is content too.
--
-- The settings of what it makes are its own, whatever the session's are: text forms are stored. And the questions by xid must use their index: a plan made while
-- change_row is small would scan it for each row of a long import. (A scan that cannot be avoided then looks so dear that it is compiled: hence no jit.)
CREATE OR REPLACE FUNCTION watch(t regclass) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  -- These say nothing that a reader sees: search follows from columns that are captured.
  unseen  CONSTANT text[] := ARRAY['updated_at', 'search', 'search_words', 'search_prose'];
  name    CONSTANT text := (SELECT relname FROM pg_class WHERE oid = t);
  hstores CONSTANT text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'hstore');
  differing text;
  dims      text;
  was       text;
  became    text;
BEGIN
  IF t IS DISTINCT FROM to_regclass(format('public.%I', name)) OR octet_length(name) > 55
     OR 3 <> (SELECT count(*) FROM pg_attribute WHERE attrelid = t AND NOT attisdropped AND attname IN ('id', 'tenant_id', 'updated_at')) THEN
    RAISE EXCEPTION 'cannot watch %: a content table is one of the schema public that has id, tenant_id and updated_at, with a name of at most 55 bytes', t;
  END IF;
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', t);  -- its columns stay as they are while they are read
  SELECT string_agg(format(CASE WHEN alike THEN 'CASE WHEN new.%1$I IS DISTINCT FROM old.%1$I THEN %1$L END /* %2$s */'
                                ELSE 'CASE WHEN ROW(new.%1$I)::record *<> ROW(old.%1$I)::record THEN %1$L END /* %2$s */' END, attname, format_type(atttypid, atttypmod)),
                    E',\n      ' ORDER BY attnum)
           FILTER (WHERE attname <> ALL (unseen)),
         string_agg(quote_literal(attname), ', ' ORDER BY attnum) FILTER (WHERE dim),
         string_agg(format('old.%I::text', attname), ', ' ORDER BY attnum) FILTER (WHERE dim),
         string_agg(format('new.%I::text', attname), ', ' ORDER BY attnum) FILTER (WHERE dim)
    INTO differing, dims, was, became
    FROM (
      SELECT attnum, attname, atttypid, atttypmod, attname LIKE '%\_id' OR attname = ANY ('{slug,status,publish_at,unpublish_at,language,amount,year,type}') AS dim,
             (atttypid IN ('text'::regtype, 'text[]'::regtype) AND (SELECT collisdeterministic FROM pg_collation c WHERE c.oid = attcollation)
              OR atttypid IN ('boolean'::regtype, 'integer'::regtype, 'bigint'::regtype, 'timestamptz'::regtype)
              OR atttypid = 'numeric'::regtype AND atttypmod <> -1) AS alike  -- its equal values read alike; others are compared as they are stored
      FROM pg_attribute WHERE attrelid = t AND attnum > 0 AND NOT attisdropped
    ) a;

  EXECUTE format($f$
CREATE OR REPLACE FUNCTION public.%1$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET extra_float_digits = 1
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $capture$
DECLARE
  changed text[];
  noted   boolean;
BEGIN
  IF tg_op = 'UPDATE' THEN
    changed := array_remove(ARRAY[
      %3$s], NULL);
    IF changed = '{}' THEN
      RETURN NULL;
    END IF;
    IF NOT changed && '{tenant_id,id}' THEN
      noted := note_change(%4$L::text, new.tenant_id, new.id, 'U'::"char", changed, jsonb_object(tg_argv, ARRAY[%5$s]),
        CASE WHEN changed && tg_argv THEN %2$I.hstore_to_jsonb(%2$I.slice(%2$I.hstore(ARRAY[%7$s], ARRAY[%6$s]), changed)) END);
      RETURN NULL;
    END IF;
    -- A record is its tenant and its id. One that moves to another tenant, or takes another id, goes there and comes here.
  END IF;
  IF tg_op <> 'INSERT' THEN
    noted := note_change(%4$L::text, old.tenant_id, old.id, 'D'::"char", NULL::text[], jsonb_object(tg_argv, ARRAY[%5$s]), NULL::jsonb);
  END IF;
  IF tg_op <> 'DELETE' THEN
    noted := note_change(%4$L::text, new.tenant_id, new.id, 'I'::"char", NULL::text[], NULL::jsonb, jsonb_object(tg_argv, ARRAY[%6$s]));
  END IF;
  RETURN NULL;
END $capture$ $f$, 'capture_' || name, hstores, differing, name, was, became, dims);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION public.%I() FROM PUBLIC', 'capture_' || name);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION public.%I(%s)', t, 'capture_' || name, dims);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION note_truncate()', t);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER capture, ENABLE ALWAYS TRIGGER capture_truncate', t);

  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t AND tgname = 'keep') THEN
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER keep', t);
  ELSE
    SELECT string_agg(format('old.%I', attname), ', ' ORDER BY attnum), string_agg(format('new.%I', attname), ', ' ORDER BY attnum) INTO was, became
      FROM pg_attribute WHERE attrelid = t AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'updated_at';
    EXECUTE format('CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON %s FOR EACH ROW WHEN (ROW(%s) IS DISTINCT FROM ROW(%s)) '
                   'EXECUTE FUNCTION touch()', t, was, became);
  END IF;
  INSERT INTO watched (kind) VALUES (name) ON CONFLICT DO NOTHING;
END $$;

DO $$
DECLARE
  t regclass;
BEGIN
  FOR t IN SELECT c.oid FROM watched w JOIN pg_class c ON c.oid = to_regclass(format('public.%I', w.kind)) ORDER BY kind LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS capture_insert ON %s', t);
    EXECUTE format('DROP TRIGGER IF EXISTS capture_update ON %s', t);
    EXECUTE format('DROP TRIGGER IF EXISTS capture_delete ON %s', t);
    PERFORM watch(t);
  END LOOP;
END $$;

DROP FUNCTION capture();

-- As before, but the triggers of each table are these two, which know its columns, and replication is no fault.
CREATE OR REPLACE FUNCTION capture_faults() RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT format('%s: the trigger %s is %s', want.kind, want.name,
                CASE t.tgenabled WHEN 'D' THEN 'disabled' WHEN 'O' THEN 'not ENABLE ALWAYS' WHEN 'R' THEN 'not ENABLE ALWAYS' ELSE 'missing' END)
  FROM (
    SELECT w.kind, n.name FROM watched w CROSS JOIN unnest(ARRAY['capture', 'capture_truncate']) AS n(name)
    UNION ALL SELECT w.kind, 'keep' FROM watched w JOIN pg_attribute a ON a.attrelid = to_regclass(format('public.%I', w.kind)) AND a.attname = 'search_words'
    UNION ALL VALUES ('change_row', 'seal'), ('tenant', 'number_tenant')
  ) want
  LEFT JOIN pg_trigger t ON t.tgrelid = to_regclass(format('public.%I', want.kind)) AND t.tgname = want.name
  WHERE t.tgenabled IS DISTINCT FROM 'A'
  UNION ALL
  SELECT format('%s: its columns are not those that its capture knows: SELECT watch(%L)', w.kind, format('%I', w.kind))
  FROM watched w
  JOIN pg_proc p ON p.proname = 'capture_' || w.kind AND p.pronamespace = 'public'::regnamespace
  JOIN pg_attribute a ON a.attrelid = to_regclass(format('public.%I', w.kind)) AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attname <> ALL ('{updated_at,search,search_words,search_prose}')
  GROUP BY w.kind, p.prosrc
  HAVING count(*) <> cardinality(string_to_array(p.prosrc, E'\n      CASE WHEN ')) - 1
      OR NOT bool_and(strpos(p.prosrc, format('THEN %L END /* %s */', a.attname, format_type(a.atttypid, a.atttypmod))) > 0)
  ORDER BY 1
$$;

-- As before, but the number is taken and noted by two simple statements, of which the second hears whether to ring.
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
    RETURN NULL;  -- copied in from elsewhere: another life's, long announced
  END IF;
  IF (SELECT min(r.tenant_id) = new.tenant_id AND max(r.tenant_id) = new.tenant_id FROM change_row r WHERE r.xid = new.xid)
     AND NOT EXISTS (SELECT FROM change_tx c WHERE c.xid = new.xid) THEN
    tenants := ARRAY[new.tenant_id];  -- as nearly always
  ELSE
    tenants := ARRAY(
      SELECT r.tenant_id FROM change_row r WHERE r.xid = new.xid
      EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid  -- sealed early, by SET CONSTRAINTS: the number covers what came since
      ORDER BY 1);
  END IF;
  FOREACH t IN ARRAY tenants LOOP
    UPDATE tenant_seq q SET n = q.n + 1 WHERE q.tenant_id = t RETURNING q.n INTO s;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tenant % has no row in tenant_seq: its change would be lost', t
        USING ERRCODE = 'integrity_constraint_violation', HINT = 'SELECT new_epoch() gives every tenant its row.';
    END IF;
    -- The number is ours alone: whoever else claims it is a leftover of a restored dump.
    INSERT INTO change_tx AS c (xid, tenant_id, seq, at) VALUES (new.xid, t, s, clock_timestamp())
    ON CONFLICT (tenant_id, seq) DO UPDATE SET xid = excluded.xid, at = excluded.at
    RETURNING (SELECT d.asleep FROM drain_state d WHERE d.one) INTO asleep;
  END LOOP;
  -- A commit that is announced must survive a crash: one that is lost would have its number given again. This lasts until COMMIT is done.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'local', true);
  END IF;
  IF asleep THEN
    PERFORM pg_notify('vitrine', CASE WHEN new.op = 'U' THEN coalesce(new.kind || '/' || new.tenant_id || '/' || left(new.before ->> 'slug', 200), '') ELSE '' END);
  END IF;
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION lead_of(xid8, text), note_change(text, text, text, "char", text[], jsonb, jsonb), note_truncate() FROM PUBLIC;
