package ticket

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/postgres"
	"vitrine/writesvc/web"
)

// A gate checks tickets in. It has a key of its own (vitrine gate-key), for one event or for all events of a tenant.
type gate struct{ id, event string }

var errGate = api.Errorf(401, api.Unauthenticated, "Send the gate's key as Authorization: Bearer.")

const (
	gatePrefix = "gate_"
	gateBytes  = 32 // of a key: too many to guess, so wrong keys are not counted
)

// gate returns the gate of the request's key. The key is looked up by its hash, so the time of the answer reveals
// nothing of other keys. A text that cannot be a key costs no query.
func (s *Service) gate(ctx context.Context, rq *web.Request) (g gate, err error) {
	given := rq.HTTP.Header.Values("Authorization")
	if len(given) != 1 {
		return g, errGate
	}
	scheme, key, ok := strings.Cut(given[0], " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || !isGateKey(key) {
		return g, errGate
	}
	sum := sha256.Sum256([]byte(key))
	err = s.pool.QueryRow(ctx, `SELECT id, coalesce(event_id, '') FROM gate_key WHERE tenant_id = $1 AND hash = $2
AND revoked_at IS NULL`, rq.Tenant.ID(), sum[:]).Scan(&g.id, &g.event)
	if errors.Is(err, pgx.ErrNoRows) {
		return g, errGate
	}
	if err != nil {
		return g, fmt.Errorf("find the gate: %w", err)
	}
	return g, nil
}

// isGateKey reports whether a text has the form of a gate's key.
func isGateKey(text string) bool {
	rest, ok := strings.CutPrefix(text, gatePrefix)
	return ok && len(rest) == base64.RawURLEncoding.EncodedLen(gateBytes) && isBase64URL(rest)
}

// NewGateKey makes a key for a gate. event is an id, or "" for all events of the tenant. Only the key's hash is stored.
func NewGateKey(ctx context.Context, db postgres.DB, tenant, name, event string) (string, error) {
	b := make([]byte, gateBytes)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	key := gatePrefix + base64.RawURLEncoding.EncodeToString(b)
	sum := sha256.Sum256([]byte(key))
	var id string
	if err := db.QueryRow(ctx, `INSERT INTO gate_key (tenant_id, name, hash, event_id) VALUES ($1, $2, $3, nullif($4, ''))
RETURNING id`, tenant, name, sum[:], event).Scan(&id); err != nil {
		return "", fmt.Errorf("keep a gate's key: %w", err)
	}
	return key, nil
}

// A GateKey describes a gate's key. The key itself is not stored.
type GateKey struct {
	ID, Name string
	Event    string // the slug or id of its event; "" for all events
	Created  time.Time
	Revoked  *time.Time
}

// GateKeys lists the keys of a tenant's gates, the oldest first.
func GateKeys(ctx context.Context, db postgres.Queryer, tenant string) ([]GateKey, error) {
	rows, err := db.Query(ctx, `SELECT g.id, g.name, coalesce(e.slug, g.event_id, ''), g.created_at, g.revoked_at
FROM gate_key g LEFT JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
WHERE g.tenant_id = $1 ORDER BY g.created_at, g.id`, tenant)
	if err != nil {
		return nil, fmt.Errorf("list the gates' keys: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[GateKey])
	if err != nil {
		return nil, fmt.Errorf("list the gates' keys: %w", err)
	}
	return all, nil
}

// RevokeGateKey ends the use of a gate's key. It reports whether the tenant has a key with that id.
func RevokeGateKey(ctx context.Context, db postgres.DB, tenant, id string) (bool, error) {
	tag, err := db.Exec(ctx, `UPDATE gate_key SET revoked_at = coalesce(revoked_at, now()) WHERE tenant_id = $1
AND id = $2`, tenant, id)
	if err != nil {
		return false, fmt.Errorf("revoke a gate's key: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}
