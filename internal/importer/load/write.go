package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/importer/table"
)

// A Writer writes batches on a connection of its own, each in one transaction.
type Writer struct {
	p    *Plan
	conn *pgx.Conn
}

// NewWriter takes over a connection and creates the temporary tables.
//
// Statements on the temporary tables run unprepared: a plan made for an empty table must not be used for a full one.
// (Forcing custom plans for the session would also affect the queries of foreign keys, and halves the speed.)
func NewWriter(ctx context.Context, p *Plan, conn *pgx.Conn) (*Writer, error) {
	w := &Writer{p, conn}
	sql := `SET jit = off; SET TIME ZONE 'UTC';`
	for _, st := range p.stages {
		sql += "\nCREATE TEMP TABLE " + st.temp() + " (_n int, _absent bigint, id text"
		if st.slug {
			sql += ", slug text, _spare text"
		}
		for _, c := range st.Columns {
			sql += ", " + table.Quote(c.Name) + " " + c.Declared()
		}
		sql += ") ON COMMIT DELETE ROWS;"
	}
	if _, err := conn.Exec(ctx, sql); err != nil {
		return nil, fmt.Errorf("create the temporary tables: %w", err)
	}
	return w, nil
}

// Write writes a batch. If Postgres refuses a row, Write halves the batch until it finds the row, and rejects it.
func (w *Writer) Write(ctx context.Context, batch []*Draft) (Outcome, error) {
	if len(batch) == 0 {
		return Outcome{}, nil
	}
	created, err := retry(ctx, batch, w.createOnce)
	if err != nil {
		return Outcome{}, err
	}
	o, err := retry(ctx, batch, w.writeOnce)
	o.add(created)
	if err == nil {
		return o, nil
	}
	var pg *pgconn.PgError
	rowErrors := []string{"22", "23", "54"} // classes: data exception, integrity constraint, program limit exceeded
	if !errors.As(err, &pg) || !slices.Contains(rowErrors, pg.Code[:2]) || pg.Code == "23000" {
		return Outcome{}, err // not the fault of a row; seal() raises 23000
	}
	if len(batch) == 1 {
		created.Rejects = append(created.Rejects, Reject{batch[0].Record, w.p.explain(pg)})
		return created, nil
	}
	half := len(batch) / 2
	first, err := w.Write(ctx, batch[:half])
	first.add(created)
	if err != nil {
		return first, err
	}
	second, err := w.Write(ctx, batch[half:])
	first.add(second)
	return first, err
}

// retry repeats a transaction that conflicted with another: a deadlock, a serialization failure or a lock timeout.
func retry(ctx context.Context, batch []*Draft,
	once func(context.Context, []*Draft) (Outcome, error)) (Outcome, error) {
	conflicts := []string{"40001", "40P01", "55P03"}
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		o, err := once(ctx, batch)
		var pg *pgconn.PgError
		lost := errors.Is(err, errAdopted) || errors.As(err, &pg) && (slices.Contains(conflicts, pg.Code) || justCreated(pg))
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

// justCreated reports that another worker created a record's row, as a referenced one, after this one had looked for
// it.
func justCreated(err *pgconn.PgError) bool {
	key := err.ConstraintName == err.TableName+"_pkey" || err.ConstraintName == err.TableName+"_tenant_id_id_key"
	return err.Code == "23505" && key
}

// createOnce creates the referenced rows of other tables in a transaction of their own. Otherwise workers that
// reference the same rows would wait for each other's whole batch. Rows of the records' own table are created with the
// batch, by the only worker.
func (w *Writer) createOnce(ctx context.Context, batch []*Draft) (Outcome, error) {
	own := w.p.Main.Table.Name
	if !slices.ContainsFunc(batch, func(d *Draft) bool {
		return slices.ContainsFunc(d.needed, func(e *Entry) bool { return e.table != own && !e.stored.Load() })
	}) {
		return Outcome{}, nil
	}
	a := &attempt{Writer: w, batch: batch}
	var err error
	if a.tx, err = w.conn.Begin(ctx); err != nil {
		return Outcome{}, err
	}
	defer func() { _ = a.tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	present, created, err := a.createEntries(ctx, func(table string) bool { return table != own })
	if err != nil {
		return Outcome{}, err
	}
	if err := a.tx.Commit(ctx); err != nil {
		return Outcome{}, err
	}
	markStored(present, created)
	return a.Outcome, nil
}

func markStored(present, created []*Entry) {
	for _, e := range created {
		e.created.Store(true)
	}
	for _, e := range present {
		e.stored.Store(true)
	}
}

// writeOnce writes the batch in one transaction.
func (w *Writer) writeOnce(ctx context.Context, batch []*Draft) (Outcome, error) {
	a := w.newAttempt(batch)
	var err error
	if a.tx, err = w.conn.Begin(ctx); err != nil {
		return Outcome{}, err
	}
	defer func() { _ = a.tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	present, created, err := a.createEntries(ctx, func(table string) bool { return table == w.p.Main.Table.Name })
	if err != nil {
		return Outcome{}, err
	}
	masks := make([]uint64, len(w.p.stages))
	for i, st := range w.p.stages {
		if st.direct() {
			continue
		}
		if masks[i], err = a.copy(ctx, st); err != nil {
			return Outcome{}, err
		}
	}
	if err := a.check(ctx); err != nil {
		return Outcome{}, err
	}
	for i, st := range w.p.stages {
		if st.Late {
			if err := a.follow(ctx, st); err != nil {
				return Outcome{}, err
			}
			continue
		}
		if st.direct() {
			if done, err := a.fill(ctx, st, &masks[i]); err != nil {
				return Outcome{}, err
			} else if done {
				continue
			}
		}
		if err := a.follow(ctx, st); err != nil {
			return Outcome{}, err
		}
		if err := a.upsert(ctx, st, masks[i]); err != nil {
			return Outcome{}, err
		}
	}
	if err := a.register(ctx); err != nil {
		return Outcome{}, err
	}
	if w.p.drafted {
		if err := a.publish(ctx); err != nil {
			return Outcome{}, err
		}
	}
	if err := a.tx.Commit(ctx); err != nil {
		return Outcome{}, err
	}
	markStored(present, created)
	a.tally()
	return a.Outcome, nil
}

// WriteLate writes rows that reference other records of the file, after all records. Rows whose records do not exist
// are left out.
func (w *Writer) WriteLate(ctx context.Context, batch []*Draft) (Outcome, error) {
	return retry(ctx, batch, w.writeLateOnce)
}

func (w *Writer) writeLateOnce(ctx context.Context, batch []*Draft) (Outcome, error) {
	a := w.newAttempt(batch)
	var err error
	if a.tx, err = w.conn.Begin(ctx); err != nil {
		return Outcome{}, err
	}
	defer func() { _ = a.tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	main := w.p.Main
	for _, st := range w.p.stages {
		mask, err := a.copy(ctx, st)
		if err != nil {
			return Outcome{}, err
		}
		if st == main {
			continue
		}
		for _, c := range st.Columns {
			if c.Target != main.Table.Name {
				continue
			}
			sql := fmt.Sprintf("DELETE FROM %s s WHERE NOT EXISTS "+
				"(SELECT FROM %s x WHERE x.tenant_id = (SELECT $1) AND x.id = s.%s OFFSET 0)",
				st.temp(), main.Table.Quoted(), table.Quote(c.Name))
			if _, err := a.tx.Exec(ctx, sql, w.p.Tenant); err != nil {
				return Outcome{}, err
			}
		}
		if err := a.upsert(ctx, st, mask); err != nil {
			return Outcome{}, err
		}
	}
	return a.Outcome, a.tx.Commit(ctx)
}

// An attempt is one transaction over a batch.
type attempt struct {
	*Writer
	tx    pgx.Tx
	batch []*Draft
	out   []bool // records that were removed from the batch
	fate  []fate
	Outcome

	preview *preview // nil if the attempt writes
}

// newAttempt makes an attempt without a transaction.
func (w *Writer) newAttempt(batch []*Draft) *attempt {
	return &attempt{Writer: w, batch: batch, out: make([]bool, len(batch)), fate: make([]fate, len(batch))}
}

// A fate is the result of a record.
type fate byte

const (
	unchanged fate = iota
	updated
	inserted
)

// fill writes the rows of a stage directly into their table if possible, or else into the temporary one.
func (a *attempt) fill(ctx context.Context, st *Stage, mask *uint64) (done bool, err error) {
	if a.allNew() {
		if done, err = a.copyDirect(ctx, st); err != nil || done {
			return done, err
		}
	}
	*mask, err = a.copy(ctx, st)
	return false, err
}

// touch records that a record is new, or that it or one of its child rows changed.
func (a *attempt) touch(n int, isNew bool) {
	if isNew {
		a.fate[n] = inserted
	}
	a.fate[n] = max(a.fate[n], updated)
}

// allNew reports whether every record of the batch is new, so that none has child rows yet. Removed records do not
// count.
func (a *attempt) allNew() bool {
	for n, f := range a.fate {
		if f != inserted && !a.out[n] {
			return false
		}
	}
	return true
}

// tally counts the records of a committed batch.
func (a *attempt) tally() {
	for n, d := range a.batch {
		if a.out[n] {
			continue
		}
		if d.self != nil {
			d.self.stored.Store(true)
		}
		switch {
		case a.fate[n] == inserted || d.self != nil && d.self.created.Load(): // or created as a referenced row
			a.Inserted++
		case a.fate[n] == updated:
			a.Updated++
		default:
			a.Unchanged++
		}
	}
}
