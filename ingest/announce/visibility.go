package announce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
)

// showing is whether readers can see a record.
type showing int

const (
	hidden    showing = iota // a draft, an archived record, or one whose time is over
	scheduled                // it will be seen, when its time comes
	shown
)

// clockSlack is by how much a gateway's clock may differ from ours: so long before its time a record counts as shown, and so long after it.
const clockSlack = 2 * time.Second

// showingOf judges by a record's own columns; "" is NULL.
func showingOf(status, publish, unpublish string, now time.Time) showing {
	if status == "DRAFT" || status == "ARCHIVED" {
		return hidden
	}
	if t, err := time.Parse(dimTime, unpublish); err == nil && now.After(t.Add(clockSlack)) {
		return hidden
	}
	if t, err := time.Parse(dimTime, publish); err == nil && t.After(now.Add(clockSlack)) || publish == "infinity" {
		return scheduled
	}
	return shown
}

// dimTime is how capture writes a time.
const dimTime = "2006-01-02 15:04:05.999999-07"

// dimText selects a time as capture writes it, "" for none.
func dimText(column string) string {
	return "coalesce(CASE WHEN isfinite(" + column + ") THEN (" + column + " AT TIME ZONE 'UTC')::text || '+00' ELSE " + column + "::text END, '')"
}

// A judge says what of a change those outside may know.
type judge struct {
	columns map[string]map[string]bool // of each watched table: which of status, publish_at and unpublish_at it has
	now     time.Time
	owners  map[capture.Ref]showing // of records
}

// readColumns reads which tables have which of the columns that hide a record.
func readColumns(ctx context.Context, db capture.Querier) (map[string]map[string]bool, error) {
	rows, err := db.Query(ctx, `
SELECT w.kind, coalesce(a.attname, '') FROM watched w
LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(format('public.%I', w.kind)) AND a.attnum > 0 AND a.attname IN ('status', 'publish_at', 'unpublish_at')`)
	if err != nil {
		return nil, fmt.Errorf("read what hides a record: %w", err)
	}
	columns := map[string]map[string]bool{}
	var kind, column string
	_, err = pgx.ForEachRow(rows, []any{&kind, &column}, func() error {
		if columns[kind] == nil {
			columns[kind] = map[string]bool{}
		}
		columns[kind][column] = true
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read what hides a record: %w", err)
	}
	return columns, nil
}

// judged reports whether a kind's records hide by columns of their own. The others are shown, or are parts of their owner. A tenant has a status of another
// kind: switched off, it is not there, which everybody may know.
func (j *judge) judged(kind string) bool { return kind != "tenant" && j.columns[kind]["status"] }

// showing is whether readers saw, or see, what a change is about.
func (j *judge) showing(tenant string, c *capture.Row) showing {
	if c.Op == capture.Truncated {
		return shown
	}
	if j.judged(c.Kind) {
		least := hidden
		if c.Op != capture.Inserted {
			least = max(least, showingOf(c.Before["status"], c.Before["publish_at"], c.Before["unpublish_at"], j.now))
		}
		if c.Op != capture.Deleted {
			value := func(column string) string {
				if v, ok := c.After[column]; ok {
					return v
				}
				return c.Before[column]
			}
			least = max(least, showingOf(value("status"), value("publish_at"), value("unpublish_at"), j.now))
		}
		return least
	}
	owners := catalog.Owners(c.Kind)
	if len(owners) == 0 {
		return shown
	}
	best := hidden
	for _, o := range owners {
		for _, id := range c.Values(o.Column) {
			if !j.judged(o.Kind) {
				return shown
			}
			best = max(best, j.owners[capture.Ref{Tenant: tenant, Kind: o.Kind, ID: id}])
		}
	}
	return best
}

// outside appends the tags of a change that those outside may know: all of them if readers see it; of a record whose time is yet to come, that lists will be
// others then, and the page that is not there yet; of a draft none.
func (j *judge) outside(dst []string, tenant string, c *capture.Row, in *capture.Categories) []string {
	switch j.showing(tenant, c) {
	case shown:
		return c.AppendTags(dst, tenant, in)
	case scheduled:
		if !c.ChangesMembership() {
			return dst
		}
		dst = append(dst, catalog.MemberTag(c.Kind))
		for _, slug := range c.Values("slug") {
			dst = append(dst, catalog.SlugTag(c.Kind, slug))
		}
		return c.PartTags(dst, tenant, in)
	}
	return dst
}

// tags are what those outside may know of one transaction of a tenant.
func (j *judge) tags(tenant string, changes []capture.Row, in *capture.Categories) []string {
	var tags []string
	kinds, seen := map[string]bool{}, map[string]bool{}
	for k := range changes {
		c := &changes[k]
		n := len(tags)
		if tags = j.outside(tags, tenant, c, in); len(tags) > n {
			seen[c.Kind] = true
		}
		kinds[c.Kind] = true
	}
	tags = slices.DeleteFunc(tags, catalog.Banded) // outside the column's own tag stands for them, and is among the others
	if tags = capture.Unique(capture.TenantTags(tags, tenant, kinds)); capture.Fits(tags) {
		return tags
	}
	tags = nil
	for kind := range seen {
		tags = capture.KindTags(tags, kind)
	}
	return capture.Unique(capture.TenantTags(tags, tenant, kinds))
}

// asks lists the owners of parts that changed: whether such a record is shown the change of a part does not say.
func (j *judge) asks(tenant string, changes []capture.Row) (owners []capture.Ref) {
	for k := range changes {
		c := &changes[k]
		if j.judged(c.Kind) {
			continue
		}
		for _, o := range catalog.Owners(c.Kind) {
			if !j.judged(o.Kind) {
				continue
			}
			for _, id := range c.Values(o.Column) {
				owners = append(owners, capture.Ref{Tenant: tenant, Kind: o.Kind, ID: id})
			}
		}
	}
	return owners
}

// learn reads how the owners of parts are shown now. That may be later than the change; then what made the difference is a change of its own.
func (j *judge) learn(ctx context.Context, db capture.Querier, of []capture.Change, all [][]capture.Row) error {
	wants := map[string][]capture.Ref{} // by the owner's kind
	for i, changes := range all {
		for _, r := range j.asks(of[i].Tenant, changes) {
			wants[r.Kind] = append(wants[r.Kind], r)
		}
	}
	j.owners = map[capture.Ref]showing{}
	for kind, refs := range wants {
		slices.SortFunc(refs, capture.CompareRefs)
		refs = slices.Compact(refs)
		tenants, ids := make([]string, len(refs)), make([]string, len(refs))
		for i, r := range refs {
			tenants[i], ids[i] = r.Tenant, r.ID
		}
		window := "'', ''"
		if j.columns[kind]["publish_at"] {
			window = dimText("publish_at") + ", " + dimText("unpublish_at")
		}
		rows, err := db.Query(ctx, `
SELECT w.tenant_id, w.id, o.*
FROM unnest($1::text[], $2::text[]) AS w(tenant_id, id)
CROSS JOIN LATERAL (SELECT status, `+window+` FROM `+pgx.Identifier{kind}.Sanitize()+` WHERE tenant_id = w.tenant_id AND id = w.id LIMIT 1) o`, tenants, ids)
		if err != nil {
			return fmt.Errorf("read owners of %s: %w", kind, err)
		}
		r := capture.Ref{Kind: kind}
		var status, publish, unpublish string
		_, err = pgx.ForEachRow(rows, []any{&r.Tenant, &r.ID, &status, &publish, &unpublish}, func() error {
			j.owners[r] = showingOf(status, publish, unpublish, j.now)
			return nil
		})
		if err != nil {
			return fmt.Errorf("read owners of %s: %w", kind, err)
		}
	}
	return nil
}

// within adds what one transaction says of the owners of its parts: one that went with them tells how it was.
func (j *judge) within(tenant string, changes []capture.Row) *judge {
	own := &judge{columns: j.columns, now: j.now, owners: map[capture.Ref]showing{}}
	for i := range changes {
		for _, o := range catalog.Owners(changes[i].Kind) {
			for _, id := range changes[i].Values(o.Column) {
				r := capture.Ref{Tenant: tenant, Kind: o.Kind, ID: id}
				own.owners[r] = j.owners[r]
			}
		}
	}
	for i := range changes {
		if c := &changes[i]; j.judged(c.Kind) {
			r := capture.Ref{Tenant: tenant, Kind: c.Kind, ID: c.ID}
			own.owners[r] = max(own.owners[r], j.showing(tenant, c))
		}
	}
	return own
}

// bulkOutside is outside for a transaction that is too large to be looked at row by row: the kinds of which it touched something that readers see. Not known
// means that it is too large even for that.
func (j *judge) bulkOutside(ctx context.Context, db capture.Querier, s capture.Change) (tags []string, known bool, err error) {
	kinds, err := capture.BulkKinds(ctx, db, s)
	if err != nil || kinds == nil {
		return nil, false, err
	}
	for kind := range kinds {
		from, cond := "", "true"
		var owner catalog.Owner
		switch owners := catalog.Owners(kind); {
		case j.judged(kind):
			cond = `r.op = 'T' OR r.op <> 'I' AND r.before->>'status' NOT IN ('DRAFT', 'ARCHIVED')
  OR r.op <> 'D' AND coalesce(r.after->>'status', r.before->>'status') NOT IN ('DRAFT', 'ARCHIVED')`
		case len(owners) > 0 && j.judged(owners[0].Kind):
			owner = owners[0]
			from = "LEFT JOIN " + pgx.Identifier{owner.Kind}.Sanitize() + " o ON o.tenant_id = $1 AND o.id IN (r.after->>$4, r.before->>$4)"
			cond = "r.op = 'T' OR o.status NOT IN ('DRAFT', 'ARCHIVED')"
		}
		var seen bool
		rows, err := db.Query(ctx, `
SELECT EXISTS (
  SELECT FROM (SELECT op, before, after FROM change_row WHERE tenant_id = $1 AND xid = $2::text::xid8 AND kind = $3) r `+from+`
  WHERE $4::text IS NOT NULL AND (`+cond+`))`, s.Tenant, fmt.Sprint(s.XID), kind, owner.Column)
		if err == nil {
			_, err = pgx.ForEachRow(rows, []any{&seen}, func() error { return nil })
		}
		if err != nil {
			return nil, false, fmt.Errorf("judge a bulk: %w", err)
		}
		if seen {
			tags = capture.KindTags(tags, kind)
		}
		if seen && (kind == "tenant" || kind == "tenant_host") {
			tags = capture.TenantTags(tags, s.Tenant, map[string]bool{kind: true})
		}
	}
	return tags, true, nil
}
