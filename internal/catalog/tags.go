package catalog

import "strings"

// Tags name the data that an answer depends on and that a change touches. They are strings, and travel on the bus as
// such:
//
//	product:65f0…             one record
//	product|member            which records of a kind are visible
//	product|amount            one column of a kind, for lists that filter or sort by it
//	product/brand_id=75…|amount   the same for the records of one brand; member likewise
//	product/category=bags|member  the same for one category, by id or slug, and all categories below it
//	^12:product|amount        one price band of a column; ^12-87: and ~12-87: all bands between (band.go)
//	product/slug=mavi-gomlek  a slug, for answers that found no record
//	product|any               any record of a kind, for answers with very many records
//	product|*                 the kind: the change is too large for finer tags
//	*                         the tenant
//
// An answer carries the tags of all data that it was made from; a change fires the tags of all data that it touches. An
// answer is stale exactly when a change fired one of its tags after the answer's snapshot.

// TenantTag is a tag of every answer of a tenant.
const TenantTag = "*"

// RecordTag returns the tag of one record.
func RecordTag(kind, id string) string { return kind + ":" + id }

// MemberTag returns the tag of a kind's membership. A change fires it if a record appears, disappears, or changes its
// visibility rule or schedule.
func MemberTag(kind string) string { return kind + "|" + Member }

// Member is the aspect of membership.
const Member = "member"

// DimTag returns the tag of an aspect (a column or Member) of the records with a value in a column, or in a category.
func DimTag(kind, by, value, aspect string) string {
	return kind + "/" + by + "=" + value + "|" + aspect
}

// CategoryTags appends the tags of an aspect of the records of some categories, given by ids and slugs.
func CategoryTags(dst []string, kind string, categories []string, aspect string) []string {
	for _, c := range categories {
		dst = append(dst, DimTag(kind, categoryDim, c, aspect))
	}
	return dst
}

// ColumnTag returns the tag of one column of a kind. A change of the column in any record fires it.
func ColumnTag(kind, column string) string { return kind + "|" + column }

// SlugTag returns the tag of one slug of a kind, whether a record has it or not.
func SlugTag(kind, slug string) string { return kind + "/slug=" + slug }

// AnyTag returns the tag that every change of a kind's records and of their parts fires. An answer with very many
// records carries it instead of a tag for each.
func AnyTag(kind string) string { return kind + "|any" }

// KindTag returns the tag of a kind. Every answer that shows or lists the kind carries it; bulk changes fire it.
func KindTag(kind string) string { return kind + "|*" }

// settingsTable is the table of the search settings of tenants.
const settingsTable = "tenant_search"

// SettingsTags returns the tags that every change of a tenant's search settings fires. The answer to every search with
// a text carries them.
func SettingsTags() []string { return []string{AnyTag(settingsTable), KindTag(settingsTable)} }

// KindOf returns the kind that a tag names, "" for the tag of the tenant.
func KindOf(tag string) string {
	tag = Unbanded(tag)
	if i := strings.IndexAny(tag, ":/|"); i >= 0 {
		return tag[:i]
	}
	return ""
}

// An Owner is a record that shows the rows of another table as its own, so that their changes are its changes.
type Owner struct {
	Kind   string // the owner's kind, such as "product"
	Column string // the column of the row that holds the owner's id, such as "product_id"
}

// Owners returns the owners of a table's rows, empty for a table whose rows stand alone.
func Owners(table string) []Owner { return owners[table] }
