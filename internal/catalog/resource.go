package catalog

import (
	"reflect"

	"vitrine/internal/filter"
)

// A Resource is one module: a table, who may see its rows, and the URLs it is read under.
type Resource struct {
	Name string // the kind: the table's name, and the first word of its tags
	As   string // the table's alias in From, such as "p"
	From string // FROM clause: the table, and what is joined to show it. Every join names the tenant
	Live string // which rows readers may see; $2 is the time. Empty: all

	// Scheduled kinds have publish_at and unpublish_at: their windows are part of who is live, and answers that show them
	// end at the next boundary.
	Scheduled bool
	Moments   []string // further columns whose time, once come, changes who is live

	// Banded are columns of numbers, at most those of numeric(12,2), that are kept of a change (0009_outbox.sql) and have a ladder: lists that
	// sort by them or bound them are refreshed by edits that pass where they stand, and by no others. A row of a list that sorts by one has a
	// field with a graded tag for it.
	Banded []string

	// Text lists the search vectors a reader's words are matched against: the module's own first, then those of joined tables.
	// Words are the columns the module's own vector is made of, the most telling first.
	Text    []string
	Words   []string
	Related []Related // where the vectors after the first come from

	// Parts are the tables whose rows belong to a record of this kind and are shown as its own.
	Parts []Part

	Views []View
}

// Related is a joined table whose text counts for the module's rows: As and Kind as in From, Key the expression it is joined by.
type Related struct{ As, Kind, Key string }

// A Part is a table whose rows belong to a record: Column holds the record's id.
type Part struct{ Table, Column string }

// Shape is the form of an answer's data.
type Shape int

// The three shapes of the specification.
const (
	One  Shape = iota // a single record, or 404
	List              // an array, not paginated, at most View.Cap records
	Page              // an array with pagination
)

// Envelope is the key under which a page says where it stands. The specification leaves open which list has which: product lists
// have "pagination" with four members, all others "meta" with six.
type Envelope string

// The two envelopes.
const (
	Meta       Envelope = "meta"
	Pagination Envelope = "pagination"
)

// A View is one readable URL of a module.
type View struct {
	Path        string            // under /v1; {name} is a path parameter
	Shape       Shape             //
	Row         Row               // how a record is shown
	Where       string            // a further condition; {name} is the path parameter's value
	Moments     []string          // columns whose time, once come, changes what the view shows
	Order       filter.Order      // the order without a sort parameter; ends with the id, so that pages neither repeat nor miss
	Accept      []Filter          // query parameters that narrow the list
	Sorts       map[string]Column // names a reader may sort by, and their columns
	Envelope    Envelope          // of a Page; Meta unless said
	Cap         int               // of a List: the most records it shows
	Top         bool              // a List that takes a limit
	Search      bool              // accepts search (or q)
	Uncacheable bool              // another answer every time: never kept, by us or by those before us
	Special     string            // answered by the function of this name in gateway/special.go
	Shows       reflect.Type      // what a Special answers with; nil: the rows
	Example     string            // a value of the path parameter that the demo shop has
	Doc         string            // one line for the OpenAPI document

	plan *Plan
}

// Paged reports whether the view's answers are pages.
func (v *View) Paged() bool { return v.Shape == Page }

// A Filter is a query parameter that narrows a list.
type Filter struct {
	Name  string      // of the parameter
	Type  Type        // what is accepted
	Cond  filter.Cond // the condition; a parameter of one value gives it to every ?, one of several has a value for each
	Reads []string    // columns the condition depends on beyond those it names, as "event.starts_at"
	Group string      // filters of one facet: the facet counts without any of them. Name unless said

	Doc     string // one line for the OpenAPI document
	Example string // a value that finds something in the demo shop
}

// Several reports whether the parameter takes several values.
func (f *Filter) Several() bool { return f.Type == Texts || f.Type == IDs || f.Type == Pairs }

// Type is what a query parameter accepts.
type Type int

// The types of query parameters. Each has one canonical form, which is both part of the cache key and the value queried with.
const (
	Text    Type = iota // up to 200 characters
	Texts               // one or several; repeated, comma-separated or name[]
	IDs                 // as Texts, each 24 lower-case hex digits
	Number              // a decimal number ≥ 0
	Integer             // a whole number
	Pairs               // name:value, repeatable: AND between names, OR within one. The SQL gets the name, then the values
	Box                 // minLng,minLat,maxLng,maxLat
	Letter              // one letter of any script
)

// MaxIDs is how many values an array parameter may have.
const MaxIDs = 100
