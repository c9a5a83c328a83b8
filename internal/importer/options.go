package importer

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/match"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Options say what to import, and where to.
type Options struct {
	Kind   string // the table, such as "product"
	File   string // a file, gzip or not, or a folder of documents; "-" is standard input
	Tenant string // empty: the only one

	TenantMustExist bool              // otherwise a missing tenant is created
	Series          string            // the series of imports that this one continues; empty: that of the data set
	As              string            // a data set by name, or "plain"; empty: recognised by the fields
	Map             map[string]string // the column of a field; "-" leaves the field out
	Set             map[string]string // columns of every row
	Key             []string          // the fields that identify a record; empty: as before, or chosen
	Rekey           bool              // the key may replace the one of earlier imports; rows are found by both
	TakeAsNew       bool              // a record that matches no row is new, also if rows of an older key are left
	Merge           bool              // keep attributes, categories and other child rows that a record no longer has
	Prune           string            // "delete" or "draft" rows that the file no longer has; empty: keep them
	PruneLimit      float64           // refuse to prune more than this share of the rows in percent; 0: 20
	DryRun          bool              // compare the file with the rows and write nothing
	SkipUnknown     bool              // leave out fields that match no column
	Rejects         string            // the reject file; empty: FILE.rejects.jsonl in the current folder, without .gz
	Batch           int               // records per transaction; 0: 2,000
	Workers         int               // concurrent transactions; 0: 3
	MaxLine         int               // length limit of a record in bytes; 0: 1 MB

	Format, Encoding, Sheet, Records string // how to read the file; see source.Options
	Sections                         bool   // headings between the rows of a table are categories
	Templates                        bool   // template code, such as that of Jekyll, is removed from texts

	Decimal    string   // the decimal sign of all numbers, "," or "."; empty: each column shows its own
	Timezone   string   // the zone of times without one, such as Europe/Istanbul; empty: UTC
	Null       []string // words for nothing
	Strict     bool     // a value that its column does not take rejects the row
	Attributes bool     // fields that match no column become attributes
	MapFile    string   // a plan to follow
	PlanFile   string   // where to write the plan, "-" for PlanOut; nothing is imported then

	Stdin    io.Reader
	Progress io.Writer // nil: none
	PlanOut  io.Writer // for a PlanFile of "-"
	yes      bool      // the command line says that the plan is right

	zone *time.Location // of Timezone; nil: UTC
	hint string         // how the names of fields were read, for messages about them

	// Ask asks the owner of the file a question before the first row is written. Nil asks nothing.
	Ask func(question string) (yes bool, err error)
}

const (
	defaultBatch   = 2000
	defaultWorkers = 3
	defaultMaxLine = source.DefaultMaxLine

	sampled = 500 // records that are read before the first is written, to learn the fields
)

func (o Options) withDefaults() (Options, error) {
	o, err := o.readPlan()
	if err != nil {
		return o, err
	}
	switch o.Decimal {
	case "comma":
		o.Decimal = ","
	case "dot":
		o.Decimal = "."
	case "", ",", ".":
	default:
		return o, cli.Usagef("--decimal %q: expected a comma or a dot", o.Decimal)
	}
	if o.Timezone != "" {
		if o.zone, err = time.LoadLocation(o.Timezone); err != nil {
			return o, cli.Usagef("--timezone %q: expected a zone of the tz database, such as Europe/Istanbul", o.Timezone)
		}
	}
	if o.Attributes && o.SkipUnknown {
		return o, cli.Usagef("--attributes and --skip-unknown exclude each other")
	}
	if err := o.checkSeries(); err != nil {
		return o, err
	}
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

// checkSeries checks the name of the series. That of a data set is used for the files that are recognised as it.
func (o Options) checkSeries() error {
	if o.Series != "" && !tenantForm.MatchString(o.Series) {
		return cli.Usagef("--series %q: expected 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a "+
			"letter or digit", o.Series)
	}
	if slices.ContainsFunc(dataset.Mappings, func(m load.Mapping) bool { return m.Name == o.Series }) {
		return cli.Usagef("--series %s is the name of a data set; take another name", o.Series)
	}
	return nil
}

// mapping decides how records become rows: by a known data set or a plain mapping, changed by the command line. Fields
// that match no column are an error, unless the plan goes to a file, in which the owner decides about them.
func (o Options) mapping(tables map[string]*table.Table, t *table.Table, file match.File) (
	load.Mapping, []match.Unknown, error) {
	has := map[string]bool{}
	for _, f := range file.Fields {
		has[f] = true
	}
	if err := o.checkNames(tables, t, file.Fields, has); err != nil {
		return load.Mapping{}, nil, err
	}
	chosen, err := dataset.Choose(o.As, t.Name, has)
	if err != nil {
		return load.Mapping{}, nil, cli.UsageError{Err: err}
	}
	var m load.Mapping
	var unknown []match.Unknown
	if chosen != nil {
		m = *chosen
		m.Fields, m.New = maps.Clone(m.Fields), maps.Clone(m.New)
	} else {
		m, unknown = match.Plain(tables, t, file, o.Map)
		if unknown, err = o.settleUnknown(tables, t, &m, file, unknown); err != nil {
			return load.Mapping{}, nil, err
		}
		if len(unknown) > 0 && o.PlanFile == "" {
			filled := slices.Concat(slices.Collect(maps.Values(m.Says)), o.filled(nil, ""))
			return load.Mapping{}, nil, o.unknownFields(tables, t, unknown, filled, dataset.Suggest(has))
		}
		if m.Key == nil {
			m.Key = o.slugField(t, has)
		}
	}
	if m.Fields == nil {
		m.Fields = map[string]load.Target{}
	}
	if m.Says == nil {
		m.Says = map[string]string{}
	}
	for field, to := range o.Map {
		m.Fields[field], m.Says[field] = dataset.Ignore(), to
		if to != "-" {
			m.Fields[field], m.Says[field] = file.Target(tables, t, field, to)
		}
	}
	o.joinLevels(&m)
	o.shareColumns(t, &m)
	m.Set = maps.Clone(m.Set)
	if m.Set == nil {
		m.Set = map[string]string{}
	}
	maps.Copy(m.Set, o.Set)
	m.Usual = file.Money
	return m, unknown, nil
}

// settleUnknown leaves out the fields that match no column, or makes them attributes, if the command line asks for it.
// A field that lists names and values makes an attribute of each name. It returns the fields that are still open.
func (o Options) settleUnknown(tables map[string]*table.Table, t *table.Table, m *load.Mapping, file match.File,
	unknown []match.Unknown) ([]match.Unknown, error) {
	if !o.SkipUnknown && !o.Attributes {
		return unknown, nil
	}
	taken := map[string]bool{}
	for _, to := range m.Says {
		taken[to] = true
	}
	for _, u := range unknown {
		m.Says[u.Field] = "-"
		if !o.Attributes {
			continue
		}
		name := u.Field
		if cut, _, ok := strings.Cut(name, "("); ok && utf8.RuneCountInString(name) > longestAttribute {
			name = strings.TrimSpace(cut)
		}
		name = strings.Join(strings.Fields(strings.ReplaceAll(name, ":", " ")), " ")
		to := "attribute:" + firstRunes(name, longestAttribute)
		for n := 2; taken[to]; n++ { // another field has the name, which may be a shortened one
			end := fmt.Sprintf(" %d", n)
			to = "attribute:" + firstRunes(name, longestAttribute-len(end)) + end
		}
		if file.Pairs(u.Field) {
			to = "attributes"
		}
		taken[to] = true
		if m.Fields[u.Field] = dataset.TargetFor(tables, t, to); m.Fields[u.Field] == nil {
			return nil, cli.Usagef("--attributes: %s has no attributes; --skip-unknown leaves the fields out", t.Name)
		}
		m.Says[u.Field] = to
	}
	return nil, nil
}

// joinLevels makes one path of the fields that the command line maps to category:1, category:2 and so on.
func (o Options) joinLevels(m *load.Mapping) {
	var fields []string
	for field, to := range o.Map {
		level, ok := strings.CutPrefix(to, "category:")
		if ok && level != "" && strings.Trim(level, "123456789") == "" {
			fields = append(fields, field)
			m.Fields[field], m.Says[field] = dataset.Ignore(), to
		}
	}
	if fields != nil {
		slices.SortFunc(fields, func(a, b string) int { return strings.Compare(o.Map[a], o.Map[b]) })
		m.Made = append(slices.Clip(m.Made), dataset.Levels(fields))
	}
}

// shareColumns lets several fields that the command line maps to one column fill it together.
func (o Options) shareColumns(t *table.Table, m *load.Mapping) {
	fields := map[string][]string{}
	for _, field := range slices.Sorted(maps.Keys(o.Map)) {
		if column := match.ColumnOf(o.Map[field]); t.Column(column) != nil {
			fields[column] = append(fields[column], field)
		}
	}
	for _, column := range slices.Sorted(maps.Keys(fields)) {
		if len(fields[column]) < 2 {
			continue
		}
		for _, field := range fields[column] {
			m.Fields[field] = load.First(column, m.Fields[field])
		}
		m.Notes = append(slices.Clip(m.Notes), fmt.Sprintf("These fields fill one column, %s: %s. Of each record, the first "+
			"in the file that has a value is taken.", column, strings.Join(fields[column], ", ")))
	}
}

// checkNames checks that the fields and columns of the command line exist.
func (o Options) checkNames(tables map[string]*table.Table, t *table.Table, fields []string,
	has map[string]bool) error {
	for _, f := range slices.Concat(slices.Sorted(maps.Keys(o.Map)), o.Key) {
		if !has[f] && len(fields) > 0 {
			return cli.Usagef("the file has no field %q%s; its first rows have: %s%s",
				f, table.DidYouMean(f, fields), strings.Join(fields, ", "), o.hint)
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
				filled := o.filled(nil, left)
				if flag.name == "--map" {
					filled = o.filled(fields, left)
				}
				return cli.Usagef("%s %s=%s: %s has no column %q%s\nit accepts: %s", flag.name, left, flag.of[left], t.Name, to,
					match.Suggest(tables, t, to, filled), dataset.Explain(tables, t))
			}
		}
	}
	return nil
}

// filled returns the columns that --map and --set fill, besides those of one field, and the columns that are named as
// fields.
func (o Options) filled(fields []string, besides string) []string {
	all := slices.Collect(maps.Keys(o.Set))
	for field, to := range o.Map {
		if field != besides {
			all = append(all, to)
		}
	}
	for _, f := range fields {
		if o.Map[f] == "" {
			all = append(all, table.Snake(f))
		}
	}
	return all
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

func (o Options) unknownFields(tables map[string]*table.Table, t *table.Table, unknown []match.Unknown,
	filled []string, hint string) error {
	var b strings.Builder
	for _, u := range unknown {
		why := match.Suggest(tables, t, u.Field, filled)
		if u.Why != "" {
			why = ": " + u.Why
		}
		fmt.Fprintf(&b, "\n  %s%s", u.Field, why)
	}
	attributes := ""
	if tables[t.Name+"_attribute"] != nil {
		attributes = " --attributes makes attributes of them."
	}
	return cli.Usagef("%s has no column for these fields of the file:%s\n"+
		"Name the column with --map FIELD=COLUMN, leave a field out with --map FIELD=-, or leave out all of them with "+
		"--skip-unknown.%s\n--plan FILE writes what is known so far to a file that --map-file takes.\n"+
		"The columns are: %s%s", t.Name, b.String(), attributes, dataset.Explain(tables, t), hint)
}

// texts returns the texts of a field in the first records.
func texts(sample []source.Item) func(field string) []string {
	return func(field string) (all []string) {
		for _, item := range sample {
			v, _ := source.Object(item.Record.Fields).Get(field)
			if s, ok := v.(string); ok {
				all = append(all, s)
			}
		}
		return all
	}
}

// say writes a message to Progress, without characters that a terminal would obey.
func (o Options) say(format string, args ...any) {
	if o.Progress != nil {
		fmt.Fprint(o.Progress, cli.Plain(fmt.Sprintf(format, args...)))
	}
}

// longestAttribute is the length limit of an attribute's name, in characters.
const longestAttribute = 100

// firstRunes returns the first n characters of a text.
func firstRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
