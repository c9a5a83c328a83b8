-- The functions that every table below leans on. Most are written with RETURN: Postgres keeps such a body parsed, so it means the same under
-- any search_path, and a dump restores.

DO $$
BEGIN
  IF current_setting('server_version_num')::int < 150000 THEN
    RAISE EXCEPTION 'Vitrine needs Postgres 15 or newer; this is %', current_setting('server_version')
      USING HINT = 'ON DELETE SET NULL (column), on which foreign keys that include the tenant rely, came with 15.';
  END IF;
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'Vitrine needs a database in UTF8; this one is %', current_setting('server_encoding')
      USING HINT = 'CREATE DATABASE vitrine TEMPLATE template0 ENCODING ''UTF8''';
  END IF;
END $$;

CREATE EXTENSION IF NOT EXISTS hstore;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- What runs with its owner's rights (capture, seal) finds its functions in this schema: nobody else may put any there.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- How letters fold must not depend on how the cluster was made: in a database of locale C, lower('Ж') is 'Ж', and Ж is no letter to a
-- regular expression. The first of these that knows the world's letters becomes vitrine_letters.
DO $$
DECLARE c text; knows boolean;
BEGIN
  FOREACH c IN ARRAY ARRAY['pg_c_utf8', 'C.utf8', 'C.UTF-8', 'und-x-icu', 'en_US.utf8', 'en_US.UTF-8'] LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM pg_collation WHERE collname = c AND collnamespace = 'pg_catalog'::regnamespace
                              AND collencoding IN (-1, pg_char_to_encoding('UTF8')));
    EXECUTE format($q$SELECT lower('ЖÉ' COLLATE %1$I) = 'жé' AND 'жé語' COLLATE %1$I ~ '^[[:alnum:]]+$'$q$, c) INTO knows;
    IF knows THEN
      EXECUTE format('CREATE COLLATION vitrine_letters FROM %I', c);
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no collation of this server knows letters beyond ASCII'
    USING HINT = 'Install a UTF-8 locale (such as C.UTF-8 or en_US.UTF-8) or a Postgres built with ICU.';
END $$;

-- An object identifier: 24 hex digits, 96 bits from the server's CSPRNG. The third and the fourth group of a UUID hold its version and
-- variant, fixed bits among random ones, and are cut out whole: what is left is random throughout.
CREATE FUNCTION object_id() RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN regexp_replace(gen_random_uuid()::text, '-(.{4})-.{4}-.{4}-', '\1');

-- The checks of every row: a tenth of what a regular expression costs, and not STRICT, since Postgres calls a strict function where it
-- would have put its body.
CREATE FUNCTION is_object_id(id text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN length(id) = 24 AND translate(id, '0123456789abcdef', '') = '';

-- A slug is one segment of a URL: no separator, nothing that a proxy decodes to one, no white space, nothing invisible, and none of the
-- words that a route keeps for itself.
CREATE FUNCTION is_slug(slug text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN length(slug) BETWEEN 1 AND 200
     AND slug !~ '[/\\?#%;\s\u0001-\u001f\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]'
     AND slug <> ALL (ARRAY['.', '..', 'new', 'popular', 'random', 'filters', 'id', 'card', 'short', 'location', 'tree', 'list',
                            'active', 'tickets', 'upcoming', 'passed']);

-- A name or title: not blank, and short enough for an index.
CREATE FUNCTION is_name(name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(name) <> '' AND length(name) <= 500;

-- Letters as both a Turkish and an English typist expect them: İ I ı i are one letter, so are Ş ş s, and unaccent does the rest. This, words
-- and search_vector run for every record that is written, and Postgres would not put their bodies in place of the calls (unaccent is STABLE); then
-- PL/pgSQL costs under half of what SQL does. Such a body is text, so it names the schema of whatever is ours.
CREATE FUNCTION fold(s text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, translate(normalize(s, NFC), 'İIıŞşĞğ', 'iiissgg')) COLLATE public.vitrine_letters);
END $$;

-- The folded words of a text, one space between them. We split, not the parser of to_tsvector: the query side can split the same way.
CREATE FUNCTION words(s text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN btrim(regexp_replace(public.fold(s) COLLATE public.vitrine_letters, '[^[:alnum:]]+', ' ', 'g'));
END $$;

-- HTML as a reader sees it, near enough for search: no tags, no entities, and at most 100,000 characters, since a tsvector holds 1 MB.
CREATE FUNCTION plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(left(html, 100000), '<(script|style)\M[^>]*>.*?</\1>|<[^>]*>|&#?[[:alnum:]]+;', ' ', 'gi');

-- Several columns as one text; an empty one leaves no trace. (|| would be NULL, concat_ws is not IMMUTABLE.)
CREATE FUNCTION concat_text(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string(parts, ' ');

-- What full-text search reads of a record: its name, then what names it too, then what describes it. Ranks fall in that order. What is
-- empty is not gone through: most records of a long import have a name alone.
CREATE FUNCTION search_vector(name text, also text, prose text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v tsvector := setweight(to_tsvector('simple', coalesce(public.words(name), '')), 'A');
BEGIN
  IF also <> '' THEN
    v := v || setweight(to_tsvector('simple', public.words(also)), 'B');
  END IF;
  IF prose <> '' THEN
    v := v || setweight(to_tsvector('simple', public.words(public.plain(prose))), 'D');
  END IF;
  RETURN v;
END $$;

-- Whether a box on the map holds a point. A box whose west edge lies east of its east edge crosses the 180th meridian.
CREATE FUNCTION box_holds(min_lng float8, min_lat float8, max_lng float8, max_lat float8, lng float8, lat float8) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lat BETWEEN min_lat AND max_lat
     AND CASE WHEN min_lng <= max_lng THEN lng BETWEEN min_lng AND max_lng ELSE lng >= min_lng OR lng <= max_lng END;
