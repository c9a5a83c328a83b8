-- What Directus should know of the content of Vitrine, from the catalogue of Postgres. The search path begins with the
-- schema of Directus. The temporary tables given_… have the texts of this program.

CREATE TEMP TABLE content_column ON COMMIT DROP AS
SELECT c.relname::text AS collection, a.attname::text AS field, format_type(a.atttypid, NULL) AS type,
  a.attnum AS place, a.attgenerated <> '' AS computed, a.attnotnull AND NOT a.atthasdef AS needed,
  col_description(c.oid, a.attnum) AS note, r.relname::text AS refers, coalesce(k.confdeltype = 'c', false) AS owned,
  (SELECT array_agg(m[1] ORDER BY n) FROM pg_constraint q,
     regexp_matches(pg_get_constraintdef(q.oid), '''([^'']+)''::text', 'g') WITH ORDINALITY AS v(m, n)
   WHERE q.conrelid = c.oid AND q.contype = 'c' AND q.conkey = ARRAY[a.attnum]
     AND pg_get_constraintdef(q.oid) LIKE '%= ANY (ARRAY%') AS choices
FROM given_collection g
JOIN pg_class c ON c.oid = to_regclass(format('public.%I', g.name))
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND cardinality(k.conkey) = 2
  AND k.conkey[2] = a.attnum
LEFT JOIN pg_class r ON r.oid = k.confrelid;

-- What is said about a field, for one table or for all.
CREATE FUNCTION pg_temp.hint(collection text, field text) RETURNS given_field LANGUAGE sql STABLE
  RETURN (SELECT f FROM given_field f WHERE f.field = $2 AND f.collection IN ($1, '') ORDER BY f.collection DESC LIMIT 1);

-- Everything that describes content is written anew, and nothing else is touched. Lists have no handles for dragging:
-- they are not ordered by position alone, and many records have the same one.
DELETE FROM directus_relations WHERE many_collection IN (SELECT name FROM given_collection WHERE NOT folder);
DELETE FROM directus_fields WHERE collection IN (SELECT name FROM given_collection WHERE NOT folder);
INSERT INTO directus_collections (collection, icon, note, display_template, hidden, translations, archive_field,
  archive_value, unarchive_value, sort_field, sort, "group", status, item_duplication_fields)
SELECT g.name, g.icon,
  coalesce(nullif(g.note, ''), obj_description(to_regclass(format('public.%I', g.name)), 'pg_class')),
  nullif(g.template, ''),
  g.junction OR EXISTS (SELECT FROM content_column o WHERE o.collection = g.name AND o.owned),
  json_build_array(json_build_object('language', 'en-US', 'translation', g.label, 'singular', g.singular,
    'plural', g.label)),
  CASE WHEN s.choices @> '{ARCHIVED}' THEN 'status' END, CASE WHEN s.choices @> '{ARCHIVED}' THEN 'ARCHIVED' END,
  CASE WHEN s.choices @> '{ARCHIVED}' THEN 'DRAFT' END, NULL, g.sort, nullif(g.folder_of, ''),
  CASE WHEN g.junction THEN 'inactive' ELSE 'active' END,
  CASE WHEN NOT g.folder AND NOT g.junction THEN (
    SELECT json_agg(c.field ORDER BY c.place) FROM content_column c
    WHERE c.collection = g.name AND NOT c.computed AND c.field <> ALL
      ('{id,tenant_id,slug,status,created_at,updated_at,search,search_words,search_prose,sold,visits}')) END
FROM given_collection g
LEFT JOIN content_column s ON s.collection = g.name AND s.field = 'status'
ON CONFLICT (collection) DO UPDATE SET icon = excluded.icon, note = excluded.note, hidden = excluded.hidden,
  display_template = excluded.display_template, translations = excluded.translations, sort = excluded.sort,
  archive_field = excluded.archive_field, archive_value = excluded.archive_value,
  unarchive_value = excluded.unarchive_value, sort_field = excluded.sort_field, "group" = excluded."group",
  status = excluded.status, item_duplication_fields = excluded.item_duplication_fields;

INSERT INTO directus_fields (collection, field, special, interface, options, display, display_options, readonly, hidden,
  sort, width, translations, note, required, "group", validation, validation_message, searchable)
SELECT c.collection, c.field,
  CASE WHEN c.refers IS NOT NULL THEN 'm2o' WHEN c.type IN ('text[]', 'jsonb') THEN 'cast-json'
    WHEN c.type = 'boolean' THEN 'cast-boolean' END,
  CASE WHEN c.refers IS NOT NULL THEN 'select-dropdown-m2o' WHEN c.choices IS NOT NULL THEN 'select-dropdown'
    WHEN h.widget <> '' THEN h.widget
    WHEN c.type = 'text[]' THEN 'tags' WHEN c.type = 'jsonb' THEN 'input-code' WHEN c.type = 'boolean' THEN 'boolean'
    WHEN c.type LIKE 'timestamp%' THEN 'datetime'
    WHEN c.field IN ('description', 'content', 'answer', 'definition') THEN 'input-rich-text-html'
    WHEN c.field IN ('brief', 'summary', 'holiday_message', 'address') THEN 'input-multiline' ELSE 'input' END,
  CASE WHEN c.refers IS NOT NULL AND coalesce(h.options, '') = '' THEN json_build_object('template', r.template)
    WHEN c.choices IS NOT NULL THEN json_build_object('choices', k.choices)
    WHEN h.options <> '' THEN h.options::json
    WHEN c.type = 'jsonb' THEN json_build_object('language', 'JSON')
    WHEN c.field IN ('description', 'content', 'answer', 'definition') AND coalesce(h.widget, '') = '' THEN
      -- No files: an Editor may upload none. No H1: it is the title of the page.
      '{"toolbar": ["bold", "italic", "underline", "h2", "h3", "h4", "numlist", "bullist", "blockquote", "customLink",
        "table", "hr", "removeformat", "code", "fullscreen"]}'::json END,
  CASE WHEN c.refers IS NOT NULL THEN 'related-values'
    WHEN c.choices IS NOT NULL OR h.widget = 'select-dropdown' THEN 'labels'
    WHEN c.type = 'text[]' THEN 'labels' WHEN c.type LIKE 'timestamp%' THEN 'datetime'
    WHEN c.type = 'boolean' THEN 'boolean' END,
  CASE WHEN c.refers IS NOT NULL THEN json_build_object('template', r.template)
    WHEN c.choices IS NOT NULL THEN json_build_object('choices', k.choices)
    WHEN c.type LIKE 'timestamp%' THEN json_build_object('format', 'short', 'use24', true)
    WHEN h.widget = 'select-dropdown' THEN h.options::json END,
  c.computed OR c.field IN ('created_at', 'updated_at', 'sold', 'visits'),
  c.field IN ('id', 'tenant_id', 'search', 'search_words', 'search_prose', 'letter', 'base_letter', 'recurrence_group_id')
    OR g.junction AND c.field = 'position'
    OR c.owned AND NOT g.junction,
  coalesce(h.sort, 500 + c.place),
  CASE WHEN c.type IN ('jsonb', 'text[]') OR c.field IN ('description', 'content', 'answer', 'definition', 'brief',
    'summary', 'abstract', 'question', 'author_bio', 'meta_description', 'holiday_message') THEN 'full' ELSE 'half' END,
  json_build_array(json_build_object('language', 'en-US', 'translation',
    coalesce(nullif(h.label, ''), upper(left(t.label, 1)) || substr(t.label, 2)))),
  coalesce(nullif(h.note, ''), c.note), c.needed AND c.field <> 'tenant_id' AND NOT (c.owned AND NOT g.junction),
  'group_' || nullif(h."group", ''),
  CASE WHEN v.rule IS NULL THEN NULL
    WHEN c.needed THEN json_build_object('_and', json_build_array(json_build_object(c.field, v.rule)))
    ELSE json_build_object('_or', json_build_array(json_build_object(c.field, '{"_null": true}'::json),
      json_build_object(c.field, v.rule))) END,
  v.message, c.type = 'text' AND c.field NOT IN ('id', 'tenant_id', 'search_words')
FROM content_column c
JOIN given_collection g ON g.name = c.collection
LEFT JOIN given_collection r ON r.name = c.refers
CROSS JOIN LATERAL pg_temp.hint(c.collection, c.field) h
CROSS JOIN LATERAL (SELECT replace(regexp_replace(c.field, '_(id|at)$', ''), '_', ' ') AS label) t
CROSS JOIN LATERAL (SELECT json_agg(json_build_object('text', upper(left(v, 1)) || lower(replace(substr(v, 2), '_', ' ')),
    'value', v, 'color', 'var(--theme--' || l.color || ')', 'foreground', 'var(--theme--' || l.color || ')',
    'background', 'var(--theme--' || l.color || '-background)') ORDER BY n) AS choices
  FROM unnest(c.choices) WITH ORDINALITY AS u(v, n)
  CROSS JOIN LATERAL (SELECT CASE WHEN v IN ('PUBLISHED', 'ongoing') THEN 'success'
    WHEN v IN ('OUT_OF_STOCK', 'SOLD_OUT', 'DRAFT', 'planned') THEN 'warning'
    WHEN v IN ('CANCELLED', 'cancelled') THEN 'danger' ELSE 'primary' END AS color) l) k
LEFT JOIN LATERAL (SELECT k.rule::json, k.message FROM given_check k
  WHERE k.collection IN (c.collection, '') AND c.field = ANY (string_to_array(k.fields, ' '))
  ORDER BY k.sort LIMIT 1) v ON true;

-- Relations, which Directus does not read from foreign keys of two columns.
CREATE TEMP TABLE relation ON COMMIT DROP AS
SELECT c.collection AS many, c.field, c.refers AS one, g.junction,
  o.field AS opposite, o.refers AS far,
  g.junction AND row_number() OVER (PARTITION BY c.collection ORDER BY c.place) = 1 AS first, c.owned,
  p.field AS position
FROM content_column c
JOIN given_collection g ON g.name = c.collection
LEFT JOIN content_column o ON g.junction AND o.collection = c.collection AND o.refers IS NOT NULL AND o.field <> c.field
LEFT JOIN content_column p ON p.collection = c.collection AND p.field = 'position'
WHERE c.refers IN (SELECT name FROM given_collection);
ALTER TABLE relation ADD list text;
UPDATE relation SET list = CASE WHEN first THEN CASE WHEN far = 'category' THEN 'categories'
  WHEN far = 'product' THEN 'products' ELSE 'related_terms' END
  WHEN owned AND NOT junction THEN replace(many, one || '_', '') || 's' END;
-- A copy has the categories and the parts of the record. It has no keys of theirs: Directus would move the rows.
UPDATE directus_collections d SET item_duplication_fields = (d.item_duplication_fields::jsonb || l.paths)::json
FROM (SELECT r.one, jsonb_agg(r.list || '.' || c.field ORDER BY r.list, c.place) AS paths
  FROM relation r JOIN content_column c ON c.collection = r.many AND NOT c.computed AND c.field <> r.field
    AND c.field <> ALL ('{id,tenant_id,created_at,updated_at}')
  WHERE r.list IS NOT NULL GROUP BY r.one) l
WHERE d.collection = l.one;
INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field, junction_field, sort_field,
  one_deselect_action)
SELECT r.many, r.field, r.one, r.list, r.opposite, CASE WHEN r.list IS NOT NULL AND g."order" = '' THEN r.position END,
  CASE WHEN r.owned THEN 'delete' ELSE 'nullify' END
FROM relation r JOIN given_collection g ON g.name = r.many;
INSERT INTO directus_fields (collection, field, special, interface, options, sort, width, translations, note, "group")
SELECT l.one, l.list, CASE WHEN l.junction THEN 'm2m' ELSE 'o2m' END,
  CASE WHEN l.junction THEN 'list-m2m' ELSE 'list-o2m' END,
  json_strip_nulls(json_build_object('template',
    CASE WHEN m.categories <> '' THEN '{{' || l.opposite || '.name}}' -- all have that type
      WHEN l.junction THEN replace(f.template, '{{', '{{' || l.opposite || '.') ELSE m.template END,
    -- A part that is added from a list of existing ones would leave its record.
    'enableSelect', CASE WHEN NOT l.junction THEN false END,
    'filter', CASE WHEN m.categories <> '' THEN json_build_object('type', json_build_object('_eq', m.categories)) END,
    'sort', nullif(m."order", ''))),
  coalesce(h.sort, 800), 'full', json_build_array(json_build_object('language', 'en-US', 'translation',
    upper(left(replace(l.list, '_', ' '), 1)) || substr(replace(l.list, '_', ' '), 2))), nullif(h.note, ''),
  'group_' || nullif(h."group", '')
FROM relation l
CROSS JOIN LATERAL pg_temp.hint(l.one, l.list) h
JOIN given_collection m ON m.name = l.many
LEFT JOIN given_collection f ON f.name = l.far
WHERE l.list IS NOT NULL;

-- The groups of the forms, after the fields without a group.
INSERT INTO directus_fields (collection, field, special, interface, options, sort, width, translations)
SELECT f.collection, g.name, 'alias,no-data,group', 'group-detail',
  json_build_object('headerIcon', CASE WHEN t.ordered THEN 'sort' ELSE g.icon END,
    'start', CASE WHEN g.closed THEN 'closed' ELSE 'open' END), 600 + g.sort, 'full',
  json_build_array(json_build_object('language', 'en-US', 'translation',
    CASE WHEN t.ordered THEN 'Order' ELSE g.label END))
FROM given_group g
JOIN (SELECT DISTINCT f.collection, f."group" FROM directus_fields f JOIN given_collection c ON c.name = f.collection
  WHERE NOT f.hidden) f ON f."group" = g.name
-- A table without a window has only the position in that group.
CROSS JOIN LATERAL (SELECT g.name = 'group_publish' AND NOT EXISTS (
  SELECT FROM content_column c WHERE c.collection = f.collection AND c.field = 'publish_at') AS ordered) t;

-- The lists that everybody starts with. A user's own lists and bookmarks stay.
DELETE FROM directus_presets WHERE "user" IS NULL AND role IS NULL AND bookmark IS NULL
  AND collection IN (SELECT name FROM given_collection);
INSERT INTO directus_presets (collection, layout, layout_query, layout_options)
SELECT g.name, 'tabular',
  json_build_object('tabular', json_build_object('fields', l.fields, 'limit', 50,
    'sort', coalesce(string_to_array(nullif(g."order", ''), ','), l.fields[1:1]))),
  json_build_object('tabular', json_build_object('spacing', 'cozy', 'widths', (
    SELECT json_object_agg(f, CASE WHEN n = 1 THEN 240 WHEN c.type LIKE 'timestamp%' THEN 180 WHEN f = 'slug' THEN 150
      WHEN c.type IN ('numeric', 'integer') THEN 90 ELSE 130 END)
    FROM unnest(l.fields) WITH ORDINALITY AS u(f, n)
    JOIN content_column c ON c.collection = g.name AND c.field = f)))
FROM given_collection g
CROSS JOIN LATERAL (SELECT string_to_array(nullif(g.list, ''), ',') AS fields) l
WHERE l.fields IS NOT NULL;

-- The name of the project is that of the tenant, unless somebody gave it another one.
INSERT INTO directus_settings (project_name) SELECT t.name FROM tenant t
WHERE t.id = editor_tenant() AND NOT EXISTS (SELECT FROM directus_settings);
UPDATE directus_settings SET project_name = t.name FROM tenant t
WHERE t.id = editor_tenant() AND project_name = 'Directus';

-- A Publisher also deletes records. Both may save any status, because Directus without a licence has no rules for values.
-- Everybody may delete parts, and read revisions.
INSERT INTO directus_policies (id, name, icon, description, app_access)
SELECT v.id::uuid, v.name, v.icon, v.description, true FROM (VALUES
  ('5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b0001', 'Editor', 'edit', 'Creates and changes content.'),
  ('5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b0002', 'Publisher', 'publish', 'Creates, changes and deletes content.'))
  v(id, name, icon, description)
ON CONFLICT (id) DO NOTHING;
INSERT INTO directus_roles (id, name, icon, description)
SELECT id, name, icon, description FROM directus_policies WHERE id::text LIKE '5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b000_'
ON CONFLICT (id) DO NOTHING;
INSERT INTO directus_access (id, role, policy, sort)
SELECT id, id, id, 1 FROM directus_policies WHERE id::text LIKE '5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b000_'
ON CONFLICT (id) DO NOTHING;
DELETE FROM directus_permissions WHERE policy::text LIKE '5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b000_'
  AND collection IN (SELECT name FROM given_collection UNION VALUES ('directus_revisions'), ('directus_activity'));
INSERT INTO directus_permissions (collection, action, fields, policy)
SELECT s.name, 'read', '*', p.id FROM directus_policies p, (VALUES ('directus_revisions'), ('directus_activity')) s(name)
WHERE p.id::text LIKE '5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b000_';
INSERT INTO directus_permissions (collection, action, fields, policy)
SELECT g.name, a.action, '*', p.id FROM given_collection g, directus_policies p,
  unnest(ARRAY['create', 'read', 'update', 'delete']) AS a(action)
WHERE NOT g.folder AND p.id::text LIKE '5ab1f3c2-7d0e-4c1a-9a55-0c1e5d0b000_'
  AND (a.action <> 'delete' OR p.name = 'Publisher' OR g.junction OR EXISTS (
    SELECT FROM content_column c WHERE c.collection = g.name AND c.owned))
