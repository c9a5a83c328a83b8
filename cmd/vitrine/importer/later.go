package importer

import (
	"context"
	"fmt"
	"slices"
)

// Related fills a table that joins records of the file with each other, such as a word with its synonyms. The value is a list
// of keys. Rows wait until all records are written, since they may name one that comes later, and those that name none are
// left out: a word may well be said that has no entry.
func Related(table, column string) Target {
	return func(p *plan) (put, error) {
		own := p.main.table.Name + "_id"
		st, err := p.stage(table, own, column, "position")
		if err != nil {
			return nil, err
		}
		if target := st.columns[1].Target; target != p.main.table.Name {
			return nil, fmt.Errorf("%s.%s points to %s: want %s", table, column, target, p.main.table.Name)
		}
		st.pair = []string{own, column}
		return func(d *draft, v any) error {
			list, ok := v.([]any)
			if !ok && v != nil {
				return fmt.Errorf("want a list of names, got %s", describe(v))
			}
			for _, one := range list {
				key, err := nameOf(one)
				if err != nil {
					return fmt.Errorf("%s: %w", table, err)
				}
				e := p.refer(p.main.table.Name, key)
				if key == "" || e.id == d.id || slices.ContainsFunc(d.late, func(r *row) bool { return r.st == st && r.key == e.id }) {
					continue
				}
				r := &row{st: st, key: e.id, id: deriveChildID(d.id, table, e.id), cells: make([]cell, len(st.columns))}
				r.cells[0] = cell{state: given, text: d.id}
				r.cells[1] = cell{state: given, ref: e}
				r.cells[2] = number(len(d.late))
				d.late = append(d.late, r)
			}
			return nil
		}, nil
	}
}

// later writes the rows that waited until all records were there.
func (r *run) later(ctx context.Context) error {
	if len(r.late) == 0 {
		return nil
	}
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	c := conn.Hijack()
	defer closeConn(ctx, c)
	w, err := newWriter(ctx, r.p, c)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(r.late, r.o.Batch) {
		o, err := patiently(ctx, batch, w.onceLater)
		if err != nil {
			return err
		}
		if err := r.account(outcome{tables: o.tables}); err != nil {
			return err
		}
	}
	return nil
}

// onceLater is once for rows alone: their records are there already, or were refused.
func (w *writer) onceLater(ctx context.Context, batch []*draft) (outcome, error) {
	a := &attempt{writer: w, batch: batch, out: make([]bool, len(batch)), fate: make([]fate, len(batch))}
	var err error
	if a.tx, err = w.conn.Begin(ctx); err != nil {
		return outcome{}, err
	}
	defer func() { _ = a.tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	for _, st := range w.p.stages {
		mask, err := a.copy(ctx, st)
		if err != nil {
			return outcome{}, err
		}
		if st == w.p.main {
			continue
		}
		for _, c := range st.columns {
			if c.Target != w.p.main.table.Name {
				continue
			}
			if _, err := a.tx.Exec(ctx, fmt.Sprintf("DELETE FROM %s s WHERE NOT EXISTS (SELECT FROM %s x WHERE x.tenant_id = (SELECT $1) AND x.id = s.%s OFFSET 0)",
				st.temp(), w.p.main.table.quoted(), quote(c.Name)), w.p.tenant); err != nil {
				return outcome{}, err
			}
		}
		if err := a.upsert(ctx, st, mask); err != nil {
			return outcome{}, err
		}
	}
	return a.outcome, a.tx.Commit(ctx)
}
