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
)

const (
	postEach     = time.Second      // due webhooks are looked for though nothing was signalled
	postMost     = 16               // posts at once
	postSignals  = 100              // signals of one post, when a webhook is behind
	postTags     = 2000             // and their tags, roughly
	postLast     = time.Hour        // the longest pause between attempts
	postAttempts = 30               // after which a webhook is left alone: about a day
	postWait     = 20 * time.Second // the most one attempt may take, statements included
)

// A hook is a webhook that is due.
type hook struct {
	id, tenant, url string
	secret          []byte
	n               uint64
	sending         *uint64
	attempts        int
}

// A delivery is what a webhook is told at once: of one change, or of several that came while it was not to be reached. A repeated attempt says the same under
// the same id.
type delivery struct {
	id   string
	to   uint64
	body []byte
}

// Deliver delivers signals to webhooks until ctx is done: at least once, each webhook's in order, one at a time.
func (s *Announcer) Deliver(ctx context.Context) {
	client := newPoster(s.cfg.WebhookLoopback)
	defer client.CloseIdleConnections()
	slots := make(chan struct{}, postMost)
	var mu sync.Mutex
	busy := map[string]bool{}
	var wg sync.WaitGroup
	defer wg.Wait()
	tick := time.NewTicker(postEach)
	defer tick.Stop()
	again := make(chan struct{}, 1)
	posts := s.posts // nil while nobody wants to be told: who comes is found by the next tick
	for ctx.Err() == nil {
		due, err := s.due(ctx)
		s.stats.PostLooks.Add(1)
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Warn("webhooks not looked for", "err", err)
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
					select {
					case again <- struct{}{}: // there may be more for it
					default:
					}
				}()
				actx, cancel := context.WithTimeout(ctx, postWait)
				defer cancel()
				if err := s.deliver(actx, client, h); err != nil && ctx.Err() == nil {
					s.cfg.Log.Warn("webhook's state not kept; it is posted again", "webhook", h.id, "err", err)
				}
			})
		}
		select {
		case <-ctx.Done():
		case <-posts:
		case <-again:
		case <-tick.C:
			if posts = s.posts; !s.posted(ctx) {
				posts = nil
			}
		}
	}
}

// posted reports whether there are webhooks that posts may go to. It says so too where that cannot be read.
func (s *Announcer) posted(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	found := true
	_ = s.cfg.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM webhook WHERE NOT stopped)").Scan(&found) // the next look says what is wrong
	return found
}

// due finds webhooks that there is something to tell, while we lead.
func (s *Announcer) due(ctx context.Context) ([]hook, error) {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	rows, err := s.cfg.Pool.Query(ctx, `
SELECT h.id, h.tenant_id, h.url, h.secret, h.n, h.sending, h.attempts
FROM webhook h
JOIN stream_key k ON k.tenant_id = h.tenant_id
JOIN ingest_term t ON t.term = $1
WHERE NOT h.stopped AND h.next_at <= now()
  AND (h.n < (SELECT c.kept FROM signal_cursor c WHERE c.tenant_id = h.tenant_id)
       OR EXISTS (SELECT FROM change_signal g WHERE g.tenant_id = h.tenant_id AND g.seq > h.n))
ORDER BY h.next_at
LIMIT $2`, s.cfg.Term, 4*postMost)
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

// deliver makes one attempt for one webhook and keeps what became of it.
func (s *Announcer) deliver(ctx context.Context, client *http.Client, h hook) error {
	d, err := s.compose(ctx, h)
	if err != nil || d == nil {
		return err
	}
	status, err := s.send(ctx, client, h, d)
	if err == nil {
		_, err = s.cfg.Pool.Exec(ctx, `
UPDATE webhook SET n = $2, sending = NULL, attempts = 0, next_at = now(), last_at = now(), last_error = NULL WHERE id = $1 AND n = $3 AND sending = $2`,
			h.id, int64(d.to), int64(h.n)) // unless it was told to begin elsewhere meanwhile
		return err
	}
	s.stats.PostErrors.Add(1)
	wait := min(postLast, s.cfg.Retry<<min(h.attempts, 20))
	wait = wait/2 + rand.N(wait/2+1)
	stop := h.attempts+1 >= postAttempts || status == http.StatusGone
	keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, uerr := s.cfg.Pool.Exec(keep, `
UPDATE webhook SET attempts = attempts + 1, next_at = now() + $2, last_at = now(), last_error = left($3, 500), stopped = $4 WHERE id = $1 AND n = $5`,
		h.id, wait, err.Error(), stop, int64(h.n))
	return uerr
}

// compose makes the next delivery of a webhook, and keeps up to where it reaches: the next attempt is to say the same. nil: there is nothing to tell.
func (s *Announcer) compose(ctx context.Context, h hook) (*delivery, error) {
	limit := int64(1<<63 - 1)
	if h.sending != nil {
		limit = int64(*h.sending)
	}
	// In one statement: what is dropped after it was asked up to where it was kept would be missed unseen.
	rows, err := s.cfg.Pool.Query(ctx, `
SELECT c.kept, c.epoch::text, g.seq, g.epoch::text, g.tags
FROM signal_cursor c
LEFT JOIN LATERAL (SELECT * FROM change_signal WHERE tenant_id = c.tenant_id AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4) g ON true
WHERE c.tenant_id = $1
ORDER BY g.seq`, h.tenant, int64(h.n), limit, postSignals)
	if err != nil {
		return nil, fmt.Errorf("read signals: %w", err)
	}
	var kept, last uint64
	var life, epoch string
	var tags, some []string
	var seq *uint64
	var of *string
	_, err = pgx.ForEachRow(rows, []any{&kept, &life, &seq, &of, &some}, func() error {
		if seq == nil {
			return nil
		}
		if last > 0 && len(tags)+len(some) > postTags {
			return errEnough
		}
		tags, last, epoch = append(tags, some...), *seq, *of
		seq, of, some = nil, nil, nil
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return nil, fmt.Errorf("read signals: %w", err)
	case h.n < kept: // what it has missed is kept no longer
		last, epoch, tags = kept, life, []string{catalog.PublicTag(h.tenant, catalog.TenantTag)}
	case last == 0:
		return nil, nil
	}
	if h.sending == nil || *h.sending != last {
		tag, err := s.cfg.Pool.Exec(ctx, "UPDATE webhook SET sending = $2 WHERE id = $1 AND n = $3", h.id, int64(last), int64(h.n))
		if err != nil || tag.RowsAffected() == 0 {
			return nil, err // it was removed, or told to begin elsewhere
		}
	}
	body, err := json.Marshal(Payload{Seq: last, Token: catalog.Consistency(h.tenant, epoch, last), Tags: capture.Unique(tags)})
	if err != nil {
		return nil, err
	}
	return &delivery{id: "msg_" + h.id + "_" + strconv.FormatUint(h.n, 10) + "_" + strconv.FormatUint(last, 10), to: last, body: body}, nil
}

// errEnough ends reading.
var errEnough = errors.New("enough")

// A Payload is what those outside are told: that answers with one of the tags may be others from change Seq on, and the token with which a read is at least
// that new. No gateway shows the old any more.
type Payload struct {
	Seq   uint64   `json:"seq"`
	Token string   `json:"token"`
	Tags  []string `json:"tags"`
}

// send makes the request. What goes wrong is said without what was sent.
func (s *Announcer) send(ctx context.Context, client *http.Client, h hook, d *delivery) (status int, err error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(d.body))
	if err != nil {
		return 0, errors.New("the URL cannot be asked")
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
	_, _ = io.Copy(io.Discard, io.LimitReader(rs.Body, 16<<10)) // so that the connection can be used again
	_ = rs.Body.Close()
	if rs.StatusCode < 200 || rs.StatusCode > 299 {
		return rs.StatusCode, fmt.Errorf("it answered %s", rs.Status)
	}
	return rs.StatusCode, nil
}
