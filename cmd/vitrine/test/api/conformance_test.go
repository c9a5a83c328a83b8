package api

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
)

// The specification's tables of fields stand as data in the case files. This file checks answers against them.

// A kind checks one value of a decoded body and reports what is wrong with it.
type kind func(at *place, v any, tell verdict)

// A verdict receives a fault and its place.
type verdict func(at *place, fault string)

// A place is the position of a value in a body. Its name is built only for a fault.
type place struct {
	up    *place
	name  string // of a member; "" for an item
	index int
}

func (p *place) member(name string) *place { return &place{up: p, name: name} }

func (p *place) String() string {
	switch {
	case p.up == nil:
		return p.name
	case p.name != "":
		return p.up.String() + "." + p.name
	default:
		return fmt.Sprintf("%s[%d]", p.up, p.index)
	}
}

// A member is one member of a record.
type member struct {
	name string
	is   kind
	need need
}

// need says whether a member must be present.
type need int

const (
	required need = iota
	optional
)

// must is a member that the specification requires, or shows without a question mark.
func must(name string, is kind) member { return member{name, is, required} }

// may is a member that the specification has as optional.
func may(name string, is kind) member { return member{name, is, optional} }

// extra is a member that the specification leaves open ("not shown"). The doc comment of its type in internal/catalog
// gives it.
func extra(name string, is kind) member { return member{name, is, optional} }

// isRecord is an object with these members and no others.
func isRecord(members ...member) kind {
	return func(at *place, v any, tell verdict) {
		object, ok := v.(map[string]any)
		if !ok {
			tell(at, fmt.Sprintf("is no object but %s", shownJSON(v)))
			return
		}
		for _, m := range members {
			value, there := object[m.name]
			switch {
			case there:
				m.is(at.member(m.name), value, tell)
			case m.need == required:
				tell(at.member(m.name), "is missing")
			}
		}
		for name := range object {
			if !slices.ContainsFunc(members, func(m member) bool { return m.name == name }) {
				tell(at.member(name), "is in no table and in no documentation")
			}
		}
	}
}

// isArrayOf is an array, never null.
func isArrayOf(item kind) kind {
	return func(at *place, v any, tell verdict) {
		items, ok := v.([]any)
		if !ok {
			tell(at, fmt.Sprintf("is no array but %s", shownJSON(v)))
			return
		}
		for i, it := range items {
			item(&place{up: at, index: i}, it, tell)
		}
	}
}

// orNull allows null, where the specification has it or where a documented member is always present.
func orNull(k kind) kind {
	return func(at *place, v any, tell verdict) {
		if v != nil {
			k(at, v, tell)
		}
	}
}

// isMatching is a string that matches a pattern.
func isMatching(what, pattern string) kind {
	re := regexp.MustCompile(pattern)
	return func(at *place, v any, tell verdict) {
		if s, ok := v.(string); !ok || !re.MatchString(s) {
			tell(at, fmt.Sprintf("is no %s but %s", what, shownJSON(v)))
		}
	}
}

var (
	isText     = isMatching("text", ``)
	isFilled   = isMatching("text with something in it", `\S`)
	isID       = isMatching("object identifier", `^[0-9a-f]{24}$`)
	isCurrency = isMatching("ISO 4217 code", `^[A-Z]{3}$`)
	isUTC      = isMatching("ISO 8601 instant in UTC with Z", `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`)
)

func isAnything(*place, any, verdict) {}

// isStatus is any status that readers may see.
func isStatus(at *place, v any, tell verdict) {
	isFilled(at, v, tell)
	if v == "DRAFT" || v == "ARCHIVED" {
		tell(at, fmt.Sprintf("is %v, which is never shown", v))
	}
}

func isBoolean(at *place, v any, tell verdict) {
	if _, ok := v.(bool); !ok {
		tell(at, fmt.Sprintf("is no boolean but %s", shownJSON(v)))
	}
}

func isObject(at *place, v any, tell verdict) {
	if _, ok := v.(map[string]any); !ok {
		tell(at, fmt.Sprintf("is no object but %s", shownJSON(v)))
	}
}

func isInstant(at *place, v any, tell verdict) {
	isUTC(at, v, tell)
	if s, ok := v.(string); ok {
		if _, err := time.Parse(time.RFC3339Nano, s); err != nil {
			tell(at, err.Error())
		}
	}
}

// isHTML is markup that is safe to show.
func isHTML(at *place, v any, tell verdict) {
	s, ok := v.(string)
	if !ok {
		tell(at, fmt.Sprintf("is no text but %s", shownJSON(v)))
		return
	}
	for _, tag := range tagRE.FindAllString(s, -1) {
		if harm.MatchString(tag) {
			tell(at, "holds "+tag)
		}
	}
}

var (
	tagRE   = regexp.MustCompile(`(?is)<[a-z/!][^>]*>`)
	wholeRE = regexp.MustCompile(`^-?\d+$`)
	moneyRE = regexp.MustCompile(`^(0|[1-9]\d*)(\.\d\d?)?$`)
	harm    = regexp.MustCompile(
		`(?is)^<\W*(script|style|iframe|object|embed|form|input|link|meta|base|svg)\b|\son\w+\s*=|javascript:|\sstyle\s*=`)
)

func isNumber(at *place, v any, tell verdict) {
	if _, ok := v.(json.Number); !ok {
		tell(at, fmt.Sprintf("is no number but %s", shownJSON(v)))
	}
}

func isInteger(at *place, v any, tell verdict) {
	if n, ok := v.(json.Number); !ok || !wholeRE.MatchString(n.String()) {
		tell(at, fmt.Sprintf("is no whole number but %s", shownJSON(v)))
	}
}

// isMoney is a JSON number with at most two decimals, no exponent, not negative.
func isMoney(at *place, v any, tell verdict) {
	if n, ok := v.(json.Number); !ok || !moneyRE.MatchString(n.String()) {
		tell(at, fmt.Sprintf("is no money but %s", shownJSON(v)))
	}
}

func isLatitude(at *place, v any, tell verdict) { isWithin(90, at, v, tell) }

func isLongitude(at *place, v any, tell verdict) { isWithin(180, at, v, tell) }

func isWithin(most int64, at *place, v any, tell verdict) {
	n, ok := v.(json.Number)
	r, fits := new(big.Rat).SetString(n.String())
	if !ok || !fits || r.Abs(r).Cmp(big.NewRat(most, 1)) > 0 {
		tell(at, fmt.Sprintf("is no degree up to %d but %s", most, shownJSON(v)))
	}
}

func shownJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if len(b) > 80 {
		b = append(b[:80], "…"...)
	}
	return string(b)
}

// A shape is the form of a view's answer: the record, alone or in a list, and the envelope of a page.
type shape struct {
	record   kind
	list     bool
	envelope string // "pagination" or "meta" for a page, else ""
}

// report reports the faults of a view's answer to a request for a page and a limit.
func (s shape) report(r *kit.Answer, page, limit int, tell func(where, fault string)) {
	spell := func(at *place, fault string) { tell(at.String(), fault) }
	if got := r.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		tell("Content-Type", got)
	}
	body, ok := r.JSON.(map[string]any)
	if r.Status != 200 || !ok || body["status"] != "success" {
		tell("", fmt.Sprintf("%d %.200s", r.Status, r.Body))
		return
	}
	for name := range body {
		switch name {
		case "status", "data", s.envelope:
		case "meta": // of a truncated list, or of a search that was not answered to the letter
			members := []member{must("truncated", isBoolean)}
			if saysHowRead(body[name]) {
				members = append(asRead(), extra("truncated", isBoolean))
			}
			isRecord(members...)(&place{name: "meta"}, body[name], spell)
		default:
			tell(name, "is no member of the envelope")
		}
	}
	if !s.list {
		s.record(&place{name: "data"}, body["data"], spell)
		return
	}
	isArrayOf(s.record)(&place{name: "data"}, body["data"], spell)
	if s.envelope == "" {
		return
	}
	items, _ := body["data"].([]any)
	s.judgePage(body[s.envelope], len(items), page, limit, tell)
}

// asRead are the members that say how the text of a search was read, if not to the letter.
func asRead() []member {
	return []member{extra("relaxed", isArrayOf(isFilled)), extra("didYouMean", isFilled),
		extra("corrected", isArrayOf(isRecord(must("typed", isFilled), must("meant", isFilled))))}
}

// saysHowRead reports whether an object has one of the members of asRead.
func saysHowRead(v any) bool {
	object, _ := v.(map[string]any)
	return slices.ContainsFunc(asRead(), func(m member) bool { _, there := object[m.name]; return there })
}

func (s shape) judgePage(v any, items, page, limit int, tell func(where, fault string)) {
	members := []member{must("totalRecords", isInteger), must("totalPages", isInteger), must("currentPage", isInteger),
		must("limit", isInteger)}
	if s.envelope == "meta" {
		members = append(members, must("hasNextPage", isBoolean), must("hasPrevPage", isBoolean))
		members = append(members, asRead()...)
	}
	faults := 0
	isRecord(members...)(&place{name: s.envelope}, v, func(at *place, fault string) { faults++; tell(at.String(), fault) })
	if faults > 0 {
		return
	}
	at := v.(map[string]any)
	n := func(name string) int { i, _ := at[name].(json.Number).Int64(); return int(i) }
	total, pages := n("totalRecords"), n("totalPages")
	if n("currentPage") != page || n("limit") != limit || pages != (total+limit-1)/limit {
		tell(s.envelope, fmt.Sprintf("%s for page %d of %d", shownJSON(v), page, limit))
	}
	if want := min(limit, max(0, total-(page-1)*limit)); items != want {
		tell("data", fmt.Sprintf("%d items, want %d: %s", items, want, shownJSON(v)))
	}
	if s.envelope == "meta" && (at["hasNextPage"] != (page < pages) || at["hasPrevPage"] != (page > 1)) {
		tell("meta", shownJSON(v))
	}
}

// The checks themselves must find faults.
func TestTheConformanceChecksFindFaults(t *testing.T) {
	t.Parallel()
	ok := `{"_id":"65f0a1b2c3d4e5f601234567","title":"T","name":"N","slug":"s","status":"PUBLISHED",` +
		`"price":{"amount":10.5,"currency":"EUR"}}`
	page := `"pagination":{"totalRecords":1,"totalPages":1,"currentPage":1,"limit":10}`
	f := func(body, where string) {
		t.Helper()
		r := &kit.Answer{Status: 200, Header: map[string][]string{"Content-Type": {"application/json; charset=utf-8"}},
			Body: []byte(body), JSON: kit.Decode([]byte(body))}
		var got []string
		conforms["/product"].report(r, 1, 10, func(where, fault string) { got = append(got, where) })
		slices.Sort(got)
		if strings.Join(got, " ") != where {
			t.Errorf("%s: faults at %q, want %q", body, got, where)
		}
	}
	change := func(from, to string) string {
		return `{"status":"success","data":[` + strings.Replace(ok, from, to, 1) + `],` + page + `}`
	}
	f(change("", ""), "")
	f(change(`"_id"`, `"id"`), "data[0]._id data[0].id")
	f(change(`65f0a1b2`, `65F0A1B2`), "data[0]._id")
	f(change(`"title":"T",`, ``), "data[0].title")
	f(change(`"T"`, `null`), "data[0].title")
	f(change(`"T"`, `7`), "data[0].title")
	f(change(`PUBLISHED`, `DRAFT`), "data[0].status")
	f(change(`10.5`, `10.505`), "data[0].price.amount")
	f(change(`10.5`, `1e3`), "data[0].price.amount")
	f(change(`10.5`, `"10.5"`), "data[0].price.amount")
	f(change(`{"amount":10.5,"currency":"EUR"}`, `10.5`), "data[0].price")
	f(change(`"amount"`, `"price"`), "data[0].price.price")
	f(change(`"slug":"s"`, `"slug":"s","secret":1`), "data[0].secret")
	f(change(`"slug":"s"`, `"slug":"s","badges":null`), "data[0].badges")
	f(change(`"slug":"s"`, `"slug":"s","liked":"no"`), "data[0].liked")
	f(`{"status":"success","data":[`+ok+`]}`, "pagination")
	f(`{"status":"success","data":[`+ok+`],"meta":{"totalRecords":1,"totalPages":1,"currentPage":1,"limit":10}}`,
		"meta.currentPage meta.limit meta.totalPages meta.totalRecords meta.truncated pagination")
	f(`{"status":"success","data":[`+ok+`],`+page+`,"meta":{"relaxed":["x"]}}`, "")
	f(`{"status":"success","data":[`+ok+`],`+page+`,"meta":{"relaxed":"x"}}`, "meta.relaxed")
	f(`{"status":"success","data":[`+ok+`],`+page+`,"meta":{}}`, "meta.truncated")
	f(`{"status":"success","data":[`+ok+`,`+ok+`],`+page+`}`, "data")
	f(`{"status":"success","data":[],`+strings.ReplaceAll(page, "1,", "0,")+`}`, "pagination")
	f(`{"status":"success","data":null,`+page+`}`, "data data")
	f(`{"status":"ok","data":[]}`, "")
}
