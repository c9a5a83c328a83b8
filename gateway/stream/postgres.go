package stream

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A cursor is how far a tenant's changes are announced.
type cursor struct {
	seq       uint64 // the last announced change or, for followers, the last proposed one
	announced uint64 // the last announced change of the epoch
	pruned    uint64 // announcements up to this change number are no longer kept
	epoch     string
}

// readCursor reads how far a tenant's changes are announced or, for followers, proposed.
func readCursor(ctx context.Context, pool *pgxpool.Pool, tenant string, proposed bool) (c cursor, err error) {
	row := pool.QueryRow(ctx, `
SELECT CASE WHEN $2 THEN coalesce(sent, n) ELSE n END,
       CASE WHEN $2 AND sent_epoch <> epoch THEN 0 ELSE n END, kept,
       (CASE WHEN $2 THEN coalesce(sent_epoch, epoch) ELSE epoch END)::text
FROM signal_cursor WHERE tenant_id = $1`, tenant, proposed)
	err = row.Scan(&c.seq, &c.announced, &c.pruned, &c.epoch)
	if errors.Is(err, pgx.ErrNoRows) { // no change was ever announced: every announcement will be new
		row = pool.QueryRow(ctx, "SELECT 0, 0, epoch::text FROM tenant_seq WHERE tenant_id = $1", tenant)
		err = row.Scan(&c.seq, &c.pruned, &c.epoch)
	}
	if err != nil {
		return c, fmt.Errorf("read the announcement cursor of %s: %w", tenant, err)
	}
	return c, nil
}

// readEvents reads at most maxBatch announcements of a tenant: after one change number, up to another. pruned is the
// change number up to which announcements were no longer kept at that moment.
func readEvents(ctx context.Context, pool *pgxpool.Pool, of logKey, after, to uint64) (
	events []event, pruned uint64, err error,
) {
	rows, err := pool.Query(ctx, `
SELECT c.kept, g.seq, g.epoch::text, g.tags, g.at, g.applied_at, g.told_at
FROM signal_cursor c
LEFT JOIN LATERAL (
  SELECT * FROM change_signal WHERE tenant_id = c.tenant_id AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4) g ON true
WHERE c.tenant_id = $1
ORDER BY g.seq`, of.tenant, int64(after), int64(to), maxBatch)
	if err != nil {
		return nil, 0, fmt.Errorf("read announcements of %s: %w", of.tenant, err)
	}
	var seq *uint64
	var epoch *string
	var tags []string
	var sealed, applied, announced *time.Time
	_, err = pgx.ForEachRow(rows, []any{&pruned, &seq, &epoch, &tags, &sealed, &applied, &announced}, func() error {
		if seq != nil {
			e := event{seq: *seq, epoch: *epoch, tags: tags, sealed: *sealed, announced: *announced}
			if applied != nil { // the clocks of two machines may differ by a little
				e.applied = earlier(later(*applied, e.sealed), e.announced)
			}
			if of.proposed { // so far, only to its followers
				e.announced = time.Time{}
			}
			events = append(events, e)
		}
		seq, epoch, tags, applied = nil, nil, nil, nil
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read announcements of %s: %w", of.tenant, err)
	}
	return events, pruned, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

const keyTimeout = 5 * time.Second

// keyHash reads the hash of the tenant's stream key. It is nil if there is none.
func (s *Streams) keyHash(tenant string) (hash []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), keyTimeout)
	defer cancel()
	err = s.cfg.Pool.QueryRow(ctx, "SELECT hash FROM stream_key WHERE tenant_id = $1", tenant).Scan(&hash)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("read the stream key: %w", err)
	}
	return hash, nil
}

// accepts reports whether a key is the tenant's stream key, and returns its hash.
func (s *Streams) accepts(tenant string, key []byte) (ok bool, hash []byte, err error) {
	want, err := s.keyHash(tenant)
	if err != nil || want == nil {
		return false, nil, err
	}
	got := sha256.Sum256(key)
	return subtle.ConstantTimeCompare(got[:], want) == 1, want, nil
}
