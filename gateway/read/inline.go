package read

import (
	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// maxUnrequested is how often in a row the page of a record is replaced without a request for the previous one. After
// that it is read again only when it is requested.
const maxUnrequested = 3

// Inline keeps the record that arrived with a change, so that no request has to read it from Postgres. It replaces an
// older page only: a record that was not requested here is not kept. Like any answer, it is stamped with the change it
// was read at, which is applied, and depends on the same tags.
func (r *Reader) Inline(t *replica.Tenant, m wire.Message) {
	in := m.Inlined
	v := catalog.BySlug(in.Kind)
	if v == nil || v.Form() != in.Form || in.Now.After(r.clock.Now()) { // read at a time that has not come here
		return
	}
	q := query.New(v, []string{in.Slug})
	key := cache.AppendKey(nil, t.ID, q.AppendURL(nil))
	at := cache.Snapshot{Epoch: m.Epoch, Seq: m.Seq}
	old := r.cache.Peek(key)
	if old == nil || old.Read.Covers(at) || !old.Requested() && old.Unrequested == maxUnrequested {
		return
	}
	e := r.entry(t.ID, recordAnswer(t.ID, q, in.JSON, in.Tags, in.Until), key, true)
	e.Read, e.Cause = at, r.cause(old)
	e.Replaces(old)
	if !old.Requested() {
		e.Unrequested = old.Unrequested + 1
	}
	if r.cache.Keep(t.Tenant, at, e) {
		r.Stats.Inlined.Add(1)
	}
}
