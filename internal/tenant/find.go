package tenant

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// Find reads one tenant from the database, nil if there is none.
func Find(ctx context.Context, db postgres.Queryer, id string) (*Tenant, error) {
	t := &Tenant{}
	err := db.QueryRow(ctx, `SELECT t.id, t.name, t.status = 'ACTIVE', t.language, t.currency, t.stale_policy = 'serve',
  t.search_key, ARRAY(SELECT lower(h.host) FROM tenant_host h WHERE h.tenant_id = t.id)
FROM tenant t
WHERE t.id = $1`, id).Scan(&t.id, &t.Name, &t.Active, &t.Language, &t.Currency, &t.ServeStale,
		&t.searchKey, &t.Hosts)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read tenant: %w", err)
	}
	return t, nil
}
