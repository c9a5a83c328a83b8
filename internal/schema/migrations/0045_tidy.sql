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

-- Nothing is lost without a trace: rows that this migration deletes are kept here, as they were.
CREATE TABLE IF NOT EXISTS removed_row (
  tenant_id  text NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  id         text NOT NULL,
  reason     text NOT NULL,
  content    jsonb NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, kind, id)
);
COMMENT ON TABLE removed_row IS 'Rows that a migration deleted, and why. An operator may delete them for good.';

-- where_possible changes the rows of a table that meet a condition. A row that violates a constraint since before the
-- constraint existed cannot be written: it stays as it is and is counted, and the others are changed one at a time.
-- {where} in the statement stands for the condition on the row new.
CREATE OR REPLACE FUNCTION where_possible(t regclass, change text, condition text, OUT changed bigint, OUT refused bigint)
  LANGUAGE plpgsql AS $$
DECLARE
  r record;
  n bigint;
BEGIN
  changed := 0;
  refused := 0;
  BEGIN
    EXECUTE replace(change, '{where}', 'WHERE ' || condition);
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN;
  EXCEPTION WHEN check_violation OR unique_violation THEN
    changed := 0;
  END;
  FOR r IN EXECUTE format('SELECT tenant_id, id FROM %s AS new WHERE %s', t, condition) LOOP
    BEGIN
      EXECUTE replace(change, '{where}', 'WHERE new.tenant_id = $1 AND new.id = $2') USING r.tenant_id, r.id;
      GET DIAGNOSTICS n = ROW_COUNT;
      changed := changed + n;
    EXCEPTION WHEN check_violation OR unique_violation THEN
      refused := refused + 1;
    END;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION where_possible(regclass, text, text) FROM PUBLIC;

-- Before anything is tidied: values that would be empty, and options that would be equal.
DO $$
DECLARE
  t text; condition text; why text; tenant text;
  n bigint;
BEGIN
  FOR t, condition, why IN VALUES
    ('product_attribute', $q$ new.value !~ '[!-~]' AND tidy(new.value) = '' OR new.name !~ '[!-~]' AND tidy(new.name) = '' $q$,
     'no visible name or value'),
    ('attribute_option', $q$ tidy(new.value) = '' OR tidy(new.label) = '' $q$, 'no visible label or value'),
    ('attribute_option', $q$ EXISTS (SELECT FROM attribute_option k WHERE k.attribute_id = new.attribute_id
       AND tidy(k.value) = tidy(new.value) AND (k.position, k.id) < (new.position, new.id)) $q$,
     'the value of another option')
  LOOP
    PERFORM where_possible(t::regclass, format('WITH gone AS (DELETE FROM %1$I AS new {where} RETURNING new.*) '
      'INSERT INTO removed_row (tenant_id, kind, id, reason, content) '
      'SELECT tenant_id, %1$L, id, %2$L, to_jsonb(gone) FROM gone', t, why), condition);
    FOR tenant, n IN
      SELECT tenant_id, count(*) FROM removed_row WHERE kind = t AND reason = why GROUP BY 1 ORDER BY 1
    LOOP
      RAISE WARNING 'tenant %: % rows of % have % and are moved to the table removed_row', tenant, n, t, why;
    END LOOP;
  END LOOP;
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
  refused bigint;
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
  SELECT w.refused INTO refused FROM public.where_possible(t, format('UPDATE %s AS new SET %s {where}', t, updates),
    format('(%s) AND (%s)', untidy, differs)) w;
  IF refused > 0 THEN
    RAISE WARNING '% rows of % are not tidied, because they violate a constraint; vitrine doctor names them', refused, kind;
  END IF;
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
    SELECT changed INTO n FROM where_possible(t::regclass,
      format($q$UPDATE %I AS new SET slug = left(new.slug, 170) || '-' || new.id {where}$q$, t), format($q$
new.slug IS NOT NFC NORMALIZED AND EXISTS (
  SELECT FROM %I o WHERE o.tenant_id = new.tenant_id AND o.id <> new.id AND normalize(o.slug, NFC) = normalize(new.slug, NFC)
    AND (o.slug IS NFC NORMALIZED OR (o.created_at, o.id) < (new.created_at, new.id)))$q$, t));
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
