package boot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/devpg"
	"vitrine/internal/schema"
)

// gatewayRole may only read content and changes.
const gatewayRole = "vitrine_gateway"

// writerRole may read content, and write the tables of the write service.
const writerRole = "vitrine_writer"

// openPostgres uses the configured database, or starts a private one in the data folder.
func (a *App) openPostgres(ctx context.Context) error {
	if a.cfg.DatabaseURL != "" {
		a.DatabaseURL = a.cfg.DatabaseURL
		a.cfg.Step("postgres: using VITRINE_DATABASE_URL")
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
	err := schema.Migrate(ctx, a.DatabaseURL, func(name string) { a.cfg.Step("schema: %s", name) },
		func(text string, warning bool) {
			level := slog.LevelInfo
			if warning {
				level = slog.LevelWarn
			}
			a.cfg.Log.Log(ctx, level, "schema: "+text)
		})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

const ownPool = 12 // connections of the owner's pool: ingest, commands

func (a *App) openPool(ctx context.Context) error {
	pool, err := a.connect(ctx, ownPool, "", map[string]string{"plan_cache_mode": "force_generic_plan"})
	if err != nil {
		return err
	}
	a.Pool = pool
	a.pools.Add("owner", pool)
	a.onStop(pool.Close)
	return nil
}

const (
	gatewayPool = 16 // connections of a gateway for all its work; fills use some of them (gateway.AtOnce)
	changesPool = 4  // connections for reading missed changes, apart from the fills that wait for them
)

// Roles are the roles whose rights gateways and write services take on.
var Roles = []string{gatewayRole, writerRole}

// MaySetRole reports whether the user of a database may SET ROLE to a role. Since Postgres 16 a member may lack that
// right: GRANT … WITH SET FALSE.
func MaySetRole(ctx context.Context, pool *pgxpool.Pool, role string) (may bool, err error) {
	err = pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(current_user, oid,
  CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END))`, role).Scan(&may)
	if err != nil {
		return false, fmt.Errorf("find role %s: %w", role, err)
	}
	return may, nil
}

// writerSettings bound what one session of the write service can hold up. A handler has 20 s.
var writerSettings = map[string]string{
	"statement_timeout":                   "30s",
	"lock_timeout":                        "10s",
	"idle_in_transaction_session_timeout": "60s",
}

// connectTimeout bounds the making of a connection, unless the URL has a connect_timeout.
const connectTimeout = 5 * time.Second

// rolePool opens a pool whose sessions have only the rights of a role. If the role does not exist or the user is no
// member of it, the sessions keep the user's rights, and the log says so. The pool is closed with the app.
func (a *App) rolePool(ctx context.Context, role string, conns int32, settings map[string]string) (*pgxpool.Pool,
	error) {
	may, err := MaySetRole(ctx, a.Pool, role)
	if err != nil {
		return nil, err
	}
	if !may {
		a.cfg.Log.Warn("the database user cannot take on the role; sessions keep the rights of the user", "role", role)
		role = ""
	}
	pool, err := a.connect(ctx, conns, role, settings)
	if err != nil {
		return nil, err
	}
	a.onStop(pool.Close)
	return pool, nil
}

// The start waits this long for a database that does not answer in time, as on a very busy machine.
const (
	patience = time.Minute
	between  = 500 * time.Millisecond // two attempts
)

// connect is Connect for the start: it tries again for a while if the database does not answer in time.
func (a *App) connect(ctx context.Context, conns int32, role string, settings map[string]string) (*pgxpool.Pool,
	error) {
	for begun := time.Now(); ; {
		pool, err := Connect(ctx, a.DatabaseURL, conns, role, settings)
		left := patience - time.Since(begun)
		if err == nil || ctx.Err() != nil || !isLate(err) || left < between {
			return pool, err
		}
		a.cfg.Step("postgres: no answer in time; trying again for up to %.0f s (%v)", left.Seconds(), err)
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("reach the database: %w", ctx.Err())
		case <-time.After(between):
		}
	}
}

// isLate reports whether a connection failed because the database was too slow, is still starting, or has no free
// connection.
func isLate(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Code == "57P03" || refused.Code == "53300"
	}
	return pgconn.Timeout(err) || errors.Is(err, context.DeadlineExceeded)
}

// Connect opens a pool, under a role if one is named, with the given settings, and pings the database.
func Connect(ctx context.Context, url string, conns int32, role string, settings map[string]string) (*pgxpool.Pool,
	error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database URL: %w", err)
	}
	cfg.MaxConns = conns
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectTimeout
	}
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
