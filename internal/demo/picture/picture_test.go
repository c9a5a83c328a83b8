package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kinds returns the names of all painters, sorted.
func kinds() []string {
	var all []string
	for kind := range painters {
		all = append(all, kind)
	}
	slices.Sort(all)
	return all
}

// hostile names try to break out of the text that contains them.
var hostile = []string{
	"", "-", "   ", "0", "a", `"><script>alert(1)</script>`, "</title></svg><svg onload='x'>", "&amp;&lt;&#x3c;", "]]>",
	"<!--", "<![CDATA[",
	"a\x00b\x01\x1f", "\xff\xfe\xfd", "\u202eabc", "\ufffe\uffff", "çğıöşü-ÇĞİÖŞÜ", "日本-語", "🦉-🦉-🦉",
	"mavi keten\tgömlek\n",
	strings.Repeat("a", 5000), strings.Repeat("🦉", 500), strings.Repeat("\"", 300), strings.Repeat("&-", 300),
	"../../etc/passwd", "url(http://evil)",
}

// check parses a document and reports violations of SVG's promises.
func check(t *testing.T, kind, name string, doc []byte) {
	t.Helper()
	if len(doc) >= MaxBytes {
		t.Errorf("SVG(%q, %q): %d bytes, want fewer than %d", kind, cut(name, 40), len(doc), MaxBytes)
	}
	allowed := []string{"svg", "title", "linearGradient", "stop", "rect", "circle", "ellipse", "path", "text", "g"}
	dec := xml.NewDecoder(bytes.NewReader(doc))
	depth, roots := 0, 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("SVG(%q, %q) is not well-formed: %v\n%s", kind, cut(name, 40), err, doc)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
			if !slices.Contains(allowed, token.Name.Local) {
				t.Errorf("SVG(%q, %q) holds <%s>", kind, cut(name, 40), token.Name.Local)
			}
			for _, a := range token.Attr {
				if n := a.Name.Local; strings.HasPrefix(n, "on") || n == "href" || n == "style" || n == "class" || n == "id" &&
					a.Value != "g" {
					t.Errorf("SVG(%q, %q) holds %s=%q", kind, cut(name, 40), n, a.Value)
				}
			}
		case xml.EndElement:
			depth--
		case xml.Comment, xml.Directive, xml.ProcInst:
			t.Errorf("SVG(%q, %q) holds %T", kind, cut(name, 40), token)
		}
	}
	if roots != 1 || depth != 0 {
		t.Errorf("SVG(%q, %q): %d roots, %d left open", kind, cut(name, 40), roots, depth)
	}
}

func TestEveryPictureIsWellFormedAndSmall(t *testing.T) {
	t.Parallel()
	names := append([]string{"mavi-keten-gomlek", "oak-bookcase-2", "no-such-thing"}, hostile...)
	for noun := range nouns {
		names = append(names, strings.ReplaceAll(noun, " ", "-"))
	}
	for _, kind := range append(kinds(), "unknown", `"><x`) {
		for _, name := range names {
			check(t, kind, name, SVG(nil, kind, name))
		}
		for i := range 150 { // every branch of every painter
			name := "n-" + strconv.Itoa(i*7919) + "-x"
			check(t, kind, name, SVG(nil, kind, name))
		}
	}
}

func TestTheSameNameIsTheSamePicture(t *testing.T) {
	t.Parallel()
	h := fnv.New64a()
	for _, kind := range kinds() {
		for _, name := range []string{"mavi-keten-gomlek", "velturna", "kapadokya-turu-2", "x"} {
			first, second := SVG(nil, kind, name), SVG(nil, kind, name)
			if !bytes.Equal(first, second) {
				t.Errorf("SVG(%q, %q) differs from itself", kind, name)
			}
			h.Write(first)
		}
	}
	// The bytes are the same on every machine and architecture. A change of the drawings changes the hash.
	if got, want := h.Sum64(), uint64(0x80ec1f86416ff69c); got != want {
		t.Errorf("hash of the pictures: %#x, want %#x", got, want)
	}
}

func TestTwoNamesAreTwoPictures(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds() {
		seen := map[string]string{}
		for i := range 40 {
			name := "ad-" + strconv.Itoa(i) + "-x"
			body := string(SVG(nil, kind, name))
			body = body[strings.Index(body, "</title>"):]
			if other, ok := seen[body]; ok && kind != "product" { // tiles have few backgrounds; their motifs differ
				t.Errorf("%s: %q and %q look alike", kind, name, other)
			}
			seen[body] = name
		}
	}
}

func TestAShirtIsBlue(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"mavi-keten-gomlek", "blue-linen-shirt-2", "Mavi Keten Gömlek"} {
		doc := string(SVG(nil, "product", name))
		if !strings.Contains(doc, shirt[0].d) || !strings.Contains(doc, `fill="#4b7fb5"`) {
			t.Errorf("%q is no blue shirt:\n%s", name, doc)
		}
	}
	if doc := string(SVG(nil, "product", "bakir-cezve")); !strings.Contains(doc, `fill="#b87349"`) {
		t.Errorf("a copper pot has no colour of copper:\n%s", doc)
	}
}

func TestLabel(t *testing.T) {
	t.Parallel()
	f := func(name, want string) {
		t.Helper()
		if diff := cmp.Diff(want, label(name)); diff != "" {
			t.Errorf("label(%q): %s", name, diff)
		}
	}
	f("mavi-keten-gomlek", "Mavi Keten Gomlek")
	f("velturna-2", "Velturna")
	f("2", "2")
	f("a-very-long-name-that-no-sign-can-hold", "A Very Long Name That…")
	f("---", "")
}

// All pictures of a product show it in the same colour, on different backgrounds.
func TestNumbersKeepThePalette(t *testing.T) {
	t.Parallel()
	first, second := string(SVG(nil, "product", "cezve")), string(SVG(nil, "product", "cezve-2"))
	_, a, _ := strings.Cut(first, cezve[1].d)
	_, b, _ := strings.Cut(second, cezve[1].d)
	if a == "" || a != b {
		t.Errorf("the second picture shows another thing:\n%s%s", first, second)
	}
	if first == second {
		t.Error("the second picture is the first")
	}
}

func TestSVGAppends(t *testing.T) {
	t.Parallel()
	got := SVG([]byte("before"), "brand", "velturna")
	if !bytes.Equal(got, append([]byte("before"), SVG(nil, "brand", "velturna")...)) {
		t.Errorf("SVG did not append to what it was given: %.60s", got)
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	f := func(kind, name string, want bool) {
		t.Helper()
		if got := Known(kind, name); got != want {
			t.Errorf("Known(%q, %.40q) = %v, want %v", kind, name, got, want)
		}
	}
	f("product", "mavi-keten-gomlek-2", true)
	f("banner", strings.Repeat("a", MaxName), true)
	f("banner", strings.Repeat("a", MaxName+1), false)
	f("nothing", "mavi", false)
	f("product", "", false)
	f("product", "Mavi", false)
	f("product", "-mavi", false)
	f("product", "mavi-", false)
	f("product", "a--b", false)
	f("product", "a/../b", false)
	f("product", "<b>", false)
}

// Every layer of every motif has a known ink, and path data only.
func TestMotifsOnlyDraw(t *testing.T) {
	t.Parallel()
	for noun, layers := range nouns {
		for _, l := range layers {
			if l.ink < 'a' || l.ink > 'e' || l.width < 0 || strings.Trim(l.d, "MmLlHhVvCcAaSsQqZz0123456789 .-") != "" {
				t.Errorf("%s: a layer that cannot be drawn: %+v", noun, l)
			}
		}
	}
}

func FuzzSVG(f *testing.F) {
	for _, name := range hostile {
		f.Add("product", name)
	}
	for _, kind := range kinds() {
		f.Add(kind, "mavi-keten-gomlek")
	}
	f.Fuzz(func(t *testing.T, kind, name string) {
		doc := SVG(nil, kind, name)
		check(t, kind, name, doc)
		if !bytes.Equal(doc, SVG(nil, kind, name)) {
			t.Errorf("SVG(%q, %q) differs from itself", kind, name)
		}
	})
}
