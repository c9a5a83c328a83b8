package pg

import (
	"context"

	"vitrine/search"
	"vitrine/search/sql"
)

// Name is the engine's.
const Name = "pg"

// Engine searches in Postgres. It holds no state.
type Engine struct{}

// New returns an engine.
func New() *Engine { return &Engine{} }

// Name is "pg".
func (*Engine) Name() string { return Name }

// Index does nothing: Postgres indexes a row when it is written.
func (*Engine) Index(context.Context, string, []search.Doc, []search.Ref) error { return nil }

// Search answers q in one round trip, or in up to four when its text is found nowhere.
func (*Engine) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	if err := q.Check(); err != nil {
		return search.Result{}, err
	}
	if q.Text == "" {
		return sql.List(ctx, db, &q, sql.Match{})
	}
	text := Typed(q.Text)
	if len(text.words) == 0 {
		return search.Nothing(&q), nil
	}
	res, err := sql.List(ctx, db, &q, text.match(&q))
	if err != nil || res.Total > 0 || len(res.IDs) > 0 {
		return res, err
	}
	// Nothing on this page, with these filters. Are the words anywhere?
	if res.Total < 0 || len(q.Conds) > 0 {
		found, err := sql.Any(ctx, db, &q, text.match(&q))
		if err != nil || found {
			return res, err
		}
	}
	return Mistyped(ctx, db, q)
}

// Mistyped answers q as if its words were beginnings and mistyped. It is for a text that was found nowhere.
func Mistyped(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	text := Typed(q.Text)
	if err := text.guess(ctx, db, &q); err != nil {
		return search.Result{}, err
	}
	return sql.List(ctx, db, &q, text.match(&q))
}
