package table

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	atLeastZero = regexp.MustCompile(`^CHECK \(\(+(\w+) >= \(?'?0`)
	anyOf       = regexp.MustCompile(`^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$`)
	calls       = regexp.MustCompile(`(is_name|is_slug|length)\((\w+)\)(?: <= (\d+))?`)
	casts       = regexp.MustCompile(`'(-?[\w.-]+)'::\w+|(-?[\w.]+)::(?:double precision|\w+)(?:\[\])?`)
	brackets    = regexp.MustCompile(`(^|\W)\((-?[\w.]+)\)`)
	quoted      = regexp.MustCompile(`'((?:[^']|'')*)'::text`)
)

// counted are columns of quantities. No CHECK forbids negative values, because an editor may record an oversold
// product. In a file they are a mistake.
var counted = []string{"stock", "stock_min", "sold"}

// tidied are the columns, beside languages, that a trigger keeps tidy, by table. A repeated import compares rows in the
// same form.
var tidied = map[string][]string{"product_attribute": {"name", "value"}, "attribute": {"name"},
	"attribute_option": {"label", "value"}, "category": {"type"}}

// readConstraints reads foreign keys and the simplest CHECKs, so that a violation gets a readable message before
// Postgres reports it. Postgres still enforces the CHECKs that are not recognised here.
func readConstraints(ctx context.Context, pool *pgxpool.Pool, tables map[string]*Table) error {
	for _, t := range tables {
		for _, name := range counted {
			if c := t.Column(name); c != nil {
				c.Positive = true
			}
		}
		for _, name := range append(tidied[t.Name], "language") {
			if c := t.Column(name); c != nil {
				c.Tidy = true
			}
		}
	}
	rows, err := pool.Query(ctx, `
		SELECT k.conrelid::regclass::text, k.conname, k.contype::text, pg_get_constraintdef(k.oid),
		       coalesce(k.confrelid::regclass::text, ''),
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

// ruleText returns the condition of a CHECK without the casts and parentheses that Postgres adds.
func ruleText(def string) string {
	text := strings.TrimSuffix(strings.TrimPrefix(def, "CHECK "), " NOT VALID")
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
