package importer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/schema"
)

// A Table is a content table as the database describes it: whatever columns a migration adds, an import can fill.
type Table struct {
	Name    string
	Columns []*Column
	Label   string // the column that names a row for people: name, title or term; empty where none does

	byName map[string]*Column
	rules  map[string]string // CHECKs, by name
}

// A Column is a column of a Table, and what the database wants of its values.
type Column struct {
	Name      string
	Type      string   // as Postgres names it without modifiers: text, integer, numeric, text[] …
	Scale     int      // digits after the point of a numeric
	Digits    int      // digits of a numeric in all; 0 without a limit
	NotNull   bool     // and then a null leaves the column alone
	Default   string   // the SQL of its default; empty for none
	OneOf     []string // the only values a CHECK allows
	Positive  bool     // a CHECK wants it at least zero
	Longest   int      // characters of a text at most; 0 without a limit
	Slug      bool     // a CHECK wants a slug
	Target    string   // the table that a foreign key points to
	Generated bool     // made from others, by Postgres or by the trigger keep: nobody writes it
}

// Column finds a column by name; nil where there is none.
func (t *Table) Column(name string) *Column { return t.byName[name] }

// own are the columns that an import fills by itself or leaves to the database.
var own = map[string]bool{"id": true, "tenant_id": true, "created_at": true, "updated_at": true}

// Accepted lists the columns that a file may fill.
func (t *Table) Accepted() []string {
	var names []string
	for _, c := range t.Columns {
		if !c.Generated && (!own[c.Name] || c.Name == "created_at") {
			names = append(names, c.Name)
		}
	}
	return names
}

// readTables reads every content table: those whose changes are captured. Tables of the write service are none.
func readTables(ctx context.Context, pool *pgxpool.Pool) (map[string]*Table, error) {
	rows, err := pool.Query(ctx, `
		SELECT c.relname, a.attname, format_type(a.atttypid, NULL), a.atttypmod, a.attnotnull, a.attgenerated <> '' OR a.attname = ANY ($1),
		       coalesce(pg_get_expr(d.adbin, d.adrelid), '')
		FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
		WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN (SELECT kind FROM watched WHERE kind NOT IN ('tenant', 'tenant_host'))
		ORDER BY c.relname, a.attnum`, schema.Kept)
	if err != nil {
		return nil, fmt.Errorf("read the content tables: %w", err)
	}
	tables := map[string]*Table{}
	var table, expr string
	var mod int32
	var c Column
	_, err = pgx.ForEachRow(rows, []any{&table, &c.Name, &c.Type, &mod, &c.NotNull, &c.Generated, &expr}, func() error {
		t := tables[table]
		if t == nil {
			t = &Table{Name: table, byName: map[string]*Column{}, rules: map[string]string{}}
			tables[table] = t
		}
		column := &Column{Name: c.Name, Type: c.Type, NotNull: c.NotNull, Generated: c.Generated, Default: expr}
		if c.Type == "numeric" && mod > 4 {
			column.Digits, column.Scale = int((mod-4)>>16), int((mod-4)&0xffff)
		}
		t.Columns = append(t.Columns, column)
		t.byName[c.Name] = column
		return nil
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42P01" || err == nil && len(tables) == 0 {
		return nil, errors.New("this database has no content tables: run `vitrine migrate` first")
	}
	if err != nil {
		return nil, fmt.Errorf("read the content tables: %w", err)
	}
	for _, t := range tables {
		for _, name := range []string{"name", "title", "term", "question"} {
			if c := t.Column(name); c != nil && t.Label == "" {
				t.Label = name
			}
		}
	}
	return tables, readConstraints(ctx, pool, tables)
}

var (
	atLeastZero = regexp.MustCompile(`^CHECK \(\(+(\w+) >= \(?'?0`)
	anyOf       = regexp.MustCompile(`^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$`)
	calls       = regexp.MustCompile(`(is_name|is_slug|length)\((\w+)\)(?: <= (\d+))?`)
	casts       = regexp.MustCompile(`'(-?[\w.-]+)'::\w+|(-?[\w.]+)::(?:double precision|\w+)(?:\[\])?`)
	brackets    = regexp.MustCompile(`(^|\W)\((-?[\w.]+)\)`)
	quoted      = regexp.MustCompile(`'((?:[^']|'')*)'::text`)
)

// counted are columns of things that are counted. No CHECK says that they are not negative, for an editor who oversold may write what he likes;
// in a file it is a mistake.
var counted = []string{"stock", "stock_min", "sold"}

// readConstraints learns what a value must be from the simplest CHECKs and from foreign keys, to say it in plain words
// before Postgres says it in its own. A CHECK that is not understood here still holds.
func readConstraints(ctx context.Context, pool *pgxpool.Pool, tables map[string]*Table) error {
	for _, t := range tables {
		for _, name := range counted {
			if c := t.Column(name); c != nil {
				c.Positive = true
			}
		}
	}
	rows, err := pool.Query(ctx, `
		SELECT k.conrelid::regclass::text, k.conname, k.contype::text, pg_get_constraintdef(k.oid), coalesce(k.confrelid::regclass::text, ''),
		       ARRAY(SELECT a.attname FROM unnest(k.conkey) n JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n)
		FROM pg_constraint k
		WHERE k.connamespace = 'public'::regnamespace AND k.contype IN ('c', 'f') AND k.conrelid <> 0`)
	if err != nil {
		return fmt.Errorf("read the constraints: %w", err)
	}
	var table, name, kind, def, target string
	var columns []string
	_, err = pgx.ForEachRow(rows, []any{&table, &name, &kind, &def, &target, &columns}, func() error {
		t := tables[table]
		if t == nil {
			return nil
		}
		if kind == "f" {
			columns = slices.DeleteFunc(columns, func(c string) bool { return c == "tenant_id" })
			if len(columns) == 1 && tables[target] != nil {
				t.Column(columns[0]).Target = target
			}
			return nil
		}
		t.rules[name] = ruleText(def)
		if m := atLeastZero.FindStringSubmatch(def); m != nil && t.Column(m[1]) != nil {
			t.Column(m[1]).Positive = true
		}
		for _, m := range calls.FindAllStringSubmatch(def, -1) {
			c := t.Column(m[2])
			switch {
			case c == nil:
			case m[1] == "is_slug":
				c.Slug = true
			case m[1] == "is_name":
				c.Longest = 500
			case m[3] != "":
				c.Longest, _ = strconv.Atoi(m[3])
			}
		}
		if m := anyOf.FindStringSubmatch(def); m != nil && t.Column(m[1]) != nil {
			for _, q := range quoted.FindAllStringSubmatch(m[2], -1) {
				t.Column(m[1]).OneOf = append(t.Column(m[1]).OneOf, strings.ReplaceAll(q[1], "''", "'"))
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the constraints: %w", err)
	}
	return nil
}

// ruleText is a CHECK without the casts and brackets that Postgres puts around it.
func ruleText(def string) string {
	text := strings.TrimPrefix(def, "CHECK ")
	for last := ""; text != last; {
		last = text
		text = brackets.ReplaceAllString(casts.ReplaceAllString(text, "$1$2"), "$1$2")
	}
	for strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		depth := 0
		for i, r := range text {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 && i < len(text)-1 {
				return text
			}
		}
		text = text[1 : len(text)-1]
	}
	return text
}

// aliases are the names by which the API knows a module whose table is called otherwise.
var aliases = map[string]string{"blog": "blog_post", "dictionary": "dictionary_term", "collections": "collection", "tour": "route"}

// findTable finds a table by KIND, forgiving hyphens, capitals and a plural.
func findTable(tables map[string]*Table, kind string) (*Table, error) {
	name := snake(kind)
	for _, try := range []string{name, aliases[name], strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "ies") + "y", aliases[strings.TrimSuffix(name, "s")]} {
		if t := tables[try]; t != nil {
			return t, nil
		}
	}
	names := make([]string, 0, len(tables))
	for n := range tables {
		names = append(names, n)
	}
	slices.Sort(names)
	return nil, fmt.Errorf("unknown KIND %q%s\nKINDs are: %s", kind, didYouMean(name, names), strings.Join(names, ", "))
}

// snake spells a name as columns are spelled: featuredImage and "Featured Image" are featured_image.
func snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range strings.TrimSpace(name) {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r - 'A' + 'a')
			lower = false
			continue
		case r == ' ', r == '-', r == '.':
			b.WriteByte('_')
			lower = false
			continue
		}
		b.WriteRune(r)
		lower = r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	}
	return b.String()
}

// didYouMean offers the nearest name, or nothing where none is near.
func didYouMean(name string, names []string) string {
	best, least := "", 2
	if len(name) > 3 {
		least = max(3, len(name)/3+1)
	}
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance counts the edits between two words (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
