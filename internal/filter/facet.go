package filter

// Facet counts the rows of a list by the values of an expression, or finds the bounds between which it lies. Every
// condition of the list applies except those of the facet's own Name: choosing one brand must not hide the others.
type Facet struct {
	Name  string
	Join  string // further joins, if Value needs them; it may multiply rows, a row still counts once for a value
	Value string // "b.id"; NULL counts nowhere
	Label string // text of a value, if not the value itself: "b.name"
	Slug  string // "b.slug"
	Args  []any  // a value for each ? in Join
	Range bool   // minimum and maximum of Value, a number, instead of counts
	Limit int    // most values; 0 means DefaultFacetLimit, and MaxFacetLimit is the most
}

// Bounds of Facet.Limit, in values.
const (
	DefaultFacetLimit = 100
	MaxFacetLimit     = 1000
)
