package boot

import (
	"context"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/devpg"
	"vitrine/internal/schema"
)

// gatewayRole may read content and changes, and nothing else.
const gatewayRole = "vitrine_gateway"

// writerRole may read content, and do what the write service does with its own tables.
const writerRole = "vitrine_writer"

// openPostgres finds the database: the one that is given, else a private one in the data folder.
func (a *App) openPostgres(ctx context.Context) error {
	if a.cfg.DatabaseURL != "" {
		a.DatabaseURL = a.cfg.DatabaseURL
		a.cfg.Step("postgres: the one of VITRINE_DATABASE_URL")
		return nil
	}
	a.cfg.Step("postgres: starting a private one in the data folder")
	srv, err := devpg.Start(ctx, devpg.Config{
		Dir: a.cfg.DataDir, Log: a.cfg.Log.With("part", "postgres"),
		Progress: func(what string) { a.cfg.Step("postgres: %s", what) },
	})
	if err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	a.DatabaseURL = srv.URL()
	a.onStop(func() {
		if err := srv.Stop(); err != nil {
			a.cfg.Log.Warn("postgres did not stop cleanly; the next start recovers it", "err", err)
		}
	})
	return nil
}

func (a *App) migrate(ctx context.Context) error {
	err := schema.Migrate(ctx, a.DatabaseURL, func(name string) { a.cfg.Step("schema: %s", name) })
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

const ownPool = 12 // connections of the owner's pool: ingest, commands

func (a *App) openPool(ctx context.Context) error {
	pool, err := Connect(ctx, a.DatabaseURL, ownPool, "", map[string]string{"plan_cache_mode": "force_generic_plan"})
	if err != nil {
		return err
	}
	a.Pool = pool
	a.onStop(pool.Close)
	return nil
}

const (
	gatewayPool = 16 // connections of a gateway, for all that it does: fills take some of them (gateway.AtOnce)
	changesPool = 4  // connections on which a gateway reads what it missed: fills that wait for it must not be in its way
)

// rolePool is a pool whose sessions have given up all rights but a role's. Where the database has no such role, or the user may not take
// it, the sessions keep their own rights, and the log says so. It is closed with the house.
func (a *App) rolePool(ctx context.Context, role string, conns int32, settings map[string]string) (*pgxpool.Pool, error) {
	var may bool
	err := a.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(current_user, oid, 'MEMBER'))", role).Scan(&may)
	if err != nil {
		return nil, fmt.Errorf("look for role %s: %w", role, err)
	}
	if !may {
		a.cfg.Log.Warn("the database user cannot become a lesser role; it keeps its own rights", "role", role)
		role = ""
	}
	pool, err := Connect(ctx, a.DatabaseURL, conns, role, settings)
	if err != nil {
		return nil, err
	}
	a.onStop(pool.Close)
	return pool, nil
}

// Connect opens a pool, as a role if one is named and with settings of its own, and makes sure that it answers.
func Connect(ctx context.Context, url string, conns int32, role string, settings map[string]string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	cfg.MaxConns = conns
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	cfg.ConnConfig.RuntimeParams["application_name"] = "vitrine"
	maps.Copy(cfg.ConnConfig.RuntimeParams, settings)
	if role != "" {
		cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "SET ROLE "+pgx.Identifier{role}.Sanitize())
			return err
		}
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach the database: %w", err)
	}
	return pool, nil
}
