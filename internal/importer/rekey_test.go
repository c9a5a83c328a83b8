package importer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

// things writes a file of products with some of their keys. The codes are the SKUs of other products.
func things(t *testing.T, which []int, price int, keys ...string) Options {
	t.Helper()
	var b strings.Builder
	b.WriteString(strings.Join(keys, ",") + ",name,price\n")
	for _, i := range which {
		for _, k := range keys {
			fmt.Fprintf(&b, "%s,", map[string]string{
				"sku": fmt.Sprint("S", i), "code": fmt.Sprint("S", (i*7+3)%32), "part": fmt.Sprint("P", i),
			}[k])
		}
		fmt.Fprintf(&b, "Thing %d,%d\n", i, price)
	}
	o := Options{Kind: "product", File: file(t, "f.csv", b.String()), Map: map[string]string{}, Batch: 5}
	for _, k := range keys {
		if k != "sku" {
			o.Map[k] = "-"
		}
	}
	return o
}

// upTo returns the numbers of n things.
func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func names(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	return rows(t, pool, "SELECT name, id FROM product ORDER BY 1")
}

// After a --rekey that was broken off, a file with the old key finds all rows, and inserts none a second time.
func TestRekeyBrokenOffLeavesTheOldKey(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, things(t, upTo(30), 7, "sku"))
	before := names(t, db.Pool)
	rekey := things(t, upTo(32), 8, "sku", "code")
	rekey.Key, rekey.Rekey, rekey.Workers = []string{"code"}, true, 1
	do(t, db.Pool, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "+
		"$$ BEGIN RAISE EXCEPTION 'broken off' USING ERRCODE = '57014'; END $$")
	do(t, db.Pool, "CREATE TRIGGER refuse BEFORE UPDATE ON product FOR EACH ROW WHEN (old.sku = 'S21') "+
		"EXECUTE FUNCTION refuse()")
	if _, err := attempted(t, db.Pool, rekey); err == nil {
		t.Fatal("the import was not broken off")
	}
	do(t, db.Pool, "DROP TRIGGER refuse ON product")
	r := imported(t, db.Pool, things(t, upTo(30), 9, "sku"))
	same(t, "by the old key", []any{r.Key, fates(r)}, []any{"sku", []int{30, 0, 30, 0, 0}})
	same(t, "rows", names(t, db.Pool), before)
	same(t, "the repeat", fates(imported(t, db.Pool, rekey)), []int{32, 2, 30, 0, 0})
	same(t, "by the new key", fates(imported(t, db.Pool, things(t, upTo(32), 8, "code"))), []int{32, 0, 0, 32, 0})
}

// Rows that a file with --rekey does not have keep their key. A later file that has both finds them.
func TestRekeyByAPartOfTheRows(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	first := things(t, upTo(6), 7, "part")
	first.Key = []string{"part"}
	imported(t, db.Pool, first)
	before := names(t, db.Pool)
	rekey := things(t, []int{0, 2}, 8, "part", "code")
	rekey.Key, rekey.Rekey = []string{"code"}, true
	r := imported(t, db.Pool, rekey)
	same(t, "a part", []any{fates(r), r.Notes}, []any{[]int{2, 0, 2, 0, 0}, []string{"4 rows of product are known by " +
		"part, not by code. A file that has both finds them"}})
	only := things(t, []int{0, 1, 6}, 9, "code")
	only.Rejects = file(t, "r", "")
	r, err := attempted(t, db.Pool, only)
	same(t, "a file with the new key only", []any{fates(r), err}, []any{[]int{3, 0, 1, 0, 2}, nil})
	const left = " matches no row; 4 rows of product are known by part only, and it may be one of them. " +
		"A file that has both finds it; --take-as-new inserts it"
	same(t, "rejected", rejected(t, only.Rejects), []string{`3: key code "S10"` + left, `4: key code "S13"` + left})
	r = imported(t, db.Pool, things(t, []int{1, 3, 4}, 9, "part", "code"))
	same(t, "both", []any{r.Key, fates(r)}, []any{"code", []int{3, 0, 3, 0, 0}})
	same(t, "rows", names(t, db.Pool), before)
	r = imported(t, db.Pool, things(t, []int{5}, 9, "part", "code"))
	same(t, "the last one", []any{fates(r), r.Notes}, []any{[]int{1, 0, 1, 0, 0}, []string(nil)})
	same(t, "new", fates(imported(t, db.Pool, things(t, upTo(8), 9, "code"))), []int{8, 2, 1, 5, 0})
	same(t, "rows", names(t, db.Pool)[:6], before)
}

// Whatever the sequence of imports, of parts of the things, by keys that change, and broken off anywhere: no thing has
// two rows, and none is lost. A file with all keys finds each row.
func TestPropertyNoSequenceOfKeysDoublesOrLosesARow(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rng := rand.New(rand.NewPCG(proving.Seed(t, 20261123), 1))
	keys := []string{"sku", "code", "part"}
	const most = 24
	for round := range proving.Rounds(4, 300) {
		do(t, db.Pool, "DELETE FROM tenant")
		var log []string
		check := func(least int) {
			t.Helper()
			got := rows(t, db.Pool, "SELECT count(*), count(DISTINCT name) FROM product")[0]
			var all, distinct int
			if _, err := fmt.Sscanf(got, "%d|%d", &all, &distinct); err != nil || all != distinct || all < least {
				t.Fatalf("round %d: %d rows of %d things, %d expected, after\n%s", round, all, distinct, least,
					strings.Join(log, "\n"))
			}
		}
		for step := range 8 {
			which := slices.DeleteFunc(upTo(most), func(int) bool { return rng.IntN(3) == 0 })
			rng.Shuffle(len(which), func(i, j int) { which[i], which[j] = which[j], which[i] })
			has := slices.DeleteFunc(slices.Clone(keys), func(string) bool { return rng.IntN(3) == 0 })
			if len(has) == 0 {
				has = keys
			}
			o := things(t, which, rng.IntN(3), has...)
			if step == 0 || rng.IntN(2) == 0 {
				o.Key, o.Rekey = []string{has[rng.IntN(len(has))]}, step > 0
			}
			before := len(names(t, db.Pool))
			at := int64(0)
			if rng.IntN(2) == 0 && step > 0 {
				at = 10 + rng.Int64N(60)
			}
			log = append(log, fmt.Sprintf("%v by %v with %v, --rekey %v, broken off at %d", which, o.Key, has, o.Rekey, at))
			if at > 0 {
				_, err := runUntil(t, db.URL, o, at)
				log = append(log, fmt.Sprint("  ", err))
				check(before)
				continue
			}
			r, err := attempted(t, db.Pool, o)
			log = append(log, fmt.Sprint("  ", fates(r), err))
			if err != nil && !errors.As(err, new(cli.UsageError)) {
				t.Fatal(err)
			}
			check(max(before+r.Inserted, r.Read-r.Rejected))
		}
		r, err := attempted(t, db.Pool, things(t, upTo(most), 9, keys...))
		log = append(log, fmt.Sprint("all: ", fates(r), err))
		if err != nil || r.Rejected > 0 {
			t.Fatalf("round %d: a file with all keys: %v, after\n%s", round, err, strings.Join(log, "\n"))
		}
		check(most)
	}
}
