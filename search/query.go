package search

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"vitrine/internal/filter"
)

// ErrStaleSnapshot is returned for a query with CanRetry whose snapshot is older than the engine's data.
var ErrStaleSnapshot = errors.New("the snapshot is older than the engine's data")

// Query is a request for one page of ids of one kind.
//
// From, Where and the expressions in Facet are SQL of the program; internal/filter renders Order and Cond. Values of a
// request are in Text and Args only and reach Postgres as parameters.
type Query struct {
	Tenant string    // $1 in every statement, and Where's first predicate
	Now    time.Time // $2, the time for visibility rules
	Kind   string    // the table, and the index of an engine outside Postgres
	ID     string    // expression of the id: "p.id"
	// A chain of joins, one row an id: "product p LEFT JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id".
	From  string
	Where string // tenant first, then the visibility rule: "p.tenant_id = $1 AND p.status <> 'DRAFT'"; may use $2

	// Text is the text to search for; "" is a plain list. Every word must be found. A text without a letter or digit finds
	// nothing. Only the first MaxText characters and MaxWords words are used.
	Text string

	// Match lists the tsvector columns to search: "p.search", "b.search". Those after the first belong to joined tables,
	// and only their names (weight A) count. Each alias also has a column search_words with the folded words of the name,
	// for spelling correction and for ranking names.
	Match []string

	// Related describes the tables of the vectors after the first, so that Postgres can use their indexes. The search of a
	// vector without an entry is slow but correct.
	Related []Related

	Conds []Cond
	Order filter.Order // the id is always added as the last key, so that pages do not overlap
	// The request asks for Order. Otherwise, with Text, the best match comes first and Order breaks ties.
	Sorted bool

	// Epoch and Seq are the tenant's epoch and change number in the snapshot, if the caller has read them. An engine that
	// needs them reads them otherwise.
	Epoch string
	Seq   uint64

	// CanRetry tells that the caller can repeat the query with a newer snapshot. An engine that can answer only a newer
	// snapshot cheaply returns ErrStaleSnapshot.
	CanRetry bool

	// Once tells that the answer is sent once and not kept.
	Once bool

	// Awaited tells that the worker waits for the caller before it writes to an index outside Postgres. The caller heeds
	// Result.Leased.
	Awaited bool

	// Named restricts the search of Text to the names of the rows themselves: Match has their own vector alone, and no
	// word is corrected or left out. An engine may also find rows by their other short texts, such as model numbers.
	Named bool

	// Settings are what the tenant decides about its searches, as of the snapshot; nil for nothing. Those of a query with
	// Named do not count.
	Settings *Settings

	// Explain asks for Result.Explained. An engine without Postgres's snapshot returns ErrNotHeld.
	Explain bool

	// Suggests tells that another text finds nothing, and that the answer only decides which text is suggested instead. An
	// engine outside Postgres leaves that to one that holds the rows in memory, where it takes less time.
	Suggests bool

	// Corrected tells the engine not to try spelling correction: another engine found nothing even with it, or the caller
	// wants the words as they were typed.
	Corrected bool

	Offset  int
	Limit   int  // 0: no ids, only the total and the facets
	NoTotal bool // the caller does not need Total

	Facets []Facet
}

// Related is a joined table whose text counts for the rows of a Query: Related{"b", "brand", "p.brand_id"}.
type Related struct {
	Alias string // as in From and in Match
	Kind  string // its table, as in change_row.kind; with tenant_id, id, search and search_words
	Key   string // the expression that From joins to Alias.id
}

// Cond is one filter. All conditions must hold; those with the same Name belong to the same facet.
type Cond struct {
	Name string       // the facet, "brand"
	Cond *filter.Cond // the condition; each ? of its SQL is the next of Args
	Args []any
}

// Facet is a count beside a list. internal/filter declares it, because the catalogue uses it too.
type Facet = filter.Facet

// Limits of a query.
const (
	MaxText  = 200 // characters of Text
	MaxWords = 10  // words of Text
)

// Result is one page.
type Result struct {
	IDs    []string           // in order
	Total  int                // rows on all pages; -1 with NoTotal
	Facets map[string][]Count // by Facet.Name, the most frequent first; empty for none
	Ranges map[string]Range   // by Facet.Name; a range without a single value is absent

	// Capped is true if there are more matches than the engine reads. Total, Facets and Ranges then cover those it read.
	Capped bool

	// Relaxed are the words of Text that some of the rows found lack, because too few rows have all of them. Rows with all
	// words still come first.
	Relaxed []string

	// Corrected are the words of Text that no row has, with the words that were searched instead.
	Corrected []Correction

	// Explained says how each of IDs got its place, if the query asks for it; nil if the engine cannot say.
	Explained []Explanation

	// Instead is another text that finds something, if Text finds nothing. Engines leave it empty.
	Instead string

	// Engine is the name of the engine that answered: "memory", "postgres" or "meilisearch".
	Engine string

	// Interim is true if another engine, which ranks by other rules, answers such texts again soon.
	Interim bool

	// Until is the next time at which the visibility of a row of Kind changes; zero: never. Only engines that answer
	// queries with Held set it.
	Until time.Time

	// Leased tells that the caller must check two things afterwards: it still has its lease, and it has applied nothing
	// later than Query.Seq. Otherwise the answer does not count. Only answers to queries with Awaited have it.
	Leased bool

	// Stamp is the change number that the answer is complete up to, nil if it is the snapshot's own.
	Stamp *uint64
}

// A Correction is a mistyped word, folded, and the most frequent of the words that were searched instead.
type Correction struct{ Typed, Meant string }

// Count is one value of a facet.
type Count struct {
	Value string
	Label string // Value if the facet has no Label
	Slug  string
	Count int
}

// Range holds the least and the greatest value of an expression.
type Range struct {
	Min, Max float64
}

// Nothing returns the Result of a query without matches.
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

// Check reports a mistake of the program in q. Every engine calls it first.
func (q *Query) Check() error {
	switch {
	case q.Tenant == "":
		return errors.New("search: the query has no tenant")
	case q.Kind == "" || q.ID == "" || q.From == "":
		return errors.New("search: the query needs Kind, ID and From")
	case !tenantFirst.MatchString(q.Where):
		return fmt.Errorf("search: the first predicate of Where must be the tenant of %s, got %q", q.Kind, q.Where)
	case q.Offset < 0 || q.Limit < 0:
		return fmt.Errorf("search: offset %d and limit %d must not be negative", q.Offset, q.Limit)
	case q.Text != "" && len(q.Match) == 0:
		return fmt.Errorf("search: %s has a text but no vectors in Match", q.Kind)
	}
	for _, v := range q.Match {
		if !strings.Contains(v, ".") {
			return fmt.Errorf("search: %q in Match has no alias", v)
		}
	}
	return nil
}
