package announce

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/internal/run"
)

const (
	dueEvery         = time.Second      // pause between queries for due webhooks
	maxPosts         = 16               // maximum concurrent deliveries
	maxAnnouncements = 100              // maximum announcements of one delivery
	maxTags          = 2000             // maximum tags of a delivery of more than one announcement
	maxRetryPause    = time.Hour        // maximum pause between attempts
	maxAttempts      = 30               // after it, about a day, a webhook is stopped
	attemptTimeout   = 20 * time.Second // timeout of an attempt, statements included
)

// A hook is a webhook with due announcements.
type hook struct {
	id, tenant, url string
	secret          []byte
	n               uint64
	sending         *uint64
	attempts        int
}

// A delivery holds one announcement, or several if the webhook could not be reached for a while. A repeated attempt
// has the same id and content.
type delivery struct {
	id   string
	to   uint64
	body []byte
}

// Deliver delivers announcements to webhooks until ctx is done: at least once, each webhook in order, one delivery at
// a time.
func (a *Announcer) Deliver(ctx context.Context) {
	client := newClient(a.cfg.WebhookLoopback)
	defer client.CloseIdleConnections()
	slots := make(chan struct{}, maxPosts)
	var mu sync.Mutex
	busy := map[string]bool{}
	var wg sync.WaitGroup
	defer wg.Wait()
	tick := time.NewTicker(dueEvery)
	defer tick.Stop()
	again := run.NewWake()
	posts := a.posts // nil while there are no webhooks; the next tick finds new ones
	for ctx.Err() == nil {
		due, err := a.due(ctx)
		a.stats.PostLooks.Add(1)
		if err != nil && ctx.Err() == nil {
			a.cfg.Log.Warn("due webhooks not read", "err", err)
		}
		for _, h := range due {
			mu.Lock()
			taken := busy[h.id]
			busy[h.id] = true
			mu.Unlock()
			if taken {
				continue
			}
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			wg.Go(func() {
				defer func() {
					mu.Lock()
					delete(busy, h.id)
					mu.Unlock()
					<-slots
					again.Notify() // more announcements may be due
				}()
				actx, cancel := context.WithTimeout(ctx, attemptTimeout)
				defer cancel()
				if err := a.deliver(actx, client, h); err != nil && ctx.Err() == nil {
					a.cfg.Log.Warn("state of a webhook not saved; it is delivered again", "webhook", h.id, "err", err)
				}
			})
		}
		select {
		case <-ctx.Done():
		case <-posts:
		case <-again:
		case <-tick.C:
			if posts = a.posts; !a.hasWebhooks(ctx) {
				posts = nil
			}
		}
	}
}

// hasWebhooks reports whether there are webhooks to deliver to, or whether that is unknown.
func (a *Announcer) hasWebhooks(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	found := true
	// The next query reports the error.
	_ = a.cfg.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM webhook WHERE NOT stopped)").Scan(&found)
	return found
}

// due finds webhooks with due announcements, as long as the term lasts.
func (a *Announcer) due(ctx context.Context) ([]hook, error) {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	rows, err := a.cfg.Pool.Query(ctx, `
SELECT h.id, h.tenant_id, h.url, h.secret, h.n, h.sending, h.attempts
FROM webhook h
JOIN stream_key k ON k.tenant_id = h.tenant_id
JOIN ingest_term t ON t.term = $1
LEFT JOIN signal_cursor c ON c.tenant_id = h.tenant_id
WHERE NOT h.stopped AND h.next_at <= now()
  AND (h.n < c.kept
       OR EXISTS (SELECT FROM change_signal g WHERE g.tenant_id = h.tenant_id AND g.seq > h.n AND g.seq <= c.n))
ORDER BY h.next_at
LIMIT $2`, a.cfg.Term, 4*maxPosts)
	if err != nil {
		return nil, fmt.Errorf("find due webhooks: %w", err)
	}
	due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h hook, err error) {
		err = row.Scan(&h.id, &h.tenant, &h.url, &h.secret, &h.n, &h.sending, &h.attempts)
		return h, err
	})
	if err != nil {
		return nil, fmt.Errorf("find due webhooks: %w", err)
	}
	return due, nil
}

// deliver makes one attempt for one webhook and saves the result.
func (a *Announcer) deliver(ctx context.Context, client *http.Client, h hook) error {
	d, err := a.makeDelivery(ctx, h)
	if err != nil || d == nil {
		return err
	}
	status, err := a.send(ctx, client, h, d)
	if err == nil {
		_, err = a.cfg.Pool.Exec(ctx, `
UPDATE webhook SET n = $2, sending = NULL, attempts = 0, next_at = now(), last_at = now(), last_error = NULL
WHERE id = $1 AND n = $3 AND sending = $2`,
			h.id, int64(d.to), int64(h.n)) // unless it was replayed meanwhile
		return err
	}
	a.stats.PostErrors.Add(1)
	wait := min(maxRetryPause, a.cfg.Retry<<min(h.attempts, 20))
	wait = wait/2 + rand.N(wait/2+1)
	stop := h.attempts+1 >= maxAttempts || status == http.StatusGone
	keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, uerr := a.cfg.Pool.Exec(keep, `
UPDATE webhook
SET attempts = attempts + 1, next_at = now() + $2, last_at = now(), last_error = left($3, 500), stopped = $4
WHERE id = $1 AND n = $5`,
		h.id, wait, err.Error(), stop, int64(h.n))
	return uerr
}

// makeDelivery makes the next delivery of a webhook, and saves its last change, so that the next attempt has the same
// content. It returns nil if nothing is due.
func (a *Announcer) makeDelivery(ctx context.Context, h hook) (*delivery, error) {
	limit := int64(1<<63 - 1)
	if h.sending != nil {
		limit = int64(*h.sending)
	}
	// In one statement: announcements deleted between two would be skipped unnoticed.
	rows, err := a.cfg.Pool.Query(ctx, `
SELECT c.kept, c.epoch::text, g.seq, g.epoch::text, g.tags
FROM signal_cursor c
LEFT JOIN LATERAL (
  SELECT * FROM change_signal
  WHERE tenant_id = c.tenant_id AND seq > $2 AND seq <= least($3, c.n) ORDER BY seq LIMIT $4
) g ON true
WHERE c.tenant_id = $1
ORDER BY g.seq`, h.tenant, int64(h.n), limit, maxAnnouncements)
	if err != nil {
		return nil, fmt.Errorf("read announcements: %w", err)
	}
	var kept, last uint64
	var current, epoch string
	var tags, some []string
	var seq *uint64
	var of *string
	_, err = pgx.ForEachRow(rows, []any{&kept, &current, &seq, &of, &some}, func() error {
		if seq == nil {
			return nil
		}
		if last > 0 && len(tags)+len(some) > maxTags {
			return errEnough
		}
		tags, last, epoch = append(tags, some...), *seq, *of
		seq, of, some = nil, nil, nil
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return nil, fmt.Errorf("read announcements: %w", err)
	case h.n < kept: // missed announcements were deleted
		last, epoch, tags = kept, current, []string{catalog.PublicTag(h.tenant, catalog.TenantTag)}
	case last == 0:
		return nil, nil
	}
	if h.sending == nil || *h.sending != last {
		tag, err := a.cfg.Pool.Exec(ctx, "UPDATE webhook SET sending = $2 WHERE id = $1 AND n = $3",
			h.id, int64(last), int64(h.n))
		if err != nil || tag.RowsAffected() == 0 {
			return nil, err // it was removed or replayed
		}
	}
	token := catalog.Consistency(h.tenant, epoch, last)
	body, err := json.Marshal(Payload{Seq: last, Token: token, Tags: capture.Unique(tags)})
	if err != nil {
		return nil, err
	}
	id := "msg_" + h.id + "_" + strconv.FormatUint(h.n, 10) + "_" + strconv.FormatUint(last, 10)
	return &delivery{id: id, to: last, body: body}, nil
}

// errEnough stops reading rows.
var errEnough = errors.New("enough")

// A Payload is the body of a delivery: answers with one of the tags may have changed at change Seq. A read with Token
// is at least that new. No gateway serves the old answers any more.
type Payload struct {
	Seq   uint64   `json:"seq"`
	Token string   `json:"token"`
	Tags  []string `json:"tags"`
}

// send makes the request. Errors do not contain what was sent.
func (a *Announcer) send(ctx context.Context, client *http.Client, h hook, d *delivery) (status int, err error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(d.body))
	if err != nil {
		return 0, errors.New("the URL is invalid")
	}
	now := time.Now()
	rq.Header.Set("Content-Type", "application/json")
	rq.Header.Set("User-Agent", "Vitrine")
	rq.Header.Set("webhook-id", d.id)
	rq.Header.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
	rq.Header.Set("webhook-signature", sign(h.secret, d.id, now, d.body))
	rs, err := client.Do(rq)
	if err != nil {
		if errors.Is(err, errNotPublic) {
			return 0, errNotPublic
		}
		return 0, err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(rs.Body, 16<<10)) // allows the connection to be reused
	_ = rs.Body.Close()
	if rs.StatusCode < 200 || rs.StatusCode > 299 {
		return rs.StatusCode, fmt.Errorf("the receiver answered %s", rs.Status)
	}
	return rs.StatusCode, nil
}
