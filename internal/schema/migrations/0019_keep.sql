-- What an edit costs. A third of it went into columns that had not changed: Postgres makes stored generated columns anew with every UPDATE of a table that
-- has a BEFORE UPDATE trigger, as touch is one, so that each new price went through the description's words again. Another tenth went into reading
-- conditions and checks, which Postgres does for every statement: their text is long.
--
-- So search and search_words are ordinary columns now, and one trigger, keep, makes them when what they are made of changed, and keeps updated_at.

-- ------------------------------------------------------------------------------------------------------------------------------- words

-- Letters of ASCII need no more than to become small: two in three texts, and a third of the time.
CREATE OR REPLACE FUNCTION fold(s text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(s) = length(s) THEN
    RETURN lower(s COLLATE public.vitrine_letters);
  END IF;
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, translate(normalize(s, NFC), 'İIıŞşĞğ', 'iiissgg')) COLLATE public.vitrine_letters);
END $$;

-- A check of SQL is put in place of its call, for every statement again; one of PL/pgSQL is read once a session.
CREATE OR REPLACE FUNCTION is_object_id(id text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN length(id) = 24 AND translate(id, '0123456789abcdef', '') = '';
END $$;

CREATE OR REPLACE FUNCTION is_slug(slug text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN length(slug) BETWEEN 1 AND 200
     AND slug !~ '[/\\?#%;\s\u0001-\u001f\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]'
     AND slug <> ALL (ARRAY['.', '..', 'new', 'popular', 'random', 'filters', 'id', 'card', 'short', 'location', 'tree', 'list',
                            'active', 'tickets', 'upcoming', 'passed']);
END $$;

CREATE OR REPLACE FUNCTION is_name(name text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN btrim(name) <> '' AND length(name) <= 500;
END $$;

-- -------------------------------------------------------------------------------------------------------------------------------- keep

-- What full-text search reads of a record, from the words of its name. As before otherwise.
CREATE FUNCTION search_of(named text, also text, prose text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v tsvector := setweight(to_tsvector('simple', coalesce(named, '')), 'A');
BEGIN
  IF also <> '' THEN
    v := v || setweight(to_tsvector('simple', public.words(also)), 'B');
  END IF;
  IF prose <> '' THEN
    -- Single spaces part most words already; to_tsvector does not mind several.
    v := v || setweight(to_tsvector('simple', regexp_replace(public.fold(public.plain(prose)) COLLATE public.vitrine_letters, '[^[:alnum:] ]+', ' ', 'g')), 'D');
  END IF;
  RETURN v;
END $$;

-- searched makes the trigger of a content table that is searched: by the words of its name, of what names it too, and of what describes it. Call it
-- again after a generated column was added. keep leaves alone what an editor wrote into updated_at, and overwrites what anybody writes into search and
-- search_words; NULL has them made anew.
CREATE FUNCTION searched(t regclass, name text, also text[], prose text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  kind  text := (SELECT relname FROM pg_class WHERE oid = t);
  made  text;  -- generated columns: in NEW they are NULL until the trigger is done
  read  text[] := name || also || prose;
BEGIN
  SELECT coalesce(string_agg(format('old.%I := NULL; ', attname), '' ORDER BY attnum), '') INTO made
    FROM pg_attribute WHERE attrelid = t AND attnum > 0 AND NOT attisdropped AND attgenerated <> '' AND attname NOT IN ('search', 'search_words');
  EXECUTE format($f$
CREATE OR REPLACE FUNCTION public.%I() RETURNS trigger LANGUAGE plpgsql AS $keep$
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF new.updated_at IS NOT DISTINCT FROM old.updated_at THEN
      %sIF new IS DISTINCT FROM old THEN
        new.updated_at := now();
      END IF;
    END IF;
    IF new.search IS NOT NULL AND new.search_words IS NOT NULL AND %s THEN
      new.search := old.search;
      new.search_words := old.search_words;
      RETURN new;
    END IF;
  END IF;
  new.search_words := public.words(new.%I);
  new.search := public.search_of(new.search_words, %s, %s);
  RETURN new;
END $keep$ $f$, 'keep_' || kind, made,
    (SELECT string_agg(format('new.%1$I IS NOT DISTINCT FROM old.%1$I', r), ' AND ') FROM unnest(read) r), name, column_text(t, also), column_text(t, prose));
  EXECUTE format('REVOKE EXECUTE ON FUNCTION public.%I() FROM PUBLIC', 'keep_' || kind);
  EXECUTE format('DROP TRIGGER IF EXISTS touch ON %s', t);
  EXECUTE format('CREATE OR REPLACE TRIGGER keep BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION public.%I()', t, 'keep_' || kind);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER keep', t);
END $$;

-- column_text is an expression for several columns of NEW as one text; an empty one leaves no trace.
CREATE FUNCTION column_text(t regclass, columns text[]) RETURNS text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT CASE count(*)
         WHEN 0 THEN 'NULL'
         WHEN 1 THEN min(part)
         ELSE format('concat_ws('' '', %s)', string_agg(part, ', ' ORDER BY i)) END
  FROM (
    SELECT i, format(CASE WHEN a.atttypid = 'text[]'::regtype THEN 'array_to_string(new.%I, '' '')' ELSE 'new.%I' END, c) AS part
    FROM unnest(columns) WITH ORDINALITY AS u(c, i) JOIN pg_attribute a ON a.attrelid = t AND a.attname = c
  ) parts
$$;

DO $$
DECLARE
  t regclass; name text; also text[]; prose text[];
BEGIN
  FOR t, name, also, prose IN SELECT * FROM (VALUES
    ('category'::regclass, 'name',     '{}'::text[],           '{description}'::text[]),
    ('brand',              'name',     '{}',                   '{description}'),
    ('merchant',           'name',     '{}',                   '{description}'),
    ('product',            'name',     '{title,sku,model_no}', '{brief,description}'),
    ('place',              'name',     '{city,country}',       '{description}'),
    ('organization',       'name',     '{}',                   '{brief,description}'),
    ('project',            'title',    '{client}',             '{brief,description}'),
    ('campaign',           'title',    '{}',                   '{brief,description}'),
    ('page',               'title',    '{}',                   '{brief,content}'),
    ('blog_post',          'title',    '{author_name,tags}',   '{summary}'),
    ('faq_group',          'title',    '{}',                   '{description}'),
    ('faq',                'question', '{}',                   '{answer}'),
    ('dictionary_term',    'term',     '{}',                   '{definition}'),
    ('route',              'title',    '{}',                   '{brief,description}'),
    ('collection',         'title',    '{}',                   '{brief,description}'),
    ('event',              'name',     '{}',                   '{abstract,description}')) AS made(t, name, also, prose) LOOP
    EXECUTE format('ALTER TABLE %s ALTER search DROP EXPRESSION, ALTER search_words DROP EXPRESSION', t);
    PERFORM searched(t, name, also, prose);
  END LOOP;
END $$;

DROP FUNCTION search_vector(text, text, text);

-- As before, but touch is for tables that have no keep.
CREATE OR REPLACE FUNCTION watch(t regclass) RETURNS void LANGUAGE plpgsql
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
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t AND tgname = 'keep') THEN
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER keep', t);
  ELSE
    EXECUTE format('CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON %s FOR EACH ROW WHEN (ROW(%s) IS DISTINCT FROM ROW(%s)) '
                   'EXECUTE FUNCTION touch()', t, was, is_);
  END IF;
  INSERT INTO watched (kind) SELECT relname FROM pg_class WHERE oid = t ON CONFLICT DO NOTHING;
END $$;

-- As before, and keep is among what must be on: without it, search would not hear of a change.
CREATE OR REPLACE FUNCTION capture_faults() RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT format('%s: the trigger %s is %s', want.kind, want.name,
                CASE t.tgenabled WHEN 'D' THEN 'disabled' WHEN 'O' THEN 'not ENABLE ALWAYS' WHEN 'R' THEN 'not ENABLE ALWAYS' ELSE 'missing' END)
  FROM (
    SELECT w.kind, n.name FROM watched w
    CROSS JOIN unnest(ARRAY['capture_insert', 'capture_update', 'capture_delete', 'capture_truncate']) AS n(name)
    UNION ALL SELECT w.kind, 'keep' FROM watched w JOIN pg_attribute a ON a.attrelid = to_regclass(format('public.%I', w.kind)) AND a.attname = 'search_words'
    UNION ALL VALUES ('change_row', 'seal'), ('tenant', 'number_tenant')
  ) want
  LEFT JOIN pg_trigger t ON t.tgrelid = to_regclass(format('public.%I', want.kind)) AND t.tgname = want.name
  WHERE t.tgenabled IS DISTINCT FROM 'A'
  UNION ALL
  SELECT format('%s: the subscription %s writes to it, and logical replication fires no statement-level triggers', w.kind, s.subname)
  FROM watched w JOIN pg_subscription_rel r ON r.srrelid = to_regclass(format('public.%I', w.kind)) JOIN pg_subscription s ON s.oid = r.srsubid
  ORDER BY 1
$$;

-- As before, but a tenant's number is taken and noted by one statement.
CREATE OR REPLACE FUNCTION seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan
  SET lock_timeout = '5s'  -- statement_timeout does not reach a COMMIT
AS $$
DECLARE
  t text;
BEGIN
  IF new.xid <> pg_current_xact_id() OR new.leader <> now() THEN
    RETURN NULL;  -- copied in from elsewhere: another life's, long announced
  END IF;
  FOR t IN
    SELECT r.tenant_id FROM change_row r WHERE r.xid = new.xid
    EXCEPT SELECT c.tenant_id FROM change_tx c WHERE c.xid = new.xid  -- sealed early, by SET CONSTRAINTS: the number covers what came since
    ORDER BY 1
  LOOP
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
    PERFORM pg_notify('vitrine', '');
  END IF;
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION searched(regclass, text, text[], text[]) FROM PUBLIC;
