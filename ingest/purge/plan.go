package purge

import (
	"slices"
	"time"

	"vitrine/internal/catalog"
)

// A level says how precise a purge is.
type level int

const (
	exact    level = iota // the tags of the changes
	byKind                // the tags of the kinds of changed records
	byTenant              // everything of the tenant
)

// A plan is the tags to purge for some announcements, in their order, and what is purged with them.
type plan struct {
	tags         []string
	level        level
	first, again []mark // announcements that are purged for the first and for the second time
}

// A mark says that an announcement is purged once so many tags of the plan were.
type mark struct {
	tags int
	seq  int64
	age  time.Duration
}

// everything is the plan that purges all answers of a tenant.
func everything(tenant string) plan {
	return plan{tags: []string{catalog.PublicTag(tenant, catalog.TenantTag)}, level: byTenant}
}

// choose plans a purge of what is due. First purges are as precise as affords permits, and second ones as affordsAgain
// permits after the tags of the first.
func choose(tenant string, d due, affords func(tags int) bool, affordsAgain func(before, tags int) bool) plan {
	first := precision(tenant, d.first, affords)
	tags := map[string]bool{}
	pl := plan{level: first}
	pl.first = pl.add(d.first, first, tags)
	again := precision(tenant, d.again, func(n int) bool { return affordsAgain(len(pl.tags), n) })
	if first == byTenant || again == byTenant || d.whole {
		return everythingFor(tenant, d)
	}
	pl.again = pl.add(d.again, again, tags)
	pl.level = max(first, again)
	return pl
}

// everythingFor is the plan that purges all answers of a tenant, for what is due.
func everythingFor(tenant string, d due) plan {
	pl := everything(tenant)
	for _, a := range d.first {
		pl.first = append(pl.first, mark{1, a.Seq, a.Age})
	}
	for _, a := range d.again {
		pl.again = append(pl.again, mark{1, a.Seq, a.Age})
	}
	if d.whole {
		pl.again = []mark{{1, d.to, 0}}
	}
	return pl
}

// precision is the most precise level at which announcements can be purged.
func precision(tenant string, all []Announcement, affords func(tags int) bool) level {
	if len(all) == 0 {
		return exact
	}
	whole := catalog.PublicTag(tenant, catalog.TenantTag)
	tags, kinds := map[string]bool{}, map[string]bool{}
	over, ask := false, 1000 // so that the tags of a large backlog are not counted to their end
	for _, a := range all {
		if len(a.Kinds) == 0 || slices.Contains(a.Kinds, whole) || slices.Contains(a.Tags, whole) {
			return byTenant // also if it was written before kinds were
		}
		for _, tag := range a.Tags {
			if over {
				break
			}
			if tags[tag] = true; len(tags) == ask {
				over, ask = !affords(ask), 2*ask
			}
		}
		for _, tag := range a.Kinds {
			kinds[tag] = true
		}
	}
	switch {
	case !over && affords(len(tags)):
		return exact
	case len(kinds) < len(tags) && affords(len(kinds)):
		return byKind
	}
	return byTenant
}

// add adds the tags of announcements that a plan has not yet, and returns when each of them is purged.
func (pl *plan) add(all []Announcement, at level, has map[string]bool) (marks []mark) {
	for _, a := range all {
		tags := a.Tags
		if at == byKind {
			tags = a.Kinds
		}
		for _, tag := range tags {
			if !has[tag] {
				has[tag] = true
				pl.tags = append(pl.tags, tag)
			}
		}
		marks = append(marks, mark{len(pl.tags), a.Seq, a.Age})
	}
	return marks
}

// within is the time in which a purge must be done so that the oldest announcement does not exceed the lag.
func within(lag, oldest time.Duration) time.Duration { return max(0, lag/2-oldest) }
