package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// A Series is a sequence of imports that share a key: those of one data set, or of one name, into one kind of a tenant.
type Series struct{ Tenant, Kind, Dataset string }

// A Memory is what the imports of a series remember.
type Memory struct {
	Known     bool              // there were such imports
	Names     []string          // of the key
	Older     []string          // joined names of other keys by which alone some rows may be known
	Inherited *string           // joined names of the key of rows that imports did not register; nil: there are none
	Settled   bool              // a record that matches no row is new, whatever Older says
	Formats   map[string]string // of texts by column, and the signs of category paths
	Files     []string          // names of the last files, each once
}

// Remembered returns what earlier imports remember.
func (s Series) Remembered(ctx context.Context, db postgres.DB) (Memory, error) {
	m := Memory{Known: true}
	err := db.QueryRow(ctx, "SELECT names, older, inherited, settled, formats, files FROM import_key "+
		"WHERE tenant_id = $1 AND kind = $2 AND dataset = $3", s.Tenant, s.Kind, s.Dataset).
		Scan(&m.Names, &m.Older, &m.Inherited, &m.Settled, &m.Formats, &m.Files)
	if errors.Is(err, pgx.ErrNoRows) {
		return Memory{}, nil
	}
	if err != nil {
		return Memory{}, fmt.Errorf("read what earlier imports remember: %w", err)
	}
	return m, nil
}

// Remember stores what later imports need. The tenant must exist.
func (s Series) Remember(ctx context.Context, db postgres.DB, m Memory) error {
	if m.Names == nil {
		m.Names = []string{}
	}
	if m.Older == nil {
		m.Older = []string{}
	}
	if m.Files == nil {
		m.Files = []string{}
	}
	if m.Formats == nil {
		m.Formats = map[string]string{}
	}
	_, err := db.Exec(ctx, `
		INSERT INTO import_key AS k (tenant_id, kind, dataset, names, older, inherited, settled, formats, files)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (tenant_id, kind, dataset) DO UPDATE SET names = excluded.names, older = excluded.older,
			inherited = excluded.inherited, settled = excluded.settled, formats = excluded.formats, files = excluded.files
		WHERE (k.names, k.older, k.inherited, k.settled, k.formats, k.files) IS DISTINCT FROM
			(excluded.names, excluded.older, excluded.inherited, excluded.settled, excluded.formats, excluded.files)`,
		s.Tenant, s.Kind, s.Dataset, m.Names, m.Older, m.Inherited, m.Settled, m.Formats, m.Files)
	if err != nil {
		return fmt.Errorf("remember the key: %w", err)
	}
	return nil
}

// Add adds a key to the older ones.
func (m *Memory) Add(names []string) {
	if joined := Joined(names); !slices.Contains(m.Older, joined) {
		m.Older = append(slices.Clip(m.Older), joined)
	}
}

// nameSign separates names of a key that are stored as one text, and values of a key.
const nameSign = "\x1f"

// Joined returns the names of a key as one text.
func Joined(names []string) string { return strings.Join(names, nameSign) }

// Split returns the names that Joined joined.
func Split(joined string) []string {
	if joined == "" {
		return nil
	}
	return strings.Split(joined, nameSign)
}
