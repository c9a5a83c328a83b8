package gateway

import (
	"bytes"

	"vitrine/cache"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/upstream"
)

// refuse appends the answer to a GET request for a read that admission refuses now. It returns nil for any other. It
// takes a tenth of the time that the way to the fill takes. So what more is offered than can be answered leaves
// Postgres and the cached answers their processor time.
//
// It runs in the event loop, which must not end. After a panic the request goes to the handler, which meets it again.
func (s *Server) refuse(dst, url, header, host []byte) (answer []byte) {
	defer func() {
		if recover() != nil {
			answer = nil
		}
	}()
	if !s.reader.Crowded() {
		return nil
	}
	path, _, _ := bytes.Cut(url, []byte("?"))
	at, ok := query.Locate(path)
	if !ok || upstream.Owns(at.Path) || s.streams.Find(at.Path) != nil {
		return nil
	}
	t := s.lookup.Raw(at.Tenant, header, host)
	if t == nil {
		return nil
	}
	cached, err := s.lookup.Cached(t)
	if err != nil {
		return nil
	}
	q, err := s.router.ResolveURL(string(url))
	if err != nil {
		return nil
	}
	var room [2][lookup.MaxKey]byte
	key := cache.AppendKey(room[0][:0], t.ID(), q.AppendURL(room[1][:0]))
	if s.cache.Holds(key) {
		if e := s.cache.Peek(key); e != nil && (t.ServeStale || e.Fresh(s.clock.Now())) {
			return nil
		}
	}
	if err := s.reader.Refuse(cached, q, key); err != nil {
		s.cache.Stats.Misses.Add(1)
		return s.responder.AppendError(dst, path, err)
	}
	return nil
}
