package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

const (
	streamPoll    = 2 * time.Second  // Postgres is asked for signals though nothing was heard
	streamWrite   = 10 * time.Second // a reader that takes longer has gone
	longestBearer = 200
)

// changesPath is where a shop's changes are heard.
const changesPath = "/changes"

// serveChanges answers GET /v1/changes: server-sent events, one for each change that readers can see, once no gateway shows the old any more. A client that
// comes back with Last-Event-ID misses nothing.
func (s *Server) serveChanges(rq *request) error {
	ctx := rq.ctx
	switch {
	case ctx.IsOptions():
		respond.Allow(ctx)
		return nil
	case !ctx.IsGet() && !ctx.IsHead():
		ctx.Response.Header.Set("Allow", respond.ReadMethods)
		return api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD.")
	}
	var err error
	if rq.tenant, err = s.lookup.Tenant(ctx, rq.Tenant); err != nil {
		return err
	}
	id := rq.tenant.ID()
	key, ok := bearer(ctx)
	if ok {
		if ok, err = s.feeds.opens(context.Background(), id, key); err != nil {
			return api.Busy(err)
		}
	}
	if !ok {
		s.responder.Error(ctx, api.Errorf(401, api.Unauthenticated, "Changes are heard with the shop's stream key, as a bearer."))
		ctx.Response.Header.Set("WWW-Authenticate", `Bearer realm="changes"`)
		return nil
	}
	from, resumed, whole := uint64(0), false, false
	if last := ctx.Request.Header.Peek("Last-Event-ID"); len(last) > 0 {
		of, seq, life, ok := catalog.ParseConsistency(string(last))
		if !ok || of != id || life == "" {
			return api.Errorf(400, api.InvalidRequest, "Last-Event-ID is none of this stream's.")
		}
		member, err := s.lookup.Cached(rq.tenant)
		if err != nil {
			return err
		}
		from, resumed, whole = seq, true, !catalog.SameEpoch(member.Epoch(), life)
	}
	h := &ctx.Response.Header
	if ctx.IsHead() {
		s.streamHeaders(ctx)
		ctx.Response.SkipBody = true
		return nil
	}
	f := s.feeds.join(id, s.cfg.StreamsEach, s.cfg.StreamsAll)
	if f == nil {
		return api.Errorf(429, api.TooManyRequests, "There are too many streams.")
	}
	start, cancel := context.WithTimeout(context.Background(), s.cfg.FillTimeout)
	defer cancel()
	if !resumed || whole {
		if from, err = f.end(start, s.feeds.pool); err != nil {
			s.feeds.leave(f)
			return api.Busy(err)
		}
	}
	s.streamHeaders(ctx)
	h.Set("X-Accel-Buffering", "no")
	l := &streamer{s: s, f: f, tenant: id, key: bytes.Clone(key), pos: from, whole: whole}
	conn := ctx.Conn()
	ctx.Response.ImmediateHeaderFlush = true
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		defer s.feeds.leave(f)
		l.allow = func() { _ = conn.SetWriteDeadline(time.Now().Add(streamWrite)) }
		l.run(w)
	})
	return nil
}

func (s *Server) streamHeaders(ctx *fasthttp.RequestCtx) {
	respond.CommonFields(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", "private, no-store")
	h.Set("CDN-Cache-Control", respond.NoStore)
	h.Set("X-Request-Id", s.responder.RequestID())
	h.SetContentType("text/event-stream")
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
}

// bearer is what Authorization carries.
func bearer(ctx *fasthttp.RequestCtx) ([]byte, bool) {
	lines := ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	if len(lines) != 1 {
		return nil, false
	}
	scheme, key, ok := bytes.Cut(lines[0], []byte(" "))
	key = bytes.TrimSpace(key)
	return key, ok && bytes.EqualFold(scheme, []byte("Bearer")) && len(key) > 0 && len(key) <= longestBearer
}

// A streamer is one client's stream. It has no queue: it remembers up to where it has sent.
type streamer struct {
	s      *Server
	f      *feed
	tenant string
	key    []byte
	pos    uint64
	whole  bool   // the client comes from another life of the numbers
	allow  func() // gives what is written next time to leave
}

// A change is what an event carries.
type change struct {
	Seq   uint64   `json:"seq"`
	Token string   `json:"token"`
	Tags  []string `json:"tags"`
}

func (l *streamer) run(w *bufio.Writer) {
	if l.s.cfg.StreamBeat <= 0 {
		return
	}
	beat, poll := time.NewTicker(l.s.cfg.StreamBeat), time.NewTicker(streamPoll)
	defer beat.Stop()
	defer poll.Stop()
	greeted, look := false, true
	for {
		news := l.f.told() // before the read: what is told after it wakes us
		for {
			events, at, err := l.next(look)
			if err != nil {
				return // the client comes back with Last-Event-ID
			}
			l.allow() // a large event leaves before it is flushed
			if look = false; !greeted {
				// An id without data is no event; a client that loses its connection before the first one resumes from here.
				if greeted = true; len(events) == 0 {
					_, _ = w.WriteString(": listening\nid: " + catalog.Consistency(l.tenant, l.f.epoch(), at) + "\n\n")
				} else {
					_, _ = w.WriteString(": listening\n\n")
				}
			}
			for _, e := range events {
				if l.write(w, e) != nil {
					return
				}
			}
			if l.pos = at; w.Buffered() > 0 && w.Flush() != nil {
				return
			}
			if len(events) < feedBatch {
				break
			}
		}
		select {
		case <-l.s.feeds.stop:
			return
		case <-news:
		case <-poll.C:
			look = true
		case <-beat.C:
			if !l.allowed() {
				return
			}
			l.allow()
			if _, err := w.WriteString(":\n\n"); err != nil || w.Flush() != nil {
				return
			}
		}
	}
}

// next is what is new to the client.
func (l *streamer) next(look bool) ([]event, uint64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), l.s.cfg.FillTimeout)
	defer cancel()
	if l.whole {
		l.whole = false
		return l.f.everything(ctx, l.s.feeds.pool)
	}
	return l.f.after(ctx, l.s.feeds.pool, l.pos, look)
}

// allowed reports whether the client may still listen: the key was not replaced, the shop not switched off.
func (l *streamer) allowed() bool {
	if !l.s.lookup.Serves(l.tenant) {
		return false
	}
	ok, err := l.s.feeds.opens(context.Background(), l.tenant, l.key)
	return ok || err != nil // Postgres away is no reason: nothing new comes meanwhile
}

func (l *streamer) write(w *bufio.Writer, e event) error {
	token := catalog.Consistency(l.tenant, e.epoch, e.seq)
	data, err := json.Marshal(change{Seq: e.seq, Token: token, Tags: e.tags})
	if err != nil {
		return err
	}
	_, err = w.WriteString("id: " + token + "\nevent: change\ndata: " + string(data) + "\n\n")
	return err
}
