package markup

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestHTMLThatIsServedStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, s := range safeTexts {
		if got, lost := Clean(s); got != s || lost != (Losses{}) {
			t.Errorf("Clean(%q)\n     = %q, lost %v %v", s, got, lost, [kinds]int(lost))
		}
	}
}

// safeTexts are texts in which nothing must change.
var safeTexts = []string{
	"", "plain", "it's \"quoted\" &amp; &lt; &nbsp; &#39; &eacute;", "a < b, b > a, x <= y, <3, <_>, < p >, <5 mm", "R&D ",
	"<p>Box&lt;_&gt; and Box<_> and a<0></p>", "<P CLASS='x' id=y>one<BR>two<br/><hr /></P  >",
	`<pre><code class="language-rust">fn f() -&gt; Vec&lt;Box&lt;dyn Error&gt;&gt; { a["x"] && b }` + "\n\t</code></pre>",
	`<a href="https://x.example/?a=1&b=2&amp;c=%20" target="_blank" rel="noopener nofollow" title='"'>x</a>`,
	`<a href="/a:b">x</a>`, `<a href="#a:b">x</a><a href="?a:b">x</a><a href=mailto:a@b.example>x</a><a name="top"></a>`,
	`<img src="data:image/png;base64,iVBORw0KGgo=" alt="a > b" width=10 height=20 loading="lazy">`,
	`<img src="a.jpg" srcset="a.jpg 1x, https://x.example/b.jpg 2x">`,
	`<table border="1"><thead><tr><th align="left" colspan="2">x</th></tr></thead><tbody><tr><td>1<td>2</table>`,
	`<video src="v.mp4" poster="p.jpg" controls></video><audio controls><source src="a.ogg" type="audio/ogg"></audio>`,
	"<!-- a note --><p>x</p><!--more--><!----><!-- a--b --->", "<ul>\r\n<li>one\r\n<li>two\r\n</ul>\t",
	`<p aria-label="x" role="note">x</p>`,
	`<details open><summary>s</summary>d</details><ol start="3" reversed><li value=7>x</ol>`,
	"<b><i>wrong</b></i></p></div>",
	`<font color="red" face="Arial">x</font><center>y</center>`, `<p title="a<b">x</p>`, `<p  title = "a"  >x</p >`,
}

func TestWhatIsNotServedIsCutOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, lost string }{
		{"a<script>alert(1)</script>b", "ab", "1 × script"},
		{"a<SCRIPT SRC=x>a<b</ScRiPt\n>b", "ab", "1 × script"},
		{"<script><!--<script></script>x--></script>y", "x-->y", "2 × script"},
		{"<style>p{}</style><p style=\"color:red\" class=a>x</p>", "<p class=a>x</p>", "2 × style"},
		{`<p onclick="alert(1)" title="t" ONMOUSEOVER=alert(1)>x</p>`, `<p title="t">x</p>`, "2 × handler"},
		{`<a href="javascript:alert(1)">x</a>`, `<a>x</a>`, "1 × url"},
		{`<a href=" JaVa&#x0A;Script&colon;alert(1)">x</a>`, `<a>x</a>`, "1 × url"},
		{"<a href=\"\x01java\tscript:alert(1)\">x</a>", `<a>x</a>`, "1 × url"},
		{`<a href="vbscript:x">x</a><a href="data:text/html,x">y</a>`, `<a>x</a><a>y</a>`, "2 × url"},
		{`<img src="data:image/svg+xml;base64,PHN2Zz4=" alt=a>`, `<img alt=a>`, "1 × url"},
		{`<img srcset="a.jpg 1x, javascript:x 2x">`, `<img>`, "1 × url"},
		{`<img src=a.jpg onerror="x"/>`, `<img src="a.jpg">`, "1 × handler"},
		{`<iframe src="https://x.example">inside <b>x</b></iframe>after`, "after", "1 × frame"},
		{`<object data="x"><p>fallback</p></object>`, "<p>fallback</p>", "2 × frame"},
		{`<form action="/x"><input name=a><button>Go</button></form>`, "Go", "5 × form"},
		{`<svg><path d="M0"/><text>word</text></svg><p>x</p>`, "word<p>x</p>", "5 × element"},
		{"<math><mi>x</mi></math>", "x", "4 × element"},
		{"<svg><style><img src=x onerror=alert(1)></style></svg>", "", "1 × style, 2 × element"},
		{"<!DOCTYPE html><?php echo 1 ?><!-- <b> --><!--a--!>x</>", "x", "5 × comment"},
		{"<o:p></o:p><my-tag>x</my-tag>", "x", "4 × element"},
		{`<a href="/x" target="evil" rel="opener">x</a>`, `<a href="/x">x</a>`, "2 × attribute"},
		{`<div data-x="1" slot=y contenteditable>x</div>`, `<div>x</div>`, "3 × attribute"},
		{"<plaintext>a<b>b</b>", "a<b>b</b>", "1 × element"},
		{"<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", `<img src=x>">`, "1 × element, 1 × handler"},
		{"<<b onclick=x>script>", "<<b>script>", "1 × handler"},
	} {
		got, lost := Clean(c.in)
		checkHarmless(t, c.in, got)
		if got != c.want || lost.String() != c.lost {
			t.Errorf("Clean(%q)\n got %q, lost %s\nwant %q, lost %s", c.in, got, lost, c.want, c.lost)
		}
	}
}

// A "<" that begins no element of HTML is text, and text is never lost.
func TestTextThatLooksLikeTagsIsKept(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"Vec<T> and Box<dyn Error>", "Vec&lt;T> and Box&lt;dyn Error>"},
		{"<pre>Map<K, V> m = new HashMap<>();</pre>", "<pre>Map&lt;K, V> m = new HashMap<>();</pre>"},
		{"Option<Box<T>></T>", "Option&lt;Box&lt;T>>&lt;/T>"},
		{"std::vector<std::string> v", "std::vector&lt;std::string> v"},
		{"if a <b then c", "if a &lt;b then c"},
		{"mail <me@x.example>", "mail &lt;me@x.example>"},
		{"the <script> element", "the &lt;script> element"},
		{"an <!-- unfinished", "an &lt;!-- unfinished"},
		{"<![CDATA[a<b>&c]]>d", "a&lt;b&gt;&amp;cd"},
		{"ends with <", "ends with &lt;"},
	} {
		got, lost := Clean(c[0])
		if got != c[1] || lost.Any() || lost[Rewritten] == 0 {
			t.Errorf("Clean(%q)\n got %q, lost %v\nwant %q", c[0], got, lost, c[1])
		}
		if want, shown := shownText(c[0]), shownText(got); strings.Count(shown, "<") < strings.Count(want, "<") {
			t.Errorf("%q shows %q", got, shown)
		}
	}
}

func TestOddSyntaxIsWrittenPlainly(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{`<a/href="/x"/title='"q"'>x</a foo>`, `<a href="/x" title="&#34;q&#34;">x</a>`},
		{`<p title="a"class="b">x`, `<p title="a" class="b">x`},
		{"<p title=`a`>x", "<p title=\"`a`\">x"},
	} {
		got, lost := Clean(c[0])
		if got != c[1] || lost.Any() {
			t.Errorf("Clean(%q)\n got %q, lost %v\nwant %q", c[0], got, lost, c[1])
		}
	}
}

func TestAttacksAreHarmless(t *testing.T) {
	t.Parallel()
	for _, s := range attacks {
		got, _ := Clean(s)
		checkHarmless(t, s, got)
	}
}

// Texts that would take a quadratic time if a part were read again for each "<".
func TestCleaningTakesLinearTime(t *testing.T) {
	t.Parallel()
	for _, part := range []string{
		"<", "<a", `<a b="`, `<a b="<`, "<x", "<script>", "<script ", "</script", "<!--", "<!", "<svg>", "</", "<?",
		"<a ", `<script x="`, "<![CDATA[", "<b>", "<iframe><", "<style></", `<noscript x="<noscript x="`, "<!-- -- ",
		"--", "<p a=<p a=",
	} {
		s := strings.Repeat(part, 1<<17/len(part))
		began := time.Now()
		for _, text := range []string{s, s + ">", "<!--" + s, s + `">`} {
			_, _ = Clean(text)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("512 KB of %q took %v", part, took)
		}
	}
}

// FuzzClean checks that the result of Clean is harmless as a browser parses it, that cleaning it again changes nothing,
// and that the text of a document is there afterwards.
func FuzzClean(f *testing.F) {
	for _, s := range append(safeTexts, attacks...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, lost := Clean(s)
		checkHarmless(t, s, got)
		if got != s && lost == (Losses{}) {
			t.Fatalf("Clean(%q) = %q, but nothing is counted", s, got)
		}
	})
}

// FuzzFromText checks that HTML made of a text shows that text, and that Clean leaves it as it is.
func FuzzFromText(f *testing.F) {
	for _, s := range append(append(safeTexts, attacks...), "a\nb",
		"a\r\n\r\nb\rc", "&amp; &ampamp &notit; &#65 & &x &#0") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")
		made := FromText(s)
		if got, lost := Clean(made); got != made {
			t.Fatalf("FromText(%q) = %q, which Clean changes to %q (%v)", s, made, got, lost)
		}
		want := strings.Join(strings.Fields(s), " ")
		if got := strings.Join(strings.Fields(shownText(made)), " "); got != want {
			t.Fatalf("FromText(%q) = %q, which shows %q", s, made, got)
		}
	})
}

// checkHarmless parses HTML as a browser does and fails if it holds anything that runs.
func checkHarmless(t *testing.T, in, out string) {
	t.Helper()
	if again, lost := Clean(out); again != out {
		t.Errorf("Clean(%q) = %q, which Clean changes to %q (%v)", in, out, again, lost)
	}
	for _, inside := range []string{"body", "div", "td", "p", "li"} {
		nodes, err := html.ParseFragment(strings.NewReader(out), &html.Node{
			Type: html.ElementNode, Data: inside, DataAtom: atom.Lookup([]byte(inside))})
		if err != nil {
			t.Errorf("%q: %v", out, err)
		}
		for _, n := range nodes {
			checkNode(t, in, out, n)
		}
	}
}

func checkNode(t *testing.T, in, out string, n *html.Node) {
	t.Helper()
	if n.Type == html.ElementNode && (n.Namespace != "" || !strings.Contains(harmless, " "+n.Data+" ")) {
		t.Errorf("Clean(%q) = %q holds the element %q", in, out, n.Data)
	}
	for _, a := range n.Attr {
		url := strings.ToLower(strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1
			}
			return r
		}, a.Val))
		bad := strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" || a.Key == "formaction"
		for _, scheme := range []string{"javascript:", "vbscript:", "data:text", "data:image/svg", "blob:", "file:"} {
			bad = bad || strings.HasPrefix(url, scheme) && strings.Contains(" href src poster cite srcset ", " "+a.Key+" ")
		}
		if bad {
			t.Errorf("Clean(%q) = %q holds the attribute %s=%q", in, out, a.Key, a.Val)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		checkNode(t, in, out, c)
	}
}

// harmless are the elements that a browser may find in a text. The parser adds some of them itself.
const harmless = " a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite " +
	"code col colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header " +
	"hgroup hr i img ins kbd li main map mark menu meter nav ol p picture pre progress q rb rp rt rtc ruby s samp " +
	"search section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u " +
	"ul var video wbr "

// shownText returns the text of HTML as a browser shows it, with its line breaks.
func shownText(s string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "p" || string(name) == "br" {
				b.WriteByte('\n')
			}
		}
	}
}
