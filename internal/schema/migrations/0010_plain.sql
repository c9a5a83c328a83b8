-- The text between two scripts (or styles) of one HTML was lost to search: alternatives share one greed, and <[^>]*> made it reach from the
-- first script to the end of the last. So scripts and styles go first, by themselves; {1,1}? is how Postgres is told to take the least.

CREATE OR REPLACE FUNCTION plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(left(html, 100000), '(?:<(script|style)\M[^>]*>.*?</\1>){1,1}?', ' ', 'gi'),
                        '<[^>]*>|&#?[[:alnum:]]+;', ' ', 'gi');

-- Columns made of it are made anew where they may have lost something. Setting a column to itself is no change: nothing is captured.
DO $$
DECLARE
  t text; c text;
BEGIN
  FOR t, c IN SELECT * FROM (VALUES ('category', 'description'), ('brand', 'description'), ('merchant', 'description'), ('product', 'description'),
      ('place', 'description'), ('organization', 'description'), ('project', 'description'), ('campaign', 'description'), ('page', 'content'), ('blog_post', 'summary'),
      ('faq_group', 'description'), ('faq', 'answer'), ('dictionary_term', 'definition'), ('route', 'description'), ('collection', 'description'),
      ('event', 'description')) AS made(t, c) LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = %2$I WHERE %2$I ~* ''</(script|style)>.*</(script|style)>''', t, c);
  END LOOP;
END $$;
