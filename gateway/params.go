package gateway

import (
	"bytes"
	"maps"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/valyala/fasthttp"
	"golang.org/x/text/unicode/norm"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// An ask is one request for a view, understood: everything an answer may depend on is in it, in one canonical form. Key is made from it
// alone, so a parameter that is not part of the key cannot influence the answer.
type ask struct {
	view    *catalog.View
	path    []string // values of the path parameters
	page    int
	limit   int
	sort    string // "" for the view's own order
	desc    bool
	text    string
	values  []value
	rawPath string // the path under /v1, in its one encoding
}

// value is one filter that was set.
type value struct {
	filter    *catalog.Filter
	canonical []string // name=value pairs are one string each here
}

const (
	maxText     = api.MaxText
	maxPage     = api.MaxPage
	maxNumber   = 20 // characters of a number
	maxPairName = api.MaxPairName
	maxPairText = api.MaxPairValue
)

// newAsk asks for a view as it is without a query.
func newAsk(v *catalog.View, path []string) *ask {
	return &ask{view: v, path: path, page: api.DefaultPage, limit: api.DefaultLimit, rawPath: canonicalPath(v.Path, v.Plan().Params, path)}
}

// parse understands the query of a view. Unknown parameters are ignored; those that are known have to make sense.
func parse(v *catalog.View, path []string, args *fasthttp.Args) (*ask, error) {
	a := newAsk(v, path)
	got, err := collect(v, args)
	if err != nil {
		return nil, err
	}
	for _, pair := range [][2]string{{"limit", "perPage"}, {"sort", "sortBy"}, {"search", "q"}} {
		if len(got[pair[0]]) > 0 && len(got[pair[1]]) > 0 {
			return nil, api.Conflict(pair[1], pair[0]+" and "+pair[1]+" are the same parameter: give one of them")
		}
	}
	// either is what was given of two names of one parameter: a complaint names it as the reader did.
	either := func(name, other string) (string, []string) {
		if len(got[other]) > 0 {
			return other, got[other]
		}
		return name, got[name]
	}
	if a.page, err = whole("page", got["page"], api.DefaultPage, maxPage); err != nil {
		return nil, err
	}
	if v.Paged() || v.Top {
		name, limit := either("limit", "perPage")
		if a.limit, err = whole(name, limit, api.DefaultLimit, api.MaxLimit); err != nil {
			return nil, err
		}
	}
	name, sort := either("sort", "sortBy")
	if err := a.parseSort(name, sort, got["order"]); err != nil {
		return nil, err
	}
	if name, text := either("search", "q"); len(text) > 0 {
		if a.text, err = oneText(name, text); err != nil {
			return nil, err
		}
	}
	for i := range v.Accept {
		f := &v.Accept[i]
		if len(got[f.Name]) == 0 {
			continue
		}
		canonical, err := canonical(f, got[f.Name])
		if err != nil {
			return nil, err
		}
		if len(canonical) > 0 {
			a.values = append(a.values, value{f, canonical})
		}
	}
	return a, nil
}

// collect gathers the parameters that a view knows, without the empty ones: an empty value is as good as none. Only what takes several
// values may be written name[].
func collect(v *catalog.View, args *fasthttp.Args) (map[string][]string, error) {
	got := map[string][]string{}
	for key, val := range args.All() {
		name := string(bytes.TrimSuffix(key, []byte("[]")))
		f := v.Filter(name)
		known := f != nil
		switch name {
		case "page":
			known = known || v.Paged()
		case "limit", "perPage":
			known = known || v.Paged() || v.Top
		case "sort", "sortBy", "order":
			known = known || v.Shape == catalog.Page
		case "search", "q":
			known = known || v.Search
		}
		if !known || len(val) == 0 {
			continue
		}
		if !utf8.Valid(val) || bytes.IndexByte(val, 0) >= 0 {
			return nil, api.Invalid(name, strings.ToValidUTF8(strings.ReplaceAll(string(val), "\x00", "␀"), "�"), "text in UTF-8 without NUL")
		}
		if len(name) < len(key) && (f == nil || !f.Several()) {
			return nil, api.Conflict(name, name+" takes one value, not an array")
		}
		got[name] = append(got[name], string(val))
	}
	return got, nil
}

// parseSort reads sort, which the reader called name, and order.
func (a *ask) parseSort(name string, sort, order []string) error {
	if len(sort) > 1 {
		return api.Conflict(name, name+" may be given once")
	}
	if len(order) > 1 {
		return api.Conflict("order", "order may be given once")
	}
	if len(sort) == 1 {
		if _, ok := a.view.Sorts[sort[0]]; !ok {
			names := slices.Sorted(maps.Keys(a.view.Sorts))
			if len(names) == 0 {
				return api.Invalid(name, sort[0], "nothing here: this list has one order")
			}
			return api.Invalid(name, sort[0], "one of "+strings.Join(names, ", "))
		}
		a.sort = sort[0]
	}
	if len(order) == 1 {
		switch order[0] {
		case "asc":
		case "desc":
			a.desc = a.sort != ""
		default:
			return api.Invalid("order", order[0], "asc or desc")
		}
	}
	return nil
}

// whole reads a whole number between 1 and most.
func whole(name string, got []string, otherwise, most int) (int, error) {
	if len(got) == 0 {
		return otherwise, nil
	}
	if len(got) > 1 {
		return 0, api.Conflict(name, name+" may be given once")
	}
	n, err := strconv.ParseUint(got[0], 10, 64)
	if err != nil || n < 1 || n > uint64(most) {
		return 0, api.Invalid(name, got[0], "a whole number from 1 to "+strconv.Itoa(most))
	}
	return int(n), nil
}

// oneText reads a text: normalised, white space collapsed.
func oneText(name string, got []string) (string, error) {
	if len(got) > 1 {
		return "", api.Conflict(name, name+" may be given once")
	}
	s := strings.Join(strings.Fields(norm.NFC.String(got[0])), " ")
	if utf8.RuneCountInString(s) > maxText {
		return "", api.Invalid(name, got[0], "at most "+strconv.Itoa(maxText)+" characters")
	}
	return s, nil
}

// canonical reads the values of a filter into their one form: what they are queried with, and what the cache key holds.
func canonical(f *catalog.Filter, got []string) ([]string, error) {
	switch f.Type {
	case catalog.Text:
		s, err := oneText(f.Name, got)
		if s == "" {
			return nil, err
		}
		return []string{s}, err
	case catalog.Letter:
		s, err := oneText(f.Name, got)
		if err != nil || s == "" {
			return nil, err
		}
		if r := []rune(s); len(r) != 1 || !unicode.IsLetter(r[0]) && !unicode.IsDigit(r[0]) {
			return nil, api.Invalid(f.Name, s, "one letter")
		}
		return []string{s}, nil
	case catalog.Number, catalog.Integer:
		if len(got) > 1 {
			return nil, api.Conflict(f.Name, f.Name+" may be given once")
		}
		s, ok := number(strings.TrimSpace(got[0]), f.Type == catalog.Integer)
		if !ok || f.Type == catalog.Number && s[0] == '-' {
			accepted := "a number that is not negative, such as 19.90"
			if f.Type == catalog.Integer {
				accepted = "a whole number such as 2024"
			}
			return nil, api.Invalid(f.Name, got[0], accepted)
		}
		return []string{s}, nil
	case catalog.Texts, catalog.IDs:
		return several(f, got)
	case catalog.Pairs:
		return pairs(f, got)
	case catalog.Box:
		return box(f, got)
	default:
		return nil, api.Errorf(500, api.Internal, "filter %s has no type", f.Name)
	}
}

// number reads a plain decimal number into its shortest form. No exponents, no infinities, nothing longer than money can be.
func number(s string, integer bool) (string, bool) {
	if s == "" || len(s) > maxNumber {
		return "", false
	}
	digits := 0
	for i, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '.' && !integer && strings.IndexByte(s, '.') == i:
		case c == '-' && i == 0:
		default:
			return "", false
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || digits == 0 {
		return "", false
	}
	if integer {
		if n := r.Num(); !n.IsInt64() || n.Int64() > 1<<31-1 || n.Int64() < -1<<31 {
			return "", false
		}
		return r.Num().String(), true
	}
	out := r.FloatString(maxNumber) // every digit: a bound that is rounded is another bound
	out = strings.TrimRight(strings.TrimRight(out, "0"), ".")
	if out == "-0" {
		out = "0"
	}
	return out, len(out) <= maxNumber // .5 is written 0.5: what is too long then could not be read again
}

// several reads an array: repeated, comma-separated or name[]; sorted, each once.
func several(f *catalog.Filter, got []string) ([]string, error) {
	var out []string
	for _, g := range got {
		for part := range strings.SplitSeq(g, ",") {
			part = strings.TrimSpace(norm.NFC.String(part))
			if part == "" {
				continue
			}
			if f.Type == catalog.IDs && !isObjectID(part) {
				return nil, api.Invalid(f.Name, part, "ids of 24 lower-case hex digits")
			}
			if utf8.RuneCountInString(part) > maxText {
				return nil, api.Invalid(f.Name, part, "values of at most "+strconv.Itoa(maxText)+" characters")
			}
			out = append(out, part)
		}
	}
	if len(out) > catalog.MaxIDs {
		return nil, api.Invalid(f.Name, strconv.Itoa(len(out))+" values", "at most "+strconv.Itoa(catalog.MaxIDs)+" values")
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// pairs reads name:value filters. A value may hold commas and colons; the name ends at the first colon.
func pairs(f *catalog.Filter, got []string) ([]string, error) {
	var out []string
	for _, g := range got {
		name, val, ok := strings.Cut(norm.NFC.String(g), ":")
		name, val = strings.TrimSpace(name), strings.TrimSpace(val)
		if !ok || name == "" || val == "" || utf8.RuneCountInString(name) > maxPairName || utf8.RuneCountInString(val) > maxPairText {
			return nil, api.Invalid(f.Name, g, "name:value, such as color:red")
		}
		out = append(out, name+":"+val)
	}
	if len(out) > catalog.MaxIDs {
		return nil, api.Invalid(f.Name, strconv.Itoa(len(out))+" values", "at most "+strconv.Itoa(catalog.MaxIDs)+" values")
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// box reads minLng,minLat,maxLng,maxLat.
func box(f *catalog.Filter, got []string) ([]string, error) {
	const accepted = "minLng,minLat,maxLng,maxLat, such as 28.5,40.8,29.4,41.3"
	if len(got) > 1 {
		return nil, api.Conflict(f.Name, f.Name+" may be given once")
	}
	parts := strings.Split(got[0], ",")
	if len(parts) != 4 {
		return nil, api.Invalid(f.Name, got[0], accepted)
	}
	var edge [4]float64
	for i := range parts {
		s, ok := number(strings.TrimSpace(parts[i]), false)
		if !ok {
			return nil, api.Invalid(f.Name, got[0], accepted)
		}
		parts[i] = s
		edge[i], _ = strconv.ParseFloat(s, 64) // number has seen to it
	}
	if edge[0] < -180 || edge[2] > 180 || edge[2] < -180 || edge[0] > 180 || edge[1] < -90 || edge[3] > 90 || edge[1] > edge[3] {
		return nil, api.Invalid(f.Name, got[0], accepted)
	}
	return []string{strings.Join(parts, ",")}, nil
}

func isObjectID(s string) bool {
	if len(s) != 24 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// conds turns the filters that were set into SQL conditions.
func (a *ask) conds() []search.Cond {
	var out []search.Cond
	for _, v := range a.values {
		switch v.filter.Type {
		case catalog.Texts, catalog.IDs:
			out = append(out, cond(v.filter, v.canonical))
		case catalog.Pairs:
			out = append(out, pairConds(v)...)
		case catalog.Box:
			var args []any
			for part := range strings.SplitSeq(v.canonical[0], ",") {
				f, _ := strconv.ParseFloat(part, 64)
				args = append(args, f)
			}
			out = append(out, search.Cond{Name: v.filter.Facet(), SQL: v.filter.SQL, Args: args})
		default:
			out = append(out, cond(v.filter, v.canonical[0]))
		}
	}
	return out
}

// cond gives every ? of a filter the same value.
func cond(f *catalog.Filter, val any) search.Cond {
	c := search.Cond{Name: f.Facet(), SQL: f.SQL}
	for range strings.Count(f.SQL, "?") {
		c.Args = append(c.Args, val)
	}
	return c
}

// pairConds makes a condition a name: all names must hold, one value of each is enough.
func pairConds(v value) []search.Cond {
	var out []search.Cond
	byName := map[string][]string{}
	var names []string
	for _, p := range v.canonical {
		name, val, _ := strings.Cut(p, ":")
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], val)
	}
	for _, name := range names {
		out = append(out, search.Cond{Name: v.filter.Name + ":" + name, SQL: v.filter.SQL, Args: []any{name, byName[name]}})
	}
	return out
}

// use says which parts of the view the ask uses, for its tags.
func (a *ask) use() catalog.Use {
	u := catalog.Use{Sort: a.sort, Text: a.text != ""}
	for _, v := range a.values {
		u.Filters = append(u.Filters, catalog.Used{Filter: v.filter, Values: v.canonical})
	}
	return u
}

// appendURL writes the canonical URL under /v1: parameters by name, defaults left out.
func (a *ask) appendURL(dst []byte) []byte {
	dst = append(dst, a.rawPath...)
	var q []string
	add := func(name, val string) { q = append(q, name+"="+url.QueryEscape(val)) }
	if a.page != api.DefaultPage {
		add("page", strconv.Itoa(a.page))
	}
	if a.limit != api.DefaultLimit {
		add("limit", strconv.Itoa(a.limit))
	}
	if a.sort != "" {
		add("sort", a.sort)
		if a.desc {
			add("order", "desc")
		}
	}
	if a.text != "" {
		add("search", a.text)
	}
	for _, v := range a.values {
		for _, c := range v.canonical {
			add(v.filter.Name, c)
		}
	}
	slices.Sort(q)
	for i, p := range q {
		if i == 0 {
			dst = append(dst, '?')
		} else {
			dst = append(dst, '&')
		}
		dst = append(dst, p...)
	}
	return dst
}
