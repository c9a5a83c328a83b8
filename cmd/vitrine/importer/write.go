package importer

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A writer writes batches on one connection of its own, one transaction each: either a batch is there or nothing of it is.
type writer struct {
	p    *plan
	conn *pgx.Conn
}

// An outcome is what became of a batch.
type outcome struct {
	inserted, updated, unchanged int
	tables                       map[string]*Count
	skipped                      int // records of another kind
	rejects                      []reject
	waiting                      []*draft // their parent is not there yet
}

type reject struct {
	rec    Record
	reason string
}

// newWriter takes over a connection and makes the temporary tables.
//
// The statements over them run unprepared: a plan made while a table was empty must not serve when it is full. (Forcing
// custom plans for the session would do that to the foreign keys' own queries too, and costs half the speed.)
func newWriter(ctx context.Context, p *plan, conn *pgx.Conn) (*writer, error) {
	w := &writer{p, conn}
	sql := `SET jit = off; SET TIME ZONE 'UTC';`
	for _, st := range p.stages {
		sql += "\nCREATE TEMP TABLE " + st.temp() + " (_n int, _absent bigint, id text"
		if st.slug {
			sql += ", slug text, _spare text"
		}
		for _, c := range st.columns {
			sql += ", " + quote(c.Name) + " " + c.declared()
		}
		sql += ") ON COMMIT DELETE ROWS;"
	}
	if _, err := conn.Exec(ctx, sql); err != nil {
		return nil, fmt.Errorf("make the temporary tables: %w", err)
	}
	return w, nil
}

// write writes a batch. Where Postgres refuses it for one of its rows, it is halved until the row is found and rejected.
func (w *writer) write(ctx context.Context, batch []*draft) (outcome, error) {
	if len(batch) == 0 {
		return outcome{}, nil
	}
	made, err := patiently(ctx, batch, w.onceEntries)
	if err != nil {
		return outcome{}, err
	}
	o, err := patiently(ctx, batch, w.once)
	o.add(made)
	if err == nil {
		return o, nil
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || !slices.Contains([]string{"22", "23", "54"}, pg.Code[:2]) || pg.Code == "23000" {
		return outcome{}, err // not the fault of a row; 23000 is the seal's
	}
	if len(batch) == 1 {
		made.rejects = append(made.rejects, reject{batch[0].rec, w.p.inPlainWords(pg)})
		return made, nil
	}
	half := len(batch) / 2
	first, err := w.write(ctx, batch[:half])
	first.add(made)
	if err != nil {
		return first, err
	}
	second, err := w.write(ctx, batch[half:])
	first.add(second)
	return first, err
}

// patiently repeats a transaction that lost against others: a deadlock, a serialization failure, a lock that did not come.
func patiently(ctx context.Context, batch []*draft, once func(context.Context, []*draft) (outcome, error)) (outcome, error) {
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		o, err := once(ctx, batch)
		var pg *pgconn.PgError
		lost := errors.Is(err, errAdopted) || errors.As(err, &pg) && (slices.Contains([]string{"40001", "40P01", "55P03"}, pg.Code) || justMade(pg))
		if !lost || wait > 5*time.Second {
			return o, err
		}
		select {
		case <-ctx.Done():
			return o, ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
}

// justMade reports that a record's row was made on the way to another, by the other worker, after we had looked for it.
func justMade(err *pgconn.PgError) bool {
	return err.Code == "23505" && (err.ConstraintName == err.TableName+"_pkey" || err.ConstraintName == err.TableName+"_tenant_id_id_key")
}

// An attempt is one transaction over a batch.
type attempt struct {
	*writer
	tx    pgx.Tx
	batch []*draft
	out   []bool // records that were taken out
	fate  []fate
	outcome
}

// fill writes the rows of a stage straight into their table, where that can be done, or else into the temporary one.
func (a *attempt) fill(ctx context.Context, st *stage, mask *uint64) (done bool, err error) {
	if a.allNew() {
		if done, err = a.copyStraight(ctx, st); err != nil || done {
			return done, err
		}
	}
	*mask, err = a.copy(ctx, st)
	return false, err
}

// A fate is what became of a record.
type fate byte

const (
	unchanged fate = iota
	updated
	inserted
)

// onceEntries makes the rows of other tables that the batch needs on the way, in a transaction of their own: the other workers, who often
// need the same ones, would wait for the whole batch otherwise. Those of the records' own table come with the batch, and one worker writes it.
func (w *writer) onceEntries(ctx context.Context, batch []*draft) (outcome, error) {
	if !slices.ContainsFunc(batch, func(d *draft) bool {
		return slices.ContainsFunc(d.needed, func(e *entry) bool { return e.table != w.p.main.table.Name && !e.stored.Load() })
	}) {
		return outcome{}, nil
	}
	a := &attempt{writer: w, batch: batch}
	var err error
	if a.tx, err = w.conn.Begin(ctx); err != nil {
		return outcome{}, err
	}
	defer func() { _ = a.tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	all, made, err := a.makeEntries(ctx, func(table string) bool { return table != w.p.main.table.Name })
	if err != nil {
		return outcome{}, err
	}
	if err := a.tx.Commit(ctx); err != nil {
		return outcome{}, err
	}
	for _, e := range made {
		e.ours.Store(true)
	}
	for _, e := range all {
		e.stored.Store(true)
	}
	return a.outcome, nil
}

func (w *writer) once(ctx context.Context, batch []*draft) (outcome, error) {
	a := &attempt{writer: w, batch: batch, out: make([]bool, len(batch)), fate: make([]fate, len(batch))}
	var err error
	if a.tx, err = w.conn.Begin(ctx); err != nil {
		return outcome{}, err
	}
	defer func() { _ = a.tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	own, made, err := a.makeEntries(ctx, func(table string) bool { return table == w.p.main.table.Name })
	if err != nil {
		return outcome{}, err
	}
	masks := make([]uint64, len(w.p.stages))
	for i, st := range w.p.stages {
		if st.straight() {
			continue
		}
		if masks[i], err = a.copy(ctx, st); err != nil {
			return outcome{}, err
		}
	}
	if err := a.check(ctx); err != nil {
		return outcome{}, err
	}
	for i, st := range w.p.stages {
		if st.straight() {
			if done, err := a.fill(ctx, st, &masks[i]); err != nil {
				return outcome{}, err
			} else if done {
				continue
			}
		}
		if err := a.upsert(ctx, st, masks[i]); err != nil {
			return outcome{}, err
		}
	}
	if err := a.tx.Commit(ctx); err != nil {
		return outcome{}, err
	}
	for _, e := range made {
		e.ours.Store(true)
	}
	for _, e := range own {
		e.stored.Store(true)
	}
	for n, d := range batch {
		if a.out[n] {
			continue
		}
		if d.self != nil {
			d.self.stored.Store(true)
		}
		switch {
		case a.fate[n] == inserted || d.self != nil && d.self.ours.Load(): // or it was made on the way to another
			a.inserted++
		case a.fate[n] == updated:
			a.updated++
		default:
			a.unchanged++
		}
	}
	return a.outcome, nil
}
