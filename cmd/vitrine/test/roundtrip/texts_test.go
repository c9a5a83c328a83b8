package roundtrip

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/importer"
	"vitrine/internal/markup"
	"vitrine/internal/proving"
)

// TestProveTextsComeBack imports generated texts of each format, and compares what the API shows: HTML byte for byte,
// Markdown and plain text as a browser shows them. The summary is plain text, and stays as it is in every file.
func TestProveTextsComeBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	rng := rand.New(rand.NewPCG(proving.Seed(t, 20260314), 2)) //nolint:gosec // a repeatable test
	some := func(from []string) string {
		var parts []string
		for range 1 + rng.IntN(5) {
			parts = append(parts, from[rng.IntN(len(from))])
		}
		return strings.Join(parts, "\n\n")
	}
	makers := map[string]func() (text, want string){
		"html": func() (string, string) { s := some(oddHTML); return s, s },
		"text": func() (string, string) { s := some(oddTexts); return s, words(s) },
		"markdown": func() (string, string) {
			var texts, wants []string
			for range 1 + rng.IntN(4) {
				one := oddMarkdown[rng.IntN(len(oddMarkdown))]
				texts, wants = append(texts, one[0]), append(wants, one[1])
			}
			return strings.Join(texts, "\n\n"), words(strings.Join(wants, " "))
		},
	}
	for format, make := range makers {
		type post struct{ text, want, summary, shown string }
		posts := map[string]post{}
		var b strings.Builder
		for i := range proving.Rounds(60, 3000) {
			p := post{summary: some(oddTexts)}
			p.text, p.want = make()
			p.want, p.shown = noValue(p.text, p.want), noValue(p.summary, p.summary)
			slug := fmt.Sprintf("%s-%d", format, i)
			posts[slug] = p
			line, err := json.Marshal(map[string]any{"slug": slug, "title": slug, "summary": p.summary, "content": p.text})
			if err != nil {
				t.Fatal(err)
			}
			b.Write(line)
			b.WriteByte('\n')
		}
		report := imported(t, h, importer.Options{Kind: "blog_post", Tenant: "texts-" + format,
			Map: map[string]string{"content": format + ":content"}}, b.String())
		if report.Inserted != len(posts) || len(report.Removed) > 0 {
			t.Fatalf("%s: %v", format, report)
		}
		for slug, p := range posts {
			r := h.Get(t, "texts-"+format, "/v1/blog/"+slug)
			got := r.Text("data", "content")
			if format != "html" {
				got = words(seen(got))
			}
			if got != p.want {
				t.Errorf("%s\n text %q\n  got %q\n want %q\n  api %q", slug, p.text, got, p.want, r.Text("data", "content"))
			}
			if got := r.Text("data", "summary"); got != p.shown {
				t.Errorf("%s: the summary %q is %q", slug, p.summary, got)
			}
		}
	}
}

// noValue returns what the API shows of a text: nothing if the whole text is a word for no value (docs/import.md).
func noValue(text, shown string) string {
	if text == `\N` {
		return ""
	}
	return shown
}

// The format is that of the first rows unless the command line names it, and the report says which it is.
func TestFormatOfATextIsRecognised(t *testing.T) {
	t.Parallel()
	h := open(t)
	for i, c := range []struct {
		text, flag string
		want       markup.Format
		shown      string
	}{
		{"Use `Box<T>`.\\n\\n## Why\\n\\nSee [this](https://x.example).", "", markup.Markdown,
			"<p>Use <code>Box&lt;T&gt;</code>.</p>\n<h2>Why</h2>\n<p>See <a href=\"https://x.example\">this</a>.</p>"},
		{"<p>It's a <b>b</b>\\n\\n## c</p>", "", markup.HTML, "<p>It's a <b>b</b>\n\n## c</p>"},
		{"A Vec<T> of 5 < 6 & AT&T &amp;\\nnext", "", markup.Text, "<p>A Vec&lt;T> of 5 < 6 & AT&T &amp;amp;<br>\nnext</p>"},
		{"One line, Vec<T>", "", markup.Text, "One line, Vec&lt;T>"},
		{"<b>as it is</b>", "text", markup.Text, "&lt;b>as it is&lt;/b>"},
		{"no # heading", "markdown", markup.Markdown, "<p>no # heading</p>"},
		{"<p onclick='x'>a<script>b</script></p>", "", markup.HTML, "<p>a</p>"},
	} {
		o := importer.Options{Kind: "page", Tenant: fmt.Sprintf("format-%d", i)}
		if c.flag != "" {
			o.Map = map[string]string{"content": c.flag + ":content"}
		}
		report := imported(t, h, o, `{"slug":"x","title":"x","content":"`+c.text+`"}`)
		if report.Formats["content"] != c.want || !strings.Contains(report.String(), "format of content: "+string(c.want)) {
			t.Errorf("%s: formats %v, report %s", c.text, report.Formats, report)
		}
		if got := h.Get(t, o.Tenant, "/v1/page/x").Text("data", "content"); got != c.shown {
			t.Errorf("%s: shows %q, want %q", c.text, got, c.shown)
		}
		const removed = "cut out of content, because it is not served: 1 × script, 1 × handler"
		if strings.Contains(report.String(), removed) != strings.Contains(c.text, "script") {
			t.Errorf("%s: report %s", c.text, report)
		}
	}
}

// TestScriptsWrittenBySQLReachNoReader writes markup that runs into every column with HTML, as a CMS could, and reads
// every page that shows one.
func TestScriptsWrittenBySQLReachNoReader(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	const attack = `<p title="kept" onclick="alert(1)">kept <b>too</b><script>alert(2)</script>` +
		`<img src=x onerror=alert(3)><a href="javascript:alert(4)">link</a><svg onload=alert(5)>` +
		`<style>@import 'x'</style><Vec<T>></p>`
	const served = `<p title="kept">kept <b>too</b><img src=x><a>link</a>&lt;Vec&lt;T>></p>`
	e := h.NewEditor(t)
	for _, r := range catalog.All {
		for _, column := range catalog.HTMLColumns(r.Name) {
			e.Exec(fmt.Sprintf("UPDATE %s SET %s = '%s' WHERE tenant_id = 'demo'", r.Name, column,
				strings.ReplaceAll(attack, "'", "''")))
		}
	}
	h.WaitApplied(t, e, "demo")
	found := 0
	for _, r := range catalog.All {
		for i := range r.Views {
			v := &r.Views[i]
			path := "/v1" + v.Path
			for _, name := range v.Plan().Params {
				path = strings.Replace(path, "{"+name+"}", url.PathEscape(v.Example), 1)
			}
			a := h.Get(t, "demo", path)
			if a.Status != http.StatusOK {
				t.Errorf("%s: %d %s", path, a.Status, kit.Excerpt(a.Body))
			}
			for _, text := range textsWith(a.JSON, "kept") {
				if found++; text != served {
					t.Errorf("%s shows %q\nwant %q", path, text, served)
				}
			}
		}
	}
	if kinds := 20; found < kinds {
		t.Errorf("%d texts were found, want at least %d", found, kinds)
	}
	metrics := string(kit.Operate(t, h, "/metrics").Body)
	for _, kind := range []string{"script", "handler", "url", "element", "style"} {
		if !strings.Contains(metrics, `vitrine_markup_removed_total{kind="`+kind+`",tenant="demo"}`) {
			t.Errorf("no metric counts %s", kind)
		}
	}
}

// textsWith returns the texts in a decoded answer that contain a word.
func textsWith(v any, word string) (texts []string) {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, word) {
			texts = append(texts, v)
		}
	case []any:
		for _, x := range v {
			texts = append(texts, textsWith(x, word)...)
		}
	case map[string]any:
		for _, x := range v {
			texts = append(texts, textsWith(x, word)...)
		}
	}
	return texts
}

// blocks are the elements that begin a new line, or stand apart as cells do.
var blocks = strings.Fields("p br div h1 h2 h3 h4 h5 h6 li ul ol pre table tr td th blockquote hr dt dd")

// seen returns the text that a browser shows.
func seen(s string) string {
	var b strings.Builder
	hidden := ""
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if hidden == "" {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag, _ := z.TagName()
			name := string(tag)
			if slices.Contains(blocks, name) {
				b.WriteByte('\n')
			}
			if name == "script" || name == "style" {
				if hidden = name; kind == html.EndTagToken {
					hidden = ""
				}
			}
		}
	}
}

// words returns the words of a text with one space between them.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }
