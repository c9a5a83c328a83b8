package attack

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"vitrine/internal/catalog"
	"vitrine/internal/testkit"
)

// Whatever a content table holds, no read causes a server error: a field that cannot be shown is left out, and so is a
// record without a required field. The values are written by SQL, with all constraints of the tables dropped. Tables
// and columns are those that the database has, so a new column is covered.
func TestNoStoredValueCausesAServerError(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_LIST_ROWS=1")
	tables := readContentTables(t, s)
	dropConstraints(t, s, tables)
	shops := map[string]*shop{}
	for _, table := range tables {
		shops[table.name] = newShop(t, s, tables, table)
	}
	for _, sh := range shops {
		sh.read(t, sh.paths)
	}
	logged := strings.Count(s.Log(), "cannot be shown")
	if logged < 50 {
		t.Errorf("%d lines were logged about values that cannot be shown", logged)
	}
	for _, kind := range []string{"event", "faq"} {
		sh := shops[kind]
		s.exec(t, `UPDATE tenant SET name = name || '.' WHERE id = $1`, sh.Tenant) // every answer is read again
		sh.read(t, sh.paths)
	}
	if again := strings.Count(s.Log(), "cannot be shown"); again != logged {
		t.Errorf("%d lines about values that cannot be shown, and %d after the same were read again", logged, again)
	}
	for _, sh := range shops {
		sh.follows(t)
	}

	other := Server{Pool: s.Pool, URL: s.URL, Dir: s.Dir, Address: testkit.FreeAddr(t)}
	for _, v := range s.Env { // lists of few products come from Postgres
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "VITRINE_LIST_ROWS":
		case "VITRINE_ADDR":
			other.Env = append(other.Env, name+"="+other.Address)
		default:
			other.Env = append(other.Env, v)
		}
	}
	other.Env = append(other.Env, "VITRINE_ADMIN_ADDR="+testkit.FreeAddr(t))
	s.Kill()
	testkit.Until(t, "the server has ended", func() bool { return s.cmd.Process.Signal(syscall.Signal(0)) != nil })
	t.Cleanup(other.Kill)
	other.Start(t)
	sh := *shops["product"]
	sh.Client = &Client{Server: &other, Tenant: sh.Tenant, From: sh.From}
	sh.read(t, slices.DeleteFunc(sh.paths, func(path string) bool { return !strings.Contains(path, "?") }))
}

// A contentTable is a table that editors write.
type contentTable struct {
	name    string
	columns []contentColumn
}

type contentColumn struct {
	Table, Name, Type string
	Refers            string   // the table that a foreign key refers to
	Choices           []string // of its constraint
}

var choice = regexp.MustCompile(`'([^']*)'::text`)

// readContentTables reads tables and columns, tables after those that they refer to.
func readContentTables(t *testing.T, s *Server) (all []*contentTable) {
	t.Helper()
	rows, err := s.Pool.Query(t.Context(), `
SELECT c.table_name::text, c.column_name::text, c.udt_name::text,
  coalesce((SELECT k.confrelid::regclass::text FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid
    WHERE k.contype = 'f' AND k.conrelid = to_regclass(c.table_name) AND a.attname = c.column_name
      AND a.attnum = ANY (k.conkey) AND c.column_name <> 'tenant_id' LIMIT 1), ''),
  coalesce((SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid
    WHERE k.contype = 'c' AND k.conrelid = to_regclass(c.table_name) AND a.attname = c.column_name
      AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%ARRAY[%'), '')
FROM information_schema.columns c JOIN watched w ON w.kind = c.table_name
WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND c.table_name NOT LIKE 'tenant%'
  AND c.column_name NOT LIKE 'search%' ORDER BY c.table_name, c.ordinal_position`)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*contentTable{}
	var c contentColumn
	var rule string
	_, err = pgx.ForEachRow(rows, []any{&c.Table, &c.Name, &c.Type, &c.Refers, &rule}, func() error {
		c.Choices = nil
		for _, m := range choice.FindAllStringSubmatch(rule, -1) {
			c.Choices = append(c.Choices, m[1])
		}
		if byName[c.Table] == nil {
			byName[c.Table] = &contentTable{name: c.Table}
		}
		byName[c.Table].columns = append(byName[c.Table].columns, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	added := map[string]bool{}
	var add func(table *contentTable)
	add = func(table *contentTable) {
		if table == nil || added[table.name] {
			return
		}
		added[table.name] = true
		for _, c := range table.columns {
			add(byName[c.Refers])
		}
		all = append(all, table)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		add(byName[name])
	}
	if len(all) < 20 {
		t.Fatalf("only %d content tables", len(all))
	}
	return all
}

// dropConstraints drops the constraints of content tables except keys, and lets every column be NULL.
func dropConstraints(t *testing.T, s *Server, tables []*contentTable) {
	t.Helper()
	for _, table := range tables {
		s.exec(t, fmt.Sprintf(`DO $$ DECLARE c text; BEGIN
  FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = %[1]s::regclass AND contype = 'c' LOOP
    EXECUTE format('ALTER TABLE %%I DROP CONSTRAINT %%I', %[1]s, c);
  END LOOP;
  FOR c IN SELECT attname FROM pg_attribute WHERE attrelid = %[1]s::regclass AND attnum > 0 AND attnotnull
    AND attname NOT IN ('id', 'tenant_id') LOOP
    EXECUTE format('ALTER TABLE %%I ALTER COLUMN %%I DROP NOT NULL', %[1]s, c);
  END LOOP;
  FOR c IN SELECT attname FROM pg_attribute WHERE attrelid = %[1]s::regclass AND attgenerated <> ''
    AND attname IN ('year') LOOP
    EXECUTE format('ALTER TABLE %%I ALTER COLUMN %%I DROP EXPRESSION', %[1]s, c);
  END LOOP; END $$`, "'"+table.name+"'"))
		s.exec(t, "SELECT watch('"+table.name+"')")
	}
}

// goodValue is the SQL of a value with which a record is shown.
func goodValue(c contentColumn) string {
	switch {
	case slices.Contains(c.Choices, "PUBLISHED"):
		return "'PUBLISHED'"
	case len(c.Choices) > 0:
		return "'" + c.Choices[0] + "'"
	case c.Name == "type":
		return "'product'"
	case c.Name == "unpublish_at" || c.Name == "ends_at" || c.Name == "parent_id":
		return "NULL"
	}
	switch c.Type {
	case "timestamptz":
		return "'2026-01-02T03:04:05Z'"
	case "numeric", "float8", "int4", "int8":
		return "3"
	case "bool":
		return "true"
	case "jsonb":
		return map[bool]string{true: `'{"a": "b"}'`, false: `'["a"]'`}[c.Name == "social"]
	case "_text":
		return "'{a,b}'"
	case "bpchar":
		return "'EUR'"
	}
	return "'a word'"
}

// badValues are the SQL of values that a column's type accepts.
func badValues(c contentColumn) []string {
	bad := []string{"NULL"}
	switch c.Type {
	case "numeric":
		return append(bad, "'NaN'", "-1", "0")
	case "float8":
		return append(bad, "'NaN'", "'Infinity'", "'-Infinity'", "1e308")
	case "int4", "int8":
		return append(bad, "2147483647", "-2147483648", "0")
	case "timestamptz":
		if c.Name == "updated_at" { // no reader reads it
			return append(bad, "'infinity'")
		}
		return append(bad, "'infinity'", "'-infinity'", "'0044-03-15 BC'", "'4713-01-01 BC'", "'12000-01-01'",
			"'294276-12-31'")
	case "jsonb":
		return append(bad, "'null'", "'{}'", "'[]'", `'"x"'`, "'1'", "'[null, 1, {}, [], true]'", "'[1e400]'",
			"(repeat('[', 6000) || repeat(']', 6000))::jsonb", "(repeat('[', 11000) || repeat(']', 11000))::jsonb",
			`'{"\u2028": {"": [null]}}'`)
	case "_text":
		return append(bad, "'{NULL}'", "'{a,NULL,b}'", "'{{a,b},{c,d}}'", "'[5:6]={a,b}'", "'{}'")
	case "bpchar":
		return append(bad, "'zz '", "'   '")
	case "text":
		if c.Refers != "" {
			return bad
		}
		if c.Name == "slug" {
			return append(bad, "''", "'a/b'", "'%2e%2e'", "'%00'", "'..'", "'?a=b#c'", "E'\\x01'", "repeat('s', 2000)",
				"'filters'")
		}
		if c.Name == "description" || c.Name == "content" {
			bad = append(bad, "repeat('x ', 150000)")
		}
		return append(bad, "''", "E'\\x01\\x1f\\u2028\\u202e'", "'<script>x</script><p'", "repeat('<x> ', 700)",
			"'\ufeff%00'")
	}
	return bad
}

// A shop is a tenant whose rows of one table have one bad value each.
type shop struct {
	*Client
	table      *contentTable
	tables     map[string]*contentTable
	tx         pgx.Tx
	slugs, ids []string          // of the records of the table
	good       map[string]string // ids of good rows, by table
	paths      []string
}

// newShop writes a tenant.
func newShop(t *testing.T, s *Server, tables []*contentTable, of *contentTable) *shop {
	t.Helper()
	sh := &shop{Client: s.Tenant(t), table: of, good: map[string]string{}, tables: map[string]*contentTable{}}
	var err error
	if sh.tx, err = s.Pool.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		sh.tables[table.name] = table
		if sh.good[table.name], err = sh.insert(t, table, row{slug: "good-" + table.name}); err != nil {
			t.Fatalf("a good row of %s: %v", table.name, err)
		}
	}
	n, written := 0, 0
	for _, c := range of.columns {
		if c.Name == "id" || c.Name == "tenant_id" {
			continue
		}
		bad := badValues(c)
		if c.Refers == of.name {
			bad = append(bad, "id")
		}
		for _, value := range bad {
			n++
			if sh.insertBad(t, row{slug: fmt.Sprintf("bad-%d", n), column: c.Name, value: value}) {
				written++
			}
		}
	}
	if 10*written < 9*n {
		t.Errorf("%s: only %d of %d bad values were written", of.name, written, n)
	}
	if of.name == "category" || of.name == "faq_group" { // a cycle
		for _, at := range [][]string{{sh.ids[1], sh.ids[2]}, {sh.ids[2], sh.ids[1]}} {
			_, err := sh.tx.Exec(t.Context(), "UPDATE "+of.name+" SET parent_id = $2 WHERE id = $1", at[0], at[1])
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := sh.tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	sh.paths = sh.requests()
	return sh
}

// A row is a row to insert, with a value, as SQL, in one column. column is empty for a good row.
type row struct {
	slug, column, value string
	owner               string // id of the row that it belongs to; empty: the good one
}

// insertBad inserts a row. It reports false if Postgres refuses it.
func (sh *shop) insertBad(t *testing.T, r row) bool {
	t.Helper()
	id, err := sh.insert(t, sh.table, r)
	if err != nil && strings.Contains(err.Error(), "23505") { // a part: of another owner then
		for _, c := range sh.table.columns {
			if c.Refers != "" && c.Name != r.column {
				if r.owner, err = sh.insert(t, sh.tables[c.Refers], row{slug: "of-" + r.slug}); err != nil {
					t.Fatal(err)
				}
				id, err = sh.insert(t, sh.table, r)
				break
			}
		}
	}
	if err != nil {
		if strings.Contains(err.Error(), "index row size") { // such long texts cannot be stored there
			return true
		}
		t.Logf("%s.%s = %.40s: %.120v", sh.table.name, r.column, r.value, err)
		return false
	}
	sh.ids, sh.slugs = append(sh.ids, id), append(sh.slugs, id)
	if sh.table.has("slug") {
		if err := sh.tx.QueryRow(t.Context(), "SELECT coalesce(slug, id) FROM "+sh.table.name+" WHERE id = $1", id).
			Scan(&sh.slugs[len(sh.slugs)-1]); err != nil {
			t.Fatal(err)
		}
	}
	return true
}

func (c *contentTable) has(column string) bool {
	return slices.ContainsFunc(c.columns, func(x contentColumn) bool { return x.Name == column })
}

// insert inserts a row and returns its id. An error leaves the transaction as it was.
func (sh *shop) insert(t *testing.T, table *contentTable, r row) (id string, err error) {
	t.Helper()
	names, values := []string{"id"}, []string{"object_id()"}
	for _, c := range table.columns {
		value := goodValue(c)
		switch {
		case c.Name == "id":
			continue
		case c.Name == "tenant_id":
			value = "'" + sh.Tenant + "'"
		case c.Name == "slug", c.Name == "value" && table.name == "attribute_option":
			value = "'" + r.slug + "'"
		case c.Refers != "" && r.owner != "":
			value, r.owner = "'"+r.owner+"'", ""
		case c.Refers != "" && sh.good[c.Refers] != "" && c.Name != "parent_id":
			value = "'" + sh.good[c.Refers] + "'"
		case c.Refers != "":
			value = "NULL"
		}
		if c.Name == r.column && r.value != "id" {
			value = r.value
		}
		names, values = append(names, c.Name), append(values, value)
	}
	sub, err := sh.tx.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = sub.QueryRow(t.Context(), fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s) RETURNING id", table.name,
		strings.Join(names, ", "), strings.Join(values, ", "))).Scan(&id)
	if err == nil && r.value == "id" {
		_, err = sub.Exec(t.Context(), fmt.Sprintf("UPDATE %s SET %s = id WHERE id = $1", table.name, r.column), id)
	}
	if err != nil {
		_ = sub.Rollback(t.Context())
		return "", err
	}
	return id, sub.Commit(t.Context())
}

// requests lists the paths to read: every view that reads the table, in every order, with every filter, and every
// record by slug or id.
func (sh *shop) requests() (all []string) {
	for _, r := range catalog.All {
		for i := range r.Views {
			v := &r.Views[i]
			if !slices.Contains(v.Plan().Kinds(), sh.table.name) && v.Special == "" {
				continue
			}
			if !strings.Contains(v.Path, "{") {
				for _, q := range queries(v) {
					all = append(all, v.Path+"?"+q)
				}
				continue
			}
			keys := []string{"good-" + r.Name, sh.good[r.Name], "100"}
			if r.Name == sh.table.name && strings.Contains(v.Path, "{slug}") {
				keys = sh.slugs
			} else if r.Name == sh.table.name {
				keys = sh.ids
			}
			for _, key := range keys {
				if len(key) < 300 {
					all = append(all, param.ReplaceAllString(v.Path, strings.ReplaceAll(url.PathEscape(key), "$", "$$")))
				}
			}
		}
	}
	return all
}

// queries lists the queries of a list.
func queries(v *catalog.View) []string {
	all := []string{""}
	for sort := range v.Sorts {
		all = append(all, "sort="+sort+"&order=asc&limit=100", "sort="+sort+"&order=desc&limit=100")
	}
	if v.Paged() {
		all = append(all, "limit=100", "limit=100&page=2", "limit=100&page=3", "limit=7&page=2")
	}
	if v.Search {
		all = append(all, "search=word", "search=a")
	}
	for _, f := range v.Accept {
		all = append(all, f.Name+"="+url.QueryEscape(f.Example))
	}
	return all
}

var param = regexp.MustCompile(`\{\w+\}`)

// read requests paths. No answer may be a server error.
func (sh *shop) read(t *testing.T, paths []string) {
	t.Helper()
	var mu sync.Mutex
	failed := map[int]int{}
	var g errgroup.Group
	g.SetLimit(4)
	for _, path := range paths {
		g.Go(func() error {
			r, err := sh.Try(t.Context(), http.MethodGet, path, nil)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				t.Errorf("%s: GET %.100s: %v", sh.table.name, path, err)
			case r.Status >= 500:
				if failed[r.Status]++; failed[r.Status] <= 3 {
					t.Errorf("%s: GET %.100s: %d %.200s", sh.table.name, path, r.Status, r.Body)
				}
			case r.Status == http.StatusOK && r.JSON == nil:
				t.Errorf("%s: GET %.100s: no JSON: %.100s", sh.table.name, path, r.Body)
			}
			return nil
		})
	}
	_ = g.Wait() // none returns an error
	for status, n := range failed {
		t.Errorf("%s: %d of %d answers are %d", sh.table.name, n, len(paths), status)
	}
}

// follows checks that changes of the tenant still reach its readers.
func (sh *shop) follows(t *testing.T) {
	t.Helper()
	sh.exec(t, `UPDATE brand SET name = 'Followed' WHERE tenant_id = $1 AND slug = 'good-brand'`, sh.Tenant)
	testkit.Until(t, "a change of "+sh.table.name+" is shown", func() bool {
		r, err := sh.Try(t.Context(), http.MethodGet, "/brand/good-brand", nil)
		return err == nil && r.Text("data", "name") == "Followed"
	})
}

// A basket takes no item whose price is not a number, and a customer with one in the basket gets no server error.
func TestABasketRefusesAPriceThatIsNoNumber(t *testing.T) {
	t.Parallel()
	c := Open(t).Tenant(t)
	for _, table := range []string{"product", "event"} {
		for _, rule := range []string{"_amount_positive", "_dates_valid"} {
			c.exec(t, "ALTER TABLE "+table+" DROP CONSTRAINT IF EXISTS "+table+rule)
		}
	}
	c.exec(t, `INSERT INTO product (tenant_id, id, slug, name, status, amount, stock)
		VALUES ($1, '00000000000000000000000a', 'cup', 'Cup', 'PUBLISHED', 10, 5)`, c.Tenant)
	c.exec(t, `INSERT INTO event (tenant_id, id, slug, name, status, amount, starts_at)
		VALUES ($1, '00000000000000000000000b', 'fair', 'Fair', 'PUBLISHED', 10, now() + interval '1 day')`, c.Tenant)
	me := c.As(c.SignUp(t, "ada@example.com"))
	me.Post(t, "/basket/items", map[string]any{"productId": "00000000000000000000000a", "quantity": 1}, 201)
	me.Post(t, "/basket/items", map[string]any{"eventId": "00000000000000000000000b", "quantity": 1}, 201)
	c.exec(t, `UPDATE product SET amount = 'NaN' WHERE tenant_id = $1`, c.Tenant)
	c.exec(t, `UPDATE event SET amount = 'NaN', ends_at = 'infinity' WHERE tenant_id = $1`, c.Tenant)
	me.below500(t, http.MethodGet, "/basket", nil)
	for _, item := range []map[string]any{{"productId": "00000000000000000000000a", "quantity": 1},
		{"eventId": "00000000000000000000000b", "quantity": 1}} {
		if r := me.Do(t, http.MethodPost, "/basket/items", item); r.Status < 400 || r.Status >= 500 {
			t.Errorf("an item whose price is no number: %d %s", r.Status, r.Body)
		}
	}
	c.exec(t, `UPDATE event SET amount = 10 WHERE tenant_id = $1`, c.Tenant)
	if r := me.Do(t, http.MethodGet, "/basket", nil); r.Status != 200 {
		t.Errorf("the basket with an event that never ends: %d %s", r.Status, r.Body)
	}
}
