package settings

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/search"
	"vitrine/search/settings"
)

// mostBytes bounds the settings of all tenants, as they are stored. Parsed settings take a few times as much.
const mostBytes = 16 << 20

// A Known is the settings of tenants. It is safe for concurrent use.
type Known struct {
	cache *cache.Cache

	mu    sync.Mutex
	of    map[string]*known
	bytes int
}

// known is the settings of a tenant.
type known struct {
	digest   string // "" for none
	language string // of the tenant, as of entry
	settings *search.Settings
	bytes    int
	entry    *cache.Entry // as of which they count; nil if they were read in a snapshot
}

// New returns a Known whose settings are invalidated by what is applied to a cache.
func New(c *cache.Cache) *Known { return &Known{cache: c, of: map[string]*known{}} }

// In returns the settings of a tenant in a snapshot of Postgres that has their digest; nil for none.
func (k *Known) In(ctx context.Context, db postgres.Queryer, tenant, digest string) (*search.Settings, error) {
	if digest == "" {
		return nil, nil //nolint:nilnil // documented
	}
	k.mu.Lock()
	was := k.of[tenant]
	k.mu.Unlock()
	if was != nil && was.digest == digest {
		return was.settings, nil
	}
	var text []byte
	if err := db.QueryRow(ctx, "SELECT settings::text FROM tenant_search WHERE tenant_id = $1", tenant).
		Scan(&text); err != nil {
		return nil, fmt.Errorf("read the search settings: %w", err)
	}
	now := &known{digest: digest, settings: settings.Stored(text), bytes: len(text)}
	k.keep(tenant, now)
	return now.settings, nil
}

// A Decided is the settings of a tenant, nil for none, and its language.
type Decided struct {
	*search.Settings
	Language string
}

// Held returns the settings of a tenant as of what has been applied. ok is false if they must be read first.
func (k *Known) Held(t *replica.Tenant, now time.Time) (d Decided, ok bool) {
	k.mu.Lock()
	was := k.of[t.ID]
	k.mu.Unlock()
	if was == nil || was.entry == nil || was.entry.Read.Epoch != t.Epoch() || !was.entry.Fresh(now) {
		return d, false
	}
	return Decided{was.settings, was.language}, true
}

// Language reads the language of a tenant in a snapshot of Postgres.
func Language(ctx context.Context, db postgres.Queryer, tenant string) (language string, err error) {
	if err := db.QueryRow(ctx, "SELECT language FROM tenant WHERE id = $1", tenant).Scan(&language); err != nil {
		return "", fmt.Errorf("read the language: %w", err)
	}
	return language, nil
}

// Read reads the settings of a tenant for Held. ok is false if a change overtook it.
func (k *Known) Read(ctx context.Context, db postgres.Queryer, t *replica.Tenant) (d Decided, ok bool, err error) {
	var at cache.Snapshot
	var seq int64
	var digest, language string
	var text []byte
	err = db.QueryRow(ctx, `
SELECT q.epoch::text, q.n, coalesce(s.digest, ''), coalesce(s.settings::text, ''), t.language
FROM tenant_seq q JOIN tenant t ON t.id = $1 LEFT JOIN tenant_search s ON s.tenant_id = $1
WHERE q.tenant_id = $1`, t.ID).Scan(&at.Epoch, &seq, &digest, &text, &language)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("read the search settings: %w", err)
	}
	at.Seq = uint64(seq) //nolint:gosec // a change number
	if err := t.CatchUp(ctx, at.Epoch, at.Seq); err != nil {
		return d, false, fmt.Errorf("read the search settings: %w", err)
	}
	entry := &cache.Entry{Read: at, Tags: catalog.SettingsTags()}
	if !k.cache.Stamp(t.Tenant, at, entry) {
		return d, false, nil
	}
	now := &known{digest: digest, language: language, settings: settings.Stored(text), bytes: len(text), entry: entry}
	k.mu.Lock()
	if was := k.of[t.ID]; was != nil && was.digest == digest && was.settings != nil {
		now.settings = was.settings // with what engines made of them
	}
	k.mu.Unlock()
	k.keep(t.ID, now)
	return Decided{now.settings, language}, true, nil
}

// keep remembers the settings of a tenant. If all take too much memory, those of others are forgotten.
func (k *Known) keep(tenant string, now *known) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if was := k.of[tenant]; was != nil {
		k.bytes -= was.bytes
		if now.entry == nil && was.digest == now.digest {
			now.entry, now.language = was.entry, was.language
		}
	}
	k.of[tenant] = now
	k.bytes += now.bytes
	for id, other := range k.of {
		if k.bytes <= mostBytes {
			break
		}
		if id != tenant && other.bytes > 0 {
			k.bytes -= other.bytes
			delete(k.of, id)
		}
	}
}
