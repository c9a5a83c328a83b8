package meili

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

// Limits of the changes that are matched besides the index. Beyond them search/pg answers, because it is faster.
const (
	mostChanged = 2000 // rows of a kind
	mostBehind  = 5000 // changes of a tenant
)

// since is the changes after the index was last complete.
type since struct {
	indexed uint64
	changed []string // ids of changed rows
}

// recent reads the change that the index of q's tenant is complete up to, and the rows changed after it. It runs before
// the search in Meilisearch, so that the candidates can only be newer than this change. why is the reason if the index
// cannot be used.
func (e *Engine) recent(ctx context.Context, db search.DB, q *search.Query) (s since, why string, err error) {
	var (
		same          bool // epoch
		indexed, head int64
		sealed        int64 // changes between them that are not pruned
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
	batch.Queue(`
SELECT DISTINCT r.id
FROM search_cursor c
JOIN change_tx t ON t.tenant_id = c.tenant_id AND t.seq > c.n AND t.seq <= c.n + $3
JOIN change_row r ON r.xid = t.xid AND r.tenant_id = t.tenant_id
WHERE c.tenant_id = $1 AND c.engine = $2 AND r.kind = $4
LIMIT $5`, q.Tenant, Name, int64(mostBehind), q.Kind, mostChanged+1).Query(func(rows pgx.Rows) error {
		var err error
		s.changed, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return since{}, "", fmt.Errorf("read the search cursor of %s: %w", q.Kind, err)
	}
	switch {
	case !same:
		return since{}, Unindexed, nil
	case indexed > head, sealed != head-indexed, len(s.changed) > mostChanged:
		return since{}, Behind, nil
	}
	s.indexed = uint64(indexed)
	return s, "", nil
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
