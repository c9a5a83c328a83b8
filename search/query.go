package search

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"vitrine/internal/filter"
)

// ErrStaleSnapshot is what a query with Again gets whose snapshot is older than what the engine holds.
var ErrStaleSnapshot = errors.New("the snapshot is older than what the engine holds")

// Query asks for one page of ids of one kind.
//
// From, Where and the expressions in Facet are SQL written by the program, never by a reader; Order and Cond are
// rendered by internal/filter. A reader's values travel in Text and in Args alone, and reach Postgres as parameters.
type Query struct {
	Tenant string    // $1 in every statement, and Where's first predicate
	Now    time.Time // $2, for what is live now
	Kind   string    // the table, and the index of an outside engine
	ID     string    // the id's expression: "p.id"
	From   string    // a chain of joins, one row an id: "product p LEFT JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id"
	Where  string    // tenant first, then what makes a row visible: "p.tenant_id = $1 AND p.status <> 'DRAFT'"; may use $2

	// Text is what the reader typed; "" asks for a plain list. Each of its words must be found. A text without a single
	// letter or digit finds nothing. Only the first MaxText characters and MaxWords words are used.
	Text string

	// Match names the tsvector columns a word may be found in: "p.search", "b.search". Of those after the first, which
	// belong to joined tables, only names (weight A) count. Each alias also has a column search_words with the folded
	// words of the name, for typos and for putting names that start alike first.
	Match []string

	// Related says where the vectors of Match after the first come from, so that Postgres can use its indexes. A vector
	// that is not named here is matched slowly, but rightly.
	Related []Related

	Conds  []Cond
	Order  filter.Order // the id is always added as the last key, so that pages have neither doubles nor holes
	Sorted bool         // the reader asked for Order. Otherwise, with Text, the best match comes first and Order breaks ties.

	// Epoch and N are the snapshot's own, of tenant_seq, where the caller has read them there; without them an engine that
	// needs them asks.
	Epoch string
	Seq   uint64

	// CanRetry says that the caller can come again with a newer snapshot: an engine that would answer from that at once,
	// and from this one at great cost, returns ErrOvertaken.
	CanRetry bool

	Offset  int
	Limit   int  // 0 asks for no ids: only the total and the facets
	NoTotal bool // the caller does not need Total

	Facets []Facet
}

// Related is a joined table whose text counts for the rows of a Query: Related{"b", "brand", "p.brand_id"}.
type Related struct {
	Alias string // as in From and in Match
	Kind  string // its table, as in change_row.kind; it has tenant_id, id, search and search_words
	Key   string // the expression that From joins to Alias.id
}

// Cond is one filter. Conditions with the same Name belong to the same facet; all must hold.
type Cond struct {
	Name string       // the filter, "brand"
	Cond *filter.Cond // the condition; each ? of its SQL is the next of Args
	Args []any
}

// Facet is what to count beside a list. internal/filter declares it, because the catalogue names facets too.
type Facet = filter.Facet

// Bounds of one query.
const (
	MaxText  = 200 // characters of Text that are used
	MaxWords = 10  // words of Text that are used
)

// Result is one page.
type Result struct {
	IDs    []string           // in order
	Total  int                // rows on all pages; -1 with NoTotal
	Facets map[string][]Count // by Facet.Name, the most frequent first; empty for none
	Ranges map[string]Range   // by Facet.Name; a range without a single value is absent

	// Capped: there are more matches than the engine looks at, and Total, Facets and Ranges speak of those it did.
	Capped bool

	// Stamp is the change number as of which the answer is complete, if that is not the snapshot's own.
	Stamp *uint64
}

// Count is one value of a facet.
type Count struct {
	Value string
	Label string // Value if the facet has no Label
	Slug  string
	Count int
}

// Range is the least and the greatest value of an expression.
type Range struct {
	Min, Max float64
}

// Nothing is the Result of a q that finds nothing.
func Nothing(q *Query) Result {
	res := Result{IDs: []string{}}
	if q.NoTotal {
		res.Total = -1
	}
	for _, f := range q.Facets {
		if f.Range {
			if res.Ranges == nil {
				res.Ranges = map[string]Range{}
			}
			continue
		}
		if res.Facets == nil {
			res.Facets = map[string][]Count{}
		}
		res.Facets[f.Name] = []Count{}
	}
	return res
}

var tenantFirst = regexp.MustCompile(`^\s*[\w.]+\s*=\s*\$1(\s+AND\s|\s*$)`)

// Check finds what a program got wrong in q. An engine's Search begins with it.
func (q *Query) Check() error {
	switch {
	case q.Tenant == "":
		return errors.New("search: a query without a tenant")
	case q.Kind == "" || q.ID == "" || q.From == "":
		return errors.New("search: a query without kind, id or from")
	case !tenantFirst.MatchString(q.Where):
		return fmt.Errorf("search: the first predicate of %s must be the tenant: %q", q.Kind, q.Where)
	case q.Offset < 0 || q.Limit < 0:
		return fmt.Errorf("search: offset %d, limit %d", q.Offset, q.Limit)
	case q.Text != "" && len(q.Match) == 0:
		return fmt.Errorf("search: %s has nothing to match a text with", q.Kind)
	}
	for _, v := range q.Match {
		if !strings.Contains(v, ".") {
			return fmt.Errorf("search: %q in Match needs an alias", v)
		}
	}
	return nil
}
