package sql

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/filter"
	"vitrine/search"
)

// Match is the part of a search that an engine adds to a Query: the condition of the text and its ranking. The zero
// Match is a plain list.
type Match struct {
	Where Expr // condition of the rows found
	Rank  Expr // sort keys, the best match first
}

// narrowed is the number of matches up to which List reads their ids first, instead of searching again for every facet.
const narrowed = 10_000

// List answers q from Postgres, among the rows that m finds. The page, the total and the facets are one batch and one
// round trip, unless several facets share a search. With a condition in m, it switches the transaction of db to custom
// plans.
func List(ctx context.Context, db search.DB, q *search.Query, m Match) (search.Result, error) {
	if m.Where.SQL != "" && len(q.Facets) > 1 {
		var err error
		if m, err = narrow(ctx, db, q, m); err != nil {
			return search.Result{}, err
		}
	}
	res := search.Nothing(q)
	l := listing{q: q, m: m}
	searches := m.Where.SQL != ""
	if searches {
		l.batch.Queue(planForValues)
	}
	// A search reads all matches to sort them, so it counts them on the way. A plain list does not.
	counted := searches && q.Limit > 0 && !q.NoTotal
	if q.Limit > 0 {
		l.page(&res, counted)
	}
	if !q.NoTotal && !counted {
		l.total(&res)
	}
	for i := range q.Facets {
		if f := &q.Facets[i]; f.Range {
			l.bounds(f, &res)
		} else {
			l.counts(f, &res)
		}
	}
	if err := l.send(ctx, db); err != nil {
		return search.Result{}, err
	}
	if counted && len(res.IDs) == 0 && q.Offset > 0 { // a page past the end has no row with the count
		l.total(&res)
		if err := l.send(ctx, db); err != nil {
			return search.Result{}, err
		}
	}
	return res, nil
}

// planForValues makes Postgres plan each statement for its values. A generic plan of a search would fold the words
// again for every row.
const planForValues = "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"

// narrow reads the ids that m finds, if they are not too many, and returns a Match of these ids.
func narrow(ctx context.Context, db search.DB, q *search.Query, m Match) (Match, error) {
	sql, args, err := Select(q, Expr{SQL: q.ID}, Expr{}).Where(m.Where).Put(Expr{"\nLIMIT ?", []any{narrowed + 1}}).Done()
	if err != nil {
		return m, err
	}
	var ids []string
	var batch pgx.Batch
	batch.Queue(planForValues)
	batch.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return m, fmt.Errorf("search %s: %w", q.Kind, err)
	}
	if len(ids) <= narrowed {
		m.Where = Expr{q.ID + " = ANY(?)", []any{ids}}
	}
	return m, nil
}

// Any reports whether m finds any row of q, without q's conditions and page.
func Any(ctx context.Context, db search.DB, q *search.Query, m Match) (bool, error) {
	sql, args, err := Select(q, Expr{SQL: "1"}, Expr{}).Where(m.Where).Done()
	if err != nil {
		return false, err
	}
	var found bool
	if err := db.QueryRow(ctx, "SELECT EXISTS ("+sql+")", args...).Scan(&found); err != nil {
		return false, fmt.Errorf("search any %s: %w", q.Kind, err)
	}
	return found, nil
}

// listing collects the statements of one Query and the functions that read their rows.
type listing struct {
	q     *search.Query
	m     Match
	batch pgx.Batch
	err   error
}

// rows starts a statement over the rows found, with all conditions except those of the name except.
func (l *listing) rows(what, join Expr, except string) *Stmt {
	s := Select(l.q, what, join).Where(l.m.Where)
	for _, c := range l.q.Conds {
		if except == "" || c.Name != except {
			s.Where(Expr{c.Cond.SQL(), c.Args})
		}
	}
	return s
}

func (l *listing) queue(s *Stmt) *pgx.QueuedQuery {
	sql, args, err := s.Done()
	if err != nil {
		l.err = errors.Join(l.err, err)
	}
	return l.batch.Queue(sql, args...)
}

// send sends the queued statements and reads their rows.
func (l *listing) send(ctx context.Context, db search.DB) error {
	if l.err != nil || l.batch.Len() == 0 {
		return l.err
	}
	batch := l.batch
	l.batch = pgx.Batch{}
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return fmt.Errorf("list %s: %w", l.q.Kind, err)
	}
	return nil
}

func (l *listing) page(res *search.Result, counted bool) {
	what, into := l.q.ID, []any{new(string)}
	if counted {
		what, into = what+", count(*) OVER ()", append(into, &res.Total)
	}
	s := l.rows(Expr{SQL: what}, Expr{}, "").Add("\nORDER BY ")
	if l.m.Rank.SQL != "" && !l.q.Sorted {
		s.Put(l.m.Rank).Add(", ")
	}
	if len(l.q.Order) > 0 {
		s.Add(l.q.Order.SQL()).Add(", ")
	}
	s.Add(l.q.ID).Put(Expr{"\nOFFSET ? LIMIT ?", []any{l.q.Offset, l.q.Limit}})
	l.queue(s).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, into, func() error {
			res.IDs = append(res.IDs, *into[0].(*string))
			return nil
		})
		return err
	})
}

func (l *listing) total(res *search.Result) {
	l.queue(l.rows(Expr{SQL: "count(*)"}, Expr{}, "")).QueryRow(func(row pgx.Row) error {
		return row.Scan(&res.Total)
	})
}

func (l *listing) counts(f *search.Facet, res *search.Result) {
	label, slug := f.Label, f.Slug
	if label == "" {
		label = f.Value
	}
	if slug == "" {
		slug = "''"
	}
	n := "count(*)"
	if f.Join != "" {
		n = "count(DISTINCT " + l.q.ID + ")"
	}
	limit := f.Limit
	if limit <= 0 {
		limit = filter.DefaultFacetLimit
	}
	// Texts are sorted by bytes, so that the order is the same in every database and engine.
	// A value counts a row once, even if it has several labels or slugs there: the same value as TEXT and as COLOR.
	what := fmt.Sprintf("(%s)::text COLLATE \"C\", min(coalesce((%s)::text, (%s)::text) COLLATE \"C\"), "+
		"min(coalesce((%s)::text, '') COLLATE \"C\"), %s",
		f.Value, label, f.Value, slug, n)
	s := l.rows(Expr{SQL: what}, Expr{" " + f.Join, f.Args}, f.Name).
		Where(Expr{SQL: "(" + f.Value + ") IS NOT NULL"}).
		Add("\nGROUP BY 1\nORDER BY 4 DESC, 2, 1, 3").
		Put(Expr{"\nLIMIT ?", []any{min(limit, filter.MaxFacetLimit)}})
	l.queue(s).Query(func(rows pgx.Rows) (err error) {
		res.Facets[f.Name], err = pgx.AppendRows(res.Facets[f.Name], rows, pgx.RowToStructByPos[search.Count])
		return err
	})
}

func (l *listing) bounds(f *search.Facet, res *search.Result) {
	// Postgres sorts NaN above infinity. Integers have no infinity, hence the cast.
	what := fmt.Sprintf("(min(%[1]s) FILTER (WHERE (%[1]s)::float8 < 'Infinity'))::float8, "+
		"(max(%[1]s) FILTER (WHERE (%[1]s)::float8 < 'Infinity'))::float8", f.Value)
	s := l.rows(Expr{SQL: what}, Expr{" " + f.Join, f.Args}, f.Name)
	l.queue(s).QueryRow(func(row pgx.Row) error {
		var least, most *float64
		if err := row.Scan(&least, &most); err != nil {
			return err
		}
		if least != nil {
			res.Ranges[f.Name] = search.Range{Min: *least, Max: *most}
		}
		return nil
	})
}
