package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/match"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A run is one import. One goroutine reads and assigns ids and slugs in the order of the file; workers write.
type run struct {
	o       Options
	pool    *pgxpool.Pool
	side    *pgx.Conn // for what is read and removed beside the batches
	unlock  func()    // releases the tenant's lock
	in      *input
	src     *source.Source
	tables  map[string]*table.Table
	mapping load.Mapping
	fields  []string // of the first records
	sample  []source.Item
	p       *load.Plan
	reader  *load.Reader
	over    bool  // the file has been read
	fileErr error // why the file could not be read to its end
	meter   *meter

	notation   *match.Memory   // of texts and categories, by earlier imports and this one
	remembered identity.Memory // by earlier imports, before the tenant's lock is taken

	earlier []string // names of the files of earlier imports of the series

	choice choice
	by     load.Identity
	prune  *pruner // nil without --prune

	exists  bool // the tenant exists
	created bool // this run created it
	start   sync.Mutex
	begun   bool // the first batch may be written

	mu      sync.Mutex
	report  *Report
	rejects *rejectFile
	waiting []*load.Draft
}

func (r *run) run(ctx context.Context) error {
	begun := time.Now()
	r.meter = newMeter(r.o.Progress, r.src.Size, r.src.Taken)
	r.meter.Start()
	err := r.flow(ctx)
	if err == nil {
		err = r.writeWaiting(ctx)
	}
	if err == nil && !r.o.DryRun {
		err = r.writeLate(ctx)
	}
	if err == nil {
		err = r.removeGone(ctx)
	}
	if err == nil && !r.o.DryRun {
		err = r.analyze(ctx)
	}
	err = errors.Join(err, r.end(ctx, err == nil && r.fileErr == nil))
	r.meter.Stop()
	r.report.Seconds = time.Since(begun).Seconds()
	r.report.RowsPerSecond = float64(r.report.Read) / r.report.Seconds
	r.report.Ignored = r.p.Ignored()
	r.report.Key, r.report.KeyNote = r.choice.key.String(), r.choice.why
	r.report.Notices = r.p.Notices()
	r.report.Formats, r.report.Removed = r.p.Formats(), r.p.Removed()
	if r.report.Rejected > 0 {
		r.report.RejectFile = r.rejects.name
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("stopped after %s; run the same command again to complete the import: %w",
			rowsOf(r.report.Read), ctx.Err())
	case err != nil:
		return fmt.Errorf("stopped after %s; run the same command again to complete the import: %w",
			rowsOf(r.report.Read), err)
	case r.fileErr != nil:
		return fmt.Errorf("%s: %w. The first %s rows were read; run the same command with the whole file to "+
			"complete the import",
			r.o.File, r.fileErr, comma(r.report.Read))
	}
	return nil
}

// flow reads the file and writes its batches concurrently.
func (r *run) flow(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	batches := make(chan []*load.Draft, r.o.Workers)
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
	if r.p.OneWriter() || r.o.DryRun {
		workers = 1
	}
	for range workers {
		g.Go(func() error { return r.work(ctx, batches) })
	}
	return g.Wait()
}

// work writes batches on a connection of its own, until there are no more.
func (r *run) work(ctx context.Context, batches <-chan []*load.Draft) error {
	var w *load.Writer
	for batch := range batches {
		if w == nil { // a file of one batch needs only one connection
			c, err := r.connect(ctx)
			if err != nil {
				return err
			}
			defer closeConn(ctx, c)
			if w, err = load.NewWriter(ctx, r.p, c); err != nil {
				return err
			}
		}
		if err := r.write(ctx, w, batch); err != nil {
			return err
		}
		r.meter.done.Add(int64(len(batch)))
	}
	return nil
}

// write writes a batch, or compares it in a dry run.
func (r *run) write(ctx context.Context, w *load.Writer, batch []*load.Draft) error {
	if r.o.DryRun {
		o, differences, err := w.Preview(ctx, batch, shownDifferences-len(r.report.Differences))
		if err != nil {
			return err
		}
		r.report.Differences = append(r.report.Differences, differences...)
		return r.account(o)
	}
	if len(batch) > 0 {
		if err := r.begin(ctx); err != nil {
			return err
		}
	}
	o, err := w.Write(ctx, batch)
	return errors.Join(err, r.account(o))
}

// shownDifferences is the number of changed records that a dry run shows.
const shownDifferences = 10

// chunk reads the records of the next batch. It returns nil at the end of the file.
func (r *run) chunk() []source.Item {
	var chunk []source.Item
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
		var why source.RowError
		if err == nil || errors.As(err, &why) {
			chunk = append(chunk, source.Item{Record: rec, Err: err})
			continue
		}
		r.over = true
		if !errors.Is(err, io.EOF) {
			r.fileErr = err // the records before the error are imported
		}
	}
	return chunk
}

// drafts makes the rows of a chunk.
func (r *run) drafts(ctx context.Context, chunk []source.Item) ([]*load.Draft, error) {
	batch, o, err := r.reader.Read(ctx, chunk)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.report.Read += len(chunk)
	r.mu.Unlock()
	return batch, r.account(o)
}

// account adds the outcome of a batch to the report, and writes its rejects.
func (r *run) account(o load.Outcome) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.add(o)
	r.waiting = append(r.waiting, o.Waiting...)
	for _, rej := range o.Rejects {
		r.report.reject(rej.Reason)
		if err := r.rejects.Add(rej); err != nil {
			return err
		}
	}
	return nil
}

// writeWaiting writes the records that waited for their parents, generation by generation. It rejects those whose
// parent does not exist.
func (r *run) writeWaiting(ctx context.Context) error {
	for len(r.waiting) > 0 {
		waiting := r.waiting
		r.waiting = nil
		batches := make(chan []*load.Draft, len(waiting)/r.o.Batch+1)
		for len(waiting) > 0 {
			n := min(len(waiting), r.o.Batch)
			batches <- waiting[:n]
			waiting = waiting[n:]
		}
		close(batches)
		before := r.report.done()
		if err := r.work(ctx, batches); err != nil {
			return err
		}
		if r.report.done() > before {
			continue
		}
		var o load.Outcome
		for _, d := range r.waiting {
			o.Rejects = append(o.Rejects, load.Reject{Record: d.Record, Reason: r.p.Orphan(d)})
		}
		r.waiting = nil
		return r.account(o)
	}
	return nil
}

// writeLate writes the rows that had to wait until all records are written.
func (r *run) writeLate(ctx context.Context) error {
	late := r.reader.Late()
	if len(late) == 0 {
		return nil
	}
	c, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer closeConn(ctx, c)
	w, err := load.NewWriter(ctx, r.p, c)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(late, r.o.Batch) {
		o, err := w.WriteLate(ctx, batch)
		if err != nil {
			return err
		}
		if err := r.account(load.Outcome{Tables: o.Tables}); err != nil {
			return err
		}
	}
	return nil
}

// analyze updates the planner's statistics of tables that grew by 1,000 rows or more, so that the first readers do not
// have to wait for autovacuum. It covers only the columns of btree indexes, by which lists are sorted and filtered.
// That is a tenth of the work; autovacuum updates the statistics for full-text search.
func (r *run) analyze(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(r.o.Workers)
	for _, table := range slices.Sorted(maps.Keys(r.report.Tables)) {
		if c := r.report.Tables[table]; c.Inserted+c.Updated < 1000 {
			continue
		}
		quoted := r.p.Tables[table].Quoted()
		g.Go(func() error {
			rows, err := r.pool.Query(ctx, `
				SELECT DISTINCT quote_ident(a.attname) FROM pg_index i
				JOIN pg_class c ON c.oid = i.indexrelid
				JOIN pg_am m ON m.oid = c.relam AND m.amname = 'btree'
				JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
				WHERE i.indrelid = $1::text::regclass ORDER BY 1`, quoted)
			if err != nil {
				return fmt.Errorf("analyze %s: %w", table, err)
			}
			columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return fmt.Errorf("analyze %s: %w", table, err)
			}
			sql := "ANALYZE " + quoted + " (" + strings.Join(columns, ", ") + ")"
			if _, err := r.pool.Exec(ctx, sql); err != nil {
				return fmt.Errorf("analyze %s: %w", table, err)
			}
			return nil
		})
	}
	return g.Wait()
}
