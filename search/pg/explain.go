package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/sql"
)

// explain reads by which keys the rows of a page are sorted.
func (t Text) explain(ctx context.Context, db search.DB, q *search.Query, res *search.Result) error {
	first, name := t.Class(q), search.RuleStart
	if t.guessed {
		first, name = t.nearest().Found(q), search.RuleNear
		first.SQL = "((" + first.SQL + ") IS NOT TRUE)::int"
	}
	weight := t.weight(q)
	what := sql.Expr{SQL: q.ID + ", (" + first.SQL + ")::int, (" + weight.SQL + ")::float8",
		Args: append(append([]any(nil), first.Args...), weight.Args...)}
	those := sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{res.IDs}}
	text, args, err := sql.Select(q, what, sql.Expr{}).Where(those).Done()
	if err != nil {
		return err //nolint:wrapcheck // it names the expression
	}
	rows, err := db.Query(ctx, text, args...)
	if err != nil {
		return fmt.Errorf("explain the order of %s: %w", q.Kind, err)
	}
	keys := map[string][]search.Rule{}
	var id string
	var class int
	var rank float64
	if _, err := pgx.ForEachRow(rows, []any{&id, &class, &rank}, func() error {
		keys[id] = []search.Rule{{Rule: name, Value: float64(class)}, {Rule: search.RuleRank, Value: search.Rounded(rank)}}
		return nil
	}); err != nil {
		return fmt.Errorf("explain the order of %s: %w", q.Kind, err)
	}
	for _, id := range res.IDs {
		x := search.Explanation{Engine: "postgres"}
		for place, pinned := range t.pins {
			if pinned == id {
				x.Rules = append(x.Rules, search.Rule{Rule: search.RulePin, Value: float64(place + 1)})
			}
		}
		x.Rules = append(x.Rules, keys[id]...)
		res.Explained = append(res.Explained, x)
	}
	return nil
}
