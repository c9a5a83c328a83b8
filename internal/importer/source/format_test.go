package source

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// read reads a file of this name. It returns its records as readAll does, and the source.
func read(t testing.TB, name string, content []byte, o Options) ([]string, *Source) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return readPath(t, path, o)
}

func readPath(t testing.TB, path string, o Options) ([]string, *Source) {
	t.Helper()
	s, err := Open(path, nil, o)
	if err != nil {
		return []string{strings.TrimPrefix(err.Error(), path+": ")}, &Source{}
	}
	defer s.Close()
	return drain(s), s
}

func TestJSONDocuments(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		same(t, fmt.Sprintf("%.60q", content), readAll(t, content, 40), want)
	}
	f(`[{"a":1},{"a":2}]`, "1: a=1", "1: a=2")
	f("[\n  {\n    \"a\": 1,\n    \"b\": \"]}\\\"\"\n  },\n\n  {\"a\": 2}\n]\n", `2: a=1 b="]}\""`, "7: a=2")
	f("[]")
	f("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "1: a=1", "4: a=2")
	f("{\n  \"name\": \"Cup\",\n  \"v\": [{\"a\": 2}]\n}\n", `1: name="Cup" v=[{"a":2}]`)
	f("{\n  \"total\": 2,\n  \"products\": [\n    {\"a\": 1},\n    {\"a\": 2}\n  ],\n  \"next\": null\n}", "4: a=1",
		"5: a=2")
	f(`{"total": 2, "products": [{"a": 1}, {"a": 2}]}`, "1: a=1", "1: a=2")

	// A wrong element costs only itself.
	f(`[{"a":1},7,{"a":tru},{"a":"`+strings.Repeat("x", 50)+`"},{"a":5}]`, "1: a=1",
		"1! expected a JSON object { … } on each line, got 7",
		"1! invalid JSON: invalid character '}' in literal true (expecting 'e') at byte 9",
		"1! the record is longer than 40 bytes; --max-line raises the limit", "1: a=5")
	f("[{\"a\":1},\n{\"a\":", "1: a=1",
		"the record that begins in line 2 does not end; a quote or bracket is missing, or "+
			"the file was not copied completely")
	f("[{\"a\":1},", "1: a=1", "the JSON array does not end; the file was not copied completely")
	f("[{\"a\":1}]\nx", "1: a=1", "line 2: unexpected 'x' after the JSON array")

	got, s := read(t, "x.json", []byte(`{"data": {"n": 2, "list": [{"name": "a"}]}}`), Options{Records: "data.list"})
	same(t, "by name", got, []string{`1: name="a"`})
	same(t, "notes", s.Notes, []string(nil))
	got, s = read(t, "x.json", []byte("{\n\"list\": [{\"name\": \"a\"}]}"), Options{})
	same(t, "found", got, []string{`2: name="a"`})
	same(t, "notes", s.Notes, []string{`The records are the elements of the member "list"; --records names another ` +
		`member, or . for the document itself.`})
	got, _ = read(t, "x.json", []byte("{\n\"list\": [{\"name\": \"a\"}]}"), Options{Records: "."})
	same(t, "itself", got, []string{`1: list=[{"name":"a"}]`})
	got, _ = read(t, "x.json", []byte(`{"list": [1]}`), Options{Records: "lists"})
	same(t, "missing", got, []string{`the document has no member "lists"; --records names the member that lists the ` +
		`records`})
}

func TestYAML(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		got, _ := read(t, "x.yaml", []byte(content), Options{})
		same(t, fmt.Sprintf("%.60q", content), got, want)
	}
	f("- name: Cup\n  price: 12.50\n  country: no\n  tags: [a, b]\n  sold: 0x10\n- name: Jar\n  price: ~\n  on: true\n",
		`1: name="Cup" price=12.50 country="no" tags=["a","b"] sold=16`, `6: name="Jar" price=null on=true`)
	f("name: Cup\n---\nname: Jar\n", `1: name="Cup"`, `3: name="Jar"`)
	f("products:\n  - name: Cup\n  - name: Jar\n", `2: name="Cup"`, `3: name="Jar"`)
	f("- &base\n  name: Cup\n  size: {w: 1}\n- <<: *base\n  name: Mug\n", `1: name="Cup" size={"w":1}`,
		`4: name="Mug" size={"w":1}`)
	f("- just text\n- name: Jar\n", `1! expected a mapping of fields, got "just text"`, `2: name="Jar"`)
	f("- a: 1\n  a: 2\n- b: 3\n", `1! duplicate field "a" in a mapping`, "3: b=3")
	f("- date: 2026-03-01\n  code: 007\n", `1: date="2026-03-01" code=7`)
	f("a: [\n", "invalid YAML: line 1: did not find expected node content")
}

// A few lines of aliases describe a billion values.
func TestYAMLThatGrowsIsRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("- a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "  a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	got, _ := read(t, "bomb.yaml", []byte(b.String()), Options{})
	same(t, "bomb", got, []string{"aliases repeat more than 1000000 values; write the values out"})
	fields := strings.TrimPrefix(strings.ReplaceAll(b.String(), "\n  ", "\n"), "- ")
	got, _ = read(t, "bomb.md", []byte("---\n"+fields+"---\n"), Options{})
	same(t, "bomb in front matter", got, []string{"1! bomb.md: the front matter: aliases repeat more than 10000 values; " +
		"write the values out"})
	deep := "- a: " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n- b: 1\n"
	got, _ = read(t, "deep.yaml", []byte(deep), Options{})
	same(t, "deep", got, []string{"1! nested deeper than 64 levels", "2: b=1"})
	got, _ = read(t, "circle.yaml", []byte("- &a\n  b: *a\n"), Options{})
	if len(got) != 1 || !strings.Contains(got[0], "!") && !strings.Contains(got[0], "YAML") {
		t.Errorf("a circle was read as %.200q", got)
	}
}

func TestEncodings(t *testing.T) {
	const turkish = "ad,şehir\nIşıklı çay bardağı,İstanbul\nGümüş kaşık,Şanlıurfa\n"
	f := func(what string, content []byte, o Options, encoding string, want ...string) {
		t.Helper()
		got, s := read(t, "x.csv", content, o)
		same(t, what, got, want)
		same(t, what+": encoding", s.Encoding, encoding)
		if guessed := encoding != "" && o.Encoding == "" && !bytes.HasPrefix(content, []byte("\xff\xfe")); guessed != (len(
			s.Notes) > 0) {
			t.Errorf("%s: notes %q", what, s.Notes)
		}
	}
	rows := []string{`2: ad="Işıklı çay bardağı" şehir="İstanbul"`, `3: ad="Gümüş kaşık" şehir="Şanlıurfa"`}
	encode := func(m *charmap.Charmap, s string) []byte {
		b, err := m.NewEncoder().Bytes([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	f("UTF-8", []byte(turkish), Options{}, "", rows...)
	f("Windows-1254", encode(charmap.Windows1254, turkish), Options{}, "windows-1254", rows...)
	f("ISO-8859-9", encode(charmap.ISO8859_9, turkish), Options{Encoding: "ISO-8859-9"}, "ISO-8859-9", rows...)
	utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(turkish))
	f("UTF-16 with a mark", utf16, Options{}, "utf-16le", rows...)
	f("UTF-16 without", utf16[2:], Options{}, "utf-16le", rows...)
	f("French", encode(charmap.Windows1252, "a\nCrème brûlée\nà l’œuf\n"), Options{}, "windows-1252",
		`2: a="Crème brûlée"`,
		`3: a="à l’œuf"`)
	f("Polish", encode(charmap.Windows1250, "a\nŁódź\nŻółta gęś\n"), Options{}, "windows-1250", `2: a="Łódź"`,
		`3: a="Żółta gęś"`)
	f("Russian", encode(charmap.Windows1251, "a\nЧайник\nЛожка большая\n"), Options{}, "windows-1251", `2: a="Чайник"`,
		`3: a="Ложка большая"`)
	// Quotation marks of Windows are pairs of Shift JIS, too.
	f("quotes", encode(charmap.Windows1252, "a\n“Été” – ‘l’œuf’ – “à” – “é”\n"), Options{}, "windows-1252",
		`2: a="“Été” – ‘l’œuf’ – “à” – “é”"`)
	shiftJIS, _ := japanese.ShiftJIS.NewEncoder().String("施設名,所在地\n中央図書館,高松市番町1丁目\nﾌﾟｰﾙ,福岡町\n")
	f("Shift JIS", []byte(shiftJIS), Options{}, "shift_jis", `2: 施設名="中央図書館" 所在地="高松市番町1丁目"`,
		`3: 施設名="ﾌﾟｰﾙ" 所在地="福岡町"`)
	euc, _ := japanese.EUCJP.NewEncoder().String("名前\nさくらの図書館へようこそ\nプール\n")
	f("EUC-JP", []byte(euc), Options{}, "euc-jp", `2: 名前="さくらの図書館へようこそ"`, `3: 名前="プール"`)
	// One damaged byte shows no encoding, and costs its row.
	f("damaged", []byte("a\nok\n\xff\nCrème\n"), Options{}, "", `2: a="ok"`, "3! invalid UTF-8 at byte 1", `4: a="Crème"`)
	// The first accent may be far below the beginning.
	late := append([]byte("a\n"+strings.Repeat("plain\n", 50_000)), encode(charmap.Windows1252, "Crème\n")...)
	got, s := read(t, "late.csv", late, Options{})
	same(t, "late", got[len(got)-1], `50002: a="Crème"`)
	same(t, "late: encoding", s.Encoding, "windows-1252")
	// A byte that the encoding does not define is not replaced in silence.
	f("undefined", []byte("a\nx\x81y\nz\n"), Options{Encoding: "windows-1252"}, "windows-1252",
		"2! a byte that windows-1252 does not define; --encoding names another encoding", `3: a="z"`)
	f("unknown", []byte("a\n"), Options{Encoding: "klingon"}, "", `unknown encoding "klingon"; examples are utf-8, `+
		`utf-16, windows-1252, windows-1254, iso-8859-9, windows-1251, gbk and shift_jis`)
}

func TestFoldersOfDocuments(t *testing.T) {
	root := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("2026-03-01-opening.md", "---\ntitle: Opening\ntags: [a, b]\n---\n\nWe are *open*.\n\n"+
		"```go\nx := Box[T]{}\n```\n")
	write("about/index.md", "# About us #\n\nText.\n")
	write("legal.html", "---\r\ntitle: Legal\r\nslug: terms\r\n---\r\n<p>Text</p>\r\n")
	write("broken.md", "---\ntitle: [\n---\n")
	write("endless.md", "---\ntitle: x\n")
	write("toml.md", "+++\ntitle = x\n+++\n")
	write("huge.md", "---\nx: "+strings.Repeat("y", 70_000)+"\n---\n")
	write("long.md", strings.Repeat("y", 200_000))
	write("picture.jpg", "x")
	write(".git/config.md", "x")
	got, s := readPath(t, root, Options{MaxLine: 100_000})
	same(t, "documents", got, []string{
		`1: file="2026-03-01-opening.md" title="Opening" tags=["a","b"] slug="opening" date="2026-03-01" ` +
			`body="\nWe are *open*.\n\n` + "```go\\nx := Box[T]{}\\n```" + `\n"`,
		`2: file="about/index.md" slug="about" title="About us" body="Text.\n"`,
		"3! broken.md: invalid YAML in the front matter: line 1: did not find expected node content",
		"4! endless.md: the front matter does not end: a line of three hyphens is missing",
		"5! huge.md: the front matter is longer than 64 KB; move long texts below it",
		`6: file="legal.html" title="Legal" slug="terms" body_html="\u003cp\u003eText\u003c/p\u003e\n"`,
		"7! long.md: the file is longer than 100000 bytes; --max-line raises the limit",
		"8! toml.md: invalid TOML in the front matter: line 1: unexpected character U+0078 'x' at start of value",
	})
	same(t, "notes", s.Notes, []string{"Files that are no documents were left out: 1 with .jpg."})
	got, _ = readPath(t, t.TempDir(), Options{})
	same(t, "empty", got, []string{
		"the folder has no documents; expected files that end in .md, .markdown, .html or .htm"})
	// A link to a file outside the folder is not followed.
	outside := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(outside, []byte("# Secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	links := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(links, "link.md")); err != nil {
		t.Fatal(err)
	}
	got, _ = readPath(t, links, Options{})
	same(t, "link", got, []string{"the folder has no documents; expected files that end in .md, .markdown, .html or .htm"})
}

// writeAll writes files into a new folder.
func writeAll(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Fields of documents that differ only in case are one, in the spelling that comes first.
func TestCaseOfFrontMatter(t *testing.T) {
	got, _ := readPath(t, writeAll(t, map[string]string{
		"a.md": "---\nTitle: A\nSlug: aa\nlastMod: 1\nlinks: {Home: 1, home: 2}\n---\n",
		"b.md": "---\ntitle: B\nslug: bb\nlastmod: 2\n---\n",
		"c.md": "+++\nTITLE = 'C'\nLastmod = 3\n+++\n",
		"d.md": "---\nSlug: x\nslug: y\n---\n",
		"e.md": "---\nBody: x\n---\n",
	}), Options{})
	same(t, "documents", got, []string{
		`1: file="a.md" title="A" slug="aa" lastMod=1 links={"Home":1,"home":2} body=""`,
		`2: file="b.md" title="B" slug="bb" lastMod=2 body=""`,
		`3: file="c.md" lastMod=3 title="C" slug="c" body=""`,
		`4! d.md: the front matter has "Slug" and "slug", which are one field`,
		`5! e.md: the front matter has a field "body", which names the document's own`,
	})
	got, _ = read(t, "x.md", []byte("---\nSlug: y\n---\n"), Options{})
	same(t, "one document", got, []string{`1: file="x.md" slug="y" body=""`})
}

// Section pages of Hugo are no entries of their folders. Those with a text may be pages.
func TestSectionPagesOfFolders(t *testing.T) {
	files := map[string]string{
		"_index.md": "---\ntitle: Site\n---\n", "blog/_index.md": "---\ntitle: Blog\n---\nAll posts.\n",
		"blog/_index.tr.md": "---\ntitle: Günlük\n---\n\n", "blog/one/index.md": "One.\n", "blog/_indexes.md": "Two.\n",
	}
	posts := []string{`1: file="blog/_indexes.md" slug="_indexes" body="Two.\n"`,
		`2: file="blog/one/index.md" slug="one" body="One.\n"`}
	root := writeAll(t, files)
	got, s := readPath(t, root, Options{})
	same(t, "posts", got, posts)
	same(t, "notes", s.Notes, []string{"Section pages (_index), which describe their folders, were left out: 3, " +
		"_index.md, blog/_index.md, blog/_index.tr.md."})
	got, s = readPath(t, root, Options{Pages: true})
	same(t, "pages", got, []string{`1: file="blog/_index.md" title="Blog" slug="blog" body="All posts.\n"`,
		strings.Replace(posts[0], "1:", "2:", 1), strings.Replace(posts[1], "2:", "3:", 1)})
	same(t, "notes", s.Notes, []string{"Section pages (_index), which describe their folders and have no text, were " +
		"left out: 2, _index.md, blog/_index.tr.md."})
	got, s = readPath(t, writeAll(t, map[string]string{"_index.md": "x"}), Options{})
	same(t, "nothing else", got, []string{`1: file="_index.md" slug="_index" body="x"`})
	same(t, "notes", s.Notes, []string(nil))
}

// --encoding holds for the documents of a folder. A byte order mark decides first.
func TestEncodingOfFolders(t *testing.T) {
	root := t.TempDir()
	put := func(name string, e encoding.Encoding, content string) {
		t.Helper()
		b, err := e.NewEncoder().Bytes([]byte(content))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("a.md", charmap.Windows1254, "---\ntitle: Şehir\n---\nIşık\n")
	put("b.md", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "# İki\n")
	put("c.html", unicode.UTF8BOM, "<p>ü</p>")
	got, s := readPath(t, root, Options{Encoding: "windows-1254", MaxLine: 1000})
	same(t, "named", got, []string{
		`1: file="a.md" title="Şehir" slug="a" body="Işık\n"`,
		`2: file="b.md" slug="b" title="İki" body=""`,
		`3: file="c.html" slug="c" body_html="\u003cp\u003eü\u003c/p\u003e"`,
	})
	same(t, "encoding", s.Encoding, "windows-1254")
	got, _ = readPath(t, root, Options{MaxLine: 1000})
	same(t, "not named", got[:2], []string{"1! a.md: invalid UTF-8 at byte 12; --encoding names the encoding",
		`2: file="b.md" slug="b" title="İki" body=""`})
	got, _ = readPath(t, root, Options{Encoding: "klingon"})
	same(t, "unknown", got, []string{`unknown encoding "klingon"; examples are utf-8, utf-16, windows-1252, ` +
		`windows-1254, iso-8859-9, windows-1251, gbk and shift_jis`})
	if err := os.WriteFile(filepath.Join(root, "d.md"), []byte("x\x81y"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, _ = readPath(t, root, Options{Encoding: "windows-1252", MaxLine: 1000})
	same(t, "undefined", got[3], "4! a byte that windows-1252 does not define; --encoding names another encoding")
}

// workbookOf makes an xlsx file with the cells that fill sets.
func workbookOf(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorkbooks(t *testing.T) {
	content := workbookOf(t, func(f *excelize.File) {
		set := func(cell string, v any, form string) {
			if err := f.SetCellValue("Sheet1", cell, v); err != nil {
				t.Fatal(err)
			}
			if form == "" {
				return
			}
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &form})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStyle("Sheet1", cell, cell, style); err != nil {
				t.Fatal(err)
			}
		}
		for i, name := range []string{"name", "price", "since", "code", "new", ""} {
			set(string(rune('A'+i))+"2", name, "")
		}
		set("A3", "Cup", "")
		set("B3", 1385.5, `"SR" #,##0.00`)
		set("C3", 46082, "dd/mm/yy")
		set("D3", 123, "00000")
		set("E3", true, "")
		set("A5", "Jar", "")
		set("B5", 0.1+0.2, "")
		set("C5", 46082.75, "d mmmm yyyy hh:mm")
		set("D5", 8690000000001, "")
		set("F5", "x", "")
		if _, err := f.NewSheet("Other"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellValue("Other", "A1", "only"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellValue("Other", "A2", "row"); err != nil {
			t.Fatal(err)
		}
	})
	got, s := read(t, "x.xlsx", content, Options{})
	same(t, "rows", got, []string{
		`3: name="Cup" price="1385.5" since="2026-03-01" code="00123" new="TRUE"`,
		`5! the row has a value in column 6, the header has 5`,
	})
	same(t, "notes", s.Notes, []string{`The sheet "Sheet1" was read, of: Sheet1, Other; --sheet names another.`})
	got, _ = read(t, "x.xlsx", content, Options{Sheet: "Other"})
	same(t, "other", got, []string{`2: only="row"`})
	got, _ = read(t, "x.xlsx", content, Options{Sheet: "Third"})
	same(t, "third", got, []string{`the workbook has no sheet "Third"; it has: Sheet1, Other`})
	got, _ = read(t, "x.xlsx", content[:2000], Options{})
	if len(got) != 1 || !strings.HasPrefix(got[0], "not a valid workbook (") {
		t.Errorf("truncated: %q", got)
	}
}

func TestCellsOfWorkbooks(t *testing.T) {
	f := func(stored, shown, want string) {
		t.Helper()
		same(t, stored+" shown as "+shown, cellText(stored, shown, false), want)
	}
	f("46082", "01-03-26", "2026-03-01")
	f("46082", "3/1/26", "2026-03-01")
	f("46082.75", "1.03.2026 18:00", "2026-03-01T18:00:00")
	f("46082", "46,082.00", "46082")
	f("1385.5", "SR 1,385.50", "1385.5")
	f("0.30000000000000004", "0.3", "0.3")
	f("8.690000000001E+12", "8.69E+12", "8690000000001")
	f("0.5", "50%", "0.5")
	f("text", "text", "text")
	f("1", "TRUE", "TRUE")
}
