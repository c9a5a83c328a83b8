-- Full-text search read every prose column as HTML. In plain text, a "<" hid the words up to the next ">". Now only the
-- columns with HTML are read so. In those, a "<" that begins no tag is text, as in a browser. A record that is there
-- gets its words anew when next one of them changes.

-- column_text is an expression for several columns of NEW as one text; an empty one leaves no trace. The characters
-- that HTML gives a meaning are taken out of plain text.
CREATE OR REPLACE FUNCTION column_text(t regclass, columns text[]) RETURNS text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT CASE count(*)
         WHEN 0 THEN 'NULL'
         WHEN 1 THEN min(part)
         ELSE format('concat_ws('' '', %s)', string_agg(part, ', ' ORDER BY i)) END
  FROM (
    SELECT i, format(CASE WHEN a.atttypid = 'text[]'::regtype THEN 'array_to_string(new.%I, '' '')'
                          WHEN c IN ('description', 'content', 'answer', 'definition') THEN 'new.%I'
                          ELSE 'translate(new.%I, ''<>&'', ''   '')' END, c) AS part
    FROM unnest(columns) WITH ORDINALITY AS u(c, i) JOIN pg_attribute a ON a.attrelid = t AND a.attname = c
  ) parts
$$;

-- HTML as a reader sees it, near enough for search: no tags, no entities, and at most 100,000 characters, since a
-- tsvector holds 1 MB.
CREATE OR REPLACE FUNCTION plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(left(html, 100000), '(?:<(script|style)\M[^>]*>.*?</\1>){1,1}?', ' ', 'gi'),
                        '<[[:alpha:]/!?][^>]*>|&#?[[:alnum:]]+;', ' ', 'gi');

DO $$
DECLARE
  t regclass; name text; also text[]; prose text[];
BEGIN
  FOR t, name, also, prose IN SELECT * FROM (VALUES
    ('product'::regclass, 'name',  '{title,sku,model_no}'::text[], '{brief,description}'::text[]),
    ('organization',      'name',  '{}',                           '{brief,description}'),
    ('project',           'title', '{client}',                     '{brief,description}'),
    ('campaign',          'title', '{}',                           '{brief,description}'),
    ('page',              'title', '{}',                           '{brief,content}'),
    ('blog_post',         'title', '{author_name,tags}',           '{summary}'),
    ('route',             'title', '{}',                           '{brief,description}'),
    ('collection',        'title', '{}',                           '{brief,description}'),
    ('event',             'name',  '{}',                           '{abstract,description}')) AS made(t, name, also, prose) LOOP
    PERFORM searched(t, name, also, prose);
  END LOOP;
END $$;
