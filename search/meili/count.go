package meili

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"vitrine/internal/run"
)

// errLost is the error of a job whose index lost documents. The cursors were deleted.
var errLost = errors.New("the search index lost documents, and is indexed again")

// counts are the numbers of documents that this process left in each index, so that it does not write to an index that
// somebody emptied: with a few new documents it would look like a whole one.
type counts struct {
	sync.Mutex
	of map[string]count // by kind
}

type count struct {
	jobs  int   // that write
	known bool  // documents is the number after the last job
	docs  int64 // documents before the jobs that write
	gone  int   // documents that these may have deleted
}

// counting begins a job that writes to the index of a kind. done ends it, with its error and the number of documents
// that it may have deleted. Both fail if documents are missing.
func (e *Engine) counting(ctx context.Context, kind string) (done func(context.Context, error, int) error, err error) {
	e.counts.Lock()
	defer e.counts.Unlock()
	c := e.counts.of[kind]
	if c.jobs == 0 {
		n, err := e.Documents(ctx, kind)
		if err != nil {
			return nil, err
		}
		if c.known && n < c.docs {
			return nil, e.lost(ctx, kind)
		}
		c = count{docs: n}
	}
	c.jobs++
	e.counts.of[kind] = c
	return func(ctx context.Context, err error, gone int) error { return e.counted(ctx, kind, err, gone) }, nil
}

// counted ends a job.
func (e *Engine) counted(ctx context.Context, kind string, failed error, gone int) error {
	e.counts.Lock()
	defer e.counts.Unlock()
	c := e.counts.of[kind]
	c.jobs--
	if c.gone += gone; c.gone < gone { // an overflow
		c.gone = gone
	}
	e.counts.of[kind] = c
	if failed != nil {
		return failed
	}
	n, err := e.Documents(ctx, kind)
	switch {
	case err != nil:
		return err
	case int64(c.gone) < c.docs && n < c.docs-int64(c.gone):
		return e.lost(ctx, kind)
	}
	if c.jobs == 0 {
		e.counts.of[kind] = count{known: true, docs: n}
	}
	return nil
}

// lost deletes the cursors, so that no search uses the index and all documents are indexed again.
func (e *Engine) lost(ctx context.Context, kind string) error {
	e.counts.of[kind] = count{jobs: e.counts.of[kind].jobs}
	if e.cfg.Lost != nil {
		if err := e.forgetAll(ctx); err != nil {
			return fmt.Errorf("index %s: %w", kind, err)
		}
	}
	return fmt.Errorf("index %s: %w", kind, errLost)
}

// forgetAll deletes the cursors. Then it waits until no gateway trusts an index any more. What is written to an empty
// index later is not taken for the whole.
func (e *Engine) forgetAll(ctx context.Context) error {
	err := e.cfg.Lost(ctx)
	run.Pause(ctx, emptyFor)
	return err
}

// recount forgets the number of documents of a kind, whose index was replaced.
func (e *Engine) recount(kind string) {
	e.counts.Lock()
	defer e.counts.Unlock()
	e.counts.of[kind] = count{jobs: e.counts.of[kind].jobs}
}
