package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// A Plan is derived from a view at start: how its rows are read, and which tables and columns its answers depend on.
type Plan struct {
	Resource *Resource
	Base     string       // "p.tenant_id = $1 AND live AND where": the rows of the view, tenant first
	Ties     filter.Order // the order of equal matches of a text

	Params     []string // the names of the path parameters, in the order of the path
	kinds      []string // every table an answer is read from
	list       []string // tags of the list itself, for every request
	text       []string // tags that a text query adds
	sorts      map[string][]string
	accept     map[string][]string
	clocks     []Moment            // columns whose time changes an answer
	dimensions map[string]string   // filters that partition the kind, and the column of each
	searched   map[string][]string // tags of the list of a search without a filter, by sort
	banded     map[string]string   // sorts by a banded column, and the column
	bounds     map[string]bound    // filters that bound a banded column
	form       string              // of its records
	fields     []string            // of its records, in alphabetical order

	kindTags           []string
	headed, headedEach [keyKinds]string // statements
}

// A Moment is a column of times. An answer may change, without any edit, when one of these times is reached.
type Moment struct{ Kind, Column string }

// Plan returns the view's plan.
func (v *View) Plan() *Plan { return v.plan }

// Filter finds a query parameter the view accepts.
func (v *View) Filter(name string) *Filter {
	for i := range v.Accept {
		if v.Accept[i].Name == name {
			return &v.Accept[i]
		}
	}
	return nil
}

// Facet is the facet a filter belongs to.
func (f *Filter) Facet() string {
	if f.Group != "" {
		return f.Group
	}
	return f.Name
}

var (
	joinRE = regexp.MustCompile(`(?i)(LEFT\s+)?\bJOIN\s+[a-z_]+\s+([a-z]{1,3})\s+ON\b`)
	pathRE = regexp.MustCompile(`\{(\w+)\}`)
)

func init() {
	for _, r := range All {
		for i := range r.Views {
			v := &r.Views[i]
			v.compile(r)
			v.compileHeaded()
			v.plan.form = v.form()
			v.shownBySlug(r.Name)
		}
	}
	for _, r := range All {
		if list := r.Listed(); list != nil {
			r.found = &View{Path: list.Path, Shape: Page, Row: r.hit(), Order: list.Order, Search: true, Doc: list.Doc}
			r.found.compile(r)
		}
	}
	for i := range Site.Views {
		Site.Views[i].compileAcross()
	}
}

// compileAcross derives the plan of a view over all modules: it reads what the hits of all modules are made from.
func (v *View) compileAcross() {
	p := &Plan{Resource: &Site}
	for _, r := range All {
		if r.found != nil {
			p.kinds = append(p.kinds, r.found.plan.kinds...)
			p.clocks = append(p.clocks, r.found.plan.clocks...)
		}
	}
	slices.Sort(p.kinds)
	p.kinds = slices.Compact(p.kinds)
	for _, kind := range p.kinds {
		p.kindTags = append(p.kindTags, KindTag(kind))
	}
	slices.SortFunc(p.clocks, func(a, b Moment) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Column, b.Column))
	})
	p.clocks = slices.Compact(p.clocks)
	v.plan = p
}

// compile derives the plan of one view of r.
func (v *View) compile(r *Resource) {
	p := &Plan{Resource: r, sorts: map[string][]string{}, accept: map[string][]string{}, fields: v.Row.fields()}
	for _, m := range pathRE.FindAllStringSubmatch(v.Path, -1) {
		p.Params = append(p.Params, m[1])
	}
	p.Base = r.As + ".tenant_id = $1"
	if r.Live != "" {
		p.Base += " AND (" + r.Live + ")"
	}
	if v.Where != "" {
		p.Base += " AND " + v.Where
	}
	if n := len(v.Order); n > 0 && v.Order[n-1] != asc(r.As+".id") {
		panic(fmt.Sprintf("catalog: %s: the order must end with %s.id", v.Path, r.As))
	}

	p.Ties = v.Order
	if r.Popular != "" && len(v.Order) > 0 && !v.Fixed {
		p.Ties = append(by(desc(r.Popular)), v.Order...)
	}

	scope := "FROM " + r.From
	p.list = append(p.list, MemberTag(r.Name))
	p.list = append(p.list, r.reads(r.Live+" "+v.Where)...)
	p.list = append(p.list, r.readsColumns(v.Order.Columns(), nil)...)
	for _, j := range r.joins() {
		if j.inner { // a row without a partner is not in the list
			p.list = append(p.list, r.reads(j.on)...)
		}
	}
	for name, column := range v.Sorts {
		p.sorts[name] = r.readsColumns([]Column{column}, nil)
	}
	for i := range v.Accept {
		f := &v.Accept[i]
		if err := r.checkFilter(f, nil); err != nil {
			panic(err)
		}
		if f.Cond.Op == filter.NotIn { // it only leaves rows out
			continue
		}
		tags := r.readsColumns(f.Cond.Columns(), f.Cond.Tables())
		for _, read := range f.Reads {
			table, column, _ := strings.Cut(read, ".")
			tags = append(tags, ColumnTag(table, column), MemberTag(table))
		}
		p.accept[f.Name] = tags
	}
	if len(r.Text) > 0 {
		p.text = append(r.reads(r.From), ColumnTag(r.Name, "language")) // words are read by the rules of a language
		for _, vector := range r.Text {
			alias, _, _ := strings.Cut(vector, ".")
			table := filter.TablesIn(scope)[alias]
			if table == "" || Named(table) == nil {
				panic(fmt.Sprintf("catalog: %s: no module has the text vector %s", r.Name, vector))
			}
			p.text = append(p.text, MemberTag(table))
			for _, column := range Named(table).Words {
				p.text = append(p.text, ColumnTag(table, column))
			}
		}
	}
	if r.Popular != "" {
		p.text = append(p.text, r.reads(r.Popular)...)
	}
	for _, matched := range r.Matched {
		table, column, _ := strings.Cut(matched, ".")
		p.text = append(p.text, ColumnTag(table, column), MemberTag(table))
		if v.Search {
			p.kinds = append(p.kinds, table)
		}
	}

	v.findDimensions(r, p)
	p.findSearched()
	v.findBanded(r, p)

	p.kinds = append(p.kinds, slices.Collect(maps.Values(filter.TablesIn(scope+" "+v.Row.Columns())))...)
	for i := range v.Accept {
		p.kinds = append(p.kinds, slices.Collect(maps.Values(v.Accept[i].Cond.Tables()))...)
	}
	slices.Sort(p.kinds)
	p.kinds = slices.Compact(p.kinds)
	for _, kind := range p.kinds {
		p.kindTags = append(p.kindTags, KindTag(kind))
		m := Named(kind)
		if m == nil {
			continue
		}
		columns := m.Moments
		if m.Scheduled {
			columns = append([]string{"publish_at", "unpublish_at"}, columns...)
		}
		if m == r {
			columns = append(columns, v.Moments...)
		}
		for _, column := range columns {
			p.clocks = append(p.clocks, Moment{kind, column})
		}
	}
	v.plan = p
}

// A join is one joined table of From.
type join struct {
	as, on string
	inner  bool
}

// joins returns the joins of From.
func (r *Resource) joins() []join {
	var out []join
	for _, m := range joinRE.FindAllStringSubmatchIndex(r.From, -1) {
		end := len(r.From)
		if next := joinRE.FindStringIndex(r.From[m[1]:]); next != nil {
			end = m[1] + next[0]
		}
		out = append(out, join{as: r.From[m[4]:m[5]], on: r.From[m[1]:end], inner: m[2] < 0})
	}
	return out
}

// reads returns the tags of a SQL text: for each column that it names, the column's and its table's membership tag. A
// column of a joined table adds the columns of the join.
func (r *Resource) reads(sql string) []string {
	return r.readsColumns(filter.ColumnsIn(sql), filter.TablesIn(sql))
}

// readsColumns is reads for a list of columns. own are tables besides those of From, by alias.
func (r *Resource) readsColumns(columns []Column, own map[string]string) []string {
	joins := r.joins()
	for again := true; again; {
		again = false
		for i, j := range joins {
			if j.on != "" && slices.ContainsFunc(columns, func(c Column) bool { return c.As == j.as }) {
				columns = append(slices.Clip(columns), filter.ColumnsIn(j.on)...)
				joins[i].on = ""
				again = true
			}
		}
	}
	scope := filter.TablesIn("FROM " + r.From)
	maps.Copy(scope, own)
	var tags []string
	for _, c := range columns {
		table := scope[c.As]
		switch {
		case table == "":
			panic(fmt.Sprintf("catalog: %s: column %s: FROM has no table with the alias %s", r.Name, c, c.As))
		case c.Name == "id" || c.Name == "tenant_id": // never change
		default:
			tags = append(tags, ColumnTag(table, c.Name))
		}
		tags = append(tags, MemberTag(table))
	}
	return tags
}

// KindTags appends the tags of the tables that the view reads. Bulk changes fire them.
func (p *Plan) KindTags(dst []string) []string {
	return append(dst, p.kindTags...)
}

// Clocks returns the columns whose times change the view without any edit. An answer expires at the next such time.
func (p *Plan) Clocks() []Moment { return p.clocks }

// Kinds returns the tables that the view reads.
func (p *Plan) Kinds() []string { return p.kinds }
