package importer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"vitrine/internal/cli"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/markup"
)

// A Report is the result of an import. The first six fields count records of the file; Tables counts rows, including
// those of referenced tables.
type Report struct {
	Read      int // records of the file, readable or not
	Inserted  int
	Updated   int
	Unchanged int
	Rejected  int
	Skipped   int // records of another kind, in a file that holds two
	Pruned    int // rows that the file no longer has: removed, or made drafts

	Reasons map[string]int           // of rejected records, with "…" in place of their values
	First   map[string]string        // the first reason of each kind, with its values
	Vary    map[string]bool          // reasons whose values are not all as the first
	Tables  map[string]*load.Count   // by table
	Ignored map[string]int           // fields that were left out, with the number of records
	Left    []string                 // fields that the plan leaves out, in its order
	Formats map[string]markup.Format // of the fields that fill columns with HTML
	Removed map[string]markup.Losses // parts cut out of HTML because they are not served, by column
	Notices *load.Notices            // values that were left out or changed
	Notes   []string                 // other remarks, such as that the tenant was created

	Key         string            // the fields that identify a record
	KeyNote     string            // a sentence about the choice of the key; may be empty
	DryRun      bool              // nothing was written
	Differences []load.Difference // the first records that a dry run would change
	PrunedRows  []string          // names of the first rows that a dry run would prune
	Drafted     bool              // pruned rows become drafts

	Kind, Dataset, Tenant, Format string
	RejectFile                    string // empty if no record was rejected
	Seconds                       float64
	RowsPerSecond                 float64 // records read per second
}

// done counts the records that need no more work.
func (r *Report) done() int { return r.in() + r.Rejected }

// in counts the records whose rows are in the database as the file has them.
func (r *Report) in() int {
	if r.DryRun {
		return 0
	}
	return r.Inserted + r.Updated + r.Unchanged
}

// interruption says what an import had done when it was broken off.
func (r *Report) interruption() string {
	if r.in() == 0 {
		return "broken off before the first row was in; nothing was changed"
	}
	return fmt.Sprintf("broken off: %s of the %s rows read so far are in. Run the same command again to complete the "+
		"import", comma(r.in()), comma(r.Read))
}

// rejection is the error for rejected records, nil if there are none.
func (r *Report) rejection() error {
	switch {
	case r.Rejected == 0:
		return nil
	case r.DryRun && r.Inserted+r.Updated+r.Unchanged > 0:
		return cli.PartialError{Err: fmt.Errorf("%s of %s would be rejected; the reasons are in %s", comma(r.Rejected),
			rowsOf(r.Read), r.RejectFile)}
	case r.Rejected == r.done():
		return fmt.Errorf("nothing was imported, because every row was rejected; correct the rows in %s and import that "+
			"file with the same flags", r.RejectFile)
	}
	return cli.PartialError{Err: fmt.Errorf("rejected %s of %s; correct the rows in %s and import that file with the "+
		"same flags", comma(r.Rejected), rowsOf(r.done()), r.RejectFile)}
}

// String returns the report as the command prints it.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s (%s, as %s) for tenant %s in %.1f s: %s per second\n",
		rowsOf(r.Read), r.Kind, r.Format, r.Dataset, r.Tenant, r.Seconds, rowsOf(int(r.RowsPerSecond)))
	verb := ""
	if r.DryRun {
		verb = "would be "
	}
	fmt.Fprintf(&b, "  %sinserted %s · updated %s · unchanged %s · rejected %s", verb,
		comma(r.Inserted), comma(r.Updated), comma(r.Unchanged), comma(r.Rejected))
	if r.Pruned > 0 {
		fmt.Fprintf(&b, " · %s %s", map[bool]string{false: "pruned", true: "made drafts"}[r.Drafted], comma(r.Pruned))
	}
	fmt.Fprintf(&b, "\n  key: %s\n", r.Key)
	if r.KeyNote != "" {
		fmt.Fprintf(&b, "  %s\n", r.KeyNote)
	}
	if r.Skipped > 0 {
		fmt.Fprintf(&b, "  skipped %s records of another kind than %s\n", comma(r.Skipped), r.Kind)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Tables)) {
		if c := r.Tables[name]; *c != (load.Count{}) {
			fmt.Fprintf(&b, "  %-20s +%s  ~%s  =%s", name, comma(c.Inserted), comma(c.Updated), comma(c.Unchanged))
			if c.Deleted > 0 {
				fmt.Fprintf(&b, "  -%s", comma(c.Deleted))
			}
			b.WriteByte('\n')
		}
	}
	r.writeDifferences(&b)
	r.writeReasons(&b)
	if len(r.Ignored) > 0 {
		fmt.Fprintf(&b, "fields without a column, left out: %s\n", strings.Join(r.leftOut(), ", "))
	}
	b.WriteString(r.doubts())
	for _, field := range slices.Sorted(maps.Keys(r.Formats)) {
		fmt.Fprintf(&b, "format of %s: %s\n", field, r.Formats[field])
	}
	for _, column := range slices.Sorted(maps.Keys(r.Removed)) {
		fmt.Fprintf(&b, "cut out of %s, because it is not served: %s\n", column, r.Removed[column])
	}
	for _, note := range r.Notes {
		fmt.Fprintln(&b, note)
	}
	return b.String()
}

// exemplified returns a reason with its value, or with the first one if they vary.
func exemplified(reason, first string, vary bool) string {
	example := load.Example(first)
	switch {
	case first == "", load.Alike(first) != reason: // it stands for others
		return reason
	case !vary:
		return first
	case example == "":
		return reason
	}
	return fmt.Sprintf("%s; the first is %s", reason, example)
}

// writeReasons writes why records were rejected.
func (r Report) writeReasons(b *strings.Builder) {
	if r.Rejected == 0 {
		return
	}
	fmt.Fprintf(b, "rejected rows are in %s, with the reasons\n", r.RejectFile)
	reasons := slices.SortedFunc(maps.Keys(r.Reasons), func(a, b string) int {
		return cmp.Or(r.Reasons[b]-r.Reasons[a], strings.Compare(a, b))
	})
	for i, reason := range reasons {
		if i == 10 {
			fmt.Fprintf(b, "  and %d other reasons\n", len(reasons)-i)
			break
		}
		n := r.Reasons[reason]
		fmt.Fprintf(b, "  %s × %s\n", comma(n), exemplified(reason, r.First[reason], r.Vary[reason]))
	}
}

// leftOut returns the fields that were left out as the plan names them, then those that only later records have.
func (r Report) leftOut() (fields []string) {
	later := maps.Clone(r.Ignored)
	for _, f := range r.Left {
		head, _, _ := strings.Cut(f, ".")
		for _, name := range []string{f, head} {
			if _, ok := r.Ignored[name]; ok {
				fields = append(fields, f)
				delete(later, name)
				break
			}
		}
	}
	return append(fields, slices.Sorted(maps.Keys(later))...)
}

// writeDifferences writes what a dry run would change.
func (r Report) writeDifferences(b *strings.Builder) {
	if len(r.Differences) > 0 {
		fmt.Fprintln(b, "the first differences:")
	}
	for _, d := range r.Differences {
		fmt.Fprintf(b, "  line %d, %s\n", d.Line, source.Clip(d.Name, 60))
		for i, change := range d.Changes {
			if i == 10 {
				fmt.Fprintf(b, "    and %d more\n", len(d.Changes)-i)
				break
			}
			fmt.Fprintf(b, "    %s\n", change)
		}
	}
	if len(r.PrunedRows) > 0 {
		fmt.Fprintf(b, "not in the file: %s\n", examplesOf(r.PrunedRows, r.Pruned))
	}
	if r.DryRun {
		fmt.Fprintln(b, "nothing was written, because of --dry-run")
	}
}

// rowsOf counts rows in words: "1 row", "2,000 rows".
func rowsOf(n int) string {
	if n == 1 {
		return "1 row"
	}
	return comma(n) + " rows"
}

func comma(n int) string { return humanize.Comma(int64(n)) }

// doubts lists the values that were left out or changed, with the first lines of each kind.
func (r *Report) doubts() string {
	if r.Notices == nil {
		return ""
	}
	var b strings.Builder
	reasons := slices.SortedFunc(maps.Keys(r.Notices.Doubts), func(a, b string) int {
		return cmp.Or(r.Notices.Doubts[b].Count-r.Notices.Doubts[a].Count, strings.Compare(a, b))
	})
	if len(reasons) > 0 {
		b.WriteString("values that no column takes were left out; --strict rejects their rows\n")
	}
	for i, reason := range reasons {
		if i == 20 {
			fmt.Fprintf(&b, "  and %d other reasons\n", len(reasons)-i)
			break
		}
		n := r.Notices.Doubts[reason]
		reason = exemplified(reason, n.First, n.Varies)
		lines := strings.Trim(strings.ReplaceAll(fmt.Sprint(n.Lines), " ", ", "), "[]")
		if n.Count > len(n.Lines) {
			lines += " …"
		}
		fmt.Fprintf(&b, "  %s × %s (line %s)\n", comma(n.Count), reason, lines)
	}
	return b.String() + r.Notices.String()
}

// reject counts a rejected record by its reason.
func (r *Report) reject(reason string) {
	r.Rejected++
	kind := load.Alike(reason)
	if r.Reasons[kind]++; r.Reasons[kind] == 1 {
		r.First[kind] = reason
	}
	r.Vary[kind] = r.Vary[kind] || r.First[kind] != reason
}

func (r *Report) add(o load.Outcome) {
	r.Inserted += o.Inserted
	r.Updated += o.Updated
	r.Unchanged += o.Unchanged
	r.Skipped += o.Skipped
	for name, c := range o.Tables {
		if r.Tables[name] == nil {
			r.Tables[name] = &load.Count{}
		}
		r.Tables[name].Add(*c)
	}
}
