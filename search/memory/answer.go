package memory

import (
	"math"
	"slices"
	"time"

	"vitrine/search"
	"vitrine/search/rank"
)

// An outcome is the result of asking a table.
type outcome int

const (
	answered outcome = iota
	unable           // only Postgres can answer
)

// answerLocked answers a parsed query, with the scratch for its text.
func (t *table) answerLocked(w *parsed, s *rank.Scratch) (res search.Result, v outcome) {
	q := w.q
	o := t.orders[w.order]
	if q.Limit > 0 && o == nil {
		return res, unable
	}
	if w.nulls && o != nil && t.lacksAny(w.order.column, o) {
		return res, unable
	}
	res = search.Nothing(q)
	base, until := t.shown(q.Now)
	res.Until = until
	searches := q.Text != ""
	var text rank.Found
	var query rank.Query
	var pins pins
	if searches {
		settings := q.Settings
		if q.Named {
			settings = nil
		}
		query = rank.Parse(q.Text, t.language, settings)
		query.Named, query.Sorted, query.Typed = q.Named, q.Sorted, q.Corrected
		if query.Empty() {
			return res, answered
		}
		text = t.findLocked(&query, base, s)
		pins = t.pinsLocked(settings, q, base, text.Rows)
		base = text.Rows
		res.Relaxed, res.Corrected = text.Left, text.Fixed
	}
	kept := t.keptLocked(w)
	found := narrow(base, w.conds, kept, "")
	if !q.NoTotal {
		res.Total = found.count()
	}
	if q.Limit > 0 {
		switch {
		case searches && !q.Sorted:
			res.IDs = t.bestLocked(found, text.Scores(), pins, o, q)
			if q.Explain {
				t.explainLocked(&query, &text, pins, &res)
			}
		case o.sorted:
			res.IDs = t.page(o.rows, found, q.Offset, q.Limit)
		default:
			res.IDs = t.bestLocked(found, nil, nil, o, q)
		}
	}
	for n := range w.facets {
		t.count(&w.facets[n], narrow(base, w.conds, kept, w.facets[n].Name), &res)
	}
	return res, answered
}

// keptLocked returns the rows that pass each condition.
func (t *table) keptLocked(w *parsed) []set {
	kept := make([]set, len(w.conds))
	for n := range w.conds {
		kept[n] = newSet(len(t.ids))
		w.conds[n].rows(t, kept[n])
		if w.conds[n].not {
			for j := range kept[n] {
				kept[n][j] = ^kept[n][j]
			}
		}
	}
	return kept
}

// narrow returns the rows of base that pass all conditions, without those of the name except. The set may be base.
func narrow(base set, conds []cond, kept []set, except string) set {
	out, narrowed := base, false
	for i, c := range conds {
		if except != "" && c.name == except {
			continue
		}
		if !narrowed {
			out, narrowed = slices.Clone(base), true
		}
		out.and(kept[i])
	}
	return out
}

// shown returns the rows that are visible at a time, and the next time at which others are; zero: never. The set may be
// that of the table, so it is only read.
func (t *table) shown(now time.Time) (rows set, until time.Time) {
	rows = t.live
	hidden := false
	hide := func(row uint32) {
		if !hidden {
			rows, hidden = slices.Clone(rows), true
		}
		rows.drop(row)
	}
	at, next := now.UnixMicro(), int64(math.MaxInt64)
	t.timed.each(func(row uint32) {
		for _, moment := range [...]int64{t.since[row], t.until[row]} {
			if moment > at {
				next = min(next, moment)
			}
		}
		if since := t.since[row]; since != none && since > at {
			hide(row)
		}
		if until := t.until[row]; until != none && until <= at {
			hide(row)
		}
	})
	if next < math.MaxInt64 {
		until = time.UnixMicro(next)
	}
	return rows, until
}

// lacksAny reports whether any row has no value in a column of numbers.
func (t *table) lacksAny(column string, o *order) (any bool) {
	if o.sorted {
		return len(o.rows) > 0 && t.lacks(column, o.rows[len(o.rows)-1])
	}
	t.live.each(func(row uint32) { any = any || t.lacks(column, row) })
	return any
}

// lacks reports whether a row has no value in a column of numbers.
func (t *table) lacks(column string, row uint32) bool {
	i := t.kind.number(column)
	return i >= 0 && t.numbers[i][row] == none
}

// page returns the ids of one page of the rows found.
func (t *table) page(rows []uint32, found set, offset, limit int) []string {
	ids := make([]string, 0, limit)
	for _, row := range rows {
		if !found.has(row) {
			continue
		}
		if offset--; offset >= 0 {
			continue
		}
		if ids = append(ids, t.ids[row]); len(ids) == limit {
			break
		}
	}
	return ids
}

// below adds the rows of the nodes with the given ids or slugs, and of the nodes below them.
func (t *table) below(ids, slugs []string, into set) {
	tr := &t.tree
	seen := make(map[int32]bool, len(ids))
	var todo []int32
	visit := func(n int32) {
		if !seen[n] && tr.named[n].shown {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	for _, id := range ids {
		if n, ok := tr.number[id]; ok {
			visit(n)
		}
	}
	for _, slug := range slugs {
		if n, ok := tr.slugs[slug]; ok {
			visit(n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		into.addAll(tr.rows[n])
		for _, under := range tr.under[n] {
			visit(under)
		}
	}
}
