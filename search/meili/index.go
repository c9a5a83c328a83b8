package meili

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search"
)

const (
	batchDocs  = 1000
	batchBytes = 4 << 20
	inFlight   = 2                // tasks of one Index in Meilisearch's queue
	callLimit  = 30 * time.Second // limit of a call that only enqueues a task
)

// Index adds docs to the index of kind, removes gone, and returns when Meilisearch has finished. After an error, part
// of the work may be done.
func (e *Engine) Index(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	if err := e.SetUp(ctx, kind); err != nil {
		return err
	}
	index := e.client.Index(e.index(kind))
	q := queue{engine: e, doing: "index " + kind}
	for len(docs) > 0 {
		var batch []document
		for size := 0; len(docs) > 0 && len(batch) < batchDocs && size < batchBytes; docs = docs[1:] {
			doc := newDocument(docs[0])
			size += doc.size()
			batch = append(batch, doc)
		}
		err := q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return index.AddDocumentsWithContext(ctx, batch, nil)
		})
		if err != nil {
			return err
		}
	}
	for len(gone) > 0 {
		some := gone[:min(len(gone), batchDocs)]
		gone = gone[len(some):]
		keys := make([]string, len(some))
		for i, r := range some {
			keys[i] = key(r.ID)
		}
		err := q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return index.DeleteDocumentsWithContext(ctx, keys, nil)
		})
		if err != nil {
			return err
		}
	}
	return q.wait(ctx, 0)
}

// Sweep removes the documents of a tenant's kind with a Seq below before.
func (e *Engine) Sweep(ctx context.Context, kind, tenant string, before uint64) error {
	if err := e.SetUp(ctx, kind); err != nil {
		return err
	}
	q := queue{engine: e, doing: "sweep " + kind}
	err := q.put(ctx, func(ctx context.Context) (*meilisearch.TaskInfo, error) {
		return e.client.Index(e.index(kind)).DeleteDocumentsByFilterWithContext(ctx,
			"tenant = "+quote(tenant)+" AND v < "+strconv.FormatUint(before, 10), nil)
	})
	if err != nil {
		return err
	}
	return q.wait(ctx, 0)
}

// SetUp creates the missing indexes of kinds and sets their options. An index that is set up costs one request. Index
// and Sweep call it themselves: a recreated index is almost empty, and a cursor that calls it complete would hide the
// rest.
func (e *Engine) SetUp(ctx context.Context, kinds ...string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, kind := range kinds {
		made, err := e.made(ctx, kind)
		if err != nil {
			return err
		}
		was, known := e.set[kind]
		if known && made.Equal(was) {
			continue
		}
		if (known || made.IsZero()) && e.cfg.Lost != nil {
			e.cfg.Log.Info("the search index is missing or was recreated: indexing all documents", "kind", kind)
			if err := e.cfg.Lost(ctx); err != nil {
				return fmt.Errorf("set up the index of %s: %w", kind, err)
			}
		}
		delete(e.set, kind)
		if err := e.setUp(ctx, kind); err != nil {
			return err
		}
		if made, err = e.made(ctx, kind); err != nil {
			return err
		}
		e.set[kind] = made
	}
	return nil
}

// made returns the time at which the index of a kind was created, zero if there is none.
func (e *Engine) made(ctx context.Context, kind string) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	info, err := e.client.Index(e.index(kind)).FetchInfoWithContext(ctx)
	var answer *meilisearch.Error
	switch {
	case err == nil:
		return info.CreatedAt, nil
	case errors.As(err, &answer) && answer.MeilisearchApiError.Code == "index_not_found":
		return time.Time{}, nil
	default:
		return time.Time{}, fmt.Errorf("read the index of %s: %w", kind, explainError(err))
	}
}

func (e *Engine) setUp(ctx context.Context, kind string) error {
	uid := e.index(kind)
	index := e.client.Index(uid)
	q := queue{engine: e, doing: "set up the index of " + kind, pardons: "index_already_exists"}
	for _, call := range []func(context.Context) (*meilisearch.TaskInfo, error){
		func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return e.client.CreateIndexWithContext(ctx, &meilisearch.IndexConfig{Uid: uid, PrimaryKey: "id"})
		},
		func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return index.UpdateFilterableAttributesWithContext(ctx, &[]any{
				filterable("tenant", true, false), filterable("v", false, true)})
		},
		func(ctx context.Context) (*meilisearch.TaskInfo, error) {
			return index.UpdateSettingsWithContext(ctx, &meilisearch.Settings{
				SearchableAttributes: searchable,
				DisplayedAttributes:  []string{"id", "tenant", "v"},
				RankingRules:         []string{"words", "typo", "proximity", "attribute", "exactness"},
				TypoTolerance: &meilisearch.TypoTolerance{ // the same limits as search/pg
					Enabled:             true,
					MinWordSizeForTypos: meilisearch.MinWordSizeForTypos{OneTypo: 4, TwoTypos: 8},
					DisableOnWords:      []string{},
					DisableOnAttributes: []string{},
					DisableOnNumbers:    true,
				},
				Pagination: &meilisearch.Pagination{MaxTotalHits: mostHits + 1}, // one more, to detect that there are more
			})
		},
	} {
		if err := q.put(ctx, call); err != nil {
			return err
		}
	}
	return q.wait(ctx, 0)
}

// filterable returns the options of an attribute for filters only, which costs little.
func filterable(attribute string, equality, comparison bool) map[string]any {
	return map[string]any{
		"attributePatterns": []string{attribute},
		"features": map[string]any{
			"facetSearch": false,
			"filter":      map[string]any{"equality": equality, "comparison": comparison},
		},
	}
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
		t, err := q.engine.client.GetTaskWithContext(ctx, task)
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
