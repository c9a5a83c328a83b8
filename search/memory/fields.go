package memory

import (
	"context"
	"fmt"
	"slices"

	"vitrine/internal/filter"
	"vitrine/search"
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
