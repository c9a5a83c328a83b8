package dataset

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/markup"
)

// same fails with the difference.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestTemplateCodeIsRemoved(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		got, found := stripTemplate(in)
		same(t, in, got, want)
		same(t, in+": found", found > 0, in != want)
	}
	f("a {{b}} c {{- d -}} e", "a  c  e")
	f("a { {b} } {c}", "a { {b} } {c}")
	f("a {{b", "a {{b") // it has no end, so it is not an action
	f("a {{b {{c}} d", "a  d")
	f(`{{"{{.Name}}"}}`, "{{.Name}}")
	f(`{{&quot;{{if x}}&quot;}}`, "{{if x}}")
	f("{{raw `a\n}} b`}}", "a\n}} b")
	f("{{raw <code>a < b</code>}}", "<code>a < b</code>")
	f(`{{raw (file "x")}}`, "")
	f(`{{raw "a" "b"}}`, "")
	f(`{{image "}}" 3}}!`, "!")
	f("{{/* no }} end */}}!", "!")
	f("a{{if x}}b{{range y}}c{{end}}d{{else}}e{{end}}f", "af")
	f("a{{end}}b", "ab")
	f("a{{if x}}b", "a") // the rest depends on it
	f("{{{{x}}}}", "}}")
	f("a{{% film x %}}b{% for i in j %}c{% endfor %}d{{ e | f: 'g' }}h{: .i }j", "abdhj")
	f("{{iffy}}{{ending}}!", "!")
	f("{{}}", "")
	f("{{/* }}!", "!")
	long := strings.Repeat("{{<code>", 50_000)
	f(long, long)
	f("{{"+strings.Repeat("x", longestAction)+"}}", "{{"+strings.Repeat("x", longestAction)+"}}")
}

func TestTemplateCodeOfLinks(t *testing.T) {
	f := func(in string, format markup.Format, n int, want string) {
		t.Helper()
		got, found := withoutTemplates(in, format)
		html, err := asHTML(got, format)
		same(t, in, []any{withoutDeadLinks(html), found, err}, []any{want, n, nil})
	}
	md := func(in string, n int, want string) { t.Helper(); f(in, markup.Markdown, n, "<p>"+want+"</p>") }
	md(`See [the *rules*]({{< ref "/rules (1)" >}}).`, 1, "See the <em>rules</em>.")
	md(`[a]({{% relref "x.md" %}}#part "Title") [b]({% link x.md %}) [c](</d>)`, 2, `a b <a href="/d">c</a>`)
	md(`[a]({{ site.url }}/b) [c]({{ x }} y) {{ z }})`, 3, `<a href="/b">a</a> <a href="y">c</a> )`)
	md(`[a]({{ "/b" }}) ![c]({{ d }}) <a name="e">f</a>`, 2, `<a href="/b">a</a>  <a name="e">f</a>`)
	md("[a][r] and [b]\n\n[r]: {{< ref \"x\" >}}\n[b]: {% post_url y %} 'T'\n", 2, "a and b")
	f(`<p><a class="x" href="{{< ref "/x" >}}">a <b>b</b></a> <a href="/c">c</a><img src='{{ d }}'></p>`, markup.HTML, 2,
		`<p>a <b>b</b> <a href="/c">c</a></p>`)
}

func TestMarkupIsBalanced(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		got, err := balance(in)
		if err != nil {
			t.Fatal(err)
		}
		same(t, in, got, want)
	}
	f("<p>a</p>", "<p>a</p>")
	f("<p>a <b>b</p> c", "<p>a <b>b</b></p><b> c</b>")
	f("a</p></div>b", "a<p></p>b")
	f("<tr><td>x", "x")
	f("", "")
}

func FuzzStripTemplate(f *testing.F) {
	for _, s := range []string{
		"a {{b}} c", "{{raw `x`}}", "{{if a}}b{{end}}", "{% if %}{% endif %}", "{{/* */}}", `{{"`, "{:}", "{{&quot;x&quot;}}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, found := stripTemplate(s)
		if found == 0 && got != s || len(got) > len(s) {
			t.Errorf("%q became %q", s, got)
		}
		if !strings.Contains(s, "{{") && !strings.Contains(s, "{%") && !strings.Contains(s, "{:") && got != s {
			t.Errorf("%q has no template code but became %q", s, got)
		}
	})
}
