package api

import (
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A listRequest is one request for a list.
type listRequest struct {
	oracle *oracle
	list   *oracleList
	parts  []requestPart
}

// A requestPart is one parameter: its meaning, and its spelling in the URL.
type requestPart struct {
	name    string
	values  []string
	spelled string
	filter  *oracleFilter // nil for parameters of all lists
}

func (w *listRequest) url() string {
	var all []string
	for _, p := range w.parts {
		all = append(all, p.spelled)
	}
	return strings.TrimSuffix("/v1"+w.list.path+"?"+strings.Join(all, "&"), "?")
}

// value returns the only value of a parameter, or a default.
func (w *listRequest) value(name, otherwise string) string {
	for _, p := range w.parts {
		if p.name == name {
			return p.values[0]
		}
	}
	return otherwise
}

func (w *listRequest) number(name string, otherwise int) int {
	n, err := strconv.Atoi(w.value(name, strconv.Itoa(otherwise)))
	if err != nil {
		panic(err)
	}
	return n
}

// imagine makes a random request: some filters with values from the data, in any order and spelling.
func (o *oracle) imagine(r *rand.Rand, list *oracleList) *listRequest {
	w := &listRequest{oracle: o, list: list}
	add := func(name, as, value string) {
		w.parts = append(w.parts, requestPart{name: name, values: []string{value},
			spelled: as + "=" + url.QueryEscape(value)})
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
			w.parts = append(w.parts, requestPart{f.name, values, f.spell(r, values), f})
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
		if r.IntN(2) == 0 { // ignored without sort
			add("order", "order", anyOf(r, []string{"asc", "desc", "desc"}))
		}
		if r.IntN(3) > 0 {
			add("limit", anyOf(r, []string{"limit", "perPage"}),
				anyOf(r, []string{"1", "2", "3", "7", "10", "50", "99", "100", "100"}))
		}
		if r.IntN(3) == 0 { // an existing page, or the one after the last
			there := o.answer(w).records/w.number("limit", 10) + 2
			add("page", "page",
				strconv.Itoa(anyOf(r, []int{1, 2, there, 1 << 30, 1 + r.IntN(there), 1 + r.IntN(there), 1 + r.IntN(there),
					1 + r.IntN(there)})))
		}
	}
	if r.IntN(10) == 0 { // empty and unknown parameters are ignored
		w.parts = append(w.parts, requestPart{name: "-", values: []string{""},
			spelled: anyOf(r, []string{"nonsense=1", "brand=", "year=", "category[]=", "_=%20", "utm_source=a"})})
	}
	r.Shuffle(len(w.parts), func(i, j int) { w.parts[i], w.parts[j] = w.parts[j], w.parts[i] })
	return w
}

// spell writes a filter in one of its spellings: repeated, name[], or with commas.
func (f *oracleFilter) spell(r *rand.Rand, values []string) string {
	name := f.name
	if f.several && r.IntN(2) == 0 {
		name = anyOf(r, []string{f.name + "[]", f.name + "%5B%5D"})
	}
	if f.commas && r.IntN(2) == 0 {
		return name + "=" + url.QueryEscape(strings.Join(values, ",")) // no such value contains a comma
	}
	var all []string
	for _, v := range values {
		all = append(all, name+"="+url.QueryEscape(v))
	}
	return strings.Join(all, "&")
}

// overheard returns a word or two that find a row, if the list shows it. The last may be only begun. A word that no row
// has would count as misspelt, which the oracle does not model.
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
