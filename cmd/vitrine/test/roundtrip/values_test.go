package roundtrip

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"vitrine/internal/importer/table"
)

// oddTexts are plain texts that a careless program changes.
var oddTexts = []string{
	"plain", "a < b && c > d", "Box<_> and Vec<T>", "<b>not bold</b>", "<script>alert(1)</script>", "AT&T &amp; R&D &lt;",
	`"double" and 'single' and back\slash`, "tab\tand\nnew line", "two  spaces", "İstanbul ığüşöç ß", "עברית", "漢字",
	"e\u0301 and é", "🧵👩‍👩‍👧", "{{ template }} {% code %}", "50% off; 1,5 | x", "#1", "=SUM(A1)", "'; DROP TABLE x; --",
	"0012",
	"1e5", "true", "2026-01-02", "[brackets]", "{\"json\": 1}", "a,b;c", "%41+b", "\u200bzero width", "non\u00a0breaking",
	strings.Repeat("long ", 90) + "end", "ends with <", "a<b>c", "\\N", "$1 ${x}", "line\u2028separator",
}

// oddHTML are texts of HTML that are served as they are.
var oddHTML = []string{
	"<p>one</p>", "<p>Box&lt;_&gt; &amp; it's \"quoted\" &nbsp;&eacute;</p>", "<P CLASS=x>upper<BR>case</P>",
	"<pre><code class=\"language-go\">m := map[string][]int{\"a\": {1, 2}}\n\tif a &lt; b &amp;&amp; c { }\n</code></pre>",
	"<ul>\n<li>no end tag\n<li>a < b, <3\n</ul>",
	`<a href="https://x.example/?a=1&b=2" target="_blank" rel="noopener">x</a>`,
	`<img src='/a.jpg' alt="it's" width=10><hr/>`, "<!--more--><p>after</p>", "<table><tr><td>1<td align=right>2</table>",
	"<p>emoji 🧵 <q>漢字</q></p>\n\n<p>two</p>", `<h2 id="x">t</h2><p title='a "b"'>c</p>`, "<em>a</em> <strong>b</strong>",
}

// oddMarkdown are texts in Markdown, and the text that a browser must show.
var oddMarkdown = [][2]string{
	{"# Title\n\nText with `Box<_>` and **bold**", "Title Text with Box<_> and bold"},
	{"```rust\nfn f() -> Vec<Box<dyn Error>> { a && b }\n```", "fn f() -> Vec<Box<dyn Error>> { a && b }"},
	{"See [the `Option<T>` page](https://x.example/a?b=1&c=2).", "See the Option<T> page."},
	{"| a | b |\n|---|--:|\n| `x\\|y` | <T> |", "a b x|y <T>"},
	{"1. one\n2. two\n\n   more\n", "one two more"},
	{"- [x] done\n- [ ] open\n\n**end**", "[x] done [ ] open end"},
	{"A generic Vec<T> in **prose**, a < b & c", "A generic Vec<T> in prose, a < b & c"},
	{"    indented <T> code\n\n**end**", "indented <T> code end"},
}

// A maker makes odd values of columns.
type maker struct {
	*rand.Rand
	n int // of the record
}

func (m maker) text() string {
	return fmt.Sprintf("%s %d", oddTexts[m.IntN(len(oddTexts))], m.n)
}

// value makes a value for a column, as it stands in a file of JSON Lines.
func (m maker) value(c *table.Column) any {
	switch c.Name {
	case "lat":
		return json.Number(fmt.Sprintf("%.5f", m.Float64()*180-90))
	case "lng":
		return json.Number(fmt.Sprintf("%.5f", m.Float64()*360-180))
	case "rating":
		return json.Number(fmt.Sprintf("%d.%d", m.IntN(5), m.IntN(10)))
	case "currency":
		return "EUR"
	case "timezone":
		return "Europe/Istanbul"
	}
	if c.OneOf != nil {
		return c.OneOf[m.IntN(len(c.OneOf))]
	}
	switch c.Type {
	case "smallint", "integer", "bigint":
		return json.Number(fmt.Sprint(1 + m.IntN(1000)))
	case "numeric", "real", "double precision":
		return json.Number(fmt.Sprintf("%d.%02d", m.IntN(1000), m.IntN(100)))
	case "boolean":
		return m.IntN(2) == 0
	case "timestamp with time zone", "date":
		return time.Date(2001+m.IntN(20), time.Month(1+m.IntN(12)), 1+m.IntN(28), m.IntN(24), m.IntN(60), 0, 0,
			time.UTC).Format(time.RFC3339)
	case "jsonb":
		if strings.HasPrefix(c.Default, "'{}'") {
			return map[string]any{"a <b>": "c & d", "list": []any{json.Number("1"), nil, true}}
		}
		return []any{m.text(), m.text()}
	case "text[]":
		return []any{m.text(), `with "quotes" and, comma; \ and |`}
	}
	return m.text()
}

// same reports whether the API shows a value of a file.
func same(c *table.Column, source, shown any) bool {
	switch s := source.(type) {
	case nil:
		return empty(shown)
	case json.Number:
		a, okA := new(big.Rat).SetString(s.String())
		b, okB := new(big.Rat).SetString(fmt.Sprint(shown))
		return okA && okB && a.Cmp(b) == 0
	case string:
		if c != nil && strings.HasPrefix(c.Type, "timestamp") {
			return sameTime(s, shown)
		}
	}
	return reflect.DeepEqual(source, shown)
}

func sameTime(source string, shown any) bool {
	text, _ := shown.(string)
	a, errA := time.Parse(time.RFC3339, source)
	b, errB := time.Parse(time.RFC3339, text)
	return errA == nil && errB == nil && a.Equal(b)
}

// empty reports whether a value shows that there is nothing.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case json.Number:
		return v == "0"
	case bool:
		return !v
	}
	return false
}
