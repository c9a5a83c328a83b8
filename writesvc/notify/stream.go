package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

const (
	streamPoll  = 2 * time.Second
	streamBeat  = 15 * time.Second
	streamWrite = 10 * time.Second // a client that reads slower is disconnected
	streamBatch = 200
	streamAgain = 50 // notifications that are sent again for an id that the account does not have

	// streamGone is the time after which a browser opens a stream that was given up again, in milliseconds. It is long, so
	// that the tabs of a customer do not end each other's streams all the time.
	streamGone = 60_000

	// A stream that ends with the process is opened again after a random time between these, so that the clients of one
	// write service do not all reach the others at once.
	leastAgain, mostAgain = 500 * time.Millisecond, 5 * time.Second
)

// Stream handles GET /notification/stream: server-sent events, resumable by Last-Event-ID. The ids count the account's
// notifications. The stream ends with the session or the token.
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
	at := n.streams.enter(rq.Tenant.ID(), rq.Caller.AccountID)
	if at == nil {
		return nil, &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There are too many streams.", RetryAfter: 15}
	}
	s := &listener{n: n, rq: rq, slot: at}
	if err := n.pool.QueryRow(ctx, `SELECT coalesce(max(last), 0) FROM notification_count
WHERE tenant_id = $1 AND account_id = $2`, rq.Tenant.ID(), rq.Caller.AccountID).Scan(&s.last); err != nil {
		n.streams.leave(at)
		return nil, fmt.Errorf("find where the stream begins: %w", err)
	}
	switch {
	case from > s.last: // an id of an earlier version, which counted otherwise
		s.last = max(0, s.last-streamAgain)
	case from >= 0:
		s.last = from
	}
	return &web.Answer{Stream: func(w http.ResponseWriter, _ *http.Request) {
		defer n.streams.leave(at)
		s.run(ctx, w)
	}}, nil
}

// A listener is one stream.
type listener struct {
	n    *Notices
	rq   *web.Request
	slot *slot
	last int64 // the number of the last notification that was sent
}

// next reads new notifications. Numbers become visible in their order, so it looks at higher ones only.
func (s *listener) next(ctx context.Context) ([]numbered, error) {
	rows, err := s.n.pool.Query(ctx, `SELECT `+noticeColumns+` FROM notification WHERE tenant_id = $1 AND account_id = $2
AND number > $3 ORDER BY number LIMIT $4`, s.rq.Tenant.ID(), s.rq.Caller.AccountID, s.last, streamBatch)
	if err != nil {
		return nil, fmt.Errorf("read the stream: %w", err)
	}
	news, err := pgx.CollectRows(rows, scanNotice)
	if err != nil {
		return nil, fmt.Errorf("read the stream: %w", err)
	}
	if len(news) > 0 {
		s.last = news[len(news)-1].number
		s.n.streams.read(s.slot, len(news))
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
		for {
			news, err := s.next(ctx)
			if err != nil {
				return // the client reconnects with Last-Event-ID
			}
			if len(news) > 0 && s.n.alive(ctx, s.rq) != nil {
				return // the session ended since the last check
			}
			for _, m := range news {
				text, err := json.Marshal(m.Notification)
				id := strconv.FormatInt(m.number, 10)
				if err != nil || !write("id: "+id+"\nevent: notification\ndata: "+string(text)+"\n\n") {
					return
				}
			}
			if len(news) < streamBatch {
				break
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-s.n.done:
			pause := leastAgain + rand.N(mostAgain-leastAgain) //nolint:gosec // it only spreads the clients over time
			write("retry: " + strconv.FormatInt(pause.Milliseconds(), 10) + "\n\n")
			return
		case <-s.slot.gone:
			write("retry: " + strconv.Itoa(streamGone) + "\n\n")
			return // the client may reconnect with Last-Event-ID
		case <-s.slot.news:
		case <-poll.C:
		case <-beat.C:
			if s.n.alive(ctx, s.rq) != nil || !write(":\n\n") {
				return
			}
		}
	}
}
