-- What an edit costs, once more. A tenth of what each new name cost went through the description's words again, to make search of both. So what comes
-- of the description is a column of its own, search_prose, made anew only when the description changes; search is made of it and of the names, and is
-- what it was. A record that is there gets it when next any of its words changes.

-- What full-text search reads of what describes a record; NULL if nothing does.
CREATE FUNCTION prose_of(prose text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF prose <> '' THEN
    -- Single spaces part most words already; to_tsvector does not mind several.
    RETURN setweight(to_tsvector('simple', regexp_replace(public.fold(public.plain(prose)) COLLATE public.vitrine_letters, '[^[:alnum:] ]+', ' ', 'g')), 'D');
  END IF;
  RETURN NULL;
END $$;

-- What names it: from the words of its name, and what names it too.
CREATE FUNCTION search_of(named text, also text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v tsvector := setweight(to_tsvector('simple', coalesce(named, '')), 'A');
BEGIN
  IF also <> '' THEN
    v := v || setweight(to_tsvector('simple', public.words(also)), 'B');
  END IF;
  RETURN v;
END $$;

-- As before, but what comes of prose is kept by itself.
CREATE OR REPLACE FUNCTION searched(t regclass, name text, also text[], prose text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  kind text := (SELECT relname FROM pg_class WHERE oid = t);
  made text;  -- generated columns: in NEW they are NULL until the trigger is done
BEGIN
  SELECT coalesce(string_agg(format('old.%I := NULL; ', attname), '' ORDER BY attnum), '') INTO made
    FROM pg_attribute WHERE attrelid = t AND attnum > 0 AND NOT attisdropped AND attgenerated <> '' AND attname NOT IN ('search', 'search_words');
  EXECUTE format($f$
CREATE OR REPLACE FUNCTION public.%I() RETURNS trigger LANGUAGE plpgsql AS $keep$
DECLARE
  told boolean := false;  -- the prose is as it was
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF new.updated_at IS NOT DISTINCT FROM old.updated_at THEN
      %sIF new IS DISTINCT FROM old THEN
        new.updated_at := now();
      END IF;
    END IF;
    told := new.search IS NOT NULL AND new.search_words IS NOT NULL AND %s;
    IF told AND %s THEN
      new.search := old.search;
      new.search_words := old.search_words;
      new.search_prose := old.search_prose;
      RETURN new;
    END IF;
  END IF;
  new.search_words := public.words(new.%I);
  new.search := public.search_of(new.search_words, %s);
  IF told AND old.search_prose IS NOT NULL THEN
    new.search_prose := old.search_prose;
  ELSE
    new.search_prose := public.prose_of(%s);
  END IF;
  IF new.search_prose IS NOT NULL THEN
    new.search := new.search || new.search_prose;
  END IF;
  RETURN new;
END $keep$ $f$, 'keep_' || kind, made, unchanged(prose), unchanged(name || also), name, column_text(t, also), column_text(t, prose));
  EXECUTE format('REVOKE EXECUTE ON FUNCTION public.%I() FROM PUBLIC', 'keep_' || kind);
  EXECUTE format('DROP TRIGGER IF EXISTS touch ON %s', t);
  EXECUTE format('CREATE OR REPLACE TRIGGER keep BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION public.%I()', t, 'keep_' || kind);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER keep', t);
END $$;

-- unchanged is the condition that some columns are as they were.
CREATE FUNCTION unchanged(columns text[]) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT coalesce(string_agg(format('new.%1$I IS NOT DISTINCT FROM old.%1$I', c), ' AND ' ORDER BY i), 'true') FROM unnest(columns) WITH ORDINALITY AS u(c, i)
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
    EXECUTE format('ALTER TABLE %s ADD search_prose tsvector', t);
    PERFORM searched(t, name, also, prose);
  END LOOP;
END $$;

DROP FUNCTION search_of(text, text, text);

-- capture is as it was, but search_prose is one more of the columns that no reader sees.
DO $$
DECLARE
  was text := pg_get_functiondef('capture()'::regprocedure);
BEGIN
  IF strpos(was, $q$'search_words']$q$) = 0 THEN
    RAISE EXCEPTION 'capture() does not list what is unseen';
  END IF;
  EXECUTE replace(was, $q$'search_words']$q$, $q$'search_words', 'search_prose']$q$);
END $$;
