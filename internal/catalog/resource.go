package catalog

import (
	"cmp"
	"reflect"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/filter"
)

// A Resource is one module: a table, its visibility rule, and the URLs under which its records are read.
type Resource struct {
	Name string // the kind: the table's name, and the first word of its tags
	As   string // the table's alias in From, such as "p"
	From string // FROM clause: the table and its joins. Every join names the tenant
	Live string // visibility rule; $2 is the time. Empty: every row is visible

	// Scheduled kinds have publish_at and unpublish_at. Both are part of Live, and an answer with such a record expires at
	// the next of these times.
	Scheduled bool
	Moments   []string // further columns whose time, once reached, changes visibility

	// Banded lists columns of numbers whose values are divided into price bands (band.go). A list that sorts by such a
	// column or bounds it is refreshed only by edits that cross one of its bands. The columns hold at most numeric(12,2)
	// and are recorded with each change. The row of a list that sorts by one has a field with a band tag for it.
	Banded []string

	// Text lists the search vectors that the words of a search are matched against: the module's own first, then those of
	// joined tables. Words lists the columns that the module's own vector is made from, the most significant first.
	// Matched lists further columns that an engine may match words against, "product_attribute.value". A search depends on
	// all of them.
	Text    []string
	Words   []string
	Matched []string
	Popular string    // the column that decides between equal matches, the greatest value first; "" for none
	Related []Related // where the vectors after the first come from

	// Parts are the tables whose rows belong to a record of this kind and are shown as part of it.
	Parts []Part

	// Hit holds the SQL of the parts of a SearchHit: name, and what the records have of slug, image, price, text and key.
	// Modules whose list is searched have it.
	Hit fragments

	Views []View

	found *View
}

// Module returns the name of the module in paths: the first word of its lists.
func (r *Resource) Module() string {
	word, _, _ := strings.Cut(strings.TrimPrefix(r.Views[0].Path, "/"), "/")
	return word
}

// Untimed returns Live without its conditions on times, and the times between which a row is visible, as SQL; "" for
// none. ok is false if Live has conditions on times of another form.
func (r *Resource) Untimed() (live, since, until string, ok bool) {
	live = r.Live
	begins := []string{}
	if r.Scheduled {
		live = strings.Replace(live, " AND "+scheduled(r.As), "", 1)
		begins, until = append(begins, r.As+".publish_at"), r.As+".unpublish_at"
	}
	for _, m := range r.Moments {
		column := r.As + "." + m
		live = strings.Replace(live, " AND "+column+" <= $2", "", 1)
		begins = append(begins, column)
	}
	if since = strings.Join(begins, ", "); len(begins) > 1 {
		since = "greatest(" + since + ")" // of the values that are not NULL
	}
	return live, since, until, !strings.Contains(live, "$2")
}

// Found returns the view of the module's records as SearchHits, in the order of its list; nil if the module has no list
// that can be searched. The view has no URL.
func (r *Resource) Found() *View { return r.found }

// Listed returns the module's list that can be searched, nil if there is none.
func (r *Resource) Listed() *View {
	for i := range r.Views {
		if v := &r.Views[i]; v.Search && v.Shape != One && v.Special == "" {
			return v
		}
	}
	return nil
}

// Related is a joined table whose text counts for the module's rows. As and Kind are those of From; Key is the
// expression that the table is joined by.
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

// Envelope is the key of a page's position. The specification leaves it open: product lists have "pagination" with four
// members, all other lists "meta" with six.
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
	Row         Row               // the form of a record
	Where       string            // a further condition; {name} is the path parameter's value
	Moments     []string          // columns whose time, once reached, changes the answer
	Order       filter.Order      // order without a sort parameter; ends with the id, so that pages do not overlap
	Accept      []Filter          // query parameters that narrow the list
	Sorts       map[string]Column // names that a request may sort by, and their columns
	Envelope    Envelope          // of a Page; Meta by default
	Cap         int               // of a List: the maximum number of records
	Top         bool              // a List that takes a limit
	Most        int               // the maximum of a limit; 0: api.MaxLimit
	Few         int               // the limit of a request without one; 0: api.DefaultLimit
	LimitDoc    string            // what a limit bounds, if that is not the records; for the OpenAPI document
	Search      bool              // accepts search (or q)
	Facets      bool              // a page of filters: facetLimit bounds the values of each facet
	Across      bool              // a view of Site: q is required, and modules narrows it
	Fixed       bool              // a search keeps Order, which is what the list is for: it only narrows the list
	Uncacheable bool              // differs on every request; neither Vitrine nor a cache before it stores it
	Special     string            // answered by the function of this name, in the gateway's special views
	Shows       reflect.Type      // type of a Special's answer; nil: the rows
	Example     string            // a value of the path parameter that the demo tenant has
	Doc         string            // one line for the OpenAPI document

	plan *Plan
}

// Paged reports whether the view returns pages.
func (v *View) Paged() bool { return v.Shape == Page }

// Limits returns the limit of a request without one, and the maximum.
func (v *View) Limits() (few, most int) {
	return cmp.Or(v.Few, api.DefaultLimit), cmp.Or(v.Most, api.MaxLimit)
}

// TextName returns the name of the parameter with the text of a search. Lists know it as q too.
func (v *View) TextName() string {
	if v.Across {
		return "q"
	}
	return "search"
}

// A Filter is a query parameter that narrows a list.
type Filter struct {
	Name  string      // of the parameter
	Type  Type        // what is accepted
	Cond  filter.Cond // the condition; a parameter with one value gives it to every ?
	Reads []string    // columns that the condition depends on without naming them, such as "event.starts_at"
	Group string      // facet that the filter belongs to, and that ignores it; Name by default
	Of    string      // kind of the records whose ids the values are; their slugs are accepted too

	Doc     string // one line for the OpenAPI document
	Example string // a value that finds something in the demo tenant
}

// Several reports whether the parameter takes several values.
func (f *Filter) Several() bool { return f.Type == Texts || f.Type == IDs || f.Type == Pairs }

// Type is what a query parameter accepts.
type Type int

// The types of query parameters. Each has one canonical form, which is both part of the cache key and the query's
// value.
const (
	Text    Type = iota // up to 200 characters
	Texts               // one or several; repeated, comma-separated or name[]
	IDs                 // as Texts, each 24 lower-case hex digits
	Number              // a decimal number ≥ 0
	Integer             // a whole number
	Pairs               // name:value, repeatable: AND between names, OR within one. The condition gets name and values
	Box                 // minLng,minLat,maxLng,maxLat
	Letter              // one letter of any script
)

// MaxIDs is the maximum number of values of an array parameter.
const MaxIDs = 100
