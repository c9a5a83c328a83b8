package doctor

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/devpg"
	"vitrine/internal/env"
	"vitrine/internal/schema"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/rewrap"
)

// checkDatabase checks the configured Postgres, or the private one in the data folder. refused are the settings that
// serve would refuse.
func checkDatabase(ctx context.Context, cfg boot.Config, refused map[string]bool) []Finding {
	short, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	url := cfg.DatabaseURL
	if url == "" {
		var err error
		if url, err = devpg.URL(cfg.DataDir); err != nil {
			b, ferr := devpg.Find(short, devpg.Config{Dir: cfg.DataDir, Bin: devpg.BinInstalled})
			if ferr == nil {
				return []Finding{good("postgres", fmt.Sprintf("not running; serve would start Postgres %s in %s", b.Version,
					b.Dir))}
			}
			return []Finding{good("postgres", "not running and not installed; the first start downloads it")}
		}
	}
	pool, err := boot.Connect(short, url, conns, "", nil)
	if err != nil {
		return []Finding{wrong("postgres", err.Error(), "start it, or correct "+env.DatabaseURL.Name)}
	}
	defer pool.Close()
	all := []Finding{good("postgres", "answers")}
	for _, check := range serverChecks {
		all = append(all, check.run(short, pool))
	}
	found, current := checkSchema(short, pool)
	all = append(all, found)
	if !current { // the other checks need its tables
		return all
	}
	all = append(all, captureCheck.run(short, pool))
	all = append(all, checkRoles(short, pool)...)
	all = append(all, checkMissing(short, cfg, pool)...)
	all = append(all, checkEdges(short, pool)...)
	all = append(all, checkCMS(short, pool)...)
	all = append(all, checkMarkup(ctx, pool))
	if !refused[env.TokenSecret.Name] && !refused[env.OldTokenSecrets.Name] {
		all = append(all, checkKeys(ctx, cfg, pool))
	}
	return append(all, checkContent(ctx, pool)...)
}

// checkSchema compares the schema with that of this version. current reports that they are the same.
func checkSchema(ctx context.Context, pool *pgxpool.Pool) (f Finding, current bool) {
	if empty, err := schema.Empty(ctx, pool); err == nil && empty {
		return good("schema", "not there yet; the first start, or vitrine migrate, creates it"), false
	}
	n, err := schema.Pending(ctx, pool)
	switch {
	case err != nil:
		return wrong("schema", err.Error(), "let the database user own the tables of Vitrine"), false
	case n > 0:
		return wrong("schema", fmt.Sprintf("%d migrations behind", n), "run vitrine migrate"), false
	case n < 0:
		if _, err := schema.Ahead(ctx, pool); err == nil {
			return good("schema", fmt.Sprintf("%d migrations newer than this version of Vitrine, which works with it", -n)), true
		}
		return wrong("schema", fmt.Sprintf("%d migrations newer than this version of Vitrine", -n),
			"use the version of Vitrine that has migrated the database, or a newer one"), false
	}
	return good("schema", "up to date"), true
}

// keysLimit bounds the check of the stored keys. A tenant has a few of them.
const keysLimit = time.Minute

// checkKeys reports stored keys that the token secrets do not open. The write service does not start with them.
func checkKeys(ctx context.Context, cfg boot.Config, pool *pgxpool.Pool) Finding {
	const fix = "see docs/operations/secrets.md"
	ctx, cancel := context.WithTimeout(ctx, keysLimit)
	defer cancel()
	ring, err := boot.FindTokenSecrets(cfg.TokenSecret, cfg.OldTokenSecrets, cfg.DataDir, cfg.Production)
	if err == nil && ring == nil { // the secret that the first start would make opens none
		ring, err = keywrap.NewRing([]byte(rand.Text() + rand.Text()))
	}
	if err == nil {
		err = rewrap.Check(ctx, pool, ring)
	}
	if err != nil {
		return wrong("keys", err.Error(), fix)
	}
	return good("keys", "the token secret opens every stored key")
}

// checkMissing names the settings that production lacks for the tenants of the database.
func checkMissing(ctx context.Context, cfg boot.Config, pool *pgxpool.Pool) (all []Finding) {
	missing, err := cfg.MissingFor(ctx, pool)
	for _, m := range missing {
		all = append(all, warning("configuration", m.Name+" is not set: "+m.Why, "set it"))
	}
	if err != nil {
		all = append(all, wrong("configuration", err.Error(), "run vitrine migrate"))
	}
	return all
}

// checkRoles reports the roles whose rights a process would not take on, so that it keeps all rights of its user.
func checkRoles(ctx context.Context, pool *pgxpool.Pool) (all []Finding) {
	for _, role := range boot.Roles {
		may, err := boot.MaySetRole(ctx, pool, role)
		if err != nil {
			return []Finding{wrong("roles", err.Error(), "start it, or correct "+env.DatabaseURL.Name)}
		}
		if !may {
			all = append(all, warning("roles", "the database user cannot take on the role "+role,
				"GRANT "+role+" TO the user, on Postgres 16 and newer WITH SET TRUE"))
		}
	}
	return all
}

// A sqlCheck is a query that returns what is wrong, or an empty text.
type sqlCheck struct{ subject, sql, good, fix string }

// serverChecks need no table.
var serverChecks = []sqlCheck{
	{
		subject: "version",
		sql: `SELECT CASE WHEN current_setting('server_version_num')::int >= 150000 THEN ''
			ELSE current_setting('server_version') || ' is older than 15' END`,
		good: "15 or newer",
		fix:  "upgrade Postgres to version 15 or newer; foreign keys that include the tenant need it",
	},
	{
		subject: "prepared",
		sql: `SELECT CASE current_setting('max_prepared_transactions') WHEN '0' THEN ''
			ELSE 'prepared transactions are allowed' END`,
		good: "no prepared transactions",
		fix: "set max_prepared_transactions = 0; until a prepared transaction finishes, it blocks every other commit of " +
			"its tenant",
	},
}

// captureCheck needs the schema.
var captureCheck = sqlCheck{
	subject: "capture",
	sql:     "SELECT coalesce(string_agg(f, '; '), '') FROM capture_faults() f",
	good:    "every change is captured",
	fix: "run SELECT watch('TABLE') for each table as its owner, ALTER TABLE change_row ENABLE ALWAYS TRIGGER seal, and " +
		"ALTER TABLE tenant ENABLE ALWAYS TRIGGER number_tenant; if changes were missed, run SELECT new_epoch() after it",
}

func (c sqlCheck) run(ctx context.Context, pool *pgxpool.Pool) Finding {
	var fault string
	if err := pool.QueryRow(ctx, c.sql).Scan(&fault); err != nil {
		return wrong(c.subject, err.Error(), "let the database user own the tables of Vitrine")
	}
	if fault != "" {
		return wrong(c.subject, fault, c.fix)
	}
	return good(c.subject, c.good)
}
