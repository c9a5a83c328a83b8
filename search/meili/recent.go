package meili

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
	"vitrine/search/pg"
	"vitrine/search/sql"
)

// Limits of the changes that are matched besides the index. Beyond them search/pg answers, because it is faster.
const (
	mostChanged  = 2000 // rows of a kind that Meilisearch only searches
	mostOverlaid = 500  // rows of a kind that Meilisearch also filters
	mostBehind   = 5000 // changes of a tenant
)

// since is the changes after the index was last complete.
type since struct {
	indexed uint64
	head    uint64   // of the snapshot
	text    []string // ids of rows whose match with a text may have changed
	fields  []string // ids of rows of which only other columns changed
	held    bool     // the snapshot is a held one
	trusted bool     // the documents need not be counted, if one question is enough
}

// changed returns the ids of all changed rows.
func (s *since) changed() []string { return append(s.text[:len(s.text):len(s.text)], s.fields...) }

// recent reads the change that the index of q's tenant is complete up to, and the rows changed after it. k is nil for a
// kind that Meilisearch only searches. why is the reason if the index cannot be used.
func (e *Engine) recent(ctx context.Context, db search.DB, q *search.Query, k *Kind) (
	s since, why string, err error,
) {
	var (
		same          bool // epoch
		indexed, head int64
		sealed        int64 // changes between them that are not pruned
		rows          []changedRow
		batch         pgx.Batch
	)
	batch.Queue(`
SELECT c.epoch = s.epoch, c.n, s.n,
  (SELECT count(*) FROM change_tx t WHERE t.tenant_id = $1 AND t.seq > c.n AND t.seq <= c.n + $3)
FROM search_cursor c
JOIN tenant_seq s ON s.tenant_id = c.tenant_id
WHERE c.tenant_id = $1 AND c.engine = $2`, q.Tenant, Name, int64(mostBehind)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&same, &indexed, &head, &sealed}, func() error { return nil })
		return err
	})
	w := watched(q, k)
	// OFFSET 0 makes Postgres read the transactions first and then the rows of each. Its statistics of change_row are
	// unreliable, because the table grows and shrinks all the time.
	batch.Queue(`
SELECT r.kind, r.id, coalesce(r.before ->> $5, ''), coalesce(r.after ->> $5, ''), r.op::text, r.changed
FROM search_cursor c
JOIN change_tx t ON t.tenant_id = c.tenant_id AND t.seq > c.n AND t.seq <= c.n + $3
CROSS JOIN LATERAL (
  SELECT * FROM change_row r WHERE r.xid = t.xid AND r.tenant_id = t.tenant_id AND r.kind = ANY($4)
    AND (r.op <> 'U' OR $6::text[] IS NULL OR r.changed && $6) OFFSET 0) r
WHERE c.tenant_id = $1 AND c.engine = $2
LIMIT $7`, q.Tenant, Name, int64(mostBehind), w.kinds, w.owner, w.columns, w.limit+1).Query(func(found pgx.Rows) error {
		var err error
		rows, err = pgx.CollectRows(found, pgx.RowToStructByPos[changedRow])
		return err
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return since{}, "", fmt.Errorf("read the search cursor of %s: %w", q.Kind, err)
	}
	switch {
	case !same:
		return since{}, Unindexed, nil
	case indexed > head, sealed != head-indexed, len(rows) > w.limit:
		return since{}, Behind, nil
	}
	s, usable := w.sort(rows)
	if !usable {
		return since{}, Behind, nil
	}
	s.indexed, s.head = uint64(indexed), uint64(head)
	return s, "", nil
}

// changedRow is a row of change_row. Before and After are the row that a link belonged to and belongs to.
type changedRow struct {
	Kind, ID, Before, After, Op string
	Changed                     []string
}

// watch is what changes of a kind's index may depend on.
type watch struct {
	kind    *Kind
	kinds   []string // tables
	columns []string // nil: all
	owner   string   // column of links
	limit   int
}

// watched lists the tables and columns that the documents of a kind are made of.
func watched(q *search.Query, k *Kind) watch {
	if k == nil {
		return watch{kinds: []string{q.Kind}, limit: mostChanged}
	}
	w := watch{kind: k, kinds: []string{k.Name}, columns: slices.Concat(k.own, k.Texts), limit: mostOverlaid,
		owner: k.Tree.Owner}
	for kind, columns := range k.Depends() {
		w.kinds, w.columns = append(w.kinds, kind), append(w.columns, columns...)
	}
	for _, table := range []string{k.Tree.Links, k.Pairs.Table} {
		if table != "" {
			w.kinds = append(w.kinds, table)
		}
	}
	w.columns = append(w.columns, k.LinkColumns()...)
	return w
}

// sort sorts changed rows by what changed. usable is false if the change of another table may concern any row.
func (w *watch) sort(rows []changedRow) (s since, usable bool) {
	kinds := map[string]bool{} // id → whether its text may have changed
	for _, r := range rows {
		switch {
		case r.Op == "T":
			return since{}, false
		case w.kind == nil:
			kinds[r.ID] = true
		case r.Kind == w.kind.Name:
			kinds[r.ID] = kinds[r.ID] || r.Op != "U" ||
				slices.ContainsFunc(r.Changed, func(c string) bool { return slices.Contains(w.kind.Texts, c) })
		case r.Kind == w.kind.Tree.Links || r.Kind == w.kind.Pairs.Table:
			for _, id := range []string{r.Before, r.After} {
				if id != "" {
					kinds[id] = true
				}
			}
		case w.kind.concerns(&r):
			return since{}, false
		}
	}
	s.put(kinds)
	return s, true
}

// put adds changed rows: id → whether its text may have changed.
func (s *since) put(kinds map[string]bool) {
	for id, text := range kinds {
		if text {
			s.text = append(s.text, id)
		} else {
			s.fields = append(s.fields, id)
		}
	}
}

// Depends returns the tables whose rows are part of documents of the kind, with the columns that matter.
func (k *Kind) Depends() map[string][]string {
	all := map[string][]string{}
	if k.Tree.Kind != "" {
		all[k.Tree.Kind] = []string{"parent_id", "slug", "name", "status"}
	}
	if k.Related != "" {
		all[k.Related] = []string{"name", "status"}
	}
	return all
}

// concerns reports whether a change of a related table may change documents. A new row cannot: what refers to it
// changes too.
func (k *Kind) concerns(r *changedRow) bool {
	if r.Op == "I" {
		return false
	}
	return r.Op != "U" || slices.ContainsFunc(r.Changed, func(c string) bool {
		return slices.Contains(k.Depends()[r.Kind], c)
	})
}

// Indexed returns the epoch and change number that the index of a tenant is complete up to; "" and 0 if it never was.
func (e *Engine) Indexed(ctx context.Context, db search.DB, tenant string) (epoch string, n uint64, err error) {
	rows, err := db.Query(ctx, "SELECT epoch::text, n FROM search_cursor WHERE tenant_id = $1 AND engine = $2", tenant,
		Name)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&epoch, &n}, func() error { return nil })
	}
	if err != nil {
		return "", 0, fmt.Errorf("read the search cursor of %s: %w", tenant, err)
	}
	return epoch, n, nil
}

// A snapshotSource is a snapshot of Postgres.
type snapshotSource struct {
	db   search.DB
	text pg.Text
}

func (s snapshotSource) overlay(ctx context.Context, p *pushed, changed *since, matched []string) (
	search.Result, error,
) {
	q := p.changed(len(matched) + len(changed.text))
	var where []sql.Expr
	if len(matched) > 0 {
		where = append(where, sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{matched}})
	}
	if len(changed.text) > 0 {
		beside, err := s.described(ctx, p, changed.text)
		if err != nil {
			return search.Result{}, err
		}
		where = append(where, sql.And(sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{changed.text}},
			s.text.FoundBeside(&q, beside)))
	}
	return sql.List(ctx, s.db, &q, sql.Match{Where: sql.Or(where...)}) //nolint:wrapcheck // it adds context
}

// described returns which of some rows have a word in the names of their nodes or in their pairs.
func (s snapshotSource) described(ctx context.Context, p *pushed, ids []string) (func(string, bool) []string, error) {
	describing := p.kind.describing()
	if describing == "" {
		return func(string, bool) []string { return nil }, nil
	}
	rows, err := s.db.Query(ctx, describing, p.q.Tenant, ids)
	if err != nil {
		return nil, fmt.Errorf("read what describes changed %s: %w", p.q.Kind, err)
	}
	words := map[string][]string{}
	var id, text string
	if _, err := pgx.ForEachRow(rows, []any{&id, &text}, func() error {
		words[id] = append(words[id], strings.Fields(folded(text))...)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read what describes changed %s: %w", p.q.Kind, err)
	}
	return func(typed string, prefix bool) (in []string) {
		for id, all := range words {
			if has(all, search.Words(typed), prefix) {
				in = append(in, id)
			}
		}
		return in
	}, nil
}

// describing is the SQL that reads the names of the nodes of some rows, up to the first one that is not visible, and
// their pairs; "" if the kind has neither.
func (k *Kind) describing() string {
	var parts []string
	if t := &k.Tree; t.Kind != "" {
		parts = append(parts, `(WITH RECURSIVE up AS (
  SELECT l.`+t.Owner+` AS row, n.id, n.parent_id, n.name FROM `+t.Links+` l
  JOIN `+t.Kind+` n ON n.tenant_id = $1 AND n.id = l.`+t.Link+` AND n.status <> 'DRAFT'
  WHERE l.tenant_id = $1 AND l.`+t.Owner+` = ANY($2)
  UNION
  SELECT up.row, n.id, n.parent_id, n.name FROM up
  JOIN `+t.Kind+` n ON n.tenant_id = $1 AND n.id = up.parent_id AND n.status <> 'DRAFT'
) SELECT row, name FROM up)`)
	}
	if p := &k.Pairs; p.Table != "" {
		parts = append(parts, "SELECT x."+p.Owner+", x.name || ' ' || x.value FROM "+p.Table+
			" x WHERE x.tenant_id = $1 AND x."+p.Owner+" = ANY($2)")
	}
	return strings.Join(parts, "\nUNION ALL\n")
}

// changed is the query for at most n changed rows.
func (p *pushed) changed(n int) search.Query {
	q := *p.q
	if q.Limit > 0 {
		q.Offset, q.Limit = 0, n
	}
	q.NoTotal = false
	q.Facets = append([]search.Facet(nil), q.Facets...)
	for i := range q.Facets {
		q.Facets[i].Limit = mostOverlaid * 2
	}
	return q
}

func (s snapshotSource) sorted(ctx context.Context, q *search.Query, ids []string) ([]string, error) {
	some := ofRows(q, ids)
	res, err := sql.List(ctx, s.db, &some, sql.Match{Where: sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{ids}}})
	return res.IDs, err //nolint:wrapcheck // it adds context
}

// ofRows is the query that sorts rows.
func ofRows(q *search.Query, ids []string) search.Query {
	some := *q
	some.Sorted, some.NoTotal, some.Offset, some.Limit, some.Facets = true, true, 0, len(ids), nil
	return some
}

func (s snapshotSource) ranked(ctx context.Context, q *search.Query, ids []string) (all []ranked, err error) {
	class, named := s.text.Class(q), s.text.Named(q)
	what := sql.Expr{SQL: q.ID + ", " + class.SQL + ", " + "coalesce(" + named.SQL + ", false)",
		Args: append(append([]any(nil), class.Args...), named.Args...)}
	stmt := sql.Select(q, what, sql.Expr{}).Where(sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{ids}}).Add("\nORDER BY ")
	if len(q.Order) > 0 {
		stmt.Add(q.Order.SQL() + ", ")
	}
	text, args, err := stmt.Add(q.ID).Done()
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the expression
	}
	rows, err := s.db.Query(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("rank changed %s: %w", q.Kind, err)
	}
	var r ranked
	if _, err := pgx.ForEachRow(rows, []any{&r.id, &r.class, &r.named}, func() error {
		all = append(all, r)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("rank changed %s: %w", q.Kind, err)
	}
	return all, nil
}

func (s snapshotSource) names(ctx context.Context, tenant string, of map[string][]string) (
	map[string]map[string]search.Count, error,
) {
	var batch pgx.Batch
	all := map[string]map[string]search.Count{}
	for kind, ids := range of {
		names := map[string]search.Count{}
		all[kind] = names
		batch.Queue("SELECT x.id, x.name, x.slug FROM "+kind+
			" x WHERE x.tenant_id = $1 AND x.status <> 'DRAFT' AND x.id = ANY($2)", tenant, ids).
			Query(func(rows pgx.Rows) error {
				var c search.Count
				_, err := pgx.ForEachRow(rows, []any{&c.Value, &c.Label, &c.Slug}, func() error {
					names[c.Value] = c
					return nil
				})
				return err
			})
	}
	if err := s.db.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, fmt.Errorf("read the names of facets: %w", err)
	}
	return all, nil
}
