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
	seq    uint64 // the last announced change
	pruned uint64 // announcements up to this change number are no longer kept
	epoch  string
}

func readCursor(ctx context.Context, pool *pgxpool.Pool, tenant string) (c cursor, err error) {
	row := pool.QueryRow(ctx, "SELECT n, kept, epoch::text FROM signal_cursor WHERE tenant_id = $1", tenant)
	err = row.Scan(&c.seq, &c.pruned, &c.epoch)
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
func readEvents(ctx context.Context, pool *pgxpool.Pool, tenant string, after, to uint64) (
	events []event, pruned uint64, err error,
) {
	rows, err := pool.Query(ctx, `
SELECT c.kept, g.seq, g.epoch::text, g.tags
FROM signal_cursor c
LEFT JOIN LATERAL (
  SELECT * FROM change_signal WHERE tenant_id = c.tenant_id AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4) g ON true
WHERE c.tenant_id = $1
ORDER BY g.seq`, tenant, int64(after), int64(to), maxBatch)
	if err != nil {
		return nil, 0, fmt.Errorf("read announcements of %s: %w", tenant, err)
	}
	var seq *uint64
	var epoch *string
	var tags []string
	_, err = pgx.ForEachRow(rows, []any{&pruned, &seq, &epoch, &tags}, func() error {
		if seq != nil {
			events = append(events, event{seq: *seq, epoch: *epoch, tags: tags})
		}
		seq, epoch, tags = nil, nil, nil
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read announcements of %s: %w", tenant, err)
	}
	return events, pruned, nil
}

const keyTimeout = 5 * time.Second

// accepts reports whether a key is the tenant's stream key.
func (s *Streams) accepts(tenant string, key []byte) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), keyTimeout)
	defer cancel()
	var want []byte
	err := s.cfg.Pool.QueryRow(ctx, "SELECT hash FROM stream_key WHERE tenant_id = $1", tenant).Scan(&want)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the stream key: %w", err)
	}
	got := sha256.Sum256(key)
	return subtle.ConstantTimeCompare(got[:], want) == 1, nil
}
