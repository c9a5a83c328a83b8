package api

import (
	"cmp"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"golang.org/x/text/unicode/norm"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/search/token"
)

// An oracle holds all rows of one tenant and computes what a list must answer, row by row in plain Go. It is written
// from the documents and the tables. It uses no SQL of the catalogue, and no generated column.
type oracle struct {
	tenant string
	now    time.Time
	rows   map[string][]oracleRow // by table
	byID   map[string]oracleRow   // by table and id, as "brand 65f0…"
	// rows that belong to another, such as product_category: by table and the other's id
	parts  map[string]map[string][]oracleRow
	words  map[string][]string // searched words, by table and id
	pieces map[string]bool     // the pieces into which Postgres splits words such as 25e6457a
}

// An oracleRow is one row by column: text, bool, int64, float64, *big.Rat (money), time.Time; nil for NULL.
type oracleRow map[string]any

func (r oracleRow) id() string { return r.text("id") }

func (r oracleRow) text(column string) string {
	s, _ := r[column].(string)
	return s
}

// isAny reports whether a column that is not NULL holds one of the values.
func (r oracleRow) isAny(column string, values []string) bool {
	s, ok := r[column].(string)
	return ok && slices.Contains(values, s)
}

// within reports whether the row is visible at an instant: from publish_at on, until just before unpublish_at.
func (r oracleRow) within(now time.Time) bool { return r.around("publish_at", "unpublish_at", now) }

// around reports whether an instant lies in the period from one column until just before another. NULL is unbounded.
func (r oracleRow) around(from, until string, now time.Time) bool {
	begin, begins := r[from].(time.Time)
	end, ends := r[until].(time.Time)
	return !(begins && now.Before(begin)) && !(ends && !now.Before(end))
}

// newOracle reads all rows of a tenant.
func newOracle(t *testing.T, h *kit.App, tenant string, now time.Time) *oracle {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), h.DatabaseURL)
	if err != nil {
		t.Fatalf("connect the oracle: %v", err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	read := func(table string) []oracleRow {
		rows, err := conn.Query(t.Context(), "SELECT * FROM "+table+" WHERE tenant_id = $1", tenant)
		if err != nil {
			t.Fatalf("read %s: %v", table, err)
		}
		got, err := pgx.CollectRows(rows, pgx.RowToMap)
		if err != nil {
			t.Fatalf("read %s: %v", table, err)
		}
		all := make([]oracleRow, len(got))
		for i, columns := range got {
			all[i] = oracleRow{}
			for name, v := range columns {
				all[i][name] = oracleValue(v)
			}
		}
		return all
	}
	o := &oracle{tenant: tenant, now: now, rows: map[string][]oracleRow{}, byID: map[string]oracleRow{},
		parts: map[string]map[string][]oracleRow{}, words: map[string][]string{}, pieces: map[string]bool{}}
	for table := range caseKinds() {
		o.rows[table] = read(table)
		for _, r := range o.rows[table] {
			o.byID[table+" "+r.id()] = r
		}
	}
	for table, column := range caseParts() {
		o.rows[table], o.parts[table] = read(table), map[string][]oracleRow{}
		for _, r := range o.rows[table] {
			o.parts[table][r.text(column)] = append(o.parts[table][r.text(column)], r)
		}
	}
	for table := range oracleTexts { // in advance, because several goroutines use the oracle
		for _, r := range o.rows[table] {
			words := o.readWords(table, r)
			o.words[table+" "+r.id()] = words
			for _, w := range words {
				if m := oracleFloat.FindStringSubmatch(w); m != nil {
					o.pieces[m[1]], o.pieces[m[2]] = true, true
				}
			}
		}
	}
	return o
}

// oracleValue makes a value from pgx comparable.
func oracleValue(v any) any {
	switch v := v.(type) {
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case pgtype.Numeric:
		r := new(big.Rat).SetInt(v.Int)
		for e := v.Exp; e < 0; e++ {
			r.Quo(r, big.NewRat(10, 1))
		}
		for e := v.Exp; e > 0; e-- {
			r.Mul(r, big.NewRat(10, 1))
		}
		return r
	default:
		return v
	}
}

// oracleCompare orders two values of one column. Text is ordered by bytes.
func oracleCompare(a, b any) int {
	switch a := a.(type) {
	case string:
		return strings.Compare(a, b.(string))
	case int64:
		return cmp.Compare(a, b.(int64))
	case *big.Rat:
		return a.Cmp(b.(*big.Rat))
	case time.Time:
		return a.Compare(b.(time.Time))
	default:
		panic("no order of such values")
	}
}

// below returns the ids of the named categories, by id or slug, and of all below them. Drafts are left out, with
// everything below them.
func (o *oracle) below(named []string) map[string]bool {
	in := map[string]bool{}
	for more := true; more; {
		more = false
		for _, c := range o.rows["category"] {
			up := in[c.text("parent_id")] || c.isAny("id", named) || c.isAny("slug", named)
			if up && c["status"] != "DRAFT" && !in[c.id()] {
				in[c.id()], more = true, true
			}
		}
	}
	return in
}

// oracleTexts are the columns that a search looks at, by table.
var oracleTexts = func() map[string]searchedText {
	all := map[string]searchedText{}
	for _, c := range moduleCases {
		maps.Copy(all, c.texts)
	}
	return all
}()

var oracleMarkup = regexp.MustCompile(`(?is)<script\b[^>]*>.*?</script>|<style\b[^>]*>.*?</style>|<[^>]*>|&#?\w+;`)

// readWords returns the words that find a row. A product is also found by the name of its brand. Stop words find it by
// its own name only.
func (o *oracle) readWords(table string, r oracleRow) []string {
	var all, own []string
	for _, column := range oracleTexts[table].names {
		words := oracleWords(r.text(column))
		if column == "name" {
			own = words
		}
		all = append(all, words...)
		if list, ok := r[column].([]any); ok {
			for _, s := range list {
				all = append(all, oracleWords(s.(string))...)
			}
		}
	}
	for _, column := range oracleTexts[table].prose {
		all = append(all, oracleWords(oracleMarkup.ReplaceAllString(r.text(column), " "))...)
	}
	if table == "product" {
		if b := o.byID["brand "+r.text("brand_id")]; b != nil && b["status"] != "DRAFT" {
			all = append(all, oracleWords(b.text("name"))...)
		}
		all = append(slices.DeleteFunc(all, func(w string) bool {
			return token.Stop(w, "en") || token.Stop(w, "tr")
		}), own...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// oracleFloat matches a word that to_tsvector splits into a number in scientific notation and a rest: 25e6457a is also
// found by a.
var oracleFloat = regexp.MustCompile(`^([0-9]+e[0-9]+)(.+)$`)

// decides reports whether the oracle knows the result of a search. It does not if Postgres finds a piece of a word.
func (o *oracle) decides(text string) bool {
	for _, w := range oracleWords(text) {
		for piece := range o.pieces {
			if strings.HasPrefix(piece, w) {
				return false
			}
		}
	}
	return true
}

// found reports whether a row has every word of a text, and of the last word at least the beginning.
func (o *oracle) found(table string, r oracleRow, text string) bool {
	has, typed := o.words[table+" "+r.id()], oracleWords(text)
	for i, w := range typed {
		at, whole := slices.BinarySearch(has, w)
		if !whole && (i < len(typed)-1 || at == len(has) || !strings.HasPrefix(has[at], w)) {
			return false
		}
	}
	return true
}

// oracleWords returns the words of a text, ignoring case, accents, and the differences between the four letters i of
// Turkish.
func oracleWords(s string) []string {
	var plain strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r == 'ı':
			plain.WriteByte('i')
		case !unicode.Is(unicode.Mn, r):
			plain.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.FieldsFunc(plain.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
