package source

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestSpacesAroundQuotedCellsAreNoPartOfThem(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		same(t, fmt.Sprintf("%.40q", content), readAll(t, content, 1<<10), want)
	}
	f("name ,text         ,n\nCup  ,\"a, \"\"b\"\"\"  ,1\nMug  ,             ,2\n",
		`2: name="Cup  " text="a, \"b\"" n="1"`, `3: name="Mug  " text="             " n="2"`)
	f("a, b\n1, \"x, y\"\n\"two\nlines\" , \"and\n\"\"more\"\"\"\n3,4\n",
		`2: a="1" b="x, y"`, `3: a="two\nlines" b="and\n\"more\""`, `6: a="3" b="4"`)
	f("a\tb\n\"x\" \t\"y\"\n", `2: a="x" b="y"`)
	f("a,b\n\"x\" y,2\n 27\" wide,2\n", `2! quote (") in a quoted cell, neither doubled nor at its end`,
		`3! quote (") in a cell that is not quoted`)
	f("a,b\n1, \"never closed\n2,3\n", "2! unterminated quoted cell", `3: a="2" b="3"`)
}

func TestRejectFilesAreReadAsTheirRows(t *testing.T) {
	f := func(content string, want ...string) {
		t.Helper()
		same(t, fmt.Sprintf("%.60q", content), readAll(t, content, 1<<10), want)
	}
	f(`{"line":3,"reason":"name is missing","row":{"slug":"c","name":"C"}}`+"\n"+
		`{"line":4,"reason":"the row has 4 cells, the header has 3","row":"b,B,2,3"}`+"\n"+`{"slug":"d"}`+"\n",
		`1: slug="c" name="C"`, "2! the row is the text that could not be read; write its fields as an object",
		`3: slug="d"`)
	f(`{"line": 1, "reason": "x", "row": {"a": 1}}`+"\n", "1: a=1")
	f(`{"line":1,"reason":"x","row":{"a":1},"more":2}`+"\n", `1: line=1 reason="x" row={"a":1} more=2`)
	f(`{"line":"1","reason":"x","row":{"a":1}}`+"\n", `1: line="1" reason="x" row={"a":1}`)

	long := `{"line":1,"reason":"x","row":{"a":"` + strings.Repeat("y", 300<<10) + `"}}` + "\n"
	if got := readAll(t, long, 1<<20); len(got) != 1 || !strings.HasPrefix(got[0], `1: a="yyy`) {
		t.Errorf("a long row: %.80q", got)
	}
}

func TestPicturesAndArchivesAreNoTables(t *testing.T) {
	text := strings.Repeat("pixel values and other words\n", 30)
	tar := "cups.csv" + strings.Repeat("\x00", 249) + "ustar\x00"
	for content, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + text: "the file is a picture",
		"\xff\xd8\xff\xe0\x00\x10JFIF" + text:        "the file is a picture",
		"GIF89a" + text:                              "the file is a picture",
		"RIFF\x00\x00\x00\x00WEBPVP8 " + text:        "the file is a picture",
		tar + strings.Repeat(text, 9):                "the file is a tar archive",
	} {
		if got := readAll(t, content, 1<<20); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%.20q: %.80q …, want %s", content, got[:min(1, len(got))], want)
		}
	}
}

func TestAListWithoutRecordsIsAnError(t *testing.T) {
	for _, content := range []string{"[]", `{"total":0,"products":[]}`} {
		o := Options{}
		if content[0] == '{' {
			o.Records = "products"
		}
		s, err := Open("-", strings.NewReader(content), o)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err = s.Sample(5); err == nil || err == io.EOF || err.Error() != "the file has no records" {
			t.Errorf("%s: %v", content, err)
		}
		s.Close()
	}
}
