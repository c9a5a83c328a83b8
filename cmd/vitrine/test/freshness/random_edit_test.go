package freshness

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/schema"
)

// A randomEditor makes random edits: any row, any column, as the constraints allow.
type randomEditor struct {
	*rand.Rand
	e     *kit.Editor
	kinds []table
	n     int
	now   func() time.Time

	hot   []string // ids that answers show: half of the edits are about these
	asked []string // slugs of requests: a record may take one of these
	words []string // words of searches

	prices bool // it mostly edits prices of products
}

// table is an editable table.
type table struct {
	name    string
	columns []column
}

type column struct {
	Table, Name, Type string
	Nullable          bool
	Refers            string // the table that a foreign key refers to
	Values            string // of its CHECK constraint
}

func newRandomEditor(t testing.TB, e *kit.Editor, r *rand.Rand, now func() time.Time) *randomEditor {
	t.Helper()
	e.Exec("INSERT INTO tenant_search (tenant_id, settings) SELECT id, '{}' FROM tenant ON CONFLICT DO NOTHING")
	rows, err := e.Conn.Query(t.Context(), `
SELECT c.relname, a.attname, format_type(a.atttypid, NULL), NOT a.attnotnull,
  coalesce((SELECT k.confrelid::regclass::text FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'
  AND a.attnum = ANY (k.conkey) LIMIT 1), ''),
  coalesce((SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'
  AND k.conkey = ARRAY[a.attnum] LIMIT 1), '')
FROM watched w JOIN pg_class c ON c.relname = w.kind AND c.relnamespace = 'public'::regnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
AND a.attname <> ALL ($1)
ORDER BY c.relname, a.attnum`, schema.Kept)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil {
		t.Fatal(err)
	}
	s := &randomEditor{Rand: r, e: e, now: now}
	for _, c := range all {
		if n := len(s.kinds); n == 0 || s.kinds[n-1].name != c.Table {
			s.kinds = append(s.kinds, table{name: c.Table})
		}
		k := &s.kinds[len(s.kinds)-1]
		k.columns = append(k.columns, c)
	}
	return s
}

// edit commits one random transaction of a tenant and returns it. If a constraint forbids an edit, it tries
// another.
func (s *randomEditor) edit(tenant string) string {
	s.e.T.Helper()
	for range 200 {
		var sql []string
		for range 1 + s.IntN(2)*s.IntN(3) {
			sql = append(sql, s.statement(tenant))
		}
		all := strings.Join(sql, ";\n")
		if s.e.TryExec("BEGIN;\n"+all+";\nCOMMIT") == nil {
			return all
		}
		s.e.Exec("ROLLBACK")
	}
	s.e.T.Fatal("nothing could be edited in 200 attempts")
	return ""
}

func (s *randomEditor) statement(tenant string) string {
	s.n++
	if s.prices && s.IntN(20) > 0 || s.IntN(12) == 0 {
		return s.price(tenant)
	}
	k := s.kinds[s.IntN(len(s.kinds))]
	if s.IntN(3) == 0 { // most edits are of products
		for k.name != "product" {
			k = s.kinds[s.IntN(len(s.kinds))]
		}
	}
	switch n := s.IntN(20); {
	case k.name == "tenant" || n < 15:
		return s.update(k, tenant)
	case n < 19:
		return s.insert(k, tenant)
	default:
		return "DELETE FROM " + k.name + " WHERE id = " + s.some(k, tenant)
	}
}

// some returns a subquery for the id of a row of a tenant, in half of the cases of a row in answers.
func (s *randomEditor) some(k table, tenant string) string {
	where := "tenant_id = '" + tenant + "'"
	if len(s.hot) > 0 && s.IntN(2) == 0 {
		hot := "'{" + strings.Join(s.hot, ",") + "}'"
		any := []string{"id = ANY (" + hot + ")"}
		for _, c := range k.columns {
			if strings.HasSuffix(c.Name, "_id") && c.Name != "tenant_id" {
				any = append(any, c.Name+" = ANY ("+hot+")")
			}
		}
		where += " AND (" + strings.Join(any, " OR ") + ")"
	}
	return fmt.Sprintf("(SELECT id FROM %s WHERE %s ORDER BY md5(id || '%d') LIMIT 1)", k.name, where, s.IntN(1<<30))
}

func (s *randomEditor) update(k table, tenant string) string {
	var set []string
	taken := map[string]bool{}
	for range 1 + s.IntN(2)*s.IntN(3) {
		if c := k.columns[s.IntN(len(k.columns))]; !taken[c.Name] &&
			(k.name != "tenant" || c.Name != "id" && c.Name != "status") {
			taken[c.Name] = true
			set = append(set, c.Name+" = "+s.value(k, c, tenant))
		}
	}
	if len(set) == 0 {
		set = append(set, "created_at = created_at")
	}
	where := "id = " + s.some(k, tenant)
	if s.IntN(40) == 0 { // in bulk
		where = fmt.Sprintf("tenant_id = '%s' AND md5(id || '%d') < '%x'", tenant, s.IntN(1<<30), 1+s.IntN(15))
	}
	return "UPDATE " + k.name + " SET " + strings.Join(set, ", ") + " WHERE " + where
}

// price changes the price of a product: slightly, to another product's, to an extreme, or to none.
func (s *randomEditor) price(tenant string) string {
	at := slices.IndexFunc(s.kinds, func(k table) bool { return k.name == "product" })
	amount := s.of("NULL", "0", "0.01", "9999999999.99",
		fmt.Sprintf("(SELECT amount FROM product WHERE id = %s)", s.some(s.kinds[at], tenant)),
		fmt.Sprintf("(SELECT amount + 0.01 FROM product WHERE id = %s)", s.some(s.kinds[at], tenant)),
		fmt.Sprintf("round(least(amount, 1e9) * %d / 100, 2)", 90+s.IntN(21)),
		fmt.Sprintf("round(least(amount, 1e9) * %d / 100, 2)", 90+s.IntN(21)),
		fmt.Sprintf("round(least(amount, 1e9) * %d / 100, 2)", 20+s.IntN(400)), fmt.Sprint(50*s.IntN(60)))
	return "UPDATE product SET amount = " + amount + " WHERE id = " + s.some(s.kinds[at], tenant)
}

func (s *randomEditor) of(some ...string) string { return some[s.IntN(len(some))] }

// insert copies a row with another id and slug, and a value or two changed.
func (s *randomEditor) insert(k table, tenant string) string {
	var names, values []string
	for _, c := range k.columns {
		if c.Name == "id" {
			continue
		}
		names = append(names, c.Name)
		switch {
		case c.Name == "slug" || c.Name == "host" || c.Name != "tenant_id" && s.IntN(8) == 0:
			values = append(values, s.value(k, c, tenant))
		default:
			values = append(values, c.Name)
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s WHERE id = %s", k.name, strings.Join(names, ", "),
		strings.Join(values, ", "), k.name, s.some(k, tenant))
}

var choices = regexp.MustCompile(`'([^']*)'::text`)

// value returns an expression for a new value of a column.
func (s *randomEditor) value(k table, c column, tenant string) string {
	if c.Nullable && s.IntN(8) == 0 {
		return "NULL"
	}
	from := c.Table // the value of another row always has the right form
	if c.Refers != "" && c.Refers != "tenant" {
		return "(SELECT id FROM " + c.Refers + " WHERE tenant_id = '" + tenant + "' ORDER BY md5(id || '" +
			fmt.Sprint(s.IntN(1<<30)) + "') LIMIT 1)"
	}
	if v := choices.FindAllStringSubmatch(c.Values, -1); len(v) > 1 && strings.Contains(c.Values, "ARRAY") {
		return "'" + v[s.IntN(len(v))][1] + "'"
	}
	switch {
	case c.Table == "tenant_search" && c.Name == "settings":
		return s.searchSettings()
	case c.Name == "slug" && len(s.asked) > 0 && s.IntN(2) == 0:
		return "'" + s.asked[s.IntN(len(s.asked))] + "'"
	case c.Name == "slug":
		return fmt.Sprintf("'s-%d'", s.IntN(1<<30))
	case c.Name == "host":
		return fmt.Sprintf("'h%d.example'", s.IntN(1<<30))
	case c.Name == "id":
		return "object_id()"
	case c.Name == "tenant_id":
		return "'" + []string{"demo", "atelier"}[s.IntN(2)] + "'"
	case s.IntN(2) == 0:
	case c.Type == "text":
		word := []string{"Mavi", "Zor", "qx", "Nar & <b>Kar</b>", "ğüşiöç"}[s.IntN(5)]
		if len(s.words) > 0 && s.IntN(2) == 0 {
			word = s.words[s.IntN(len(s.words))]
		}
		if s.IntN(3) == 0 { // sorts before all others, or after
			return fmt.Sprintf("left('%s ' || '%s ' || coalesce(%s, ''), 90)", []string{"00", "zz"}[s.IntN(2)], word, c.Name)
		}
		return fmt.Sprintf("left(coalesce(%s || ' ', '') || '%s', 90)", c.Name, word)
	case c.Type == "boolean":
		return "NOT " + c.Name
	case c.Type == "timestamp with time zone":
		at := s.now().Add(time.Duration(s.Int64N(int64(96*time.Hour))) - 48*time.Hour)
		return "'" + at.Format(time.RFC3339Nano) + "'"
	case c.Type == "date":
		return "'" + s.now().AddDate(0, 0, s.IntN(20)-10).Format(time.DateOnly) + "'"
	case c.Type == "integer", c.Type == "numeric", c.Type == "double precision", c.Type == "bigint":
		if s.IntN(2) == 0 { // first or last in any order
			return []string{"0", "1", "89", "100000"}[s.IntN(4)]
		}
		return fmt.Sprintf("abs(coalesce(%s, 0) + %d)", c.Name, s.IntN(41)-20)
	}
	return fmt.Sprintf("(SELECT %s FROM %s WHERE tenant_id = '%s' ORDER BY md5(id || '%d') LIMIT 1)", c.Name, from, tenant,
		s.IntN(1<<30))
}

// searchSettings returns an expression for search settings about texts and records of answers. Some do not count.
func (s *randomEditor) searchSettings() string {
	word := func() string {
		if len(s.words) == 0 {
			return "mavi"
		}
		return s.words[s.IntN(len(s.words))]
	}
	set := map[string]any{"stopWords": []string{word()}}
	switch s.IntN(5) {
	case 0:
		set["weights"] = map[string]any{"title": 1 + s.IntN(3), "description": s.IntN(2), "brand": s.IntN(2)}
	case 1:
		set["synonyms"] = []any{map[string]any{"words": []string{word(), "zor", word() + " nar"}}}
	case 2:
		set["synonyms"] = []any{map[string]any{"from": word(), "to": []string{word(), "mavi"}}}
	case 3:
		set["weights"] = s.of("none", "title")
	}
	if len(s.hot) > 0 {
		ids := []string{s.hot[s.IntN(len(s.hot))], s.hot[s.IntN(len(s.hot))]}
		set["pins"] = []any{map[string]any{"query": word(), "kind": s.of("product", "brand"), "ids": slices.Compact(ids)}}
	}
	text, err := json.Marshal(set)
	if err != nil {
		s.e.T.Fatal(err)
	}
	return "'" + strings.ReplaceAll(string(text), "'", "''") + "'"
}
