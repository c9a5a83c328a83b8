package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

// Bounds of streams.
const (
	streamsEach = 5    // of one customer
	streamsAll  = 1000 // of this process
	streamPoll  = 2 * time.Second
	streamBeat  = 15 * time.Second
	streamWrite = 10 * time.Second // a client that reads slower is disconnected
	// sequence numbers are assigned before the commit, so late rows are looked for in this window
	streamWindow = 64
	streamBatch  = 200
)

// Stream handles GET /notification/stream: server-sent events, resumable by Last-Event-ID. It ends with the session or
// the token.
func (n *Notices) Stream(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	from := int64(-1)
	if given := rq.HTTP.Header.Get("Last-Event-ID"); given != "" {
		id, err := strconv.ParseInt(given, 10, 64)
		if err != nil || id < 0 {
			return nil, &api.Error{Status: 400, Code: api.InvalidRequest, Message: "Last-Event-ID is not an id of this stream."}
		}
		from = id
	}
	if rq.HTTP.Method == http.MethodHead {
		return &web.Answer{ContentType: "text/event-stream", Body: []byte{}}, nil
	}
	key := rq.Tenant.ID() + "\x00" + rq.Caller.AccountID
	if !n.enter(key) {
		return nil, &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There are too many streams.", RetryAfter: 15}
	}
	s := &listener{n: n, rq: rq, last: from, sent: map[int64]bool{}}
	if from < 0 {
		if err := n.pool.QueryRow(ctx, `SELECT coalesce(max(seq), 0) FROM notification WHERE tenant_id = $1
AND account_id = $2`, rq.Tenant.ID(), rq.Caller.AccountID).Scan(&s.last); err != nil {
			n.leave(key)
			return nil, fmt.Errorf("find where the stream begins: %w", err)
		}
		if _, err := s.next(ctx); err != nil { // existing notifications are not sent
			n.leave(key)
			return nil, err
		}
	} else {
		s.floor = from
	}
	return &web.Answer{Stream: func(w http.ResponseWriter, _ *http.Request) {
		defer n.leave(key)
		s.run(ctx, w)
	}}, nil
}

func (n *Notices) enter(key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.count[key] >= streamsEach || n.all >= streamsAll {
		return false
	}
	n.count[key]++
	n.all++
	return true
}

func (n *Notices) leave(key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all--
	if n.count[key]--; n.count[key] == 0 {
		delete(n.count, key)
	}
}

func (n *Notices) wakeUp() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.news
}

// A listener is one stream.
type listener struct {
	n     *Notices
	rq    *web.Request
	last  int64          // the highest sequence number seen
	floor int64          // nothing up to here is sent
	sent  map[int64]bool // sequence numbers sent in the window below last
}

// next reads new notifications.
func (s *listener) next(ctx context.Context) ([]sequenced, error) {
	rows, err := s.n.pool.Query(ctx, `SELECT `+noticeColumns+` FROM notification WHERE tenant_id = $1 AND account_id = $2
AND seq > $3 ORDER BY seq LIMIT $4`,
		s.rq.Tenant.ID(), s.rq.Caller.AccountID, max(s.last-streamWindow, s.floor), streamBatch)
	if err != nil {
		return nil, fmt.Errorf("read the stream: %w", err)
	}
	all, err := pgx.CollectRows(rows, scanNotice)
	if err != nil {
		return nil, fmt.Errorf("read the stream: %w", err)
	}
	var news []sequenced
	for _, w := range all {
		if s.sent[w.seq] {
			continue
		}
		s.sent[w.seq] = true
		s.last = max(s.last, w.seq)
		news = append(news, w)
	}
	for seq := range s.sent {
		if seq <= s.last-streamWindow {
			delete(s.sent, seq)
		}
	}
	return news, nil
}

func (s *listener) run(ctx context.Context, w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	to := http.NewResponseController(w)
	write := func(text string) bool {
		_ = to.SetWriteDeadline(time.Now().Add(streamWrite))
		if _, err := w.Write([]byte(text)); err != nil {
			return false
		}
		return to.Flush() == nil
	}
	if !write(": listening\n\n") {
		return
	}
	poll, beat := time.NewTicker(streamPoll), time.NewTicker(streamBeat)
	defer poll.Stop()
	defer beat.Stop()
	for {
		wake := s.n.wakeUp() // before the read, so that later notifications wake the loop
		for {
			news, err := s.next(ctx)
			if err != nil {
				return // the client reconnects with Last-Event-ID
			}
			for _, m := range news {
				text, err := json.Marshal(m.Notification)
				if err != nil || !write("id: "+strconv.FormatInt(m.seq, 10)+"\nevent: notification\ndata: "+string(text)+"\n\n") {
					return
				}
			}
			if len(news) < streamBatch-streamWindow {
				break
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-s.n.done:
			return
		case <-wake:
		case <-poll.C:
		case <-beat.C:
			if s.n.alive(ctx, s.rq) != nil || !write(":\n\n") {
				return
			}
		}
	}
}
