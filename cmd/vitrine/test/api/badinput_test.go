package api

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// A class is the kind of value that a parameter accepts. A bad value lists the classes that accept it anyway. For every
// other class, the answer is a 400 that names the parameter.
type class string

const (
	pageClass    class = "page"
	limitClass   class = "limit"
	sortClass    class = "sort"
	orderClass   class = "order"
	searchClass  class = "search"
	textClass    class = "text"
	textsClass   class = "texts"
	idsClass     class = "ids"
	numberClass  class = "number"
	integerClass class = "integer"
	pairsClass   class = "pairs"
	boxClass     class = "box"
	letterClass  class = "letter"
	namesClass   class = "names"  // known names only
	neededClass  class = "needed" // as search, but it must not be empty
)

var classOf = map[catalog.Type]class{
	catalog.Text: textClass, catalog.Texts: textsClass, catalog.IDs: idsClass, catalog.Number: numberClass,
	catalog.Integer: integerClass, catalog.Pairs: pairsClass,
	catalog.Box: boxClass, catalog.Letter: letterClass,
}

// anyText lists the classes that accept any text of reasonable length.
const anyText = "search text texts"

var badValues = []struct {
	name, value string // the value, as encoded in the query
	fits        string // the classes that accept it
}{
	// as if it were absent
	{"nothing", "", "page limit sort order search text texts ids number integer pairs box letter names"},
	// as if it were absent, for texts
	{"only space", "%20%20", anyText + " ids letter names"},
	{"only commas", ",,,", anyText + " ids names"},
	{"zero", "0", anyText + " number integer letter"},
	{"negative", "-1", anyText + " integer"},
	{"minus zero", "-0", anyText + " number integer"},
	{"huge", "99999999999999999999999", anyText},
	{"beyond 32 bits", "2147483648", anyText + " number"},
	{"beyond 64 bits", "9223372036854775808", anyText + " number"},
	{"fractional", "1.5", anyText + " number"},
	{"many decimals", "1.00000000000000001", anyText + " number"},
	{"exponent", "1e2", anyText},
	{"hexadecimal", "0x1f", anyText},
	{"signed", "%2B1", anyText},
	{"digits of another script", "%D9%A3", anyText + " letter"},
	{"fullwidth digits", "%EF%BC%91%EF%BC%92", anyText},
	{"not a number", "NaN", anyText},
	{"infinity", "Infinity", anyText},
	{"thousands", "1,000", anyText},
	{"text", "abc", anyText},
	{"null", "null", anyText},
	{"undefined", "undefined", anyText},
	{"true", "true", anyText},
	{"path", "../../etc/passwd", anyText},
	{"markup", "%3Cscript%3Ealert(1)%3C/script%3E", anyText},
	{"SQL", "1'%20OR%20'1'='1", anyText},
	{"SQL statement", "x');%20DROP%20TABLE%20product;--", anyText},
	{"SQL placeholder", "$1%20?%20:a%20::text", anyText + " pairs"}, // its colon makes it a pair
	{"tsquery", "a%20%26%20!b%20|%20(c%20%3C-%3E%20d:*", anyText + " pairs"},
	{"LIKE wildcards", "%25_%25", anyText},
	{"backslashes", "%5C%5C%27", anyText},
	{"JSON", "%7B%22$gt%22:%22%22%7D", anyText + " pairs"},
	{"newline", "a%0D%0AX-Evil:%201", anyText + " pairs"},
	{"emoji", "%F0%9F%98%80", anyText},
	{"right to left", "%E2%80%AEabc", anyText},
	{"combining marks", "Z%CC%B5%CC%A8%CD%9D%CC%95a%CC%B5l%CC%B5", anyText},
	{"upper-case identifier", "65F0A1B2C3D4E5F601234567", anyText},
	{"short identifier", "65f0a1b2c3d4e5f60123456", anyText},
	{"no name", ":red", anyText},
	{"no value", "color:", anyText},
	{"half a box", "1,2", anyText},
	{"box upside down", "0,10,1,5", anyText},
	{"box beyond the poles", "0,-91,1,91", anyText},
	{"box of words", "a,b,c,d", anyText},
	{"two letters", "ab", anyText},
	{"punctuation", "!", anyText},
	{"NUL", "a%00b", ""},
	{"invalid UTF-8", "%ff%fe", ""},
	{"overlong UTF-8", "%c0%af", ""},
	{"surrogate", "%ed%a0%80", ""},
	{"201 characters", strings.Repeat("a", 201), ""},
	{"5,000 characters", strings.Repeat("a", 5000), ""},
	{"5,000 pairs' characters", "a:" + strings.Repeat("b", 5000), ""},
}

// goodValue has a valid value of each class, to be repeated.
var goodValue = map[class]string{
	pageClass: "1", limitClass: "10", sortClass: "name", orderClass: "asc", searchClass: "a", textClass: "tr",
	textsClass: "a", idsClass: "65f0a1b2c3d4e5f601234567",
	numberClass: "1", integerClass: "1", pairsClass: "a:b", boxClass: "1,2,3,4", letterClass: "a",
	namesClass: "product", neededClass: "a",
}

func TestBadParametersAreNamed(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for v := range catalog.Views() {
		path, ok := examplePath(v)
		if !ok {
			t.Errorf("%s has a path parameter and no example of it", v.Path)
			continue
		}
		t.Run(goldenName(v.Path), func(t *testing.T) {
			t.Parallel()
			parameters, done := parametersOf(v), map[class]bool{}
			for _, name := range slices.Sorted(maps.Keys(parameters)) {
				class, path := parameters[name], path+"?"
				if v.Across && class != neededClass {
					path += "q=a&"
				}
				for i, bad := range badValues {
					if done[class] && i%7 != 0 { // further parameters of a class are tried with some values only
						continue
					}
					fits := slices.Contains(strings.Fields(bad.fits), string(class))
					if class == neededClass {
						fits = slices.Contains(strings.Fields(bad.fits), string(searchClass)) &&
							strings.ReplaceAll(bad.value, "%20", "") != ""
					}
					judgeBad(t, h, path+name+"="+bad.value, name, fits, bad.name)
				}
				done[class] = true
				several := class == textsClass || class == namesClass || class == idsClass || class == pairsClass
				good := url.QueryEscape(goodValue[class])
				switch {
				case class == sortClass && len(v.Sorts) > 0:
					good = anyKey(v.Sorts)
				case name == "fields":
					good = v.Fields()[0]
				}
				twice := name + "=" + good + "&" + name + "=" + good
				judgeBad(t, h, path+twice, name, several, "twice")
				judgeBad(t, h, path+name+"[]="+good, name, several, "an array")
				judgeBad(t, h, path+name+"[]="+good+"&"+name+"="+good, name, several, "an array and a scalar")
				others := path + name + "[$ne]=" + good + "&" + name + "[0]=x&" + strings.ToUpper(name) + "=x"
				if r := h.Get(t, "atelier", others); r.Status != http.StatusBadRequest ||
					!strings.Contains(r.Text("message"), "Did you mean "+name+"?") {
					t.Errorf("%s: %d, want a 400 that suggests %s: %.300s", others, r.Status, name, r.Body)
				}
				if several {
					judgeBad(t, h, path+strings.Repeat(twice+"&", 50), name, true, "100 times the same")
					judgeBad(t, h, path+strings.Repeat(twice+"&", 200), name, false, "400 times the same")
					judgeBad(t, h, path+manyValues(name, class, 101), name, false, "101 values")
				}
			}
		})
	}
}

// examplePath returns the path of a view with its path parameters filled in.
func examplePath(v *catalog.View) (string, bool) {
	path := v.Path
	for _, name := range v.Plan().Params {
		example := v.Example
		if name == "amount" {
			example = "3"
		}
		if example == "" {
			return "", false
		}
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(example), 1)
	}
	return "/v1" + path, true
}

// parametersOf lists the parameters of a view.
func parametersOf(v *catalog.View) map[string]class {
	out := map[string]class{}
	for _, f := range v.Accept {
		out[f.Name] = classOf[f.Type]
	}
	if v.Paged() {
		out["page"], out["sort"], out["sortBy"], out["order"] = pageClass, sortClass, sortClass, orderClass
	}
	if v.Paged() || v.Top {
		out["limit"], out["perPage"] = limitClass, limitClass
	}
	if v.Facets {
		out["facetLimit"], out["sort"], out["sortBy"], out["order"] = limitClass, sortClass, sortClass, orderClass
	}
	if v.Fields() != nil {
		out["fields"] = namesClass
	}
	switch {
	case v.Across:
		out["q"], out["modules"] = neededClass, namesClass
	case v.Search:
		out["search"], out["q"] = searchClass, searchClass
	}
	return out
}

func anyKey[V any](m map[string]V) string {
	for key := range m {
		return key
	}
	return ""
}

// manyValues returns n different values of a parameter.
func manyValues(name string, c class, n int) string {
	var q []string
	for i := range n {
		value := fmt.Sprintf("%024x", i)
		if c == pairsClass {
			value = "a:" + value
		}
		q = append(q, name+"="+value)
	}
	return strings.Join(q, "&")
}

// inside matches text that no error may contain.
var inside = regexp.MustCompile(
	`(?i)SQLSTATE|pgx|panic|goroutine|\.go:\d|syntax error|relation "|column "|postgres|tenant_id|/tmp/`)

// judgeBad requests a path. A fitting value must give an answer; any other a 400 that names the parameter, never a 5xx.
func judgeBad(t *testing.T, h *kit.App, path, parameter string, fits bool, what string) {
	t.Helper()
	r := h.Get(t, "atelier", path)
	shown := path
	if len(shown) > 200 {
		shown = shown[:200] + "…"
	}
	switch {
	case fits && (r.Status == http.StatusOK || r.Status == http.StatusNotFound):
	case fits:
		t.Errorf("%s (%s): %d, want an answer: %.300s", shown, what, r.Status, r.Body)
	case r.Status != http.StatusBadRequest || r.At("code") != "INVALID_PARAMETER" ||
		r.At("errors", 0, "field") != parameter:
		t.Errorf("%s (%s): %d, want a 400 for %s: %.300s", shown, what, r.Status, parameter, r.Body)
	case inside.Match(r.Body) && r.Status != http.StatusOK:
		t.Errorf("%s (%s): the answer shows internal names: %s", shown, what, r.Body)
	case len(r.Body) > 2000:
		t.Errorf("%s (%s): %d bytes to say no", shown, what, len(r.Body))
	case r.Header.Get("Cache-Control") != "private, no-store":
		t.Errorf("%s (%s): an error with Cache-Control: %s", shown, what, r.Header.Get("Cache-Control"))
	}
}

func TestBadPathParametersFindNothing(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, res := range catalog.All {
		for i := range res.Views {
			v := &res.Views[i]
			if len(v.Plan().Params) != 1 {
				continue
			}
			before, after, _ := strings.Cut(v.Path, "{"+v.Plan().Params[0]+"}")
			t.Run(goldenName(v.Path), func(t *testing.T) {
				t.Parallel()
				for _, bad := range badValues {
					if bad.value == "" || strings.Contains(bad.value, "/") { // another path
						continue
					}
					r := h.Get(t, "atelier", "/v1"+before+strings.ReplaceAll(bad.value, "?", "%3F")+after)
					if r.Status != http.StatusNotFound && r.Status != http.StatusBadRequest || inside.Match(r.Body) {
						t.Errorf("%s %s (%s): %d, want 400 or 404: %.300s", v.Path, bad.value[:min(60, len(bad.value))], bad.name,
							r.Status, r.Body)
					}
				}
			})
		}
	}
	for _, amount := range []string{"0", "-1", "101", "1.5", "many", "99999999999999999999", "%20", "1e1", "0x1", "%2B1",
		"%D9%A3", "1,2", "%ff", "NaN"} {
		r := h.Get(t, "atelier", "/v1/product/random/"+amount)
		if named := r.Status == http.StatusBadRequest && r.At("errors", 0, "field") == "amount"; !named &&
			r.Status != http.StatusNotFound {
			t.Errorf("random/%s: %d %s", amount, r.Status, r.Body)
		}
	}
}

// Requests that no HTTP library sends are written by hand.
func TestMalformedRequestsAreRefused(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	const head = "Host: x\r\nx-service-client: atelier\r\nConnection: close\r\n"
	f := func(request, want string) {
		t.Helper()
		if got := h.StatusLine(t, request); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%.80q: %q, want %s", request, got, want)
		}
	}
	f("GET /v1/brand HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 200 `)
	f("GET /v1/brand HTTP/1.0\r\n"+head+"\r\n", `^HTTP/1\.1 200 `)
	for _, version := range []string{"HTTP/1.2", "HTTP/1.10", "HTTP/2.0", "HTTP/3.7", "HTTP/0.9"} {
		f("GET /v1/brand "+version+"\r\n"+head+"\r\n", `^HTTP/1\.1 400 `)
	}
	f("GET /v1/brand?search=a b HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 [24]00 `)
	f("GET /v1/brand?search=\xff\xfe HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 400 `)
	f("GET /v1/brand?search=a\x00b HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 400 `)
	f("GET /v1/\x00 HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 400 `)
	f("GET /v1/product/"+strings.Repeat("a", 5000)+" HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 404 `)
	f("GET /v1/product?search="+strings.Repeat("a", 20_000)+" HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 431 `)
	f("GET /v1/brand HTTP/1.1\r\n"+head+"X-Long: "+strings.Repeat("a", 20_000)+"\r\n\r\n", `^HTTP/1\.1 431 `)
	f("get /v1/brand HTTP/1.1\r\n"+head+"\r\n", `^HTTP/1\.1 (400|405) `)
	f("GET /v1/brand\r\n\r\n", `^HTTP/1\.[01] (400|505) `)
	f("GET /v1/brand HTTP/1.1\r\nHost: x\r\nx-service-client: a\rX-Evil: 1\r\nConnection: close\r\n\r\n",
		`^HTTP/1\.1 (400|404) `)
	f("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 TLS\r\n\r\n", `^HTTP/1\.[01] 400 |^$`)
}
