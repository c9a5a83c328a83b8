package importer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/match"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A plan says which field of a file goes where, before the first row is written.
type plan struct {
	Kind, File, Tenant, Format, Dataset string
	Columns                             []planned
	Notes                               []string
}

// A planned field has a target as --map takes it, or "-" if it is left out, or "?" if the owner must decide.
type planned struct {
	Field, To string
	Why       string   // why it has no target, or how many of its values do not fit
	Samples   []string // of three rows
}

// reading says how the file is read.
func (o Options) reading() source.Options {
	return source.Options{
		MaxLine: o.MaxLine, Format: o.Format, Encoding: o.Encoding, Sheet: o.Sheet, Records: o.Records,
		Sections: o.Sections, Pages: o.Kind == "page",
	}
}

// describe describes the file to a mapping.
func (r *run) describe(ctx context.Context) (match.File, error) {
	if r.src.Encoding != "" {
		r.o.hint = fmt.Sprintf(". The text was read as %s; --encoding names another encoding", r.src.Encoding)
	} else if slices.ContainsFunc(r.fields, func(f string) bool { return !utf8.ValidString(f) }) {
		r.o.hint = ". They are not UTF-8; --encoding names the encoding"
	}
	f := match.File{
		Fields: r.fields, Sample: r.sample, Markup: r.src.Markup, Made: r.src.Made, Key: r.src.Key,
		Money: r.o.Set["currency"], Said: r.o.Set["currency"] != "",
	}
	if r.o.Decimal != "" {
		f.Decimal = r.o.Decimal[0]
	}
	if f.Money != "" {
		return f, nil
	}
	err := r.pool.QueryRow(ctx, "SELECT coalesce((SELECT min(currency) FROM tenant WHERE $1 IN (id, '') "+
		"HAVING count(*) = 1), '')", r.o.Tenant).Scan(&f.Money)
	if err != nil {
		return f, fmt.Errorf("read the tenant's currency: %w", err)
	}
	return f, nil
}

// setNotation sets the decimal sign of all columns of numbers, and the zone of all columns of times.
func (o Options) setNotation(tables map[string]*table.Table) {
	for _, t := range tables {
		for _, c := range t.Columns {
			if o.Decimal != "" && c.IsNumber() {
				c.Decimal = o.Decimal[0]
			}
			c.Zone = o.zone
		}
	}
}

// newPlan describes what a bound mapping does with the fields of a file.
func newPlan(o Options, p *load.Plan, m load.Mapping, file match.File, src *source.Source) *plan {
	pl := &plan{
		Kind: m.Kind, File: o.File, Tenant: o.Tenant, Format: src.Format, Dataset: m.Name,
		Notes: slices.Concat(src.Notes, m.Notes, m.Hints),
	}
	for _, f := range file.Fields {
		to := m.Says[f]
		if to == "" {
			to = strings.Join(described(p, f), ", ")
		}
		if to == "" && m.Reads != nil {
			to = m.Reads(f)
		}
		pl.add(file, f, to)
	}
	pl.noteShared()
	pl.noteZones(p, file)
	pl.noteEnds(p, file)
	pl.noteTags(p, file)
	return pl
}

// described returns what a field fills: columns of the record's row, and attributes and the like.
func described(p *load.Plan, field string) []string {
	to := p.Described(field)
	if to == nil {
		return p.FilledBy(field)
	}
	if column := p.Column(field); column != "" {
		to = append([]string{column}, to...)
	}
	return to
}

// unknownPlan describes the fields of a file if some of them match no column.
func unknownPlan(o Options, m load.Mapping, file match.File, unknown []match.Unknown) *plan {
	pl := &plan{Kind: m.Kind, File: o.File, Tenant: o.Tenant, Dataset: m.Name, Notes: m.Notes}
	why := map[string]string{}
	for _, u := range unknown {
		why[u.Field] = u.Why
	}
	for _, f := range file.Fields {
		to := m.Says[f]
		if reason, is := why[f]; is {
			to = "?"
			pl.add(file, f, to)
			pl.Columns[len(pl.Columns)-1].Why = reason
			continue
		}
		pl.add(file, f, to)
	}
	return pl
}

// add adds a field. An object whose members are mapped one by one has no line of its own.
func (pl *plan) add(file match.File, field, to string) {
	if to == "" || to == "-" {
		prefix := field + "."
		if slices.ContainsFunc(file.Fields, func(f string) bool { return strings.HasPrefix(f, prefix) }) {
			return
		}
		if head, _, ok := strings.Cut(field, "."); ok && slices.Contains(file.Fields, head) {
			if i := slices.IndexFunc(pl.Columns, func(p planned) bool { return p.Field == head }); i >= 0 {
				return // its object has a target
			}
		}
		to = "-"
	}
	pl.Columns = append(pl.Columns, planned{Field: field, To: to, Samples: samples(file, field)})
}

// samples returns the values of a field in the first three rows that have it.
func samples(file match.File, field string) (texts []string) {
	for _, item := range file.Sample {
		v, _ := source.Object(item.Record.Fields).Get(field)
		if v == nil {
			continue
		}
		text, ok := v.(string)
		if !ok {
			text = string(source.AppendJSON(nil, v, false))
		}
		texts = append(texts, source.Clip(oneLine(text), 30))
		if len(texts) == 3 {
			break
		}
	}
	return texts
}

// oneLine returns a text on one line, without characters that a terminal would obey.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, source.Clip(s, 200))), " ")
}

// String returns the plan as the command prints it.
func (pl *plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s from %s", pl.Kind, pl.File)
	if pl.Format != "" {
		fmt.Fprintf(&b, " (%s, as %s)", pl.Format, pl.Dataset)
	}
	b.WriteString(":\n")
	wide, target := 0, 0
	for _, c := range pl.Columns {
		wide, target = max(wide, utf8.RuneCountInString(c.Field)), max(target, utf8.RuneCountInString(c.To))
	}
	wide, target = min(wide, 30), min(target, 30)
	for _, c := range pl.Columns {
		if c.To == "-" {
			continue
		}
		fmt.Fprintf(&b, "  %s → %s  %s\n", pad(c.Field, wide), pad(c.To, target), strings.Join(c.Samples, " · "))
		if c.Why != "" {
			fmt.Fprintf(&b, "  %s   %s\n", pad("", wide), c.Why)
		}
	}
	if left := pl.leftOut(); left != nil {
		fmt.Fprintf(&b, "left out: %s\n", strings.Join(left, ", "))
	}
	for _, n := range pl.Notes {
		fmt.Fprintln(&b, n)
	}
	return b.String()
}

// leftOut returns the fields that go nowhere.
func (pl *plan) leftOut() (fields []string) {
	for _, c := range pl.Columns {
		if c.To == "-" {
			fields = append(fields, c.Field)
		}
	}
	return fields
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) }

// errDeclined reports that the owner of the file did not accept the plan.
var errDeclined = errors.New("nothing was imported, because the plan was not accepted; --map changes where a field " +
	"goes, and --plan FILE writes the plan to a file for --map-file")

// errPlanned ends an import whose plan went to a file.
var errPlanned = errors.New("the plan was written")

// settle shows the plan, and asks whether it is right. errPlanned ends an import whose plan goes to a file.
func (r *run) settle(pl *plan) error {
	if r.o.PlanFile != "" {
		return cmp.Or(r.o.writePlan(pl), errPlanned)
	}
	r.o.say("%s", pl)
	if r.o.Ask == nil {
		return nil
	}
	yes, err := r.o.Ask("Import these columns? [y/N] ")
	if err == nil && !yes {
		err = errDeclined
	}
	return err
}

// A planFile is the form of a plan that --plan writes and --map-file takes.
type planFile struct {
	Kind     string            `yaml:"kind"`
	As       string            `yaml:"as,omitempty"`
	Series   string            `yaml:"series,omitempty"`
	Format   string            `yaml:"format,omitempty"`
	Encoding string            `yaml:"encoding,omitempty"`
	Records  string            `yaml:"records,omitempty"`
	Sheet    string            `yaml:"sheet,omitempty"`
	Sections bool              `yaml:"sections,omitempty"`
	Template bool              `yaml:"templates,omitempty"`
	Decimal  string            `yaml:"decimal,omitempty"`
	Timezone string            `yaml:"timezone,omitempty"`
	Null     []string          `yaml:"null,omitempty"`
	Key      []string          `yaml:"key,omitempty"`
	Set      map[string]string `yaml:"set,omitempty"`
	Fields   yaml.Node         `yaml:"fields"`
}

// writePlan writes the plan to a file. A field of a known data set is mapped by the data set, so only the fields that
// the command line maps are written for one.
func (o Options) writePlan(pl *plan) error {
	f := planFile{
		Kind: pl.Kind, As: pl.Dataset, Series: o.Series, Format: o.Format, Encoding: o.Encoding, Records: o.Records,
		Sheet: o.Sheet, Sections: o.Sections, Template: o.Templates,
		Decimal: o.Decimal, Timezone: o.Timezone, Null: o.Null, Key: o.Key, Set: o.Set,
		Fields: yaml.Node{Kind: yaml.MappingNode},
	}
	open := 0
	for _, c := range pl.Columns {
		if pl.Dataset != dataset.PlainName && o.Map[c.Field] == "" {
			continue
		}
		if c.To == "?" {
			open++
		}
		comment := strings.Join(c.Samples, " · ")
		if c.Why != "" {
			comment = oneLine(c.Why) + ": " + comment
		}
		f.Fields.Content = append(f.Fields.Content, text(c.Field, ""), text(c.To, comment))
	}
	var b bytes.Buffer
	b.WriteString("# vitrine import " + pl.Kind + " FILE --map-file THIS\n" +
		"# A field goes to a column, to attribute:NAME, or nowhere (\"-\"). A \"?\" must be replaced.\n")
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := errors.Join(enc.Encode(&f), enc.Close()); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	if o.PlanFile == "-" {
		_, err := io.Copy(o.PlanOut, &b)
		return err
	}
	if err := os.WriteFile(o.PlanFile, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	o.say("The plan is in %s; nothing was imported. --map-file %s takes it.\n", o.PlanFile, o.PlanFile)
	if open > 0 {
		o.say("%d fields match no column; replace each ? in the file.\n", open)
	}
	return nil
}

// text makes a scalar of YAML, quoted where it would be read as something else.
func text(s, comment string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s, LineComment: comment}
	if s == "-" || s == "?" {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// maxPlan is the length limit of a plan file in bytes.
const maxPlan = 1 << 20

// readPlan completes the options from a plan file. What the command line says wins.
func (o Options) readPlan() (Options, error) {
	if o.MapFile == "" {
		return o, nil
	}
	in, err := os.Open(o.MapFile)
	if err != nil {
		return o, missing(o.MapFile, err)
	}
	defer func() { _ = in.Close() }() // it was only read
	b, err := io.ReadAll(io.LimitReader(in, maxPlan+1))
	if err != nil {
		return o, cli.UsageError{Err: err}
	}
	if len(b) > maxPlan {
		return o, cli.Usagef("--map-file %s: the plan is longer than 1 MB", o.MapFile)
	}
	var f planFile
	dec := yaml.NewDecoder(bytes.NewReader(b))
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil {
		return o, cli.Usagef("--map-file %s: not a plan: %s", o.MapFile,
			source.Clip(strings.TrimPrefix(err.Error(), "yaml: "), 300))
	}
	fields := map[string]string{}
	if f.Fields.Kind != 0 {
		if err := f.Fields.Decode(&fields); err != nil {
			return o, cli.Usagef("--map-file %s: fields: expected a column for each field", o.MapFile)
		}
	}
	return o.complete(f, fields)
}

// someOf returns at most ten names for a message.
func someOf(names []string) string {
	const most = 10
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// complete takes over what a plan file says and the command line does not. A field that is still open is left to
// --skip-unknown or --attributes.
func (o Options) complete(f planFile, fields map[string]string) (Options, error) {
	o.Map, o.Set = maps.Clone(o.Map), maps.Clone(o.Set)
	for _, m := range []*map[string]string{&o.Map, &o.Set} {
		if *m == nil {
			*m = map[string]string{}
		}
	}
	var open []string
	for field, to := range fields {
		switch _, said := o.Map[field]; {
		case said:
		case to != "?" && to != "":
			o.Map[field] = to
		case !o.SkipUnknown && !o.Attributes:
			open = append(open, field)
		case o.SkipUnknown:
			o.Map[field] = "-"
		}
	}
	if open != nil {
		return o, cli.Usagef("--map-file %s: replace the ? of %s by a column, attribute:NAME or \"-\"; --skip-unknown "+
			"leaves all of them out", o.MapFile, someOf(slices.Sorted(slices.Values(open))))
	}
	for column, v := range f.Set {
		if _, said := o.Set[column]; !said {
			o.Set[column] = v
		}
	}
	for _, d := range []struct {
		to   *string
		from string
	}{
		{&o.As, f.As}, {&o.Series, f.Series}, {&o.Format, f.Format}, {&o.Encoding, f.Encoding}, {&o.Records, f.Records},
		{&o.Sheet, f.Sheet},
		{&o.Decimal, f.Decimal}, {&o.Timezone, f.Timezone},
	} {
		if *d.to == "" {
			*d.to = d.from
		}
	}
	o.Sections, o.Templates = o.Sections || f.Sections, o.Templates || f.Template
	if o.Key == nil {
		o.Key = f.Key
	}
	if o.Null == nil {
		o.Null = f.Null
	}
	return o, nil
}
