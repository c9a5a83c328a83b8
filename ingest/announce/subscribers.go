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

// Who may hear of a shop's changes is an operator's to say: these are what `vitrine tenant` and `vitrine webhook` do.

// keyPrefix begins a stream key, so that whoever finds one knows what it is.
const keyPrefix = "vsk_"

// MakeStreamKey makes a shop's stream key, in place of the one it had: streams that were opened with that end. It is shown once; its hash is kept.
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
		return "", fmt.Errorf("keep the stream key: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return "", fmt.Errorf("there is no tenant %q", tenant)
	}
	return key, nil
}

// RemoveStreamKey takes a shop's stream key away: nobody hears of its changes any more, by stream or webhook.
func RemoveStreamKey(ctx context.Context, db *pgxpool.Pool, tenant string) error {
	tag, err := db.Exec(ctx, "DELETE FROM stream_key WHERE tenant_id = $1", tenant)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("tenant %q has no stream key", tenant)
	}
	return err
}

// maxWebhooks is how many webhooks a shop may have.
const maxWebhooks = 20

// AddWebhook makes a shop's changes from now on go to a URL. The secret is shown once. The shop needs a stream key first.
func AddWebhook(ctx context.Context, db *pgxpool.Pool, tenant, url string, loopback bool) (id, secret string, err error) {
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
SELECT EXISTS (SELECT FROM stream_key k WHERE k.tenant_id = t.id), (SELECT count(*) FROM webhook h WHERE h.tenant_id = t.id)
FROM tenant t WHERE t.id = $1 FOR NO KEY UPDATE`, tenant).Scan(&keyed, &have)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("there is no tenant %q", tenant)
		case err != nil:
			return err
		case !keyed:
			return fmt.Errorf("tenant %s has no stream key: vitrine tenant stream-key %s makes one", tenant, tenant)
		case have >= maxWebhooks:
			return fmt.Errorf("tenant %s has %d webhooks, which is the most", tenant, have)
		}
		return tx.QueryRow(ctx, `
INSERT INTO webhook (tenant_id, url, secret, n)
SELECT s.tenant_id, $2, $3, coalesce(c.n, s.n) FROM tenant_seq s LEFT JOIN signal_cursor c ON c.tenant_id = s.tenant_id WHERE s.tenant_id = $1
ON CONFLICT (tenant_id, url) DO NOTHING
RETURNING id`, tenant, url, raw).Scan(&id)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", fmt.Errorf("tenant %s has this webhook already", tenant)
	}
	if err != nil {
		return "", "", fmt.Errorf("add the webhook: %w", err)
	}
	return id, shownSecret(raw), nil
}

// A Webhook is one as operators see it.
type Webhook struct {
	ID, Tenant, URL string
	Delivered       uint64 // up to which change
	Behind          int    // signals that were not delivered yet
	Attempts        int    // of the delivery under way
	Stopped         bool   // it failed for too long
	LastError       string
	NextAt          time.Time
}

// Webhooks lists a shop's.
func Webhooks(ctx context.Context, db *pgxpool.Pool, tenant string) ([]Webhook, error) {
	rows, err := db.Query(ctx, `
SELECT h.id, h.tenant_id, h.url, h.n, (SELECT count(*) FROM change_signal g WHERE g.tenant_id = h.tenant_id AND g.seq > h.n), h.attempts, h.stopped,
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

// RemoveWebhook ends a shop's webhook.
func RemoveWebhook(ctx context.Context, db *pgxpool.Pool, tenant, id string) error {
	tag, err := db.Exec(ctx, "DELETE FROM webhook WHERE tenant_id = $1 AND id = $2", tenant, id)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("tenant %s has no webhook %s", tenant, id)
	}
	return err
}

// ReplayWebhook makes a webhook begin again after a change, whether it was stopped or not: everything later is posted, once more where it was before. What is
// kept no longer is replaced by a post that says that anything may have changed.
func ReplayWebhook(ctx context.Context, db *pgxpool.Pool, tenant, id string, after uint64) error {
	tag, err := db.Exec(ctx, `
UPDATE webhook h SET n = least($3, s.n), sending = NULL, attempts = 0, next_at = now(), stopped = false
FROM tenant_seq s WHERE s.tenant_id = h.tenant_id AND h.tenant_id = $1 AND h.id = $2`, tenant, id, int64(min(after, 1<<62)))
	if err != nil {
		return fmt.Errorf("replay the webhook: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("tenant %s has no webhook %s", tenant, id)
	}
	return nil
}
