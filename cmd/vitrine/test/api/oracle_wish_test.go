package api

import (
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A wish is one list as a reader may ask for it.
type wish struct {
	oracle *oracle
	list   *oracleList
	parts  []wishPart
}

// A wishPart is one parameter: what it means, and how it is spelled in the URL.
type wishPart struct {
	name    string
	values  []string
	spelled string
	filter  *oracleFilter // nil for those that all lists have
}

func (w *wish) url() string {
	var all []string
	for _, p := range w.parts {
		all = append(all, p.spelled)
	}
	return strings.TrimSuffix("/v1"+w.list.path+"?"+strings.Join(all, "&"), "?")
}

// value is the only value of a parameter, or what stands for none.
func (w *wish) value(name, otherwise string) string {
	for _, p := range w.parts {
		if p.name == name {
			return p.values[0]
		}
	}
	return otherwise
}

func (w *wish) number(name string, otherwise int) int {
	n, err := strconv.Atoi(w.value(name, strconv.Itoa(otherwise)))
	if err != nil {
		panic(err)
	}
	return n
}

// imagine makes up a wish: some filters with values of the data, in any order and spelling.
func (o *oracle) imagine(r *rand.Rand, list *oracleList) *wish {
	w := &wish{oracle: o, list: list}
	add := func(name, as, value string) {
		w.parts = append(w.parts, wishPart{name: name, values: []string{value}, spelled: as + "=" + url.QueryEscape(value)})
	}
	near := anyOf(r, o.rows[list.table])
	for i := range list.filters {
		f := &list.filters[i]
		if near == nil || r.IntN(1+len(list.filters)) > 1 {
			continue
		}
		if r.IntN(8) == 0 {
			near = anyOf(r, o.rows[list.table])
		}
		if values := f.try(o, r, near); !slices.Contains(values, "") {
			w.parts = append(w.parts, wishPart{f.name, values, f.spell(r, values), f})
		}
	}
	if list.searched && r.IntN(4) == 0 {
		if text := o.overheard(r, list, near); text != "" {
			add("search", anyOf(r, []string{"search", "q"}), text)
		}
	}
	if !list.whole {
		if len(list.sorts) > 0 && r.IntN(2) == 0 {
			names := []string{}
			for name := range list.sorts {
				names = append(names, name)
			}
			slices.Sort(names)
			add("sort", anyOf(r, []string{"sort", "sortBy"}), anyOf(r, names))
		}
		if r.IntN(2) == 0 { // without sort it means nothing
			add("order", "order", anyOf(r, []string{"asc", "desc", "desc"}))
		}
		if r.IntN(3) > 0 {
			add("limit", anyOf(r, []string{"limit", "perPage"}),
				anyOf(r, []string{"1", "2", "3", "7", "10", "50", "99", "100", "100"}))
		}
		if r.IntN(3) == 0 { // one that there is, or the next after the last
			there := o.answer(w).records/w.number("limit", 10) + 2
			add("page", "page",
				strconv.Itoa(anyOf(r, []int{1, 2, there, 1 << 30, 1 + r.IntN(there), 1 + r.IntN(there), 1 + r.IntN(there),
					1 + r.IntN(there)})))
		}
	}
	if r.IntN(10) == 0 { // what is empty or unknown says nothing
		w.parts = append(w.parts, wishPart{name: "-", values: []string{""},
			spelled: anyOf(r, []string{"nonsense=1", "brand=", "year=", "category[]=", "_=%20", "utm_source=a"})})
	}
	r.Shuffle(len(w.parts), func(i, j int) { w.parts[i], w.parts[j] = w.parts[j], w.parts[i] })
	return w
}

// spell writes a filter in one of its ways: repeated, name[], or with commas.
func (f *oracleFilter) spell(r *rand.Rand, values []string) string {
	name := f.name
	if f.several && r.IntN(2) == 0 {
		name = anyOf(r, []string{f.name + "[]", f.name + "%5B%5D"})
	}
	if f.commas && r.IntN(2) == 0 {
		return name + "=" + url.QueryEscape(strings.Join(values, ",")) // no value that takes commas has any
	}
	var all []string
	for _, v := range values {
		all = append(all, name+"="+url.QueryEscape(v))
	}
	return strings.Join(all, "&")
}

// overheard is a word or two by which a row is found, if the list shows it; the last perhaps only begun. Words that no
// row has are nothing the oracle can judge: they may be mistyped.
func (o *oracle) overheard(r *rand.Rand, list *oracleList, row oracleRow) string {
	words := o.words[list.table+" "+row.id()]
	if len(words) == 0 || !list.shown(o, row) {
		return ""
	}
	said := []string{anyOf(r, words)}
	if r.IntN(3) == 0 {
		said = append(said, anyOf(r, words))
	}
	last := []rune(said[len(said)-1])
	if r.IntN(4) == 0 {
		said[len(said)-1] = string(last[:1+r.IntN(len(last))])
	}
	text := strings.Join(said, " ")
	if !o.decides(text) {
		return ""
	}
	return anyOf(r, []string{text, text, strings.ToUpper(text), " " + text + "!"})
}
