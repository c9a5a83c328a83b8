package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// A run is one import: a reader, which settles ids and slugs in the order of the file, and workers, which write.
type run struct {
	p       *plan
	o       Options
	pool    *pgxpool.Pool
	src     *source
	sample  []read
	over    bool  // the file is read
	fileErr error // why it cannot be read to its end
	meter   *meter

	lines map[string]int // of records that have a key, by id
	times map[string]int // how often a content was seen

	mu      sync.Mutex
	report  *Report
	rejects *rejectFile
	waiting []*draft
	late    []*draft // rows that wait until all records are there; of the reader alone until it has ended
}

func (r *run) run(ctx context.Context) error {
	begun := time.Now()
	r.lines, r.times = map[string]int{}, map[string]int{}
	r.meter = newMeter(r.o.Progress, r.src)
	r.meter.Start()
	err := r.flow(ctx)
	if err == nil {
		err = r.settle(ctx)
	}
	if err == nil {
		err = r.later(ctx)
	}
	if err == nil {
		err = r.analyze(ctx)
	}
	r.meter.Stop()
	r.report.Seconds = time.Since(begun).Seconds()
	r.report.RowsPerSecond = float64(r.report.Read) / r.report.Seconds
	r.report.Ignored = r.p.ignored
	if r.report.Rejected > 0 {
		r.report.RejectFile = r.rejects.name
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("stopped after %s rows; the same command completes the import: %w", comma(r.report.Read), ctx.Err())
	case err != nil:
		return fmt.Errorf("stopped after %s rows; the same command completes the import: %w", comma(r.report.Read), err)
	case r.fileErr != nil:
		return fmt.Errorf("%s: %w. The %s rows before that were read; with the whole file, the same command completes the import",
			r.o.File, r.fileErr, comma(r.report.Read))
	}
	return nil
}

// flow reads the file and writes its batches, several at once.
func (r *run) flow(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	batches := make(chan []*draft, r.o.Workers)
	g.Go(func() error {
		defer close(batches)
		for {
			chunk := r.chunk()
			if chunk == nil {
				return nil
			}
			batch, err := r.drafts(ctx, chunk)
			if err != nil {
				return err
			}
			select {
			case batches <- batch:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	workers := r.o.Workers
	if r.p.selfish() {
		workers = 1
	}
	for range workers {
		g.Go(func() error { return r.work(ctx, batches) })
	}
	return g.Wait()
}

// work writes batches until there are no more, on a connection of its own.
func (r *run) work(ctx context.Context, batches <-chan []*draft) error {
	var w *writer
	for batch := range batches {
		if w == nil { // a file of one batch needs one connection
			conn, err := r.pool.Acquire(ctx)
			if err != nil {
				return fmt.Errorf("connect: %w", err)
			}
			c := conn.Hijack() // its settings and temporary tables are no use to anybody else
			defer closeConn(ctx, c)
			if w, err = newWriter(ctx, r.p, c); err != nil {
				return err
			}
		}
		o, err := w.write(ctx, batch)
		if err := errors.Join(err, r.account(o)); err != nil {
			return err
		}
		r.meter.done.Add(int64(len(batch)))
	}
	return nil
}

func closeConn(ctx context.Context, c *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = c.Close(ctx) // Postgres notices by itself
}

// chunk reads the records of the next batch; nil at the end of the file.
func (r *run) chunk() []read {
	var chunk []read
	for len(chunk) < r.o.Batch && !r.over {
		if len(r.sample) > 0 {
			n := min(len(r.sample), r.o.Batch-len(chunk))
			chunk, r.sample = append(chunk, r.sample[:n]...), r.sample[n:]
			continue
		}
		if r.over = r.fileErr != nil; r.over {
			break
		}
		rec, err := r.src.Next()
		var why reason
		if err == nil || errors.As(err, &why) {
			chunk = append(chunk, read{rec, err})
			continue
		}
		r.over = true
		if !errors.Is(err, io.EOF) {
			r.fileErr = err // what was read until here is imported all the same
		}
	}
	return chunk
}

// drafts makes the rows of a chunk.
func (r *run) drafts(ctx context.Context, chunk []read) ([]*draft, error) {
	if err := r.p.lookUp(ctx, r.pool, chunk); err != nil {
		return nil, err
	}
	batch := make([]*draft, 0, len(chunk))
	var o outcome
	r.p.mu.RLock()
	for _, c := range chunk {
		if c.err == nil && r.p.only != nil && !r.p.only(c.rec.Fields) {
			o.skipped++
			continue
		}
		d, err := r.draft(c)
		if err != nil {
			o.rejects = append(o.rejects, reject{c.rec, err.Error()})
			continue
		}
		batch = append(batch, d)
		if d.late != nil {
			r.late = append(r.late, &draft{p: r.p, id: d.id, rows: d.late})
		}
	}
	r.p.mu.RUnlock()
	r.mu.Lock()
	r.report.Read += len(chunk)
	r.mu.Unlock()
	return batch, r.account(o)
}

func (r *run) draft(c read) (*draft, error) {
	if c.err != nil {
		return nil, c.err
	}
	id, err := r.identify(c.rec)
	if err != nil {
		return nil, err
	}
	d, err := r.p.build(c.rec, id)
	if err == nil && len(r.p.key) > 0 {
		r.lines[id] = c.rec.Line
	}
	return d, err
}

// identify settles the id of a record: its key's, or its content's and how often that came before.
func (r *run) identify(rec Record) (string, error) {
	kind := r.p.main.table.Name
	if len(r.p.key) == 0 {
		content := fingerprint(rec.Fields)
		r.times[content]++
		return deriveID(r.p.tenant, kind, "content", content, strconv.Itoa(r.times[content])), nil
	}
	var values []string
	for _, field := range r.p.key {
		field, optional := strings.CutSuffix(field, "?")
		v, _ := Object(rec.Fields).Get(field)
		value, err := nameOf(v)
		if err != nil {
			return "", fmt.Errorf("its key %s: %w", field, err)
		}
		if value == "" && !optional {
			return "", fmt.Errorf("its key %s is missing", field)
		}
		values = append(values, value)
	}
	id := r.p.refer(kind, strings.Join(values, "\x00")).id
	if refs := r.p.refs[kind]; refs != nil && r.p.byLabel { // it may be the parent of an earlier record, or an editor's
		e, err := refs.named(values[0])
		if err != nil {
			return "", err
		}
		id = e.id
	}
	if r.p.bySlug && r.p.slugs[values[0]] != "" {
		id = r.p.slugs[values[0]]
	}
	if line := r.lines[id]; line > 0 {
		return "", fmt.Errorf("its key %s %q was on line %d already", strings.Join(r.p.key, ", "), strings.Join(values, ", "), line)
	}
	return id, nil
}

// account adds what became of a batch to the report, and writes its rejects.
func (r *run) account(o outcome) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.add(o)
	r.waiting = append(r.waiting, o.waiting...)
	for _, rej := range o.rejects {
		r.report.Rejected++
		r.report.Reasons[alike(rej.reason)]++
		if err := r.rejects.Add(rej); err != nil {
			return err
		}
	}
	return nil
}

// settle writes the records that waited for their parents, generation by generation. Those whose parent never came are
// rejected.
func (r *run) settle(ctx context.Context) error {
	for len(r.waiting) > 0 {
		waiting := r.waiting
		r.waiting = nil
		batches := make(chan []*draft, len(waiting)/r.o.Batch+1)
		for len(waiting) > 0 {
			n := min(len(waiting), r.o.Batch)
			batches <- waiting[:n]
			waiting = waiting[n:]
		}
		close(batches)
		before := r.report.Inserted + r.report.Updated + r.report.Unchanged + r.report.Rejected
		if err := r.work(ctx, batches); err != nil {
			return err
		}
		if r.report.Inserted+r.report.Updated+r.report.Unchanged+r.report.Rejected > before {
			continue
		}
		var o outcome
		for _, d := range r.waiting {
			o.rejects = append(o.rejects, reject{d.rec, r.p.orphan(d)})
		}
		r.waiting = nil
		return r.account(o)
	}
	return nil
}

// analyze refreshes the planner's statistics of tables that grew much: the first readers should not wait for autovacuum. Only those of columns that
// lists are ordered and cut by, which is a tenth of the work: what full-text search wants to know comes with autovacuum.
func (r *run) analyze(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(r.o.Workers)
	for _, table := range sortedKeys(r.report.Tables) {
		if c := r.report.Tables[table]; c.Inserted+c.Updated < 1000 {
			continue
		}
		g.Go(func() error {
			rows, err := r.pool.Query(ctx, `
				SELECT DISTINCT quote_ident(a.attname) FROM pg_index i
				JOIN pg_class c ON c.oid = i.indexrelid
				JOIN pg_am m ON m.oid = c.relam AND m.amname = 'btree'
				JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
				WHERE i.indrelid = $1::text::regclass ORDER BY 1`, r.p.tables[table].quoted())
			if err != nil {
				return fmt.Errorf("analyze %s: %w", table, err)
			}
			columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return fmt.Errorf("analyze %s: %w", table, err)
			}
			if _, err := r.pool.Exec(ctx, "ANALYZE "+r.p.tables[table].quoted()+" ("+strings.Join(columns, ", ")+")"); err != nil {
				return fmt.Errorf("analyze %s: %w", table, err)
			}
			return nil
		})
	}
	return g.Wait()
}

// lookUp finds which of the ids and slugs that a chunk names are rows of the tenant.
func (p *plan) lookUp(ctx context.Context, pool *pgxpool.Pool, chunk []read) error {
	p.there = map[string]map[string]bool{}
	asked := p.asked
	if len(p.key) == 1 {
		asked = append(asked[:len(asked):len(asked)], ask{field: p.key[0], table: p.main.table.Name})
	}
	for _, a := range asked {
		var ids []string
		if isID(a.constant) {
			ids = append(ids, a.constant)
		}
		for _, c := range chunk {
			if v, _ := Object(c.rec.Fields).Get(a.field); v != nil {
				if s, _ := v.(string); isID(s) {
					ids = append(ids, s)
				}
			}
		}
		if len(ids) == 0 {
			continue
		}
		rows, err := pool.Query(ctx, fmt.Sprintf("SELECT id FROM %s WHERE tenant_id = (SELECT $1) AND id = ANY($2)", p.tables[a.table].quoted()), p.tenant, ids)
		if err != nil {
			return fmt.Errorf("look up ids of %s: %w", a.table, err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("look up ids of %s: %w", a.table, err)
		}
		if p.there[a.table] == nil {
			p.there[a.table] = map[string]bool{}
		}
		for _, id := range list {
			p.there[a.table][id] = true
		}
	}
	if !p.bySlug {
		return nil
	}
	var slugs []string
	for _, c := range chunk {
		if v, _ := Object(c.rec.Fields).Get(p.key[0]); v != nil {
			s, _ := nameOf(v)
			slugs = append(slugs, s)
		}
	}
	rows, err := pool.Query(ctx, fmt.Sprintf("SELECT slug, id FROM %s WHERE tenant_id = (SELECT $1) AND slug = ANY($2)", p.main.table.quoted()), p.tenant, slugs)
	if err != nil {
		return fmt.Errorf("look up slugs of %s: %w", p.main.table.Name, err)
	}
	p.slugs = map[string]string{}
	var slug, id string
	_, err = pgx.ForEachRow(rows, []any{&slug, &id}, func() error {
		p.slugs[slug] = id
		return nil
	})
	if err != nil {
		return fmt.Errorf("look up slugs of %s: %w", p.main.table.Name, err)
	}
	return nil
}
