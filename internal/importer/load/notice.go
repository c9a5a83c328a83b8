package load

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A Notice counts the records in which a value was left out.
type Notice struct {
	Count  int
	Lines  []int  // the first three
	First  string // the first reason, with its value
	Varies bool   // another value differs from the first
}

// Notices are the changes that an import made to the values of a file, besides rejecting rows.
type Notices struct {
	Doubts  map[string]*Notice   // values that no column takes, by reason; their fields were left empty
	Trimmed map[string]int       // values with white space around them, by column
	Blank   map[string]int       // words for nothing, such as N/A, by column
	JSON    map[string]int       // texts kept as they are that look like JSON, by attribute
	Spelled map[string]*Spelling // names in another spelling than their rows', by table
	Codes   map[string]int       // template codes that were removed, by column
	Rounded map[string]int       // numbers that lost decimals, by column
}

// A Spelling counts the names of rows of a table that stand for a row with another spelling.
type Spelling struct {
	Count       int
	Given, Name string // the first one, and the name of its row
}

// maxReasons is the limit of the reasons that are counted apart.
const maxReasons = 500

// doubt counts a value that was left out.
func (n *Notices) doubt(line int, reason string) {
	first := reason
	reason = Alike(reason)
	if n.Doubts[reason] == nil && len(n.Doubts) >= maxReasons {
		reason = "other reasons"
	}
	d := n.Doubts[reason]
	if d == nil {
		d = &Notice{First: first}
		n.Doubts[reason] = d
	}
	d.Varies = d.Varies || d.First != first
	if d.Count++; len(d.Lines) < 3 {
		d.Lines = append(d.Lines, line)
	}
}

// changed counts a text that was trimmed or read as nothing, under the name of its column or attribute.
func (n *Notices) changed(c *table.Column, name, from, to string, ok bool) {
	switch {
	case !ok && strings.TrimSpace(from) != "":
		count(n.Blank, name)
	case ok && c.Trimmed() && len(to) < len(from) && (strings.TrimSpace(from) == to || c.Tidy):
		count(n.Trimmed, name)
	}
}

// spelled counts a name that stands for a row with another spelling.
func (n *Notices) spelled(table, given, name string) {
	s := n.Spelled[table]
	if s == nil {
		s = &Spelling{Given: given, Name: name}
		n.Spelled[table] = s
	}
	s.Count++
}

// count adds one to a name. The names that come after maxReasons others are counted together.
func count(of map[string]int, name string) {
	if _, known := of[name]; !known && len(of) >= maxReasons {
		name = "others"
	}
	of[name]++
}

// String returns the trimmed, blank and kept values, and the spellings, as sentences, one on each line.
func (n *Notices) String() string {
	var b strings.Builder
	for _, c := range []struct {
		of   map[string]int
		text string
	}{
		{n.Trimmed, "white space around values was removed"},
		{n.Codes, "template codes were removed"},
		{n.Blank, "words for nothing, such as N/A or -, were read as no value"},
		{n.Rounded, "numbers were rounded to the decimals of their column"},
		{n.JSON, "values that look like JSON, but are no list of texts or numbers, were kept as they are"},
	} {
		if len(c.of) == 0 {
			continue
		}
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(c.of)) {
			parts = append(parts, fmt.Sprintf("%s (%d)", name, c.of[name]))
		}
		fmt.Fprintf(&b, "%s: %s\n", c.text, strings.Join(parts, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(n.Spelled)) {
		s := n.Spelled[name]
		fmt.Fprintf(&b, "names that differ in spelling are one %s: %d, such as %q, which is %q\n", name, s.Count,
			source.Clip(s.Given, 60), source.Clip(s.Name, 60))
	}
	return b.String()
}

// particular matches the parts of a reason that differ from row to row.
var particular = regexp.MustCompile(`(\bgot )[^…]*$|"(?:[^"\\]|\\.)*"` +
	`|-?\b[\d.,e+]+\b( (?:is|cells)\b)|(\b(?:line|byte|element) )\d+`)

// Alike replaces these parts by "…", so that equal reasons can be counted.
func Alike(reason string) string {
	return particular.ReplaceAllString(reason, "$1$3…$2")
}

// Example returns the first value in a reason that Alike replaces; empty if there is none.
func Example(reason string) string {
	for _, at := range particular.FindAllStringSubmatchIndex(reason, -1) {
		switch {
		case at[6] >= 0: // the number of a line
		case at[2] >= 0: // after "got"
			return reason[at[3]:at[1]]
		case at[4] >= 0: // before "is"
			return reason[at[0]:at[4]]
		default:
			return reason[at[0]:at[1]]
		}
	}
	return ""
}

// Vital records that a value that the field's column does not take rejects the row, because the row must not be shown
// without it.
func (p *Plan) Vital() { p.vital[p.field] = true }

// Notices returns what was left out or changed so far.
func (p *Plan) Notices() *Notices { return &p.notices }

// SetStrict makes a value that its column does not take reject the row, whatever the column.
func (p *Plan) SetStrict(strict bool) { p.strict = strict }

// SetTemplates makes template code in texts be removed.
func (p *Plan) SetTemplates(removed bool) { p.templates = removed }

// Untemplated counts template codes that were removed from a text for a column.
func (p *Plan) Untemplated(column string, n int) { p.notices.Codes[column] += n }

// Templates reports whether template code in texts is removed.
func (p *Plan) Templates() bool { return p.templates }

// SetNulls adds words that mean nothing in every field.
func (p *Plan) SetNulls(words []string) {
	p.nulls = map[string]bool{}
	for _, w := range words {
		w = strings.TrimSpace(w)
		p.nulls[w] = true
		p.longestNull = max(p.longestNull, len(w))
	}
}

// value returns the value of a field, nil for a word that means nothing.
func (p *Plan) value(v any) any {
	if s, ok := v.(string); ok && len(p.nulls) > 0 {
		if s = strings.TrimSpace(s); len(s) <= p.longestNull && p.nulls[s] {
			return nil
		}
	}
	return v
}

// put stores the value of a field. A value that its column does not take leaves the column empty, but deletes no list
// and no child rows that the row has. It rejects the row if the import is strict or the row must not be shown without
// the field.
func (d *Draft) put(put Put, field string, v any) error {
	rows, late, needed, parts := len(d.rows), len(d.late), len(d.needed), len(d.parts)
	v = d.p.value(v)
	err := put(d, v)
	if err == nil {
		return nil
	}
	err = d.p.explainValue(field, v, err)
	if d.p.strict || d.p.vital[field] {
		return err
	}
	empty := &Draft{p: d.p, Record: d.Record, id: d.id,
		Main: &Row{st: d.Main.st, id: d.id, Cells: make([]Cell, len(d.Main.Cells))}}
	empty.rows = []*Row{empty.Main}
	if put(empty, nil) != nil {
		return err
	}
	d.rows, d.late, d.needed = d.rows[:rows], d.late[:late], d.needed[:needed]
	d.keep(field, empty.Main.Cells, len(d.parts) > parts)
	reason := err.Error()
	if !strings.HasPrefix(reason, field+":") && !strings.Contains(source.Clip(reason, 60), ": ") {
		reason = field + ": " + reason
	}
	d.doubts = append(d.doubts, reason)
	return nil
}

// explainValue completes the reason why a value does not fit: by the field, if the reason names its column only, and by
// the members of an object, which can be mapped.
func (p *Plan) explainValue(field string, v any, err error) error {
	reason := err.Error()
	for _, column := range p.filled[field] {
		if rest, ok := strings.CutPrefix(reason, column+": "); ok && table.Snake(field) != column {
			reason = fmt.Sprintf("%s (%s): %s", column, source.Clip(field, 60), rest)
		}
	}
	if _, ok, err := table.ParseBool(v); ok && err == nil && p.columns[field] == "status" &&
		strings.Contains(reason, ": expected one of DRAFT, PUBLISHED") {
		reason += fmt.Sprintf("; --map \"%s=published\" reads yes and no", field)
	}
	o, _ := v.(source.Object)
	var members []string
	for _, f := range o {
		switch f.Value.(type) {
		case nil, []any, source.Object:
		default:
			members = append(members, field+"."+f.Name)
		}
	}
	if to := cmp.Or(p.columns[field], strings.Join(p.described[field], ", ")); to != "" && members != nil &&
		strings.HasSuffix(reason, "got an object") && !strings.Contains(field, ".") {
		shown := strings.Join(members[:min(len(members), 5)], ", ")
		reason += fmt.Sprintf(" with %s; --map \"%s=%s\" takes that text", shown, members[0], to)
	}
	if reason == err.Error() {
		return err
	}
	return source.RowError(reason)
}

// LeaveOut notes that a value, or an item of a list, is left out for a reason. It returns the reason if the import is
// strict: the row is then rejected.
func (d *Draft) LeaveOut(reason error) error {
	if d.p.strict {
		return reason
	}
	d.doubts = append(d.doubts, reason.Error())
	return nil
}

// keep lets a row keep the lists that a field fills, because its value was left out. empty are the cells that the field
// fills without a value. named is set if the target said which child rows are kept.
func (d *Draft) keep(field string, empty []Cell, named bool) {
	for i, c := range empty {
		if c.state != absent {
			d.Main.Cells[i] = c
		}
	}
	for _, column := range d.p.filled[field] {
		if i := d.Main.st.Place(column); i >= 0 && d.Main.st.Columns[i].EmptyList() != "" && d.Main.Cells[i].state != given {
			d.Main.Cells[i] = Cell{}
			d.Main.kept |= 1 << i
		}
		name, _, ok := strings.Cut(column, ".")
		if !ok || named {
			continue
		}
		for _, st := range d.p.stages {
			if st.child && st.Table.Name == name && !slices.ContainsFunc(d.parts, func(k part) bool { return k.st == st }) {
				d.parts = append(d.parts, part{st: st})
			}
		}
	}
}

// A part is some child rows of a record that are kept because their values were left out: those with a text in a
// column, or all.
type part struct {
	st     *Stage
	column string // empty: all rows
	text   string
}

// Keep keeps the child rows with a text in a column, or all if the column is empty, in case the value of the field is
// left out.
func (d *Draft) Keep(st *Stage, column, text string) {
	d.parts = append(d.parts, part{st, column, text})
}

// Blank counts a word for nothing in a field of names.
func (d *Draft) Blank(name, word string) {
	if word != "" {
		count(d.p.notices.Blank, name)
	}
}

// KeptJSON counts a text of an attribute that looks like JSON and was kept as it is.
func (d *Draft) KeptJSON(name string) { count(d.p.notices.JSON, name) }

// Changed counts a text whose column, or an attribute of this name, has another form of it.
func (d *Draft) Changed(c *table.Column, name string, from any, to string, ok bool) {
	if ok && c.Rounded(from, to) {
		count(d.p.notices.Rounded, name)
	}
	switch v := from.(type) {
	case string:
		d.p.notices.changed(c, name, v, to, ok)
	case []any:
		if strings.HasSuffix(c.Type, "[]") && slices.ContainsFunc(v, padded) {
			count(d.p.notices.Trimmed, name)
		}
	}
}

// Trimmed counts a name of another row, such as a category, or a list of them, with white space around it.
func (d *Draft) Trimmed(name string, v any) {
	if list, isList := v.([]any); padded(v) || isList && slices.ContainsFunc(list, padded) {
		count(d.p.notices.Trimmed, name)
	}
}

func padded(v any) bool {
	s, isText := v.(string)
	return isText && len(strings.TrimSpace(s)) < len(s)
}

// missing returns the reason why a required value is missing: the file has one that its column does not take.
func (d *Draft) missing(err error) error {
	column, ok := strings.CutSuffix(err.Error(), " is missing")
	for _, reason := range d.doubts {
		if ok && (strings.HasPrefix(reason, column+":") || strings.HasPrefix(reason, column+" (")) {
			return source.RowError(reason)
		}
	}
	return err
}

// Describe records what the field whose target is being bound makes, as --map takes it, for the plan. Use it where no
// column of its own shows that.
func (p *Plan) Describe(target string) {
	if p.field != "" && !slices.Contains(p.described[p.field], target) {
		p.described[p.field] = append(p.described[p.field], target)
	}
}

// Described returns what Describe recorded for a field.
func (p *Plan) Described(field string) []string {
	_, err := p.bindRest(field) // the first record with the field reports the error
	if err != nil {
		return nil
	}
	return p.described[field]
}

// FilledBy returns the columns that the values of a field fill: as column in the record's own table, and as
// table.column elsewhere.
func (p *Plan) FilledBy(field string) []string { return p.filled[field] }

// uses records that the field whose target is being bound fills a column.
func (p *Plan) uses(st *Stage, column string) {
	if st != p.Main {
		column = st.Table.Name + "." + column
	}
	if p.field != "" && !slices.Contains(p.filled[p.field], column) {
		p.filled[p.field] = append(p.filled[p.field], column)
	}
}
