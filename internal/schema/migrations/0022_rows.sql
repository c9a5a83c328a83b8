-- What an edit costs, and now what capturing it costs: that was a third of it. One function for all tables compared records by writing both out as text,
-- column by column, in a statement over what the editor's statement had changed; and it asked three questions of which one nearly always does.
--
-- So each table has a trigger of its own for each row, made by watch, that knows the columns and compares them as they are; what it found is noted by one
-- function for all. As a trigger for rows it fires for logical replication too. What is noted is what it was, but for the order of the columns that changed:
-- it is the table's.

-- Of the rows of a transaction the first of each tenant leads: the seal fires for it.
DROP INDEX change_row_leader;
CREATE INDEX change_row_leader ON change_row (xid, tenant_id) WHERE leader IS NOT NULL;

-- lead_of says when the transaction began if a row of the tenant must lead; NULL if another does. That is read from the table, not kept in a setting: RESET ALL
-- or an editor's own SET could lie, and what was done under a savepoint goes with it. A leader that began when we did is ours: an xid alone may be that of a
-- restored dump's other life. (That there are several tenants is a setting, by which the seal numbers them in order. Without it they are numbered as they
-- come, and two transactions that go different ways may meet 40P01.)
CREATE FUNCTION lead_of(x xid8, tenant text) RETURNS timestamptz LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM change_row r WHERE r.xid = x AND r.tenant_id = tenant AND r.leader = now()) THEN
    RETURN NULL;  -- even if it was sealed early, by SET CONSTRAINTS … IMMEDIATE: the number covers what comes since
  END IF;
  IF EXISTS (SELECT FROM change_row r WHERE r.xid = x AND r.leader = now()) THEN
    PERFORM set_config('vitrine.several', x::text, true);
  ELSE  -- what has our xid is not ours
    DELETE FROM change_row r WHERE r.xid = x;
    DELETE FROM change_tx t WHERE t.xid = x;
  END IF;
  RETURN now();
END $$;

-- note_change writes down what became of a record, and says whether the row leads. It lives by the settings of those who call it.
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
CREATE FUNCTION capture_truncate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
BEGIN
  PERFORM note_change(tg_table_name, s.tenant_id, '', 'T', NULL, NULL, NULL) FROM tenant_seq s;
  RETURN NULL;
END $$;

-- watch makes the triggers of a content table. Call it again after columns were added, renamed or dropped.
--
-- Its dimensions are the columns by which lists are cut: slug, status, times of publication, language and the like, and whatever points at another record.
-- They are the trigger's arguments too. ENABLE ALWAYS: what a session with session_replication_role = replica writes is content too.
--
-- The settings of what it makes are its own, whatever the session's are: text forms are stored, and decide what counts as a change where a type calls values
-- equal that read differently. And the questions by xid must use their index: a plan made while change_row is small would scan it for each row of a long
-- import. (A scan that cannot be avoided then looks so dear that it is compiled: hence no jit.)
CREATE OR REPLACE FUNCTION watch(t regclass) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  -- These say nothing that a reader sees: search follows from columns that are captured.
  unseen  CONSTANT text[] := ARRAY['updated_at', 'search', 'search_words', 'search_prose'];
  name    CONSTANT text := (SELECT relname FROM pg_class WHERE oid = t);
  homes   CONSTANT text := (SELECT concat_ws(', ', 'public', nullif(quote_ident(n.nspname), 'public'))  -- a managed Postgres may have hstore in a schema of its own
                              FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'hstore');
  differing text;
  dims      text;
  was       text;
  became    text;
BEGIN
  SELECT string_agg(format(CASE WHEN alike THEN 'CASE WHEN new.%1$I IS DISTINCT FROM old.%1$I THEN %1$L END'
                                ELSE 'CASE WHEN new.%1$I::text IS DISTINCT FROM old.%1$I::text THEN %1$L END' END, attname), E',\n      ' ORDER BY attnum)
           FILTER (WHERE attname <> ALL (unseen)),
         string_agg(quote_literal(attname), ', ' ORDER BY attnum) FILTER (WHERE dim),
         string_agg(format('old.%I', attname), ', ' ORDER BY attnum) FILTER (WHERE dim),
         string_agg(format('new.%I', attname), ', ' ORDER BY attnum) FILTER (WHERE dim)
    INTO differing, dims, was, became
    FROM (
      SELECT attnum, attname, attname LIKE '%\_id' OR attname = ANY ('{slug,status,publish_at,unpublish_at,language,amount,year,type}') AS dim,
             (atttypid IN ('text'::regtype, 'text[]'::regtype) AND (SELECT collisdeterministic FROM pg_collation c WHERE c.oid = attcollation)
              OR atttypid IN ('boolean'::regtype, 'integer'::regtype, 'bigint'::regtype, 'timestamptz'::regtype)
              OR atttypid = 'numeric'::regtype AND atttypmod <> -1) AS alike  -- equal values of it read alike
      FROM pg_attribute WHERE attrelid = t AND attnum > 0 AND NOT attisdropped
    ) a;

  -- An assignment is quicker than PERFORM: led is of no use.
  EXECUTE format($f$
CREATE OR REPLACE FUNCTION public.%1$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, %2$s, pg_temp
  SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET extra_float_digits = 1
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $capture$
DECLARE
  changed text[];
  led     boolean;
BEGIN
  IF tg_op = 'UPDATE' THEN
    changed := array_remove(ARRAY[
      %3$s], NULL);
    IF changed = '{}' THEN
      RETURN NULL;
    END IF;
    IF NOT changed && '{tenant_id,id}' THEN
      led := note_change(%4$L, new.tenant_id, new.id, 'U', changed, jsonb_object(tg_argv, ARRAY[%5$s]::text[]),
        CASE WHEN changed && tg_argv THEN hstore_to_jsonb(slice(hstore(ARRAY[%7$s], ARRAY[%6$s]::text[]), changed)) END);
      RETURN NULL;
    END IF;
    -- A record is its tenant and its id. One that moves to another tenant, or takes another id, goes there and comes here.
  END IF;
  IF tg_op <> 'INSERT' THEN
    led := note_change(%4$L, old.tenant_id, old.id, 'D', NULL, jsonb_object(tg_argv, ARRAY[%5$s]::text[]), NULL);
  END IF;
  IF tg_op <> 'DELETE' THEN
    led := note_change(%4$L, new.tenant_id, new.id, 'I', NULL, NULL, jsonb_object(tg_argv, ARRAY[%6$s]::text[]));
  END IF;
  RETURN NULL;
END $capture$ $f$, 'capture_' || name, homes, differing, name, was, became, dims);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION public.%I() FROM PUBLIC', 'capture_' || name);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION public.%I(%s)', t, 'capture_' || name, dims);
  EXECUTE format('CREATE OR REPLACE TRIGGER capture_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION capture_truncate()', t);
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
  FOR t IN SELECT kind::regclass FROM watched ORDER BY kind LOOP
    EXECUTE format('DROP TRIGGER capture_insert ON %s', t);
    EXECUTE format('DROP TRIGGER capture_update ON %s', t);
    EXECUTE format('DROP TRIGGER capture_delete ON %s', t);
    PERFORM watch(t);
  END LOOP;
END $$;

DROP FUNCTION capture();

-- As before, but the triggers of each table are these two, and replication is no fault.
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
  ORDER BY 1
$$;

-- The seal fires once for each tenant of a transaction. Where there are several, as is rare, the first time seals all of them, in order.
CREATE OR REPLACE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
  SET lock_timeout = '5s'  -- statement_timeout does not reach a COMMIT
AS $$
DECLARE
  tenants text[] := ARRAY[new.tenant_id];
  t       text;
  s       bigint;
  asleep  boolean;
BEGIN
  IF new.xid <> pg_current_xact_id() OR new.leader <> now() THEN
    RETURN NULL;  -- copied in from elsewhere: another life's, long announced
  END IF;
  IF current_setting('vitrine.several', true) = new.xid::text THEN
    tenants := ARRAY(
      SELECT r.tenant_id FROM change_row r WHERE r.xid = new.xid AND r.leader IS NOT NULL
      EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid
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

-- As before, but what its own transaction has noted is gone while its seal is yet to fire, and whatever is noted next leads again: of those who lead the first
-- numbers all.
CREATE OR REPLACE FUNCTION new_epoch() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  LOCK TABLE tenant_seq IN SHARE ROW EXCLUSIVE MODE;  -- waits for commits under way, lets readers pass, holds back those to come
  INSERT INTO tenant_seq (tenant_id) SELECT t.id FROM tenant t ON CONFLICT DO NOTHING;
  UPDATE tenant_seq SET epoch = gen_random_uuid();
  -- What open transactions have written is not visible here and stays: it will be sealed in the new epoch.
  DELETE FROM change_tx;
  DELETE FROM change_row;
  PERFORM set_config('vitrine.several', pg_current_xact_id()::text, true);
END $$;

REVOKE EXECUTE ON FUNCTION lead_of(xid8, text), note_change(text, text, text, "char", text[], jsonb, jsonb), capture_truncate() FROM PUBLIC;
