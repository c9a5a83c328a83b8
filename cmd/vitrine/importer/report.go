package importer

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
)

// A Report says what an import did. The first six count records of the file; Tables counts rows, those made on the way too.
type Report struct {
	Read      int // records found in the file, readable or not
	Inserted  int
	Updated   int
	Unchanged int
	Rejected  int
	Skipped   int // of another kind, in a file that holds two

	Reasons map[string]int    // why records were rejected, with "…" in place of their values
	Tables  map[string]*Count // by table
	Ignored map[string]int    // fields that went nowhere, and in how many records
	Notes   []string          // what else a user should know: the tenant was made, a field never came

	Kind, Shape, Tenant, Format string
	RejectFile                  string // where the rejected records are; empty for none
	Seconds                     float64
	RowsPerSecond               float64 // records read a second
}

// A Count is how many rows of a table were touched.
type Count struct{ Inserted, Updated, Unchanged int }

// String is the report for people.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s rows of %s (%s, as %s) for tenant %s in %.1f s: %s rows per second\n",
		comma(r.Read), r.Kind, r.Format, r.Shape, r.Tenant, r.Seconds, comma(int(r.RowsPerSecond)))
	fmt.Fprintf(&b, "  inserted %s · updated %s · unchanged %s · rejected %s\n", comma(r.Inserted), comma(r.Updated), comma(r.Unchanged), comma(r.Rejected))
	if r.Skipped > 0 {
		fmt.Fprintf(&b, "  %s more are no %s and were skipped\n", comma(r.Skipped), r.Kind)
	}
	for _, name := range sortedKeys(r.Tables) {
		if c := r.Tables[name]; *c != (Count{}) {
			fmt.Fprintf(&b, "  %-20s +%s  ~%s  =%s\n", name, comma(c.Inserted), comma(c.Updated), comma(c.Unchanged))
		}
	}
	if r.Rejected > 0 {
		fmt.Fprintf(&b, "rejected rows, each with its reason, are in %s\n", r.RejectFile)
		reasons := slices.SortedFunc(maps.Keys(r.Reasons), func(a, b string) int {
			return cmp.Or(r.Reasons[b]-r.Reasons[a], strings.Compare(a, b))
		})
		for i, reason := range reasons {
			if i == 10 {
				fmt.Fprintf(&b, "  and %d other reasons\n", len(reasons)-i)
				break
			}
			fmt.Fprintf(&b, "  %s × %s\n", comma(r.Reasons[reason]), reason)
		}
	}
	if len(r.Ignored) > 0 {
		fmt.Fprintf(&b, "left out, since no column is theirs: %s\n", strings.Join(sortedKeys(r.Ignored), ", "))
	}
	for _, note := range r.Notes {
		fmt.Fprintln(&b, note)
	}
	return b.String()
}

func comma(n int) string { return humanize.Comma(int64(n)) }

// particular are the parts of a reason that differ from row to row; the words around them stay.
var particular = regexp.MustCompile(`(\bgot )[^…]*$|"(?:[^"\\]|\\.)*"|-?\b[\d.,e+]+\b( (?:is|does|cells)\b)|(\b(?:line|byte|element) )\d+`)

func alike(reason string) string {
	return particular.ReplaceAllString(reason, "$1$3…$2")
}

func (r *Report) add(o outcome) {
	r.Inserted += o.inserted
	r.Updated += o.updated
	r.Unchanged += o.unchanged
	r.Skipped += o.skipped
	for name, c := range o.tables {
		if r.Tables[name] == nil {
			r.Tables[name] = &Count{}
		}
		r.Tables[name].add(*c)
	}
}

func (c *Count) add(d Count) {
	c.Inserted += d.Inserted
	c.Updated += d.Updated
	c.Unchanged += d.Unchanged
}

func (o *outcome) count(table string) *Count {
	if o.tables == nil {
		o.tables = map[string]*Count{}
	}
	if o.tables[table] == nil {
		o.tables[table] = &Count{}
	}
	return o.tables[table]
}

func (o *outcome) add(p outcome) {
	o.inserted += p.inserted
	o.updated += p.updated
	o.unchanged += p.unchanged
	o.rejects = append(o.rejects, p.rejects...)
	o.waiting = append(o.waiting, p.waiting...)
	for name, c := range p.tables {
		o.count(name).add(*c)
	}
}
