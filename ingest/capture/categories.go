package capture

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

// Categories holds the categories of records, by id and slug: those that they are linked to and all above. The rows of
// a change do not contain them. They are read when the change is planned, which is later than the change. If a link or
// a category changed meanwhile, the categories of the whole tenant are unknown.
type Categories struct {
	of      map[Ref][]string // categories of a record, or of a category itself
	unknown map[string]bool  // tenants
}

// A Ref names one record of a tenant.
type Ref struct{ Tenant, Kind, ID string }

func CompareRefs(a, b Ref) int {
	return cmp.Or(strings.Compare(a.Tenant, b.Tenant), strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID))
}

// Of lists the categories of a record. It reports false if they are unknown: the record may be in any.
func (l *Categories) Of(tenant, kind, id string) ([]string, bool) {
	if l == nil || l.unknown[tenant] {
		return nil, false
	}
	return l.of[Ref{tenant, kind, id}], true
}

// wants appends the records with categories that the plan of a row needs.
func (c *Row) wants(dst []Ref, tenant string) []Ref {
	if c.Op == Truncated {
		return dst
	}
	if cuts := catalog.DimensionsOf(c.Kind); cuts != nil && cuts.Tree != nil && len(c.aspects(cuts)) > 0 {
		dst = append(dst, Ref{tenant, c.Kind, c.ID})
	}
	if catalog.LinkedKind(c.Kind) != "" && c.ties() {
		for _, id := range c.Values("category_id") {
			dst = append(dst, Ref{tenant, "category", id})
		}
	}
	return dst
}

// take takes the categories of records from those that the poll has read. It reports false if any are missing.
func (l *Categories) take(wants []Ref, in map[string]map[string][]string) bool {
	for _, w := range wants {
		if in[w.Kind] == nil { // not read, or those of a link that was inserted or deleted
			return false
		}
	}
	for _, w := range wants {
		l.of[w] = in[w.Kind][w.ID]
	}
	return true
}

// Limits of what is read for Categories. Above them the categories are unknown, or the tags exceed the limits of a
// message anyway.
const (
	sinceLimit = 5000        // rows of a tenant that changed since
	tiedLimit  = maxTags + 1 // categories of a record
)

// ReadCategories reads, in one statement, the categories that the plans of changes need. The changes are ordered by
// tenant and number, and rows are those of each change.
func ReadCategories(ctx context.Context, q postgres.Queryer, of []Change, rows [][]Row) (*Categories, error) {
	var wants []Ref
	since := map[string]uint64{} // by tenant, the change up to which the rows show that no category moved
	l := &Categories{of: map[Ref][]string{}, unknown: map[string]bool{}}
	for i, s := range of {
		was := len(wants)
		for j := range rows[i] {
			wants = rows[i][j].wants(wants, s.Tenant)
		}
		if s.categories != nil && l.take(wants[was:], s.categories) {
			wants = wants[:was]
		}
		last, needed := since[s.Tenant]
		switch {
		case !needed && len(wants) > was:
			since[s.Tenant] = s.Seq
		case needed && slices.ContainsFunc(rows[i], func(c Row) bool { return c.moves() }):
			l.unknown[s.Tenant] = true
		case needed && s.Seq == last+1 && len(rows[i]) == s.Rows && s.Rows > 0:
			since[s.Tenant] = s.Seq
		}
	}
	wants = slices.DeleteFunc(wants, func(w Ref) bool { return l.unknown[w.Tenant] })
	if len(wants) == 0 {
		return l, nil
	}
	slices.SortFunc(wants, CompareRefs)
	wants = slices.Compact(wants)
	tenants, kinds, ids := make([]string, len(wants)), make([]string, len(wants)), make([]string, len(wants))
	for i, w := range wants {
		tenants[i], kinds[i], ids[i] = w.Tenant, w.Kind, w.ID
	}
	owners, seqs := make([]string, 0, len(since)), make([]int64, 0, len(since))
	for tenant, seq := range since {
		if !l.unknown[tenant] {
			owners, seqs = append(owners, tenant), append(seqs, int64(seq))
		}
	}
	sql := categoriesAboveSQL[kinds[0]]
	if sql == "" || slices.ContainsFunc(kinds, func(kind string) bool { return kind != kinds[0] }) {
		sql = categoriesAboveSQL[""]
	}
	found, err := q.Query(ctx, sql, tenants, kinds, ids, owners, seqs, tiedLimit, sinceLimit)
	if err != nil {
		return nil, fmt.Errorf("read categories: %w", err)
	}
	var i int
	var id, slug string
	if _, err = pgx.ForEachRow(found, []any{&i, &id, &slug}, func() error {
		if i < 0 {
			l.unknown[owners[-i-1]] = true
			return nil
		}
		w := wants[i-1]
		l.of[w] = append(l.of[w], id, slug)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read categories: %w", err)
	}
	return l, nil
}

// moves reports whether the change of a row may have taken a record, or a category, out of a category. The statement of
// aboveSQL has the same condition.
func (c *Row) moves() bool {
	if c.Kind == "category" {
		return c.Op == Deleted || c.Op == Truncated ||
			slices.Contains(c.Changed, "parent_id") || slices.Contains(c.Changed, "slug")
	}
	return c.Op != Inserted && catalog.LinkedKind(c.Kind) != ""
}

// categoriesAboveSQL finds the categories above records of some kinds. The key is the kind, or "" for records of any
// kind and categories, which is slower. A row with a negative number names a tenant whose categories are unknown: the
// planned changes were pruned, too many rows changed since, or a category or a link was changed or deleted.
var categoriesAboveSQL = func() map[string]string {
	above := map[string]string{"": aboveSQL(kindsInTrees())}
	for _, kind := range kindsInTrees() {
		above[kind] = aboveSQL([]string{kind})
	}
	return above
}()

func aboveSQL(kinds []string) string {
	return `
WITH RECURSIVE leaf AS (
  SELECT w.i, w.tenant_id, x.id
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w(tenant_id, kind, id, i)
  CROSS JOIN LATERAL (
    SELECT w.id WHERE w.kind = 'category'` + tiesSQL(kinds) + `
  ) x
), up AS (
  SELECT leaf.i, leaf.tenant_id, c.id, c.slug, c.parent_id
  FROM leaf
  CROSS JOIN LATERAL (
    SELECT id, slug, parent_id FROM category WHERE tenant_id = leaf.tenant_id AND id = leaf.id LIMIT 1
  ) c
  UNION
  SELECT up.i, up.tenant_id, c.id, c.slug, c.parent_id
  FROM up
  CROSS JOIN LATERAL (
    SELECT id, slug, parent_id FROM category WHERE tenant_id = up.tenant_id AND id = up.parent_id LIMIT 1
  ) c
)
SELECT i, id, slug FROM up
UNION ALL
SELECT -t.i, '', ''
FROM unnest($4::text[], $5::bigint[]) WITH ORDINALITY AS t(tenant_id, seq, i)
CROSS JOIN LATERAL (
  SELECT count(*) AS n, bool_or(r.kind = 'category' AND (r.op IN ('D', 'T') OR r.changed && '{parent_id,slug}')
                                OR r.kind = ANY ('{` + strings.Join(tieTables(), ",") + `}') AND r.op <> 'I') AS moved
  FROM (
    SELECT r.kind, r.op, r.changed
    FROM (SELECT xid FROM change_tx WHERE tenant_id = t.tenant_id AND seq > t.seq ORDER BY seq LIMIT $7) x
    CROSS JOIN LATERAL (
      SELECT kind, op, changed FROM change_row WHERE xid = x.xid AND tenant_id = t.tenant_id LIMIT $7
    ) r
    LIMIT $7
  ) r
) since
WHERE since.n >= $7 OR since.moved OR NOT EXISTS (SELECT FROM change_tx WHERE tenant_id = t.tenant_id AND seq = t.seq)`
}

// fewTies is the maximum number of categories that the poll itself reads. The limit also makes Postgres plan for few
// rows. Otherwise it allocates memory for millions, which takes milliseconds each time.
const fewTies = 32

// categoriesSQL selects the categories of the records in the few rows of transaction x, by kind and id, for records of
// some kinds. It reads them beside the first row r, if the change is the tenant's last at that moment: later they are
// not valid for it. It selects none if there are more than fewTies. The conditions are where they stop the reading.
func categoriesSQL(kinds []string) string {
	ties := strings.NewReplacer(
		"w.kind", "r.kind", "w.tenant_id", "x.tenant_id", "w.id", "r.id", "$6", strconv.Itoa(tiedLimit),
	).Replace(tiesSQL(kinds))
	limit := strconv.Itoa(fewTies)
	return `
  SELECT json_object_agg(k.kind, k.records) AS categories
  FROM (
    SELECT a.kind, json_object_agg(a.id, a.names) AS records
    FROM (
      WITH RECURSIVE leaf AS (
        SELECT r.kind, r.id AS record, t.category_id
        FROM (
          SELECT c.kind, c.id FROM change_row c
          WHERE c.xid = x.xid AND c.tenant_id = x.tenant_id AND r.i = 1 AND r.rows <= $4 AND s.n = x.seq LIMIT $4
        ) r
        CROSS JOIN LATERAL (SELECT NULL AS category_id WHERE false` + ties + `) t
        LIMIT ` + limit + ` + 1
      ), up AS (
        SELECT leaf.kind, leaf.record, c.id, c.slug, c.parent_id
        FROM leaf
        CROSS JOIN LATERAL (
          SELECT id, slug, parent_id FROM category WHERE tenant_id = x.tenant_id AND id = leaf.category_id LIMIT 1
        ) c
        UNION
        SELECT up.kind, up.record, c.id, c.slug, c.parent_id
        FROM up
        CROSS JOIN LATERAL (
          SELECT id, slug, parent_id FROM category WHERE tenant_id = x.tenant_id AND id = up.parent_id LIMIT 1
        ) c
      )
      SELECT kind, record AS id, json_agg(n.name) AS names
      FROM up CROSS JOIN LATERAL (VALUES (up.id), (up.slug)) AS n(name)
      WHERE (SELECT count(*) FROM leaf) <= ` + limit + ` GROUP BY kind, record
    ) a
    GROUP BY a.kind
  ) k`
}

// kindsInTrees lists the kinds with records that are linked to categories.
func kindsInTrees() []string {
	var kinds []string
	for _, r := range catalog.All {
		if cuts := catalog.DimensionsOf(r.Name); cuts != nil && cuts.Tree != nil {
			kinds = append(kinds, r.Name)
		}
	}
	return kinds
}

// tieTables lists the tables that link records to categories.
func tieTables() []string {
	var tables []string
	for _, kind := range kindsInTrees() {
		if table := catalog.DimensionsOf(kind).Tree.Table; !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	return tables
}

// tiesSQL selects the categories that a record of some kinds is linked to.
func tiesSQL(kinds []string) string {
	var sql strings.Builder
	for _, kind := range kinds {
		tree := catalog.DimensionsOf(kind).Tree
		fmt.Fprintf(&sql, `
    UNION ALL (
      SELECT category_id FROM %s WHERE w.kind = '%s' AND tenant_id = w.tenant_id AND %s = w.id LIMIT $6
    )`, tree.Table, kind, tree.Owner)
	}
	return sql.String()
}
