package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var root = filepath.Join("..", "..", "..", "..")

// documents are README.md and everything in docs.
func documents(t *testing.T) []string {
	t.Helper()
	found := []string{"README.md"}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			name, relErr := filepath.Rel(root, path)
			found = append(found, filepath.ToSlash(name))
			return relErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED by -short: it starts a server for each document")
	}
	var total int
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := parse(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var run []block
		for _, b := range blocks {
			if b.skip == "" {
				run = append(run, b)
			}
		}
		total += len(run)
		if len(run) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openShell(t)
			res, err := s.run(t.Context(), run)
			if err != nil {
				t.Fatal(err)
			}
			report(t.Errorf, name, run, res)
		})
	}
	if total < 30 {
		t.Errorf("found %d blocks to run in README.md and docs, want 30 or more", total)
	}
}

// report fails for a command that failed, and for output that the document shows otherwise.
func report(fail func(format string, args ...any), name string, blocks []block, res *result) {
	for i, output := range res.outputs {
		b := blocks[i]
		if res.failed != "" && i == len(res.outputs)-1 {
			fail("%s:%d: %s failed:\n%s\nIt printed:\n%.4000s", name, b.line, res.failed, b.commands, output)
			return
		}
		if missing := compare(b.output, output); missing != "" {
			fail("%s:%d: the document shows the line\n%s\nThe commands printed:\n%.4000s", name, b.line, missing, output)
		}
	}
	if len(res.outputs) < len(blocks) {
		fail("%s: %d of %d blocks ran: %s", name, len(res.outputs), len(blocks), res.failed)
	}
}

func TestWrongDocumentsFail(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED by -short: it starts a server")
	}
	s := openShell(t)
	const product = "http://127.0.0.1:8080/t/demo/v1/product"
	for _, c := range []struct {
		name, commands, output string
		errors                 bool
		want                   string // "" if the document is right
	}{
		{name: "a right command", commands: "bin/vitrine dsn\ncurl -sf " + product + " | jq .status", output: `"success"`},
		{name: "an unknown command", commands: "bin/vitrine dns", want: "bin/vitrine dns failed"},
		{name: "an unknown program", commands: "true\nvitrien serve", want: "vitrien serve failed"},
		{name: "a failure before the end", commands: "false\ntrue", want: "false failed"},
		{name: "a failure in a pipe", commands: "bin/vitrine dns | cat", want: "failed"},
		{name: "an unknown path", commands: "curl -s http://127.0.0.1:8080/t/demo/v1/produkt", want: "NOT_FOUND"},
		{name: "an error that is expected", commands: "curl -s " + product + "?limit=0 | jq .nothing", errors: true},
		{name: "an error that curl reports", commands: "curl -sf " + product + "?limit=0", want: "failed"},
		{name: "a member that is missing", commands: "curl -s " + product + " | jq .date", want: "failed"},
		{name: "an empty result", commands: "curl -s " + product + "?page=999 | jq .data[]", want: "failed"},
		{name: "a server that does not run", commands: "curl -s http://127.0.0.1:9999/", want: "failed"},
		{name: "output that differs", commands: "echo one; echo 2 ms", output: "one\ntwo", want: "shows the line\ntwo"},
		{name: "output with other numbers", commands: "echo one; echo two; echo 'took   17.3 ms'", output: "one\ntook 2 ms"},
		{name: "output in another order", commands: "echo one; echo two", output: "two\none", want: "shows the line\none"},
		{name: "output that is shortened", commands: "echo the price is 12 TRY", output: "the … TRY"},
	} {
		var got strings.Builder
		blocks := []block{{line: 1, commands: "echo the first block"}, {
			line: 2, commands: c.commands, output: c.output, errors: c.errors,
		}}
		res, err := s.run(t.Context(), blocks)
		if err != nil {
			t.Fatal(err)
		}
		fail := func(format string, args ...any) { t.Helper(); fmt.Fprintf(&got, format, args...) }
		report(fail, "x.md", blocks, res)
		if (got.Len() == 0) != (c.want == "") || !strings.Contains(got.String(), c.want) {
			t.Errorf("%s: reported %q, want %q in it", c.name, got.String(), c.want)
		}
	}
}

func TestBlocksOfADocument(t *testing.T) {
	t.Parallel()
	got, err := parse(strings.ReplaceAll(`# Title
'''sh
one
'''

'''text
out
'''
Then:
'''json
{}
'''
<!-- not run: needs a CDN -->
'''sh
two
'''
<!-- errors expected: shows an error -->

'''sh
three
'''
Text between.
'''text
no output
'''
- in a list
  '''sh
  four
    five
  '''
'''console
$ six \
  seven
out 1
out 2
$ eight
'''
`, "'''", "```"))
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{line: 3, commands: "one", output: "out"},
		{line: 15, commands: "two", skip: "needs a CDN"},
		{line: 20, commands: "three", errors: true},
		{line: 28, commands: "four\n  five"},
		{line: 32, commands: "six \\\n  seven", output: "out 1\nout 2\n"},
		{line: 36, commands: "eight"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(block{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMalformedDocumentsAreErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"```sh\nno end":                                "does not end",
		"```bash\nls\n```":                             "use sh",
		"<!-- not run: -->\n```sh\nls\n```":            "gives no reason",
		"<!-- not run: a reason -->\ntext":             "no block follows",
		"<!-- not run: a reason -->\n```text\nls\n```": "no commands",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
