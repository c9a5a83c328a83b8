package catalog

// Tags name what an answer depends on and what a change touches. They are strings, so that they travel on the bus as they are:
//
//	product:65f0…             one record
//	product|member            which records of a kind are live: coming, going, publishing
//	product|amount            one column of a kind, for lists that filter or sort by it
//	product/brand_id=75…|amount   the same of the records of one brand, for lists of that brand; member likewise
//	product/category=bags|member  the same of one category, by id or slug, and of all categories below it
//	^12:product|amount        one rung of the ladder of a column, or of the column in a part; ^12-87: or ~12-87: all between (ladder.go)
//	product/slug=mavi-gomlek  a slug, for pages that were not there
//	product|any               any record of a kind, for answers that show very many
//	product|*                 the kind: too much changed to say it finer
//	*                         the tenant
//
// An answer carries the tags of everything it was made from (View.Tags); a change fires the tags of everything it touches
// (ingest/plan.go). An answer is stale exactly when one of its tags was fired by a change that its snapshot did not show.

// TenantTag is carried by every answer of a tenant.
const TenantTag = "*"

// RecordTag is the tag of one record of a kind.
func RecordTag(kind, id string) string { return kind + ":" + id }

// MemberTag is the tag of a kind's membership: fired when a record comes, goes, or changes whether or when it is shown.
func MemberTag(kind string) string { return kind + "|" + Member }

// Member is the aspect of coming and going.
const Member = "member"

// DimTag is the tag of an aspect, a column or member, of the records of a kind that have a value in a column, or are in a category.
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

// ColumnTag is the tag of one column of a kind: fired when any record changes it.
func ColumnTag(kind, column string) string { return kind + "|" + column }

// SlugTag is the tag of one slug of a kind, there or not.
func SlugTag(kind, slug string) string { return kind + "/slug=" + slug }

// AnyTag is fired by every change of a record of a kind, or of what it shows as its own. Answers that show very many records carry it in
// place of a tag for each.
func AnyTag(kind string) string { return kind + "|any" }

// KindTag is carried by every answer that shows or lists a kind; bulk changes fire it in place of finer tags.
func KindTag(kind string) string { return kind + "|*" }

// An Owner is a record that shows the rows of another table as its own: a change of the row is a change of the owner.
type Owner struct {
	Kind   string // the owner's kind, such as "product"
	Column string // the column of the row that holds the owner's id, such as "product_id"
}

// Owners lists the owners of a table's rows, empty for a table whose rows stand alone.
func Owners(table string) []Owner { return owners[table] }
