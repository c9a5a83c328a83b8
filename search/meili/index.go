package meili

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search"
)

const (
	batchDocs  = 5000
	batchBytes = 16 << 20
	inFlight   = 16               // tasks of one job in Meilisearch's queue, which joins those that wait to one
	callLimit  = 30 * time.Second // limit of a call that only enqueues a task
)

// Index adds docs to the index of kind, removes gone, and returns when Meilisearch has finished. After an error, part
// of the work may be done.
func (e *Engine) Index(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	put, wait, err := e.Load(ctx, kind)
	if err != nil {
		return err
	}
	return errors.Join(put(ctx, docs, gone), wait(ctx))
}

// Load returns functions that index many documents: put sends some, and wait returns when Meilisearch has finished all.
// put returns before, unless several tasks are under way, so that reading and indexing overlap. wait must be called at
// the end, also after an error.
func (e *Engine) Load(ctx context.Context, kind string) (
	put func(context.Context, []search.Doc, []search.Ref) error, wait func(context.Context) error, err error,
) {
	if err := e.SetUp(ctx, kind); err != nil {
		return nil, nil, err
	}
	done, err := e.counting(ctx, kind)
	if err != nil {
		return nil, nil, err
	}
	add, finish := e.into(e.index(kind), "index "+kind)
	gone := 0
	put = func(ctx context.Context, docs []search.Doc, refs []search.Ref) error {
		gone += len(refs)
		return add(ctx, docs, refs)
	}
	return put, func(ctx context.Context) error { return done(ctx, finish(ctx), gone) }, nil
}

// into returns the functions of Load for an index that is set up.
func (e *Engine) into(uid, doing string) (
	put func(context.Context, []search.Doc, []search.Ref) error, wait func(context.Context) error,
) {
	q := &queue{engine: e, doing: doing}
	put = func(ctx context.Context, docs []search.Doc, gone []search.Ref) error {
		if err := e.add(ctx, q, uid, docs); err != nil {
			return err
		}
		return e.delete(ctx, q, uid, gone)
	}
	return put, func(ctx context.Context) error { return q.wait(ctx, 0) }
}

// add sends documents in batches, one document a line.
func (e *Engine) add(ctx context.Context, q *queue, uid string, docs []search.Doc) error {
	for len(docs) > 0 {
		var batch bytes.Buffer
		n := 0
		for ; n < len(docs) && n < batchDocs && batch.Len() < batchBytes; n++ {
			doc := newDocument(docs[n])
			line, _ := doc.MarshalJSON() // never an error
			batch.Write(line)
			batch.WriteByte('\n')
		}
		docs = docs[n:]
		err := q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			var task meilisearch.TaskInfo
			return &task, e.send(ctx, http.MethodPost, "/indexes/"+uid+"/documents?primaryKey=id", "application/x-ndjson",
				batch.Bytes(), &task)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) delete(ctx context.Context, q *queue, uid string, gone []search.Ref) error {
	for len(gone) > 0 {
		some := gone[:min(len(gone), batchDocs)]
		gone = gone[len(some):]
		keys := make([]string, len(some))
		for i, r := range some {
			keys[i] = key(r.ID)
		}
		err := q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return e.client.Index(uid).DeleteDocumentsWithContext(ctx, keys, nil)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Sweep removes the documents of a tenant's kind with a Seq below first or above last.
func (e *Engine) Sweep(ctx context.Context, kind, tenant string, first, last uint64) error {
	if err := e.SetUp(ctx, kind); err != nil {
		return err
	}
	done, err := e.counting(ctx, kind)
	if err != nil {
		return err
	}
	q := queue{engine: e, doing: "sweep " + kind}
	err = q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return e.client.Index(e.index(kind)).DeleteDocumentsByFilterWithContext(ctx,
			fmt.Sprintf("tenant = %s AND (v < %d OR v > %d)", quote(tenant), first, last), nil)
	})
	if err == nil {
		err = q.wait(ctx, 0)
	}
	return done(ctx, err, math.MaxInt)
}

// SetUp creates the missing indexes of kinds with their settings. An index that is set up costs one request. Index and
// Sweep call it themselves: a recreated index is almost empty, and a cursor that calls it complete would hide the rest.
func (e *Engine) SetUp(ctx context.Context, kinds ...string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, kind := range kinds {
		made, err := e.made(ctx, e.index(kind))
		if err != nil {
			return err
		}
		was, known := e.set[kind]
		if known && made.Equal(was) {
			continue
		}
		why := ""
		if known || made.IsZero() {
			why = "it is missing or was recreated"
		} else if names, err := e.differing(ctx, e.index(kind), kind); err != nil &&
			code(err) != "invalid_api_key" { // a key that may not read settings may set them
			return err
		} else if len(names) > 0 { // its documents may be those of an earlier release
			why = "it has other settings"
		}
		if why != "" && e.cfg.Lost != nil {
			e.cfg.Log.Info("indexing all documents of the search index again", "kind", kind, "why", why)
			if err := e.forgetAll(ctx); err != nil {
				return fmt.Errorf("set up the index of %s: %w", kind, err)
			}
		}
		delete(e.set, kind)
		e.recount(kind)
		if err := e.create(ctx, e.index(kind), kind); err != nil {
			return err
		}
		if made, err = e.made(ctx, e.index(kind)); err != nil {
			return err
		}
		e.set[kind] = made
	}
	return nil
}

// made returns the time at which an index was created, zero if there is none.
func (e *Engine) made(ctx context.Context, uid string) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	info, err := e.client.Index(uid).FetchInfoWithContext(ctx)
	switch {
	case err == nil:
		return info.CreatedAt, nil
	case code(err) == "index_not_found":
		return time.Time{}, nil
	default:
		return time.Time{}, fmt.Errorf("read the index %s: %w", uid, explainError(err))
	}
}

// create creates an index, unless it exists, and sets it up for a kind.
func (e *Engine) create(ctx context.Context, uid, kind string) error {
	q := queue{engine: e, doing: "set up the index " + uid, pardons: "index_already_exists"}
	for _, call := range []func(context.Context) (*meilisearch.TaskInfo, error){
		func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return e.client.CreateIndexWithContext(ctx, &meilisearch.IndexConfig{Uid: uid, PrimaryKey: "id"})
		},
		func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			var task meilisearch.TaskInfo
			return &task, e.send(ctx, http.MethodPatch, "/indexes/"+uid+"/settings", "application/json",
				asJSON(e.settings(kind)), &task)
		},
	} {
		if err := q.put(ctx, call); err != nil {
			return err
		}
	}
	return q.wait(ctx, 0)
}

// index returns the name of a kind's index.
func (e *Engine) index(kind string) string { return e.cfg.Prefix + kind }

// queue keeps a few tasks of one job in Meilisearch's queue: enough for batches, and few enough for other jobs.
type queue struct {
	engine  *Engine
	doing   string // "index product", for errors
	pardons string // the code of an error to ignore
	tasks   []int64
}

func (q *queue) put(ctx context.Context, call func(context.Context) (*meilisearch.TaskInfo, error)) error {
	if err := q.wait(ctx, inFlight-1); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	task, err := call(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", q.doing, explainError(err))
	}
	q.tasks = append(q.tasks, task.TaskUID)
	return nil
}

// wait waits until at most left tasks are pending.
func (q *queue) wait(ctx context.Context, left int) error {
	ctx, cancel := context.WithTimeout(ctx, q.engine.cfg.TaskTimeout)
	defer cancel()
	for len(q.tasks) > left {
		if err := q.done(ctx, q.tasks[0]); err != nil {
			return fmt.Errorf("%s: %w", q.doing, err)
		}
		q.tasks = q.tasks[1:]
	}
	return nil
}

func (q *queue) done(ctx context.Context, task int64) error {
	for began := time.Now(); ; {
		t, err := q.get(ctx, task)
		if err != nil {
			return explainError(err)
		}
		switch t.Status {
		case meilisearch.TaskStatusSucceeded:
			return nil
		case meilisearch.TaskStatusFailed, meilisearch.TaskStatusCanceled:
			if q.pardons != "" && t.Error.Code == q.pardons {
				return nil
			}
			return fmt.Errorf("task %d %s: %s %s", task, t.Status, t.Error.Code, t.Error.Message)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(max(time.Since(began)/4, time.Millisecond), 50*time.Millisecond)): // at most a quarter too late
		}
	}
}

// get reads a task. A server that does not answer for a moment is asked again.
func (q *queue) get(ctx context.Context, task int64) (*meilisearch.Task, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	t, err := q.engine.client.GetTaskWithContext(ctx, task)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("task %d: no answer within %v", task, callLimit)
	}
	return t, err //nolint:wrapcheck // the caller explains it
}
