package memory

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/proving"
	"vitrine/search"
	"vitrine/search/rank"
	"vitrine/search/settings"
	"vitrine/search/token"
)

// An oracle ranks texts in the plainest way: it reads every row from Postgres, and compares every word of the search
// with every word of the row. It shares only the reading of words with the engine.
type oracle struct {
	rank.Tuning
	settings *search.Settings
	rows     []oracleRow
}

type oracleRow struct {
	id      string
	visible bool
	name    string
	fields  [4][]token.Token // without the words that are not searched
	brand   [][]token.Token  // its name
	nodes   [][]token.Token  // names of categories
	lengths [4]int
}

func newOracle(ctx context.Context, tx pgx.Tx) (*oracle, error) {
	o := &oracle{Tuning: rank.DefaultTuning()}
	var err error
	if o.settings, err = settings.Read(ctx, tx, "w"); err != nil {
		return nil, err
	}
	if s := o.settings; s != nil {
		o.Tuning = o.With(s.Weights)
		if w, ok := s.Weights["brand"]; ok {
			o.Related = float32(w)
		}
		if w, ok := s.Weights["categories"]; ok {
			o.Categories = float32(w)
		}
	}
	rows, err := tx.Query(ctx, `
SELECT p.id, (`+strings.ReplaceAll(strings.ReplaceAll(whereSQL, "$1", "'w'"), "$2", "$1")+`), p.name,
  concat_ws(' | ', p.title, p.sku, p.model_no), coalesce(p.description, ''), coalesce(p.language, ''),
  ARRAY(SELECT a.name || ': ' || a.value FROM product_attribute a WHERE a.product_id = p.id ORDER BY 1),
  ARRAY(SELECT b.name FROM brand b WHERE b.id = p.brand_id AND b.status <> 'DRAFT'),
  ARRAY(SELECT name FROM (WITH RECURSIVE above AS (
        SELECT c.id, c.parent_id, c.name FROM category c JOIN product_category x ON x.category_id = c.id
        WHERE x.product_id = p.id AND c.status <> 'DRAFT'
      UNION SELECT u.id, u.parent_id, u.name FROM category u JOIN above ON u.id = above.parent_id
        WHERE u.status <> 'DRAFT')
      SELECT name FROM above) n)
FROM product p WHERE p.tenant_id = 'w' AND `+shownSQL, worldNow)
	if err != nil {
		return nil, err
	}
	var id, name, model, prose, language string
	var visible bool
	var attributes, brand, nodes []string
	into := []any{&id, &visible, &name, &model, &prose, &language, &attributes, &brand, &nodes}
	_, err = pgx.ForEachRow(rows, into, func() error {
		if language == "" {
			language = "en"
		}
		r := oracleRow{id: id, visible: visible}
		for i, text := range []string{name, model, strings.Join(attributes, "\n| "), prose} {
			r.fields[i], r.lengths[i] = readAll(text, language, i > 0)
		}
		for _, t := range token.Analyse(name, language) {
			if !t.Extra {
				r.name += t.Word + " "
			}
		}
		for _, n := range brand {
			all, _ := readAll(n, "en", false)
			r.brand = append(r.brand, all)
		}
		for _, n := range nodes {
			all, _ := readAll(n, "en", false)
			r.nodes = append(r.nodes, all)
		}
		o.rows = append(o.rows, r)
		return nil
	})
	return o, err
}

// readAll returns the words of a text that are searched, and the number of all its own words.
func readAll(text, language string, leave bool) (all []token.Token, length int) {
	for _, t := range token.Analyse(text, language) {
		if !t.Extra {
			length++
		}
		suffix := t.Stop && !token.Stop(t.Word, language)
		if !leave || !suffix && !token.Stop(t.Word, "en") {
			all = append(all, t)
		}
	}
	return all, length
}

// evidence returns how strongly a field has any word that is accepts.
func (o *oracle) evidence(all []token.Token, length int, weight float32, head bool,
	is func(string) bool) map[string]float64 {
	found := map[string]float64{}
	heads := map[string]bool{}
	for _, t := range all {
		for j, w := range append([]string{t.Word}, t.Forms...) {
			if !is(w) {
				continue
			}
			found[w]++
			if j > 0 {
				found[w] -= 1 - float64(o.Form)
			}
			heads[w] = heads[w] || t.Head
		}
	}
	for w := range found {
		found[w] *= float64(weight) / (float64(o.Least) + (1-float64(o.Least))*float64(length)/float64(o.Length))
		if head && heads[w] {
			found[w] *= float64(o.Head)
		}
	}
	return found
}

// worth returns the evidence of a row for any word that is accepts.
func (o *oracle) worth(r *oracleRow, head, prose bool, is func(string) bool) (names, texts float64) {
	sums, bests := map[string]float64{}, map[string]float64{}
	for f := range 3 {
		for w, e := range o.evidence(r.fields[f], r.lengths[f], o.Weight[f], head && f != int(rank.Attributes), is) {
			sums[w] += e
			bests[w] = max(bests[w], e)
		}
	}
	for w, best := range bests {
		names = max(names, best+float64(o.Others)*(sums[w]-best))
	}
	beside := func(all [][]token.Token, weight float32) {
		for _, n := range all {
			for _, e := range o.evidence(n, own(n), rank.DefaultTuning().Weight[0], head, is) {
				names = max(names, e*float64(weight))
			}
		}
	}
	beside(r.brand, o.Related)
	beside(r.nodes, o.Categories)
	if prose {
		for _, e := range o.evidence(r.fields[3], r.lengths[3], o.Weight[3], head, is) {
			texts = max(texts, e)
		}
	}
	return names, texts
}

func own(all []token.Token) (n int) {
	for _, t := range all {
		if !t.Extra {
			n++
		}
	}
	return n
}

// has returns the evidence of a row for a word of a search.
func (o *oracle) has(r *oracleRow, w *oracleWord, fixed []string) float64 {
	var names, prose float64
	take := func(factor float32, long bool, is func(string) bool) {
		a, b := o.worth(r, w.Head, long, is)
		names, prose = max(names, a*float64(factor)), max(prose, b*float64(factor))
	}
	for i, f := range w.Forms {
		factor := float32(1)
		if i > 0 && i < w.Own {
			factor = o.Form
		}
		take(factor, true, func(s string) bool { return s == f })
	}
	for _, f := range fixed {
		take(o.Typo, true, func(s string) bool { return s == f })
	}
	for _, b := range w.Begins {
		take(o.Beginning, len(b) > 2, func(s string) bool { return strings.HasPrefix(s, b) && s != b })
	}
	for _, pair := range w.Splits {
		if !strings.Contains(" "+r.name, " "+pair[0]+" "+pair[1]) {
			continue
		}
		a, _ := o.worth(r, false, false, func(s string) bool { return s == pair[0] })
		b, _ := o.worth(r, false, false, func(s string) bool { return s == pair[1] })
		if a > 0 && b > 0 {
			names = max(names, float64(o.Split)*max(a, b))
		}
	}
	for _, phrase := range w.others {
		sum, lacks := 0.0, false
		for i := range phrase {
			head := w.Head && (len(phrase) == 1 || i == len(phrase)-1)
			var a, b float64
			for j, f := range phrase[i].Forms[:phrase[i].Own] {
				x, y := o.worth(r, head, true, func(s string) bool { return s == f })
				if factor := float64(o.Form); j > 0 && len(phrase) > 1 {
					x, y = x*factor, y*factor
				}
				a, b = max(a, x), max(b, y)
			}
			lacks = lacks || a+b == 0
			if len(phrase) == 1 {
				names, prose = max(names, float64(o.Form)*a), max(prose, float64(o.Form)*b)
			}
			sum += max(a, b) + float64(o.Others)*min(a, b)
		}
		if len(phrase) > 1 && !lacks {
			names = max(names, float64(o.Form)*sum/float64(len(phrase)))
		}
	}
	return max(names, prose) + float64(o.Others)*min(names, prose)
}

// An oracleWord is a word of a search with the synonyms that may stand for it.
type oracleWord struct {
	token.Word
	others [][]token.Word
}

// read returns the words of a text with their synonyms.
func (o *oracle) read(text string) (all []oracleWord) {
	stops := map[string]bool{}
	if o.settings != nil {
		for _, w := range o.settings.StopWords {
			stops[w] = true
		}
	}
	for _, w := range token.ParseWith(text, "en", stops) {
		all = append(all, oracleWord{Word: w})
	}
	if o.settings == nil {
		return all
	}
	for _, y := range o.settings.Synonyms {
		for i, from := range append([]string{y.From}, y.Words...) {
			to := slices.Delete(append([]string{""}, y.Words...), i, i+1)[min(1, i):]
			if i == 0 {
				to = y.To
			}
			phrase := token.Parse(from, "en")
			for at := 0; from != "" && at+len(phrase) <= len(all); at++ {
				same := true
				for j := range phrase {
					own := phrase[j].Forms[:phrase[j].Own]
					same = same && slices.ContainsFunc(all[at+j].Forms[:all[at+j].Own],
						func(f string) bool { return slices.Contains(own, f) })
				}
				for j := 0; same && j < len(phrase); j++ {
					for _, text := range to {
						if text != "" {
							all[at+j].others = append(all[at+j].others, token.Parse(text, "en"))
						}
					}
				}
			}
		}
	}
	return all
}

// fixed returns the corrections of a word that no visible row has.
func (o *oracle) fixed(w *oracleWord) (all []string) {
	if w.Typos == 0 || slices.ContainsFunc(o.rows, func(r oracleRow) bool { return r.visible && o.has(&r, w, nil) > 0 }) {
		return nil
	}
	least := w.Typos
	edits := map[string]int{}
	for i := range o.rows {
		r := &o.rows[i]
		if !r.visible {
			continue
		}
		var searched [][]token.Token
		for f := range 3 {
			if o.Weight[f] > 0 {
				searched = append(searched, r.fields[f])
			}
		}
		if o.Related > 0 {
			searched = append(searched, r.brand...)
		}
		if o.Categories > 0 {
			searched = append(searched, r.nodes...)
		}
		for _, some := range searched {
			for _, t := range some {
				for _, s := range append([]string{t.Word}, t.Forms...) {
					if !token.HasDigit(s) {
						edits[s] = token.Distance([]rune(w.Text), []rune(s), w.Unfinished())
						least = min(least, edits[s])
					}
				}
			}
		}
	}
	for s, n := range edits {
		if n == least {
			all = append(all, s)
		}
	}
	return all
}

// find returns the scores of the rows that a text finds: in an order of the caller's, those with all words if there are
// any.
func (o *oracle) find(text string, sorted bool) map[string]float64 {
	var words []oracleWord
	var typed string
	for _, w := range o.read(text) {
		typed += w.Text + " "
		if !w.Stop {
			words = append(words, w)
		}
	}
	scores, masks, weights := map[string]float64{}, map[string]int{}, make([]float64, len(words))
	total := 0.0
	for i := range words {
		w := &words[i]
		fixed := o.fixed(w)
		found := map[string]float64{}
		for j := range o.rows {
			if x := o.has(&o.rows[j], w, fixed); x > 0 {
				found[o.rows[j].id] = x
			}
		}
		df := float64(len(found))
		weights[i] = math.Log(1 + (float64(len(o.rows))-df+0.5)/(df+0.5))
		if !slices.ContainsFunc(o.rows, func(r oracleRow) bool { return r.visible && found[r.id] > 0 }) {
			weights[i] = 0 // a word that no visible row has may be missing
		}
		total += weights[i]
		for id, x := range found {
			scores[id] += weights[i] * x / (x + 1)
			masks[id] |= 1 << i
		}
	}
	whole := 0
	for i := range o.rows {
		r := &o.rows[i]
		if !r.visible {
			delete(scores, r.id)
			continue
		}
		if len(words) > 0 && masks[r.id] == 1<<len(words)-1 {
			whole++
		}
		if r.name == typed && masks[r.id] != 0 {
			scores[r.id] += 1000
		}
	}
	enough := o.Enough
	if sorted {
		enough = 1
	}
	for id := range scores {
		all := masks[id] == 1<<len(words)-1
		switch {
		case all && whole < enough && len(words) > 1:
			scores[id] += 500
		case all:
		case whole >= enough:
			delete(scores, id)
		default:
			has := 0.0
			for i, w := range weights {
				if masks[id]&(1<<i) != 0 {
					has += w
				}
			}
			if has < total*float64(o.Share) {
				delete(scores, id)
			}
		}
	}
	return scores
}

// Random texts between random edits find what the oracle finds, in its order. A table that followed the edits gives
// the same answers as one that was just built.
func TestPropertyTextsAreRankedAsTheOracleSays(t *testing.T) {
	t.Parallel()
	rankedAsTheOracleSays(t, func(*world) {})
}

// The same with random weights, synonyms and stop words of the tenant, which change meanwhile.
func TestPropertySettingsRankAsTheOracleSays(t *testing.T) {
	t.Parallel()
	rankedAsTheOracleSays(t, (*world).decide)
}

// decide changes the search settings of the tenant, most times without the weights.
func (w *world) decide() {
	err := settings.Change(w.t.Context(), w.db.Pool, "w", func(_ pgx.Tx, s *search.Settings) error {
		if w.r.IntN(5) == 0 {
			s.Weights = map[string]float64{"title": 0.5 + w.r.Float64(), "brand": float64(w.r.IntN(3)),
				"categories": float64(w.r.IntN(3)) / 2}
			for _, field := range []string{"model", "attributes", "description"} {
				if w.r.IntN(2) == 0 {
					s.Weights[field] = float64(w.r.IntN(4)) / 2
				}
			}
		}
		s.Synonyms, s.StopWords = nil, []string{worldWords[w.r.IntN(3)]}
		for range w.r.IntN(4) {
			y := search.Synonym{Words: []string{w.words(1 + w.r.IntN(2)), w.words(1), w.words(1 + w.r.IntN(3))}}
			if w.r.IntN(2) == 0 {
				y = search.Synonym{From: y.Words[0], To: y.Words[1:]}
			}
			if settings.Check(&search.Settings{Synonyms: []search.Synonym{y}}) == nil {
				s.Synonyms = append(s.Synonyms, y)
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func rankedAsTheOracleSays(t *testing.T, decide func(*world)) {
	t.Helper()
	seed, rounds := proving.Seed(t, 12), 25
	if proving.Long() {
		rounds = 250
	}
	w := newWorld(t, seed)
	e := newEager(t)
	compared, found := 0, 0
	for round := range rounds {
		for range w.r.IntN(5) {
			w.edit()
		}
		decide(w)
		err := pgx.BeginTxFunc(t.Context(), w.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
			func(tx pgx.Tx) error {
				o, err := newOracle(t.Context(), tx)
				if err != nil {
					return err
				}
				anew := newEager(t)
				for range 8 {
					q := w.plain()
					q.Text, q.Limit, q.Settings, q.Explain = w.text(), 500, o.settings, true
					got, err := e.Search(t.Context(), tx, q)
					if err == nil && got.Engine != "memory" { // the table of other weights was dropped
						got, err = e.Search(t.Context(), tx, q)
					}
					if err != nil {
						return err
					}
					same, err := anew.Search(t.Context(), tx, q)
					if err != nil {
						return err
					}
					compared++
					found += got.Total
					if !slices.Equal(got.IDs, same.IDs) || got.Total != same.Total || !slices.Equal(got.Relaxed, same.Relaxed) ||
						!slices.Equal(got.Corrected, same.Corrected) {
						t.Fatalf("seed %d, round %d, %q: the table that followed the edits finds %+v, a new one %+v",
							seed, round, q.Text, got, same)
					}
					if why := o.differs(q.Text, &got); why != "" {
						t.Fatalf("seed %d, round %d, %q: %s", seed, round, q.Text, why)
					}
					q.Sorted, q.Explain = true, false
					sorted, err := e.Search(t.Context(), tx, q)
					if want := o.find(q.Text, true); err != nil || !sameRows(sorted.IDs, want) {
						t.Fatalf("seed %d, round %d, %q in an order: %v, %v; the oracle finds %v", seed, round, q.Text, err,
							sorted.IDs, want)
					}
					if why := misexplained(&got); why != "" {
						t.Fatalf("seed %d, round %d, %q: %s", seed, round, q.Text, why)
					}
					if !cmp.Equal(got.Explained, same.Explained) {
						t.Fatalf("seed %d, round %d, %q: a new table explains otherwise:\n%s", seed, round, q.Text,
							cmp.Diff(same.Explained, got.Explained))
					}
				}
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("seed %d: %d texts, %d rows found", seed, compared, found)
	if found < compared {
		t.Error("too few rows were found")
	}
}

// misexplained checks that the parts of each score add up to it, and that each part has its reasons.
func misexplained(got *search.Result) string {
	if len(got.Explained) != len(got.IDs) {
		return fmt.Sprintf("%d explanations of %d rows", len(got.Explained), len(got.IDs))
	}
	for i, x := range got.Explained {
		sum := 0.0
		for _, r := range x.Rules {
			sum += r.Value
			for _, m := range r.Matches {
				if len(m.Fields) == 0 || slices.Contains(m.Fields, "names") || m.By == "" || m.By == "typo" && m.Typos == 0 {
					return fmt.Sprintf("%s: the match %+v", got.IDs[i], m)
				}
			}
			if r.Rule == search.RuleWord && len(r.Matches) == 0 {
				return fmt.Sprintf("%s: no reason for %+v", got.IDs[i], r)
			}
		}
		if math.Abs(sum-x.Score) > 0.001 || x.Score == 0 {
			return fmt.Sprintf("%s: the score is %v, the sum of its parts %v: %+v", got.IDs[i], x.Score, sum, x.Rules)
		}
	}
	return ""
}

func sameRows(ids []string, want map[string]float64) bool {
	return len(ids) == len(want) && !slices.ContainsFunc(ids, func(id string) bool { _, ok := want[id]; return !ok })
}

// differs compares a result with the oracle's.
func (o *oracle) differs(text string, got *search.Result) string {
	const tolerance = 0.02 // evidence is rounded
	want := o.find(text, false)
	if got.Total != len(want) || len(got.IDs) != len(want) {
		return "found " + strings.Join(got.IDs, " ") + ", which is not what the oracle found"
	}
	for i, id := range got.IDs {
		score, ok := want[id]
		switch {
		case !ok:
			return id + " should not be found"
		case i > 0 && score > want[got.IDs[i-1]]+tolerance:
			return id + " should come before " + got.IDs[i-1]
		}
	}
	return ""
}

// text returns a random text of a search.
func (w *world) text() string {
	s := w.words(1 + w.r.IntN(3))
	b := []rune(s)
	switch w.r.IntN(6) {
	case 0:
		b = b[:1+w.r.IntN(len(b))]
	case 1: // a letter missing
		at := w.r.IntN(len(b))
		b = slices.Delete(b, at, at+1)
	case 2:
		return strings.ReplaceAll(s, " ", "-")
	case 3:
		return s + "s"
	case 4:
		return strings.ReplaceAll(s, " ", "")
	}
	return string(b)
}
