package cms

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/schema"
	"vitrine/internal/secret"
)

// groupRole has the rights of every role that is limited to one tenant. The policies of content tables name it.
const groupRole = "vitrine_tenant_editor"

// A Role is a login role that sees and writes the content of one tenant, and nothing else of Vitrine.
type Role struct {
	Name   string
	Tenant string
	Schema string // a schema that the role owns, for the tables of its CMS; "" if it needs none
	Waits  func() // called if other transactions use the content tables; nil: nobody wants to know
}

// maxName is how many bytes of a name Postgres keeps.
const maxName = 63

// RoleName returns the name of a tenant's role: kind, an underscore and the tenant. A tenant with other characters than
// a-z, 0-9 and _ gets a name with a checksum, so that two tenants never share a role.
func RoleName(kind, tenant string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, strings.ToLower(tenant))
	name := kind + "_" + plain
	if plain == tenant && len(name) <= maxName {
		return name
	}
	sum := sha256.Sum256([]byte(tenant))
	return name[:min(len(name), maxName-9)] + "_" + hex.EncodeToString(sum[:4])
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// ValidName reports whether a role may have a name. Such a name needs no quotation marks anywhere.
func ValidName(name string) bool { return validName.MatchString(name) }

// Password returns a new password.
func Password() string { return rand.Text() }

// Ensure makes the role, or completes it. It sets the password of a new role, and that of another one only if replace
// is set. It reports whether it did. With save, Ensure calls it before the commit, and changes nothing if it fails.
func (r Role) Ensure(ctx context.Context, pool *pgxpool.Pool, password string, replace bool, save func() error,
) (set bool, err error) {
	err = schema.GiveWay(ctx, pool, r.Waits, func(tx pgx.Tx) error {
		if set, err = r.ensure(ctx, tx, password, replace); err != nil || !set || save == nil {
			return err
		}
		return save()
	})
	return set, explain(err)
}

// explain says what to do about errors of Postgres that an operator can avoid.
func explain(err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	switch pg.Code {
	case "42501":
		return fmt.Errorf("%w: run the command with the URL of a superuser in VITRINE_DATABASE_URL", err)
	case "55P03", "40P01":
		return fmt.Errorf("%w: nothing was changed", err)
	}
	return err
}

func (r Role) ensure(ctx context.Context, tx pgx.Tx, password string, replace bool) (set bool, err error) {
	// The name is a lock as well: two commands at once make the role once.
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", "vitrine cms "+r.Name); err != nil {
		return false, err
	}
	var tenant, exists = "", false
	err = tx.QueryRow(ctx, `SELECT coalesce((SELECT e.tenant_id FROM tenant_editor e WHERE e.role = $1), ''),
  EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, r.Name).Scan(&tenant, &exists)
	switch {
	case err != nil:
		return false, fmt.Errorf("find the role %s: %w", r.Name, err)
	case tenant != "" && tenant != r.Tenant:
		return false, fmt.Errorf("the role %s belongs to tenant %s: give another name with --role", r.Name, tenant)
	case exists && tenant == "":
		return false, fmt.Errorf("the role %s exists, but was not made for this database: give another name with --role, "+
			"or drop the role", r.Name)
	}
	role := pgx.Identifier{r.Name}.Sanitize()
	if !exists {
		if _, err := tx.Exec(ctx, "CREATE ROLE "+role+" LOGIN"); err != nil {
			return false, fmt.Errorf("create the role %s: %w", r.Name, err)
		}
	}
	if set = !exists || replace; set {
		verifier, err := verifier(password)
		if err != nil {
			return false, err
		}
		if _, err := tx.Exec(ctx, "ALTER ROLE "+role+" PASSWORD '"+verifier+"'"); err != nil {
			return false, fmt.Errorf("set the password of %s: %w", r.Name, err)
		}
	}
	return set, r.confine(ctx, tx, role)
}

// confine gives the role its rights, and limits it to its tenant.
func (r Role) confine(ctx context.Context, tx pgx.Tx, role string) error {
	if _, err := tx.Exec(ctx, "INSERT INTO tenant_editor (role, tenant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", r.Name,
		r.Tenant); err != nil {
		return fmt.Errorf("limit the role %s to tenant %s: %w", r.Name, r.Tenant, err)
	}
	if _, err := tx.Exec(ctx, "SELECT grant_roles()"); err != nil {
		return fmt.Errorf("enable row-level security: %w", err)
	}
	var member, superuser bool
	var database, owner string
	err := tx.QueryRow(ctx, `SELECT pg_has_role($1, $2, 'MEMBER'), current_database(), o.rolname, o.rolsuper
FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner WHERE c.oid = 'tenant_editor'::regclass`, r.Name,
		groupRole).Scan(&member, &database, &owner, &superuser)
	if err != nil {
		return fmt.Errorf("find the role %s: %w: have it created, as docs/operations/deploy.md shows", groupRole, err)
	}
	do := func(what, sql string) error {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%s of the role %s: %w", what, r.Name, err)
		}
		return nil
	}
	if !member {
		if err := do("rights", "GRANT "+groupRole+" TO "+role); err != nil {
			return err
		}
	}
	// Rows without a tenant get this one. The policies do not read the setting: a session may change it.
	if err := do("setting", fmt.Sprintf("ALTER ROLE %s IN DATABASE %s SET vitrine.tenant = %s", role,
		pgx.Identifier{database}.Sanitize(), literal(r.Tenant))); err != nil {
		return err
	}
	if r.Schema == "" {
		return nil
	}
	if !superuser { // the owner of the database dumps it
		if err := do("tables", "GRANT "+role+" TO "+pgx.Identifier{owner}.Sanitize()); err != nil {
			return err
		}
	}
	if err := do("schema", "CREATE SCHEMA IF NOT EXISTS "+pgx.Identifier{r.Schema}.Sanitize()+" AUTHORIZATION "+
		role); err != nil {
		return err
	}
	var holder string
	err = tx.QueryRow(ctx, "SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = $1", r.Schema).Scan(&holder)
	if err == nil && strings.Trim(holder, `"`) != r.Name {
		err = fmt.Errorf("the schema %s belongs to %s: give another name with --role", r.Schema, holder)
	}
	return err
}

// literal quotes a text for a statement that takes no parameters.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

const iterations = 4096 // as Postgres

// verifier returns what Postgres stores of a password (RFC 5803). Statements may be logged, so none has a password.
func verifier(password string) (string, error) {
	salt := make([]byte, 16)
	rand.Read(salt) //nolint:errcheck // it never fails
	salted, err := pbkdf2.Key(sha256.New, password, salt, iterations, sha256.Size)
	if err != nil {
		return "", fmt.Errorf("hash the password: %w", err)
	}
	mac := func(text string) []byte {
		h := secret.MAC(salted)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	stored := sha256.Sum256(mac("Client Key"))
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", iterations, b64(salt), b64(stored[:]), b64(mac("Server Key"))), nil
}
