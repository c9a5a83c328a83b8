package tenant

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/secret"
)

// The search key of a tenant is public: pages send it with each search of a widget. It says which tenant the page
// means, and an operator can end its use. Only its hash is stored. A change of it reaches gateways as a change of the
// tenant's row.

// keyPrefix identifies a search key.
const keyPrefix = "vsearch_"

// HasSearchKey reports whether search widgets may search the tenant's records.
func (t *Tenant) HasSearchKey() bool { return t.searchKey != nil }

// IsSearchKey reports whether a key is the tenant's search key. It takes the same time for every key of one length.
func (t *Tenant) IsSearchKey(key []byte) bool {
	got := sha256.Sum256(key)
	return secret.Equal(string(t.searchKey), string(got[:]))
}

// MakeSearchKey creates a tenant's search key and replaces the former one.
func MakeSearchKey(ctx context.Context, db postgres.Execer, id string) (key string, err error) {
	random := make([]byte, 24)
	if _, err := rand.Read(random); err != nil {
		return "", fmt.Errorf("make a search key: %w", err)
	}
	key = keyPrefix + base64.RawURLEncoding.EncodeToString(random)
	hash := sha256.Sum256([]byte(key))
	tag, err := db.Exec(ctx, "UPDATE tenant SET search_key = $2, search_key_at = now() WHERE id = $1", id, hash[:])
	if err != nil {
		return "", fmt.Errorf("save the search key: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return "", fmt.Errorf("tenant %q does not exist", id)
	}
	return key, nil
}

// RemoveSearchKey removes a tenant's search key.
func RemoveSearchKey(ctx context.Context, db postgres.Execer, id string) error {
	tag, err := db.Exec(ctx,
		"UPDATE tenant SET search_key = NULL, search_key_at = NULL WHERE id = $1 AND search_key IS NOT NULL", id)
	if err != nil {
		return fmt.Errorf("remove the search key: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("tenant %q has no search key", id)
	}
	return nil
}

// SearchKeyMade returns when a tenant's search key was made, nil if it has none.
func SearchKeyMade(ctx context.Context, db postgres.Queryer, id string) (at *time.Time, err error) {
	err = db.QueryRow(ctx, "SELECT search_key_at FROM tenant WHERE id = $1", id).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("tenant %q does not exist", id)
	}
	if err != nil {
		return nil, fmt.Errorf("read the search key: %w", err)
	}
	return at, nil
}
