package purge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/catalog"
)

// maxEdges is the number of edges of a tenant.
const maxEdges = 10

// Add declares an edge. Gateways let it keep answers once everything was purged from it.
func Add(ctx context.Context, pool *pgxpool.Pool, d Declaration) error {
	if err := d.Check(); err != nil {
		return err
	}
	settings, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var exists, hosts, differs bool
		var n int
		err := tx.QueryRow(ctx, `
SELECT EXISTS (SELECT FROM tenant WHERE id = $1), EXISTS (SELECT FROM tenant_host WHERE tenant_id = $1),
  EXISTS (SELECT FROM edge WHERE tenant_id = $1 AND by_host <> $2), (SELECT count(*) FROM edge WHERE tenant_id = $1)`,
			d.Tenant, d.ByHost).Scan(&exists, &hosts, &differs, &n)
		switch {
		case err != nil:
			return fmt.Errorf("read the tenant: %w", err)
		case !exists:
			return fmt.Errorf("unknown tenant %q; vitrine tenant list shows the tenants", d.Tenant)
		case d.ByHost && !hosts:
			return fmt.Errorf("tenancy=host: tenant %s has no host name, so every request would name it in another way",
				d.Tenant)
		case differs:
			return fmt.Errorf("another edge of %s has the other tenancy; all edges of a tenant must have the same", d.Tenant)
		case n >= maxEdges:
			return fmt.Errorf("tenant %s has %d edges, which is the maximum", d.Tenant, n)
		}
		_, err = tx.Exec(ctx, `INSERT INTO edge (tenant_id, name, kind, by_host, settings) VALUES ($1, $2, $3, $4, $5)`,
			d.Tenant, d.Name, d.Kind, d.ByHost, settings)
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "23505" {
			return fmt.Errorf("tenant %s has an edge %s already; remove it first", d.Tenant, d.Name)
		}
		if err != nil {
			return fmt.Errorf("declare the edge: %w", err)
		}
		return nil
	})
}

// List reads the edges of a tenant, with how far they are.
func List(ctx context.Context, pool *pgxpool.Pool, tenant string) ([]Edge, error) {
	all, err := Postgres{pool}.Edges(ctx)
	if err != nil {
		return nil, err
	}
	var of []Edge
	for _, e := range all {
		if tenant == "" || e.Tenant == tenant {
			of = append(of, e)
		}
	}
	return of, nil
}

// Find reads one edge.
func Find(ctx context.Context, pool *pgxpool.Pool, tenant, name string) (Edge, error) {
	all, err := List(ctx, pool, tenant)
	if err != nil {
		return Edge{}, err
	}
	for _, e := range all {
		if e.Name == name {
			return e, nil
		}
	}
	return Edge{}, fmt.Errorf("tenant %s has no edge %s; vitrine edge list %s shows its edges", tenant, name, tenant)
}

// Remove removes an edge: gateways let it keep nothing any more, and the leading worker purges everything from it and
// deletes it. With now, it is deleted at once, and what it holds stays there until its lifetime ends.
func Remove(ctx context.Context, pool *pgxpool.Pool, tenant, name string, now bool) error {
	sql := `UPDATE edge SET removed_at = now(), attempts = 0, next_at = now()
WHERE tenant_id = $1 AND name = $2 AND removed_at IS NULL`
	if now {
		sql = `DELETE FROM edge WHERE tenant_id = $1 AND name = $2`
	}
	tag, err := pool.Exec(ctx, sql, tenant, name)
	if err != nil {
		return fmt.Errorf("remove the edge: %w", err)
	}
	if tag.RowsAffected() == 0 {
		_, err := Find(ctx, pool, tenant, name)
		return err
	}
	return nil
}

// Status says how an edge is, in one line.
func (e *Edge) Status() string {
	switch {
	case e.Removed:
		return "is being removed"
	case !provider.Purges(e.Kind):
		return "is not purged; answers live for " + e.Lifetime.Duration().String()
	case e.Attempts > 0:
		return fmt.Sprintf("failed %d times, %d announcements wait for %s: %s", e.Attempts, e.Backlog,
			e.Oldest.Round(time.Second), e.LastError)
	case e.Epoch == "":
		return "waits for its first purge"
	case e.healthy():
		return fmt.Sprintf("purged up to change %d", e.N)
	}
	return fmt.Sprintf("behind: %d announcements wait for %s", e.Backlog, e.Oldest.Round(time.Second))
}

// Healthy reports whether purges of the edge are on time.
func (e *Edge) Healthy() bool { return e.healthy() }

// Test purges a tag that no answer carries, and thereby checks the address and the credential of an edge.
func (e *Edge) Test(ctx context.Context, cfg Config) error {
	cfg = cfg.filled()
	pr, err := provider.New(e.Kind, e.Provider, provider.Options{Transport: cfg.Transport,
		Secrets: provider.Secrets(cfg.Lookup)})
	if err != nil {
		return err
	}
	return pr.Purge(ctx, []string{catalog.PublicTag(e.Tenant, "edge test")})
}
