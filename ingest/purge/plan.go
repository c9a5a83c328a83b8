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

// A plan is the tags to purge for some announcements.
type plan struct {
	tags  []string
	level level
}

// everything is the plan that purges all answers of a tenant.
func everything(tenant string) plan {
	return plan{[]string{catalog.PublicTag(tenant, catalog.TenantTag)}, byTenant}
}

// choose plans a purge for announcements: as precise as affords permits.
func choose(tenant string, all []Announcement, affords func(tags int) bool) plan {
	tags, kinds := map[string]bool{}, map[string]bool{}
	star := everything(tenant)
	for _, a := range all {
		if len(a.Kinds) == 0 { // written before kinds were
			return star
		}
		for _, tag := range a.Tags {
			tags[tag] = true
		}
		for _, tag := range a.Kinds {
			kinds[tag] = true
		}
	}
	whole := star.tags[0]
	switch {
	case tags[whole] || kinds[whole]:
		return star
	case affords(len(tags)):
		return plan{sorted(tags), exact}
	case len(kinds) < len(tags) && affords(len(kinds)):
		return plan{sorted(kinds), byKind}
	}
	return star
}

func sorted(set map[string]bool) []string {
	all := make([]string, 0, len(set))
	for tag := range set {
		all = append(all, tag)
	}
	slices.Sort(all)
	return all
}

// within is the time in which a purge must be done so that the oldest announcement does not exceed the lag.
func within(lag, oldest time.Duration) time.Duration { return max(0, lag/2-oldest) }
