package cms

import (
	"context"
	"crypto/rand"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
)

// described is a session of a role whose tables of Directus have the description.
type described struct {
	*testing.T
	*pgx.Conn
}

func describeAll(t *testing.T) described {
	t.Helper()
	db := schematest.Open(t)
	var super string
	if err := db.Pool.QueryRow(t.Context(), "SHOW is_superuser").Scan(&super); err != nil || super != "on" {
		t.Skip("SKIPPED: the user of VITRINE_TEST_DATABASE_URL is no superuser. Unset it to test on a private server.")
	}
	tenant := "t" + strings.ToLower(rand.Text()[:10])
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ($1, $1)", tenant); err != nil {
		t.Fatal(err)
	}
	r := Role{Name: "directus_" + tenant, Schema: "directus_" + tenant, Tenant: tenant}
	password := Password()
	if _, err := r.Ensure(t.Context(), db.Pool, password, false, nil); err != nil {
		t.Fatal(err)
	}
	conn, err := r.login(t.Context(), db.URL, password)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close(context.Background())
		for _, sql := range []string{"DROP OWNED BY " + r.Name + " CASCADE", "DROP ROLE " + r.Name} {
			if _, err := db.Pool.Exec(context.Background(), sql); err != nil {
				t.Error(err)
			}
		}
	})
	tables, err := os.ReadFile("testdata/directus.sql")
	if err == nil {
		_, err = conn.Exec(t.Context(), string(tables))
	}
	if err != nil {
		t.Fatal(err)
	}
	if done, err := r.Describe(t.Context(), db.URL, password); err != nil || !done {
		t.Fatalf("describe: %t, %v", done, err)
	}
	return described{t, conn}
}

// list returns the rows of a query with one column of text.
func (d described) list(sql string, args ...any) []string {
	d.Helper()
	rows, err := d.Query(d.Context(), sql, args...)
	if err != nil {
		d.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		d.Fatalf("%v\n%s", err, sql)
	}
	return all
}

// none fails with the rows of a query, which should have none.
func (d described) none(what, sql string, args ...any) {
	d.Helper()
	if all := d.list(sql, args...); len(all) > 0 {
		d.Errorf("%s: %s", what, strings.Join(all, "\n  "))
	}
}

var placeholder = regexp.MustCompile(`{{\s*([\w.$]+)\s*}}`)

// Directus refuses a list that asks for a column that does not exist, and shows nothing for it in a picker.
func TestTemplatesAndListsNameExistingColumns(t *testing.T) {
	t.Parallel()
	d := describeAll(t)
	known, refers := map[string]bool{}, map[string]string{}
	for _, name := range d.list(`SELECT table_name || '.' || column_name FROM information_schema.columns
WHERE table_schema = 'public'`) {
		known[name] = true
	}
	for _, pair := range d.list(`SELECT many_collection || '.' || many_field || ' ' || one_collection
FROM directus_relations
UNION ALL SELECT one_collection || '.' || one_field || ' ' || many_collection FROM directus_relations
WHERE one_field IS NOT NULL`) {
		name, to, _ := strings.Cut(pair, " ")
		refers[name] = to
	}
	var names int
	check := func(where, table, path string) {
		t.Helper()
		names++
		for field, rest, more := strings.Cut(path, "."); ; field, rest, more = strings.Cut(rest, ".") {
			name := table + "." + field
			if !more {
				if !known[name] {
					t.Errorf("%s names %s, which does not exist", where, name)
				}
				return
			}
			if table = refers[name]; table == "" {
				t.Errorf("%s follows %s, which refers to nothing", where, name)
				return
			}
		}
	}
	for _, row := range d.list(`SELECT collection || ' ' || collection || ' ' || display_template FROM directus_collections
WHERE display_template IS NOT NULL
UNION ALL SELECT f.collection || '.' || f.field || ' ' || coalesce(r.one_collection, o.many_collection) || ' ' || t
FROM directus_fields f
LEFT JOIN directus_relations r ON r.many_collection = f.collection AND r.many_field = f.field
LEFT JOIN directus_relations o ON o.one_collection = f.collection AND o.one_field = f.field
CROSS JOIN LATERAL (VALUES (f.options ->> 'template'), (f.display_options ->> 'template')) v(t)
WHERE (f.special IN ('m2o', 'o2m', 'm2m')) AND t IS NOT NULL`) {
		part := strings.SplitN(row, " ", 3)
		found := placeholder.FindAllStringSubmatch(part[2], -1)
		if len(found) == 0 {
			t.Errorf("%s has the template %q, which names no column", part[0], part[2])
		}
		for _, m := range found {
			check("the template of "+part[0], part[1], m[1])
		}
	}
	for _, row := range d.list(`SELECT p.collection || ' ' || ltrim(f, '-') FROM directus_presets p,
  json_array_elements_text(p.layout_query -> 'tabular' -> 'fields') f
UNION SELECT p.collection || ' ' || ltrim(f, '-') FROM directus_presets p,
  json_array_elements_text(p.layout_query -> 'tabular' -> 'sort') f`) {
		table, path, _ := strings.Cut(row, " ")
		check("the list of "+table, table, path)
	}
	if names < 150 {
		t.Errorf("%d names were checked, want all", names)
	}
}

// A product is not put under the categories of blog posts, and a type is not mistyped.
func TestCategoriesAreOfferedByType(t *testing.T) {
	t.Parallel()
	d := describeAll(t)
	want := "blog_post blog, event event, merchant merchant, page page, product product, project project"
	if got := strings.Join(d.list(`SELECT collection || ' ' || (options #>> '{filter,type,_eq}') FROM directus_fields
WHERE field = 'categories' ORDER BY 1`), ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want = "blog event merchant page product project"
	if got := strings.Join(d.list(`SELECT c ->> 'value' FROM directus_fields, json_array_elements(options -> 'choices') c
WHERE collection = 'category' AND field = 'type' ORDER BY 1`), " "); got != want {
		t.Errorf("choices %s, want %s", got, want)
	}
	d.none("types that no form offers", `SELECT options #>> '{filter,type,_eq}' FROM directus_fields
WHERE field = 'categories' EXCEPT SELECT c ->> 'value' FROM directus_fields, json_array_elements(options -> 'choices') c
WHERE collection = 'category' AND field = 'type'`)
	d.none("a parent of any type", `SELECT field FROM directus_fields WHERE collection = 'category' AND field = 'parent_id'
AND coalesce(options #>> '{filter,type,_in,0}', '') <> '{{type}}'`)
	hook, err := hook.ReadFile("hook/index.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		if c.categories != "" && !strings.Contains(string(hook), c.name+": '"+c.categories+"'") {
			t.Errorf("the extension gives categories of %s another type than %s", c.name, c.categories)
		}
	}
}

// Directus without a licence locks above 25 collections. Tables count, and so do no folders.
func TestAtMostTwentyFiveCollectionsAreActive(t *testing.T) {
	t.Parallel()
	d := describeAll(t)
	if active := d.list(`SELECT collection FROM directus_collections WHERE status = 'active'
AND to_regclass('public.' || collection) IS NOT NULL`); len(active) > 25 || len(active) < 20 {
		t.Errorf("%d active collections: %s", len(active), active)
	}
}

// The hook explains what a constraint of several columns refuses. The form shows the sentence at one of those columns.
func TestConstraintsOfTwoColumnsHaveASentence(t *testing.T) {
	t.Parallel()
	describeAll(t).ruled(`\[/(\S+)/, '(\w+)', '[A-Z“].+\.'\]`, `q.contype = 'c'`,
		`cardinality(q.conkey) > 1 AND pg_get_constraintdef(q.oid) !~ 'is_list|is_date'`)
}

// Directus answers 500 to a repeated value, unless the hook names the column. The form shows the sentence beside it.
func TestRepeatedValuesHaveASentence(t *testing.T) {
	t.Parallel()
	describeAll(t).ruled(`\[/(_\w+_key\$)/, '(\w+)'\]`, `q.contype = 'u'`, `NOT bool_or(a.attname = 'id')`)
}

// ruled checks that the hook has a rule for each constraint of a type, and that each rule is used. rule matches a rule:
// its first group matches the name of a constraint, and its second one is one of the columns.
func (d described) ruled(rule, ofType, having string) {
	d.Helper()
	text, err := hook.ReadFile("hook/index.js")
	if err != nil {
		d.Fatal(err)
	}
	rules := regexp.MustCompile(rule).FindAllStringSubmatch(string(text), -1)
	used := map[string]bool{}
	for _, row := range d.list(`SELECT q.conname || ' ' || string_agg(a.attname, ' ')
FROM directus_collections c
JOIN pg_constraint q ON q.conrelid = to_regclass('public.' || c.collection) AND ` + ofType + `
JOIN pg_attribute a ON a.attrelid = q.conrelid AND a.attnum = ANY (q.conkey)
GROUP BY q.oid, q.conname, q.conkey HAVING ` + having) {
		columns := strings.Fields(row)
		at := slices.IndexFunc(rules, func(rule []string) bool { return regexp.MustCompile(rule[1]).MatchString(columns[0]) })
		if at < 0 || !slices.Contains(columns[1:], rules[at][2]) {
			d.Errorf("no rule for a column of %s", row)
			continue
		}
		used[rules[at][1]] = true
	}
	if len(used) != len(rules) || len(rules) == 0 {
		d.Errorf("%d of %d rules are used: %v", len(used), len(rules), used)
	}
}

// Directus answers 500 to what a constraint refuses. A constraint of one column has a rule with a sentence, a choice or
// a form that cannot break it.
func TestConstraintsOfOneColumnHaveASentence(t *testing.T) {
	t.Parallel()
	d := describeAll(t)
	d.none("columns without a sentence", `SELECT f.collection || '.' || f.field || ': ' || pg_get_constraintdef(q.oid)
FROM directus_fields f
JOIN pg_attribute a ON a.attrelid = to_regclass('public.' || f.collection) AND a.attname = f.field
JOIN pg_constraint q ON q.conrelid = a.attrelid AND q.contype = 'c' AND q.conkey = ARRAY[a.attnum]
WHERE NOT f.hidden AND NOT f.readonly AND (f.validation IS NULL OR coalesce(f.validation_message, '') = '')
AND pg_get_constraintdef(q.oid) !~ '= ANY \(ARRAY|jsonb_typeof|is_list|is_date'`)
	d.none("empty values of empty columns are refused", `SELECT collection || '.' || field FROM directus_fields f
JOIN information_schema.columns c ON c.table_schema = 'public' AND c.table_name = f.collection
  AND c.column_name = f.field
WHERE validation IS NOT NULL AND c.is_nullable = 'YES' AND validation #>> ARRAY['_or', '0', f.field, '_null'] IS NULL`)
	words := strings.Join(d.list(`SELECT m[1] FROM regexp_matches(
pg_get_functiondef('public.is_slug'::regproc), '''([^'' ]+)''', 'g') m WHERE length(m[1]) < 20`), " ")
	if !strings.Contains(words, "upcoming") {
		t.Errorf("the words of is_slug are %s", words)
	}
	for field, values := range map[string][]string{
		"product slug": append(strings.Fields(words), "news", "a b", "a/b", `a\b`, "é", "", "...", strings.Repeat("a", 201),
			strings.Repeat("a", 200), "a\u200b"),
		"brand name": {"", " ", strings.Repeat("a", 500), strings.Repeat("a", 501), "a\nb"},
	} {
		table, column, _ := strings.Cut(field, " ")
		d.none(field, `SELECT v || ' is allowed: ' || (v ~ r.rule)
FROM unnest($3::text[]) v, (
  SELECT replace(jsonb_path_query_first(validation::jsonb, '$.**._regex') #>> '{}', -- Postgres counts to 255
    '[\s\S]{1,500}', '([\s\S]{1,250}){1,2}') AS rule
  FROM directus_fields WHERE collection = $1 AND field = $2) r
WHERE (v ~ r.rule) IS DISTINCT FROM CASE $2 WHEN 'slug' THEN is_slug(v) ELSE is_name(v) END`, table, column, values)
	}
}

// A copy that names a list without its columns would take the rows of the original.
func TestACopyHasCategoriesAndParts(t *testing.T) {
	t.Parallel()
	d := describeAll(t)
	copied := d.list(`SELECT collection || '.' || f FROM directus_collections, json_array_elements_text(
item_duplication_fields) f`)
	for _, want := range []string{"product.categories.category_id", "product.attributes.value",
		"blog_post.categories.category_id",
		"event.sessions.starts_at", "event.sessions.position", "route.stops.title", "route.stops.place_id",
		"collection.products.product_id", "dictionary_term.related_terms.related_id", "attribute.options.value",
		"brand.locations.name"} {
		if !slices.Contains(copied, want) {
			t.Errorf("%s is not copied", want)
		}
	}
	for _, path := range copied {
		for _, unwanted := range []string{".id", ".tenant_id", ".slug", ".categories", ".sessions", ".sessions.event_id",
			".categories.product_id"} {
			if strings.HasSuffix(path, unwanted) {
				t.Errorf("%s is copied", path)
			}
		}
	}
}

// Lists, forms and notes are in the words and the order of an editor.
func TestFormsSuitEditors(t *testing.T) {
	t.Parallel()
	d := describeAll(t)
	d.none("notes that name columns, codes or formats", `SELECT collection || ': ' || note FROM directus_collections
WHERE status = 'active' AND note ~ '[a-z]_[a-z]|[A-Z]_[A-Z]|\m[A-Z]{5,}\M|[{}]'
UNION ALL SELECT collection || '.' || field || ': ' || note FROM directus_fields
WHERE NOT hidden AND note ~ '[a-z]_[a-z]|[A-Z]_[A-Z]|\m[A-Z]{5,}\M|[{}]'`)
	for of, want := range map[string]string{"blog_post": `["-published_at"]`, "faq": `["position","question"]`,
		"product": `["name"]`} {
		got := strings.Join(d.list(`SELECT layout_query #>> '{tabular,sort}' FROM directus_presets WHERE collection = $1`,
			of), "; ")
		if strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("%s: the list is sorted by %s, want %s", of, got, want)
		}
	}
	for of, want := range map[string]string{"route stops": "day,position ", "event sessions": "starts_at,position ",
		"attribute options": " position", "product categories": " position"} {
		table, field, _ := strings.Cut(of, " ")
		if got := d.list(`SELECT coalesce(f.options ->> 'sort', '') || ' ' || coalesce(r.sort_field, '')
FROM directus_fields f JOIN directus_relations r ON r.one_collection = f.collection AND r.one_field = f.field
WHERE f.collection = $1 AND f.field = $2`, table, field); len(got) != 1 || got[0] != want {
			t.Errorf("%s are ordered by %q, want %q", of, got, want)
		}
	}
	d.none("parts that can be taken from another record", `SELECT collection || '.' || field FROM directus_fields
WHERE special = 'o2m' AND coalesce(options ->> 'enableSelect', '') <> 'false'`)
	d.none("buttons for files in texts", `SELECT collection || '.' || field FROM directus_fields
WHERE interface = 'input-rich-text-html' AND (options -> 'toolbar' IS NULL
  OR options ->> 'toolbar' ~ 'customImage|customMedia|h1')`)
	d.none("categories with their type", `SELECT collection || '.' || field FROM directus_fields
WHERE field = 'categories' AND options ->> 'template' <> '{{category_id.name}}'`)
	d.none("lists with handles", `SELECT collection FROM directus_collections WHERE sort_field IS NOT NULL`)
	d.none("lists that do not begin with the name and the status", `SELECT collection FROM directus_presets
WHERE layout_query #>> '{tabular,fields,1}' <> 'status'`)
	d.none("sections that are named wrong", `SELECT collection || ': ' || (translations #>> '{0,translation}')
FROM directus_fields f WHERE field = 'group_publish' AND (translations #>> '{0,translation}') <> CASE WHEN EXISTS (
  SELECT FROM directus_fields p WHERE p.collection = f.collection AND p.field = 'publish_at')
  THEN 'Publishing' ELSE 'Order' END`)
	d.none("JSON or formats for plain fields", `SELECT collection || '.' || field || ': ' || interface FROM directus_fields
WHERE NOT hidden AND (interface = 'input-code' OR collection = 'route_stop' AND interface = 'input-rich-text-html')`)
	d.none("fields without a help text", `SELECT collection || '.' || field FROM directus_fields
WHERE note IS NULL AND (collection = 'project' AND field IN ('brief', 'description', 'content', 'client', 'start_date',
  'completion_date') OR collection = 'route' AND field IN ('difficulty', 'stops')
  OR field IN ('starts_at', 'ends_at', 'social'))`)
}
