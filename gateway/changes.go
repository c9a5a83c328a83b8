package gateway

import (
	"slices"
	"time"

	"vitrine/cache/replica"
	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// changed handles a change before it counts as applied. A change of the tenant itself reloads the tenant, so that
// disabling it or giving it a host takes effect as fast as any edit. t is nil if the tenant has not joined the cache.
func (s *Server) changed(t *replica.Tenant, m wire.Message) {
	if t == nil || ofTenant(m) {
		s.lookup.Reload(m.Tenant)
	}
}

// ofTenant reports whether a change is of the tenant itself.
func ofTenant(m wire.Message) bool {
	own := catalog.RecordTag("tenant", m.Tenant)
	return slices.ContainsFunc(m.Tags, func(tag string) bool {
		return tag == own || tag == catalog.TenantTag ||
			tag == catalog.KindTag("tenant") || tag == catalog.KindTag("tenant_host")
	})
}

// inlined handles a change that brings its record, once it is applied.
func (s *Server) inlined(t *replica.Tenant, m wire.Message) { s.reader.Inline(t, m) }

// applied handles a change once it is applied, so long after its seal. What the search engine holds follows it.
func (s *Server) applied(t *replica.Tenant, after time.Duration) {
	s.follow(t.ID)
	s.refresher.Wake()
	s.freshness.Applied(after)
}
