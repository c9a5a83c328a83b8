-- Texts that lists are filtered by have one form, also if SQL writes them: Unicode NFC, runs of white space and control
-- characters as one space, none at either end. Requests are read into the same form (filter.Tidy), so a value that a
-- list of filters shows finds the records that it counted.

CREATE FUNCTION tidy(s text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- U+200B, U+2060 and U+FEFF are invisible and have no width. Within a text they may matter, at its ends they do not.
  RETURN btrim(regexp_replace(normalize(s, NFC),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'),
    E' \u200b\u2060\ufeff');
END $$;
COMMENT ON FUNCTION tidy IS 'The form in which texts that lists are filtered by are stored and looked for.';

-- Before anything is tidied: values that would be empty, and options that would be equal.
DO $$
DECLARE
  n bigint;
BEGIN
  DELETE FROM product_attribute WHERE value !~ '[!-~]' AND tidy(value) = '' OR name !~ '[!-~]' AND tidy(name) = '';
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n > 0 THEN
    RAISE WARNING '% attributes of products had no visible name or value and are deleted', n;
  END IF;
  DELETE FROM attribute_option o WHERE tidy(o.value) = '' OR tidy(o.label) = '' OR EXISTS (
    SELECT FROM attribute_option k WHERE k.attribute_id = o.attribute_id AND tidy(k.value) = tidy(o.value)
      AND (k.position, k.id) < (o.position, o.id));
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n > 0 THEN
    RAISE WARNING '% options of attributes had no visible value, or that of another option, and are deleted', n;
  END IF;
END $$;

-- tidied keeps columns of a table tidy. Most texts pass the trigger's condition, which costs less than tidy(). A slug
-- is only normalized: one with white space is refused by its CHECK.
CREATE FUNCTION tidied(t regclass, columns text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  kind    text := (SELECT relname FROM pg_class WHERE oid = t);
  sets    text;
  untidy  text;
  updates text;
  differs text;
BEGIN
  SELECT string_agg(format('new.%I := %s; ', c, e), '' ORDER BY i),
         string_agg(format(CASE c WHEN 'slug' THEN 'new.%I IS NOT NFC NORMALIZED' ELSE 'new.%I ~ ''^ |  | $|[^ -~]''' END, c),
           ' OR ' ORDER BY i),
         string_agg(format('%I = %s', c, e), ', ' ORDER BY i), string_agg(format('new.%I <> %s', c, e), ' OR ' ORDER BY i)
    INTO sets, untidy, updates, differs
    FROM unnest(columns) WITH ORDINALITY AS u(c, i), LATERAL (
      SELECT format(CASE c WHEN 'slug' THEN 'normalize(new.%I, NFC)' ELSE 'public.tidy(new.%I)' END, c) AS e) x;
  EXECUTE format('CREATE OR REPLACE FUNCTION public.%I() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN %sRETURN new; END $f$',
    'tidy_' || kind, sets);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION public.%I() FROM PUBLIC', 'tidy_' || kind);
  EXECUTE format('CREATE OR REPLACE TRIGGER tidy BEFORE INSERT OR UPDATE ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION public.%I()',
    t, untidy, 'tidy_' || kind);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER tidy', t);
  -- The rows that exist.
  EXECUTE format('UPDATE %s AS new SET %s WHERE (%s) AND (%s)', t, updates, untidy, differs);
END $$;
REVOKE EXECUTE ON FUNCTION tidied(regclass, text[]) FROM PUBLIC;

-- Slugs: two that were only written differently would be equal. The newer one gets its id at the end.
DO $$
DECLARE
  t text;
  n bigint;
BEGIN
  FOR t IN
    SELECT w.kind FROM watched w JOIN pg_attribute a ON a.attrelid = w.kind::regclass AND a.attname = 'slug' AND NOT a.attisdropped
    ORDER BY 1
  LOOP
    EXECUTE format($q$
UPDATE %1$I s SET slug = left(s.slug, 170) || '-' || s.id
WHERE s.slug IS NOT NFC NORMALIZED AND EXISTS (
  SELECT FROM %1$I o WHERE o.tenant_id = s.tenant_id AND o.id <> s.id AND normalize(o.slug, NFC) = normalize(s.slug, NFC)
    AND (o.slug IS NFC NORMALIZED OR (o.created_at, o.id) < (s.created_at, s.id)))$q$, t);
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n > 0 THEN
      RAISE WARNING '% rows of % had the slug of another row in another Unicode form; their id is appended', n, t;
    END IF;
  END LOOP;
END $$;

DO $$
DECLARE
  t text;
  columns text[];
BEGIN
  FOR t, columns IN
    SELECT w.kind, array_agg(a.attname::text ORDER BY a.attnum)
    FROM watched w JOIN pg_attribute a ON a.attrelid = w.kind::regclass AND NOT a.attisdropped
    WHERE w.kind <> 'tenant' AND (a.attname IN ('slug', 'language')
      OR w.kind = 'category' AND a.attname = 'type'
      OR w.kind = 'product_attribute' AND a.attname IN ('name', 'value')
      OR w.kind = 'attribute' AND a.attname = 'name'
      OR w.kind = 'attribute_option' AND a.attname IN ('label', 'value'))
    GROUP BY w.kind ORDER BY 1
  LOOP
    PERFORM tidied(t::regclass, columns);
  END LOOP;
END $$;
