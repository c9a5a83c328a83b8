package cms

import (
	"context"
	"crypto/rand"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Settings are those of a Directus.
type Settings struct {
	Role     Role
	Password string // of the role; "" leaves the line to the operator
	Email    string // of the first administrator of Directus
	Port     int    // on which Directus listens
}

// Directus returns the text of the file .env with which Directus starts. url is the URL of the database.
func (s Settings) Directus(ctx context.Context, pool *pgxpool.Pool, url string) (string, error) {
	db, err := pgx.ParseConfig(url)
	if err != nil {
		return "", fmt.Errorf("read the database URL: %w", err)
	}
	// Directus would list the tables that the role may not read.
	rows, err := pool.Query(ctx, `SELECT c.relname FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN (
  SELECT kind FROM watched WHERE kind NOT LIKE 'tenant%') ORDER BY c.relname`)
	if err != nil {
		return "", fmt.Errorf("list the tables: %w", err)
	}
	hidden, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", fmt.Errorf("list the tables: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Directus for tenant %s, made by vitrine cms directus. It contains passwords.\n", s.Role.Tenant)
	line := func(name, value string) { fmt.Fprintf(&b, "%s=%s\n", name, strconv.Quote(value)) }
	line("HOST", "127.0.0.1")
	line("PORT", strconv.Itoa(s.Port))
	line("PUBLIC_URL", fmt.Sprintf("http://127.0.0.1:%d", s.Port))
	line("SECRET", rand.Text()+rand.Text())
	line("ADMIN_EMAIL", s.Email)
	line("ADMIN_PASSWORD", rand.Text())
	line("DB_CLIENT", "pg")
	line("DB_HOST", db.Host)
	line("DB_PORT", strconv.Itoa(int(db.Port)))
	line("DB_DATABASE", db.Database)
	line("DB_USER", s.Role.Name)
	if s.Password == "" {
		b.WriteString("# The role keeps its password, which Vitrine does not store: --new-password sets another one.\n")
	} else {
		line("DB_PASSWORD", s.Password)
	}
	switch { // as in the database URL: with a checked certificate, with any, or in plain text
	case db.TLSConfig == nil:
	case db.TLSConfig.InsecureSkipVerify:
		line("DB_SSL__REJECT_UNAUTHORIZED", "false")
	default:
		line("DB_SSL", "true")
	}
	line("DB_SEARCH_PATH", "array:"+s.Role.Schema+",public")
	line("DB_EXCLUDE_TABLES", strings.Join(hidden, ","))
	line("TELEMETRY", "false")
	return b.String(), nil
}

// setting matches a line of a file .env, with or without quotation marks.
var setting = regexp.MustCompile(`(?m)^([A-Z_]+)=(?:"(.*)"|'(.*)'|(.*?))[ \t\r]*$`)

// Setting returns the value of a setting in the text of a file .env, and "" if the file has none.
func Setting(text, name string) string {
	for _, m := range setting.FindAllStringSubmatch(text, -1) {
		if m[1] == name {
			return m[2] + m[3] + m[4]
		}
	}
	return ""
}

//go:embed hook
var hook embed.FS

// WriteHook writes the extension that Directus loads from its folder.
func WriteHook(dir string) error {
	files, err := fs.Sub(hook, "hook")
	if err != nil {
		return fmt.Errorf("read the extension: %w", err)
	}
	dir = filepath.Join(dir, "extensions", "vitrine")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write the extension of Directus: %w", err)
	}
	for _, name := range []string{"package.json", "index.js"} {
		text, err := fs.ReadFile(files, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("write the extension of Directus: %w", err)
		}
	}
	return nil
}
