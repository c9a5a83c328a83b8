package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/internal/filter"
	"vitrine/search"
	"vitrine/search/rank"
	"vitrine/search/settings"
)

// Fields reads the values that lists filter, sort and count by, for an engine that keeps them outside Postgres. A row
// that lists never show has none. db must be one snapshot.
func (k *Kind) Fields(ctx context.Context, db search.DB, tenant string, ids []string) (
	map[string]*search.Fields, error,
) {
	plain := *k
	plain.Words = nil // texts are read elsewhere
	rows := make(map[string]*row, len(ids))
	err := plain.read(ctx, db, readOf{tenant: tenant, ids: ids}, func(r *row) { rows[r.id] = r })
	if err != nil {
		return nil, err
	}
	t := newTable(&plain)
	if k.Tree.Kind != "" {
		nodes, err := plain.nodes(ctx, db, -1, readOf{tenant: tenant})
		if err != nil {
			return nil, fmt.Errorf("read the fields of %s: %w", k.Name, err)
		}
		for _, h := range nodes {
			t.nameLocked(-1, h)
		}
		t.linkLocked()
	}
	all := make(map[string]*search.Fields, len(rows))
	for id, r := range rows {
		all[id] = t.fields(r)
	}
	return all, nil
}

// fields converts a row. Nodes that are not visible count for nothing.
func (t *table) fields(r *row) *search.Fields {
	f := &search.Fields{Since: orNil(r.since), Until: orNil(r.until), Names: r.names}
	for _, n := range r.numbers {
		f.Numbers = append(f.Numbers, orNil(n))
	}
	for _, c := range r.codes {
		if c.Valid {
			f.Codes = append(f.Codes, &c.String)
		} else {
			f.Codes = append(f.Codes, nil)
		}
	}
	seen := map[int32]bool{}
	for _, link := range r.links {
		leaf, ok := t.tree.number[link]
		if !ok || int(leaf) >= len(t.tree.above) {
			continue
		}
		for _, n := range t.tree.above[leaf] {
			if !seen[n] {
				seen[n] = true
				f.Nodes, f.Slugs = append(f.Nodes, t.tree.values[n]), append(f.Slugs, t.tree.named[n].slug)
				f.Titles = append(f.Titles, t.tree.named[n].name)
			}
		}
	}
	for _, p := range r.pairs {
		f.Pairs = append(f.Pairs, search.Pair{Name: p.name, Value: p.value, Type: p.kind})
	}
	return f
}

func orNil(n int64) *int64 {
	if n == none {
		return nil
	}
	return &n
}

// SortsBytes reports whether the database sorts text by bytes, as engines outside Postgres do.
func SortsBytes(ctx context.Context, db search.DB) (bool, error) { return sortsBytes(ctx, db) }

// OwnColumns returns the columns of the table itself that fields are read from, without aliases.
func (k *Kind) OwnColumns() []string {
	var all []string
	texts := []string{k.Shown, k.Since, k.Until}
	for _, n := range k.Numbers {
		texts = append(texts, n.Column)
	}
	texts = append(texts, k.Names...)
	for _, c := range k.Codes {
		texts = append(texts, c.Column)
	}
	for _, text := range texts {
		for _, c := range filter.ColumnsIn(text) {
			if c.As == k.As && !slices.Contains(all, c.Name) {
				all = append(all, c.Name)
			}
		}
	}
	return all
}

// LinkColumns returns the columns of Links and of Pairs that fields are read from.
func (k *Kind) LinkColumns() []string {
	var all []string
	if k.Tree.Links != "" {
		all = append(all, k.Tree.Owner, k.Tree.Link)
	}
	if k.Pairs.Table != "" {
		all = append(all, k.Pairs.Owner, "name", "value", "type")
	}
	return all
}

// mostEdited is how many edited rows a table remembers, for an index that lags behind.
const mostEdited = 1000

// An Edit is the change of a row of the table itself, or of its links and pairs.
type Edit struct {
	ID      string
	Whole   bool     // the row was inserted or deleted
	Columns []string // that changed; empty if only links or pairs did
}

// edits are the rows that some changes concern. wide tells that a row of another table changed, which may concern any
// row.
type edits struct {
	n    uint64 // the last of the changes
	rows []Edit
	wide bool
}

// add adds a changed row. id and other are the rows that a link or pair belonged to and belongs to.
func (e *edits) add(k *Kind, kind, id, other, op string, columns []string) {
	switch {
	case kind == tenantTable || kind == settings.Table:
	case kind == k.Name && op != "T":
		e.rows = append(e.rows, Edit{id, op != "U", columns})
	case kind == k.Tree.Links || kind == k.Pairs.Table:
		for _, id := range []string{id, other} {
			if id != "" {
				e.rows = append(e.rows, Edit{ID: id})
			}
		}
	default:
		e.wide = true
	}
}

// A journal remembers the last changes of a table.
type journal struct {
	since uint64 // the changes after it are known
	all   []edits
	rows  int
}

// note remembers the changes up to n.
func (j *journal) note(n uint64, e edits) {
	e.n = n
	j.all, j.rows = append(j.all, e), j.rows+len(e.rows)+1
	for j.rows > mostEdited {
		j.since, j.rows = j.all[0].n, j.rows-len(j.all[0].rows)-1
		j.all = slices.Delete(j.all, 0, 1)
	}
}

// after returns the edits after a change. ok is false if they are not known, or may concern any row.
func (j *journal) after(n uint64) (rows []Edit, ok bool) {
	if n < j.since {
		return nil, false
	}
	for _, e := range j.all {
		if e.n > n {
			if e.wide {
				return nil, false
			}
			rows = append(rows, e.rows...)
		}
	}
	return rows, true
}

// A Beside is what a table holds as of one change, for an engine outside Postgres that answers the same query.
type Beside struct {
	Edits []Edit    // of rows, after the change up to which the index of that engine is complete; with duplicates
	Until time.Time // the next time at which the visibility of a row changes; zero: never

	engine *Engine
	table  *table
	query  *search.Query
}

// Beside returns what the table of q holds as of q.Seq. since is the change up to which the caller's index is complete.
// It returns search.ErrNotHeld if there is no such table, or if the changes after since are not known.
func (e *Engine) Beside(q *search.Query, since uint64) (*Beside, error) {
	k := e.kinds[q.Kind]
	if k == nil {
		return nil, search.ErrNotHeld
	}
	t := e.table(slotKey{q.Tenant, q.Kind}, true)
	if t == nil {
		return nil, search.ErrNotHeld
	}
	if is, behind := t.state(q.Epoch, q.Seq); is != useful || behind {
		e.Follow(q.Tenant)
		return nil, search.ErrNotHeld
	}
	b := &Beside{engine: e, table: t, query: q}
	known := false
	err := b.read(func() {
		b.Edits, known = t.edits.after(since)
		_, b.Until = t.shown(q.Now)
	})
	if err == nil && !known {
		err = search.ErrNotHeld
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// read calls f while the table is as of the query's change.
func (b *Beside) read(f func()) error {
	t := b.table
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.gone || t.n != b.query.Seq {
		return search.ErrStaleSnapshot
	}
	f()
	return nil
}

// Rows returns the number of rows that satisfy Shown, without some.
func (b *Beside) Rows(without []string) (n int, err error) {
	err = b.read(func() {
		n = len(b.table.at)
		for _, id := range without {
			if _, ok := b.table.at[id]; ok {
				n--
			}
		}
	})
	return n, err
}

// Matching returns which of some rows are visible and have all words of the query's text, as they are typed. With named
// their names, or those of related rows, must have them.
func (b *Beside) Matching(ids []string, named bool) (all []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	s := b.engine.scratch()
	err = b.read(func() {
		t := b.table
		among := t.amongLocked(b.query.Now, ids)
		text := rank.Parse(b.query.Text, t.language, nil)
		text.Typed, text.Sorted, text.Named = true, true, named
		if t.index == nil || text.Empty() || among.count() == 0 {
			return
		}
		var beside []rank.Related
		for _, r := range t.beside {
			if r.code >= 0 || !named {
				beside = append(beside, r)
			}
		}
		find := func(text *rank.Query) set {
			if text.Empty() {
				return slices.Clone(among)
			}
			if found := t.index.Find(text, among, beside, s); len(found.Left) == 0 {
				return slices.Clone(found.Rows)
			}
			return newSet(len(t.ids))
		}
		rows := find(&text)
		if rest, begins, ok := text.Short(); ok && !named {
			find(&rest).each(func(row uint32) {
				if t.index.Begins(row, begins) {
					rows.add(row)
				}
			})
		}
		rows.each(func(row uint32) { all = append(all, t.ids[row]) })
	})
	b.engine.release(s)
	return all, err
}

// amongLocked returns those of some rows that are visible.
func (t *table) amongLocked(now time.Time, ids []string) set {
	shown, _ := t.shown(now)
	among := newSet(len(t.ids))
	t.identified(ids, among)
	among.and(shown)
	return among
}

// Among answers a query without a text for some rows alone, as if there were no others. The query is that of b with
// another page, facets or order.
func (b *Beside) Among(q *search.Query, ids []string) (res search.Result, err error) {
	w, ok := b.table.kind.parse(q)
	if !ok {
		return res, search.ErrNotHeld
	}
	err = b.read(func() {
		t := b.table
		res = search.Nothing(q)
		o := t.orders[w.order]
		if ok = q.Limit == 0 || o != nil && !(w.nulls && t.lacksAny(w.order.column, o)); !ok {
			return
		}
		base, kept := t.amongLocked(q.Now, ids), t.keptLocked(w)
		found := narrow(base, w.conds, kept, "")
		if !q.NoTotal {
			res.Total = found.count()
		}
		if q.Limit > 0 {
			res.IDs = t.bestLocked(found, nil, nil, o, q)
		}
		for n := range w.facets {
			t.count(&w.facets[n], narrow(base, w.conds, kept, w.facets[n].Name), &res)
		}
	})
	if err == nil && !ok {
		err = search.ErrNotHeld
	}
	return res, err
}

// Titles returns the titles of some rows.
func (b *Beside) Titles(ids []string) (titles map[string]string, err error) {
	k := b.table.kind
	i := slices.Index(k.Names, k.Texts.Title)
	if i < 0 {
		return nil, search.ErrNotHeld
	}
	titles = make(map[string]string, len(ids))
	err = b.read(func() {
		for _, id := range ids {
			if row, ok := b.table.at[id]; ok {
				titles[id] = b.table.names[i][row]
			}
		}
	})
	return titles, err
}

// Described returns the texts that describe some rows beside their own. They are the name of the related row that is
// searched, the names of nodes, and pairs.
func (b *Beside) Described(ids []string) (texts map[string]string, err error) {
	t := b.table
	texts = make(map[string]string, len(ids))
	err = b.read(func() {
		for _, id := range ids {
			row, ok := t.at[id]
			if !ok {
				continue
			}
			var f search.Fields
			for _, leaf := range t.links[row] {
				for _, n := range t.tree.above[leaf] {
					f.Titles = append(f.Titles, t.tree.named[n].name)
				}
			}
			for _, p := range t.pairs[row] {
				f.Pairs = append(f.Pairs, search.Pair{Name: t.known.all[p].name, Value: t.known.all[p].value})
			}
			if of := t.kind.wordsOf(); of >= 0 && t.codes[of].of[row] >= 0 {
				if r := t.codes[of].named[t.codes[of].of[row]]; r.shown {
					f.Titles = append(f.Titles, r.name)
				}
			}
			nodes, pairs := f.Described()
			texts[id] = strings.Join(append(nodes, pairs...), " ")
		}
	})
	return texts, err
}

// Names returns the visible ones of some rows of a related table, or of the tree: their names and slugs.
func (b *Beside) Names(table string, ids []string) (all map[string]search.Count, err error) {
	k := b.table.kind
	var of *codes
	if table == k.Tree.Kind {
		of = &b.table.tree.codes
	}
	for i := range k.Codes {
		if k.Codes[i].Kind == table {
			of = &b.table.codes[i]
		}
	}
	if table == "" || of == nil {
		return nil, search.ErrNotHeld
	}
	all = make(map[string]search.Count, len(ids))
	err = b.read(func() {
		for _, id := range ids {
			if n, ok := of.number[id]; ok && of.named[n].shown {
				all[id] = search.Count{Value: id, Label: of.named[n].name, Slug: of.named[n].slug}
			}
		}
	})
	return all, err
}
