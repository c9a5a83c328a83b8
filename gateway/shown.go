package gateway

import (
	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// mostUnasked is how often in a row a page is kept that nobody asked for since the one before came: then it must be asked for.
const mostUnasked = 3

// shown keeps the page of a record that came with the change that overtook the one before it, so that nobody reads it from Postgres. It is kept where the
// older one was: a record that nobody asked this gateway for is not wanted. What holds of an answer that a reader had made holds of it: it is stamped with
// the change it was read at, which is applied, and hangs on the same cells.
func (s *Server) shown(member *replica.Tenant, m wire.Message) {
	in := m.Inlined
	v := catalog.BySlug(in.Kind)
	if v == nil || v.Form() != in.Form || in.Now.After(s.clock.Now()) { // a moment that has not come here must not have come in what is shown
		return
	}
	a := query.New(v, []string{in.Slug})
	where := string(a.AppendURL(nil))
	key := cache.AppendKey(nil, member.ID, []byte(where))
	read := cache.Snapshot{Epoch: m.Epoch, Seq: m.Seq}
	old := s.cache.Peek(key)
	if old == nil || old.Read.Covers(read) || !old.Asked() && old.Came == mostUnasked {
		return
	}
	e := s.finish(oneAnswer(member.ID, a, in.JSON, in.Tags, in.Until), key, where)
	e.Read, e.Cause = read, s.causeOf(key)
	if !old.Asked() {
		e.Came = old.Came + 1
	}
	if s.cache.Keep(member.Tenant, read, e) {
		s.came.Add(1)
	}
}
