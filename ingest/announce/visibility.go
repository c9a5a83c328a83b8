package announce

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

// visibility is whether readers can see a record.
type visibility int

const (
	hidden    visibility = iota // a draft, an archived record, or one past its time
	scheduled                   // it will be shown at a later time
	shown
)

// clockSlack is the maximum difference between the clocks of gateways and Postgres. A record counts as shown so long
// before and after its time.
const clockSlack = 2 * time.Second

// visibilityOf applies the rule to columns of a record; "" is NULL.
func visibilityOf(status, publish, unpublish string, now time.Time) visibility {
	if status == "DRAFT" || status == "ARCHIVED" {
		return hidden
	}
	// time.Parse reads no infinite times, none BC and none after the year 9999.
	past := unpublish == "-infinity" || strings.HasSuffix(unpublish, " BC")
	if t, err := time.Parse(dimTime, unpublish); past || err == nil && now.After(t.Add(clockSlack)) {
		return hidden
	}
	future := publish == "infinity" || strings.IndexByte(publish, '-') > len("9999")
	if t, err := time.Parse(dimTime, publish); future || err == nil && t.After(now.Add(clockSlack)) {
		return scheduled
	}
	return shown
}

// dimTime is the format in which capture writes a time.
const dimTime = "2006-01-02 15:04:05.999999-07"

// dimText selects a time in the format of capture, "" for NULL.
func dimText(column string) string {
	return "coalesce(CASE WHEN isfinite(" + column + ") THEN (" + column + " AT TIME ZONE 'UTC')::text || '+00' ELSE " +
		column + "::text END, '')"
}

// A visibilityRule selects the tags of a change that subscribers may see.
type visibilityRule struct {
	columns map[string]map[string]bool // by table: which of status, publish_at and unpublish_at it has
	now     time.Time
	owners  map[capture.Ref]visibility // of records
}

// readColumns reads which tables have the columns that may hide a record.
func readColumns(ctx context.Context, db postgres.Queryer) (map[string]map[string]bool, error) {
	rows, err := db.Query(ctx, `
SELECT w.kind, coalesce(a.attname, '') FROM watched w
LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(format('public.%I', w.kind)) AND a.attnum > 0
  AND a.attname IN ('status', 'publish_at', 'unpublish_at')`)
	if err != nil {
		return nil, fmt.Errorf("read the columns that hide records: %w", err)
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
		return nil, fmt.Errorf("read the columns that hide records: %w", err)
	}
	return columns, nil
}

// hasStatus reports whether columns of a kind hide its records. Other records are always shown, or are parts of an
// owner. The status of a tenant has another meaning, and is public.
func (j *visibilityRule) hasStatus(kind string) bool {
	return kind != "tenant" && j.columns[kind]["status"]
}

// visibility is whether readers could see the record of a row before or after the change.
func (j *visibilityRule) visibility(tenant string, c *capture.Row) visibility {
	if c.Op == capture.Truncated {
		return shown
	}
	if j.hasStatus(c.Kind) {
		least := hidden
		if c.Op != capture.Inserted {
			least = max(least, visibilityOf(c.Before["status"], c.Before["publish_at"], c.Before["unpublish_at"], j.now))
		}
		if c.Op != capture.Deleted {
			value := func(column string) string {
				if v, ok := c.After[column]; ok {
					return v
				}
				return c.Before[column]
			}
			least = max(least, visibilityOf(value("status"), value("publish_at"), value("unpublish_at"), j.now))
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
			if !j.hasStatus(o.Kind) {
				return shown
			}
			best = max(best, j.owners[capture.Ref{Tenant: tenant, Kind: o.Kind, ID: id}])
		}
	}
	return best
}

// appendTags appends the tags of a row that subscribers may see. Of a record that readers see, these are all. Of a
// scheduled record, they are those of lists that will change, and of its page that does not exist yet. Of a draft,
// there are none.
func (j *visibilityRule) appendTags(dst []string, tenant string, c *capture.Row, in *capture.Categories) []string {
	switch j.visibility(tenant, c) {
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

// tags are the tags of one change that subscribers may see.
func (j *visibilityRule) tags(tenant string, changes []capture.Row, in *capture.Categories) []string {
	var tags []string
	kinds, seen := map[string]bool{}, map[string]bool{}
	for k := range changes {
		c := &changes[k]
		n := len(tags)
		if tags = j.appendTags(tags, tenant, c, in); len(tags) > n {
			seen[c.Kind] = true
		}
		kinds[c.Kind] = true
	}
	tags = slices.DeleteFunc(tags, catalog.Banded) // subscribers see the tag of the column instead
	if tags = capture.Unique(capture.TenantTags(tags, tenant, kinds)); capture.Fits(tags) {
		return tags
	}
	tags = nil
	for kind := range seen {
		tags = capture.KindTags(tags, kind)
	}
	return capture.Unique(capture.TenantTags(tags, tenant, kinds))
}

// unknownOwners lists the owners of parts that changed. A row of a part does not tell whether its owner is shown.
func (j *visibilityRule) unknownOwners(tenant string, changes []capture.Row) (owners []capture.Ref) {
	for k := range changes {
		c := &changes[k]
		if j.hasStatus(c.Kind) {
			continue
		}
		for _, o := range catalog.Owners(c.Kind) {
			if !j.hasStatus(o.Kind) {
				continue
			}
			for _, id := range c.Values(o.Column) {
				owners = append(owners, capture.Ref{Tenant: tenant, Kind: o.Kind, ID: id})
			}
		}
	}
	return owners
}

// readOwners reads the visibility of the owners of parts. It may have changed since, but then by a change that is
// announced itself.
func (j *visibilityRule) readOwners(
	ctx context.Context, db postgres.Queryer, of []capture.Change, all [][]capture.Row,
) error {
	wants := map[string][]capture.Ref{} // by the owner's kind
	for i, changes := range all {
		for _, r := range j.unknownOwners(of[i].Tenant, changes) {
			wants[r.Kind] = append(wants[r.Kind], r)
		}
	}
	j.owners = map[capture.Ref]visibility{}
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
CROSS JOIN LATERAL (
  SELECT status, `+window+` FROM `+pgx.Identifier{kind}.Sanitize()+`
  WHERE tenant_id = w.tenant_id AND id = w.id LIMIT 1
) o`, tenants, ids)
		if err != nil {
			return fmt.Errorf("read owners of %s: %w", kind, err)
		}
		r := capture.Ref{Kind: kind}
		var status, publish, unpublish string
		_, err = pgx.ForEachRow(rows, []any{&r.Tenant, &r.ID, &status, &publish, &unpublish}, func() error {
			j.owners[r] = visibilityOf(status, publish, unpublish, j.now)
			return nil
		})
		if err != nil {
			return fmt.Errorf("read owners of %s: %w", kind, err)
		}
	}
	return nil
}

// withOwners adds the owners that changed in the same transaction as their parts.
func (j *visibilityRule) withOwners(tenant string, changes []capture.Row) *visibilityRule {
	own := &visibilityRule{columns: j.columns, now: j.now, owners: map[capture.Ref]visibility{}}
	for i := range changes {
		for _, o := range catalog.Owners(changes[i].Kind) {
			for _, id := range changes[i].Values(o.Column) {
				r := capture.Ref{Tenant: tenant, Kind: o.Kind, ID: id}
				own.owners[r] = j.owners[r]
			}
		}
	}
	for i := range changes {
		if c := &changes[i]; j.hasStatus(c.Kind) {
			r := capture.Ref{Tenant: tenant, Kind: c.Kind, ID: c.ID}
			own.owners[r] = max(own.owners[r], j.visibility(tenant, c))
		}
	}
	return own
}

// bulkTags is tags for a change that is too large to read row by row: the tags of the kinds of its visible records. If
// it is too large even for that, known is false.
func (j *visibilityRule) bulkTags(ctx context.Context, db postgres.Queryer, s capture.Change) (
	tags []string, known bool, err error,
) {
	kinds, err := capture.BulkKinds(ctx, db, s)
	if err != nil || kinds == nil {
		return nil, false, err
	}
	for kind := range kinds {
		from, cond := "", "true"
		var owner catalog.Owner
		switch owners := catalog.Owners(kind); {
		case j.hasStatus(kind):
			cond = `r.op = 'T' OR r.op <> 'I' AND r.before->>'status' NOT IN ('DRAFT', 'ARCHIVED')
  OR r.op <> 'D' AND coalesce(r.after->>'status', r.before->>'status') NOT IN ('DRAFT', 'ARCHIVED')`
		case len(owners) > 0 && j.hasStatus(owners[0].Kind):
			owner = owners[0]
			from = "LEFT JOIN " + pgx.Identifier{owner.Kind}.Sanitize() +
				" o ON o.tenant_id = $1 AND o.id IN (r.after->>$4, r.before->>$4)"
			cond = "r.op = 'T' OR o.status NOT IN ('DRAFT', 'ARCHIVED')"
		}
		var seen bool
		rows, err := db.Query(ctx, `
SELECT EXISTS (
  SELECT FROM (
    SELECT op, before, after FROM change_row WHERE tenant_id = $1 AND xid = $2::text::xid8 AND kind = $3
  ) r `+from+`
  WHERE $4::text IS NOT NULL AND (`+cond+`))`, s.Tenant, fmt.Sprint(s.XID), kind, owner.Column)
		if err == nil {
			_, err = pgx.ForEachRow(rows, []any{&seen}, func() error { return nil })
		}
		if err != nil {
			return nil, false, fmt.Errorf("read the visible kinds of a bulk change: %w", err)
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
