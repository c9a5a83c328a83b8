package memory

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"vitrine/search/rank"
)

// How long a table of 66,778 rows is locked for writing while changes of prices, codes and words are applied.
func BenchmarkApply(b *testing.B) {
	g := newGenerated(b, 66_778)
	for _, c := range []struct {
		name   string
		rows   int
		change func(r *row)
	}{
		{"one price", 1, g.price},
		{"63 prices", onePass - 1, g.price},
		{"64 prices", onePass, g.price},
		{"5000 prices", 5000, g.price},
		{"20000 prices", 20_000, g.price},
		{"5000 brands", 5000, g.brand},
		{"one name", 1, g.name},
		{"1000 names", 1000, g.name},
	} {
		b.Run(c.name, func(b *testing.B) {
			const rounds = 8
			const step = 13 // from one changed row to the next
			var all [rounds][]*row
			for i := range all {
				for n := range c.rows {
					r := g.row((n*step + i) % len(g.rows))
					c.change(r)
					all[i] = append(all[i], r)
				}
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				b.StopTimer()
				d := g.delta(all[i%rounds])
				b.StartTimer()
				g.applyLocked(d, uint64(i))
				i++
			}
		})
	}
}

// The comparison of 5,000 rows with the table, before the lock.
func BenchmarkCompareRows(b *testing.B) {
	g := newGenerated(b, 66_778)
	rows := make([]*row, 5000)
	for i := range rows {
		rows[i] = g.row(i)
	}
	for b.Loop() {
		g.delta(rows)
	}
}

// generated is a table of generated rows, in no database.
type generated struct {
	*table

	r     *rand.Rand
	words []string
	rows  []row
	docs  []rank.Doc
}

func newGenerated(tb testing.TB, rows int) *generated {
	tb.Helper()
	k := products()
	g := &generated{table: newTable(&k), r: rand.New(rand.NewPCG(1, 2)), words: make([]string, 20_000)}
	for i := range g.words {
		g.words[i] = fmt.Sprintf("%c%c%cword%d", 'a'+g.r.IntN(26), 'a'+g.r.IntN(26), 'a'+g.r.IntN(26), i)
	}
	reader := rank.Reader{Tuning: rank.DefaultTuning()}
	for i := range rows {
		r := row{id: fmt.Sprintf("%024x", g.r.Uint64()), since: none, until: none,
			numbers: []int64{0, 2000 + int64(g.r.IntN(27)), int64(i), int64(g.r.IntN(1000)), g.r.Int64()},
			names:   []string{g.some(6)}, codes: make([]pgtype.Text, 2)}
		g.price(&r)
		g.brand(&r)
		for range 1 + g.r.IntN(2) {
			r.links = append(r.links, fmt.Sprintf("category%d", g.r.IntN(300)))
		}
		for n := range 5 {
			r.pairs = append(r.pairs, pair{fmt.Sprintf("name%d", n), fmt.Sprintf("value%d", g.r.IntN(200)), "TEXT"})
		}
		g.docs = append(g.docs, rank.Doc{Texts: [4]string{r.names[0], g.some(1), g.some(5), g.some(50)}})
		r.text = reader.Read(&g.docs[i])
		g.rows = append(g.rows, r)
		g.putLocked(g.compareRow(g.row(i)), false)
	}
	g.completeLocked(true)
	return g
}

// some returns words of which some are frequent.
func (g *generated) some(n int) string {
	var all []string
	for range n {
		all = append(all, g.words[int(float64(len(g.words))*g.r.Float64()*g.r.Float64()*g.r.Float64())])
	}
	return strings.Join(all, " ")
}

// row returns a copy of a row, as it is read.
func (g *generated) row(i int) *row {
	r := g.rows[i]
	r.numbers = append([]int64(nil), r.numbers...)
	r.names = append([]string(nil), r.names...)
	r.codes = append([]pgtype.Text(nil), r.codes...)
	return &r
}

func (g *generated) price(r *row) { r.numbers[0] = int64(g.r.IntN(1_000_000)) }

func (g *generated) brand(r *row) {
	r.codes[0] = pgtype.Text{String: fmt.Sprintf("brand%d", int(30*g.r.Float64()*g.r.Float64())), Valid: true}
}

// name changes the name of a row, whose position is its number.
func (g *generated) name(r *row) {
	d := g.docs[r.numbers[2]]
	d.Texts[rank.Title] = g.some(6)
	r.names[0] = d.Texts[rank.Title]
	reader := rank.Reader{Tuning: rank.DefaultTuning()}
	r.text = reader.Read(&d)
}

// delta compares rows with the table.
func (g *generated) delta(rows []*row) *delta {
	var d delta
	for _, r := range rows {
		same := *r // the comparison drops its words
		d.rows = append(d.rows, g.compareRow(&same))
	}
	return &d
}
