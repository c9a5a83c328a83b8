package importer

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/table"
)

// Options say what to import, and where to.
type Options struct {
	Kind   string // the table, such as "product"
	File   string // JSON Lines or CSV, gzip or not; "-" is standard input
	Tenant string // empty: the only one

	TenantMustExist bool              // otherwise a missing tenant is created
	As              string            // a data set by name, or "plain"; empty: recognised by the fields
	Map             map[string]string // the column of a field; "-" leaves the field out
	Set             map[string]string // columns of every row
	Key             []string          // the fields that identify a record; empty: as before, or chosen
	Rekey           bool              // the key may replace the one of earlier imports; rows are found by both
	Merge           bool              // keep attributes, categories and other child rows that a record no longer has
	Prune           string            // "delete" or "draft": what becomes of rows that the file no longer has; empty: nothing
	PruneLimit      float64           // refuse to prune more than this share of the rows in percent; 0: 20
	DryRun          bool              // compare the file with the rows and write nothing
	SkipUnknown     bool              // leave out fields that match no column
	Rejects         string            // the reject file; empty: FILE.rejects.jsonl in the current folder, without .gz
	Batch           int               // records per transaction; 0: 2,000
	Workers         int               // concurrent transactions; 0: 3
	MaxLine         int               // length limit of a record in bytes; 0: 1 MB

	Stdin    io.Reader
	Progress io.Writer // nil: none
}

const (
	defaultBatch   = 2000
	defaultWorkers = 3
	defaultMaxLine = 1 << 20

	sampled = 500 // records that are read before the first is written, to learn the fields
)

func (o Options) withDefaults() (Options, error) {
	for _, d := range []struct {
		name     string
		n        *int
		fallback int
		most     int
	}{
		{"--batch", &o.Batch, defaultBatch, 100_000},
		{"--workers", &o.Workers, defaultWorkers, 16},
		{"--max-line", &o.MaxLine, defaultMaxLine, 1 << 28},
	} {
		if *d.n == 0 {
			*d.n = d.fallback
		}
		if *d.n < 1 || *d.n > d.most {
			return o, cli.Usagef("%s %d: expected a number from 1 to %d", d.name, *d.n, d.most)
		}
	}
	if err := o.checkPruneOptions(); err != nil {
		return o, err
	}
	if o.Rejects == "" {
		o.Rejects = strings.TrimSuffix(filepath.Base(o.File), ".gz") + ".rejects.jsonl"
		if o.File == "-" {
			o.Rejects = "import.rejects.jsonl"
		}
	}
	if a, err := os.Stat(o.Rejects); err == nil {
		if b, err := os.Stat(o.File); err == nil && os.SameFile(a, b) {
			return o, cli.Usagef("the reject file would overwrite the imported file; name another with --rejects")
		}
	}
	return o, nil
}

// mapping decides how records become rows: by a known data set or a plain mapping, changed by the command line.
func (o Options) mapping(tables map[string]*table.Table, t *table.Table, fields []string) (load.Mapping, error) {
	has := map[string]bool{}
	for _, f := range fields {
		has[f] = true
	}
	if err := o.checkNames(tables, t, fields, has); err != nil {
		return load.Mapping{}, err
	}
	chosen, err := dataset.Choose(o.As, t.Name, has)
	if err != nil {
		return load.Mapping{}, cli.UsageError{Err: err}
	}
	var m load.Mapping
	if chosen != nil {
		m = *chosen
		m.Fields, m.New = maps.Clone(m.Fields), maps.Clone(m.New)
	} else {
		var unknown []string
		m, unknown = dataset.Plain(tables, t, fields, o.Map)
		if len(unknown) > 0 && !o.SkipUnknown {
			return load.Mapping{}, o.unknownFields(tables, t, unknown, dataset.Suggest(has))
		}
		if m.Key == nil {
			m.Key = o.slugField(t, has)
		}
	}
	if m.Fields == nil {
		m.Fields = map[string]load.Target{}
	}
	for field, to := range o.Map {
		m.Fields[field] = dataset.Ignore()
		if to != "-" {
			m.Fields[field] = dataset.TargetFor(tables, t, to)
		}
	}
	m.Set = maps.Clone(m.Set)
	if m.Set == nil {
		m.Set = map[string]string{}
	}
	maps.Copy(m.Set, o.Set)
	return m, nil
}

// checkNames checks that the fields and columns of the command line exist.
func (o Options) checkNames(tables map[string]*table.Table, t *table.Table, fields []string,
	has map[string]bool) error {
	for _, f := range append(slices.Sorted(maps.Keys(o.Map)), o.Key...) {
		if !has[f] && len(fields) > 0 {
			return cli.Usagef("the file has no field %q%s; its first rows have: %s",
				f, table.DidYouMean(f, fields), strings.Join(fields, ", "))
		}
	}
	for _, flag := range []struct {
		name string
		of   map[string]string
	}{{"--map", o.Map}, {"--set", o.Set}} {
		for _, left := range slices.Sorted(maps.Keys(flag.of)) {
			to := flag.of[left]
			if flag.name == "--set" {
				to = left
			}
			if to != "-" && dataset.TargetFor(tables, t, to) == nil {
				return cli.Usagef("%s %s=%s: %s has no column %q%s\nit accepts: %s", flag.name, left, flag.of[left], t.Name, to,
					table.DidYouMean(to, dataset.Names(tables, t)), dataset.Explain(tables, t))
			}
		}
	}
	return nil
}

// slugField returns the field that fills the slug, as the key of a file without an id.
func (o Options) slugField(t *table.Table, has map[string]bool) []string {
	var key []string
	for f, to := range o.Map {
		if to == "slug" {
			key = []string{f}
		}
	}
	if key == nil && has["slug"] && o.Map["slug"] == "" && t.Column("slug") != nil {
		key = []string{"slug"}
	}
	return key
}

func (o Options) unknownFields(tables map[string]*table.Table, t *table.Table, unknown []string, hint string) error {
	var b strings.Builder
	for _, f := range unknown {
		fmt.Fprintf(&b, "\n  %s%s", f, table.DidYouMean(table.Snake(f), dataset.Names(tables, t)))
	}
	return cli.Usagef("%s has no column for these fields of the file:%s\n"+
		"Name the column with --map FIELD=COLUMN, leave a field out with --map FIELD=-, or leave out all of them with "+
		"--skip-unknown.\nThe columns are: %s%s", t.Name, b.String(), dataset.Explain(tables, t), hint)
}
