package announce

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// These functions are the commands `vitrine tenant` and `vitrine webhook`: an operator decides who may subscribe to a
// tenant's changes.

// keyPrefix identifies a stream key.
const keyPrefix = "vsk_"

// MakeStreamKey creates a tenant's stream key and replaces the former one: streams that were opened with that end.
// Only the hash of the key is stored.
func MakeStreamKey(ctx context.Context, db *pgxpool.Pool, tenant string) (key string, err error) {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return "", fmt.Errorf("make a stream key: %w", err)
	}
	key = keyPrefix + base64.RawURLEncoding.EncodeToString(random)
	hash := sha256.Sum256([]byte(key))
	tag, err := db.Exec(ctx, `
INSERT INTO stream_key (tenant_id, hash) SELECT id, $2 FROM tenant WHERE id = $1
ON CONFLICT (tenant_id) DO UPDATE SET hash = excluded.hash, made_at = now()`, tenant, hash[:])
	if err != nil {
		return "", fmt.Errorf("save the stream key: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return "", fmt.Errorf("tenant %q does not exist", tenant)
	}
	return key, nil
}

// RemoveStreamKey removes a tenant's stream key. Streams and webhooks of the tenant end.
func RemoveStreamKey(ctx context.Context, db *pgxpool.Pool, tenant string) error {
	tag, err := db.Exec(ctx, "DELETE FROM stream_key WHERE tenant_id = $1", tenant)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("tenant %q has no stream key", tenant)
	}
	return err
}

// maxWebhooks is the maximum number of webhooks of a tenant.
const maxWebhooks = 20

// AddWebhook delivers a tenant's changes from now on to a URL. The tenant needs a stream key. The returned secret
// cannot be read again.
func AddWebhook(ctx context.Context, db *pgxpool.Pool, tenant, url string, loopback bool) (
	id, secret string, err error,
) {
	if err := checkURL(url, loopback); err != nil {
		return "", "", err
	}
	raw, err := newSecret()
	if err != nil {
		return "", "", err
	}
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		var keyed bool
		var have int
		err := tx.QueryRow(ctx, `
SELECT EXISTS (SELECT FROM stream_key k WHERE k.tenant_id = t.id),
       (SELECT count(*) FROM webhook h WHERE h.tenant_id = t.id)
FROM tenant t WHERE t.id = $1 FOR NO KEY UPDATE`, tenant).Scan(&keyed, &have)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("tenant %q does not exist", tenant)
		case err != nil:
			return err
		case !keyed:
			return fmt.Errorf("tenant %s has no stream key; create one with: vitrine tenant stream-key %s", tenant, tenant)
		case have >= maxWebhooks:
			return fmt.Errorf("tenant %s has %d webhooks, which is the maximum", tenant, have)
		}
		return tx.QueryRow(ctx, `
INSERT INTO webhook (tenant_id, url, secret, n)
SELECT s.tenant_id, $2, $3, coalesce(c.n, s.n)
FROM tenant_seq s LEFT JOIN signal_cursor c ON c.tenant_id = s.tenant_id
WHERE s.tenant_id = $1
ON CONFLICT (tenant_id, url) DO NOTHING
RETURNING id`, tenant, url, raw).Scan(&id)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", fmt.Errorf("tenant %s has this webhook already", tenant)
	}
	if err != nil {
		return "", "", fmt.Errorf("add the webhook: %w", err)
	}
	return id, formatSecret(raw), nil
}

// A Webhook is a webhook as operators see it.
type Webhook struct {
	ID, Tenant, URL string
	Delivered       uint64 // the last delivered change
	Behind          int    // announcements that are not delivered yet
	Attempts        int    // failed attempts of the current delivery
	Stopped         bool   // too many attempts failed
	LastError       string
	NextAt          time.Time
}

// Webhooks lists the webhooks of a tenant.
func Webhooks(ctx context.Context, db *pgxpool.Pool, tenant string) ([]Webhook, error) {
	rows, err := db.Query(ctx, `
SELECT h.id, h.tenant_id, h.url, h.n,
       (SELECT count(*) FROM change_signal g WHERE g.tenant_id = h.tenant_id AND g.seq > h.n), h.attempts, h.stopped,
       coalesce(h.last_error, ''), h.next_at
FROM webhook h WHERE h.tenant_id = $1 ORDER BY h.created_at, h.id`, tenant)
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Webhook])
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	return all, nil
}

// RemoveWebhook removes a webhook of a tenant.
func RemoveWebhook(ctx context.Context, db *pgxpool.Pool, tenant, id string) error {
	tag, err := db.Exec(ctx, "DELETE FROM webhook WHERE tenant_id = $1 AND id = $2", tenant, id)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("tenant %s has no webhook %s", tenant, id)
	}
	return err
}

// ReplayWebhook delivers all announcements after a change again, and restarts a stopped webhook. If some of them were
// deleted, one delivery that invalidates everything replaces them.
func ReplayWebhook(ctx context.Context, db *pgxpool.Pool, tenant, id string, after uint64) error {
	tag, err := db.Exec(ctx, `
UPDATE webhook h SET n = least($3, s.n), sending = NULL, attempts = 0, next_at = now(), stopped = false
FROM tenant_seq s WHERE s.tenant_id = h.tenant_id AND h.tenant_id = $1 AND h.id = $2`,
		tenant, id, int64(min(after, 1<<62)))
	if err != nil {
		return fmt.Errorf("replay the webhook: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("tenant %s has no webhook %s", tenant, id)
	}
	return nil
}
