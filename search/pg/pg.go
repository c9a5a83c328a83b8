package pg

import (
	"context"

	"vitrine/search"
	"vitrine/search/sql"
)

// Name is the name of the engine.
const Name = "pg"

// Engine searches in Postgres. It has no state.
type Engine struct{}

// New returns an engine.
func New() *Engine { return &Engine{} }

// Name returns "pg".
func (*Engine) Name() string { return Name }

// Index does nothing, because Postgres indexes rows itself.
func (*Engine) Index(context.Context, string, []search.Doc, []search.Ref) error { return nil }

// Search answers q in one round trip, or in up to four if its text is not found.
func (e *Engine) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	if err := q.Check(); err != nil {
		return search.Result{Engine: "postgres"}, err
	}
	text := textOf(&q)
	res, err := e.search(ctx, db, q, text)
	if err == nil && q.Explain && q.Text != "" && len(res.IDs) > 0 {
		text.guessed = text.guessed || len(res.Corrected) > 0
		if text.guessed {
			err = text.guess(ctx, db, &q)
		}
		if err == nil {
			err = text.explain(ctx, db, &q, &res)
		}
	}
	res.Engine = "postgres"
	return res, err
}

func (*Engine) search(ctx context.Context, db search.DB, q search.Query, text Text) (search.Result, error) {
	if q.Text == "" {
		return sql.List(ctx, db, &q, sql.Match{})
	}
	if len(text.words) == 0 {
		return search.Nothing(&q), nil
	}
	if q.Named {
		m := text.match(&q)
		m.Where = text.Named(&q)
		return sql.List(ctx, db, &q, m)
	}
	res, err := sql.List(ctx, db, &q, text.match(&q))
	if err != nil || res.Total > 0 || len(res.IDs) > 0 {
		return res, err
	}
	// The page is empty. Do the words occur at all, without the filters?
	if res.Total < 0 || len(q.Conds) > 0 {
		found, err := sql.Any(ctx, db, &q, text.match(&q))
		if err != nil || found {
			return res, err
		}
	}
	if q.Corrected {
		return res, nil
	}
	return Mistyped(ctx, db, q)
}

// Mistyped answers q with spelling correction; every word may also be a prefix. Use it for a text that was not found.
func Mistyped(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	text := textOf(&q)
	if err := text.guess(ctx, db, &q); err != nil {
		return search.Result{}, err
	}
	res, err := sql.List(ctx, db, &q, text.match(&q))
	if err == nil && (res.Total > 0 || len(res.IDs) > 0) {
		res.Corrected, err = text.corrected(ctx, db, &q)
	}
	return res, err
}
