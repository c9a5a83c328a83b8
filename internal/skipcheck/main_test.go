package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// events are what go test -json prints of a run with one passed, one skipped test and one skipped subtest.
const events = `{"Action":"start","Package":"vitrine/a"}
{"Action":"run","Package":"vitrine/a","Test":"TestPasses"}
{"Action":"output","Package":"vitrine/a","Test":"TestPasses","Output":"=== RUN   TestPasses\n"}
{"Action":"pass","Package":"vitrine/a","Test":"TestPasses","Elapsed":0.01}
{"Action":"run","Package":"vitrine/a","Test":"TestSkips"}
{"Action":"output","Package":"vitrine/a","Test":"TestSkips","Output":"=== RUN   TestSkips\n"}
{"Action":"output","Package":"vitrine/a","Test":"TestSkips","Output":"    a_test.go:9: SKIPPED: no browser\n"}
{"Action":"output","Package":"vitrine/a","Test":"TestSkips","Output":"--- SKIP: TestSkips (0.00s)\n"}
{"Action":"skip","Package":"vitrine/a","Test":"TestSkips","Elapsed":0}
{"Action":"skip","Package":"vitrine/a","Test":"TestPasses/sub","Elapsed":0}
{"Action":"skip","Package":"vitrine/without/tests","Elapsed":0}
{"Action":"pass","Package":"vitrine/a","Elapsed":0.02}
`

func TestCheckComparesSkipsWithTheList(t *testing.T) {
	t.Parallel()
	const both = "vitrine/a TestSkips  needs a browser\nvitrine/a TestPasses/sub  long\n"
	for _, c := range []struct {
		name, list, events, want string
	}{
		{"all skips listed", "# a comment\n\n" + both, events, "1 passed, 0 failed, 2 skipped"},
		{"an unlisted skip", "vitrine/a TestPasses/sub  long", events,
			"vitrine/a TestSkips was skipped: a_test.go:9: SKIPPED: no browser\n1 passed, 0 failed, 2 skipped"},
		{"an unlisted skip of a subtest", "vitrine/a TestSkips  no browser", events,
			"vitrine/a TestPasses/sub was skipped: it printed no reason\n1 passed, 0 failed, 2 skipped"},
		{"a listed test that ran", both + "vitrine/a TestPasses  long", events,
			"vitrine/a TestPasses is listed in line 3 and no longer skips. Remove the line.\n1 passed, 0 failed, 2 skipped"},
		{"a listed test that does not exist", both + "vitrine/b TestSkips  long", events,
			"vitrine/b TestSkips is listed in line 3 and does not exist. Remove the line.\n1 passed, 0 failed, 2 skipped"},
		{"a line for another user", both + "vitrine/a TestPasses [root] runs as a user", events,
			"1 passed, 0 failed, 2 skipped"},
		{"a line for this user", both + "vitrine/a TestPasses [user] runs as root", events,
			"vitrine/a TestPasses is listed in line 3 and no longer skips. Remove the line.\n1 passed, 0 failed, 2 skipped"},
		{"no test", "", `{"Action":"skip","Package":"vitrine/without/tests"}`, "No test ran.\n0 passed, 0 failed, 0 skipped"},
		{"no output", "", "", "No test ran.\n0 passed, 0 failed, 0 skipped"},
		{"only skips", "vitrine/a TestSkips  long", `{"Action":"skip","Package":"vitrine/a","Test":"TestSkips"}`,
			"No test ran.\n0 passed, 0 failed, 1 skipped"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := runOn(t, c.list, c.events)
			if diff := cmp.Diff(c.want, strings.TrimSpace(out)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if failed := strings.Contains(c.want, "\n"); failed != (err != nil) {
				t.Errorf("error %v, want one: %v", err, failed)
			}
		})
	}
}

func TestMalformedFilesAreErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ list, events, want string }{
		{"vitrine/a TestSkips", events, "line 1: must be a package, a test and a reason"},
		{"vitrine/a TestSkips [root]", events, "line 1: must be a package, a test and a reason"},
		{"vitrine/a TestSkips  x\nvitrine/a TestSkips  y", events, "line 2: TestSkips is listed in line 1 already"},
		{"", "ok  \tvitrine/a\t0.1s\n", "line 1 is no event of go test -json"},
	} {
		if _, err := runOn(t, c.list, c.events); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("list %q: error %v, want %q", c.list, err, c.want)
		}
	}
}

// runOn runs the program as an ordinary user.
func runOn(t *testing.T, list, events string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"skips": list, "test.json": events} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err := run([]string{filepath.Join(dir, "skips"), filepath.Join(dir, "test.json")}, false, &out)
	return out.String(), err
}

// A renamed test is found here, long before a whole run of the tests finds it.
func TestEveryListedTestExists(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, ".ci", "skips"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := parseList(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Error(".ci/skips is empty")
	}
	for _, e := range list {
		name, _, _ := strings.Cut(e.test.name, "/")
		dir := strings.TrimPrefix(e.test.pkg, "vitrine")
		files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || bytes.Contains(source, []byte("\nfunc "+name+"("))
		}
		if !found {
			t.Errorf(".ci/skips, line %d: %s has no test %s", e.line, e.test.pkg, name)
		}
	}
}
