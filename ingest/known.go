package ingest

import "slices"

// mostKnown is of how many records a drain remembers the categories.
const mostKnown = 100_000

// A memory is what a drain knows of lineages from before, so that it need not ask for those of each change: most changes are of records that are where they
// were. It holds because a drain plans all changes of a tenant in their order: what was read showed at least all that was planned by then, and whatever ties a
// record to a category, or moves a category, is a change too, with which all that is known of the tenant is forgotten. Where the order is broken, as for a
// tenant that was behind, it is forgotten as well.
type memory struct {
	of map[string]map[ref][]string // by tenant
	n  int
}

// forget forgets what is known of a tenant.
func (m *memory) forget(tenant string) {
	if m != nil {
		m.n -= len(m.of[tenant])
		delete(m.of, tenant)
	}
}

// recall adds to a lineage what is known of records, and reports whether that is all of them.
func (m *memory) recall(l *lineage, wants []ref) bool {
	if m == nil {
		return false
	}
	for _, w := range wants {
		if _, known := m.of[w.tenant][w]; !known {
			return false
		}
	}
	for _, w := range wants {
		l.of[w] = m.of[w.tenant][w]
	}
	return true
}

// learn remembers what was read of a record.
func (m *memory) learn(of ref, categories []string) {
	if m == nil {
		return
	}
	if m.n >= mostKnown {
		m.of, m.n = nil, 0
	}
	if m.of == nil {
		m.of = map[string]map[ref][]string{}
	}
	in := m.of[of.tenant]
	if in == nil {
		in = map[ref][]string{}
		m.of[of.tenant] = in
	}
	was := len(in)
	in[of] = slices.Clip(categories)
	m.n += len(in) - was
}

// moves reports whether changes may alter in which categories records are, or may not be known any more.
func moves(changes []change) bool {
	return len(changes) == 0 || slices.ContainsFunc(changes, func(c change) bool {
		return c.kind == "category" || slices.Contains(tied, c.kind) && c.ties()
	})
}

var tied = tieTables()
