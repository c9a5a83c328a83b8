package proving

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// make prove selects tests by name. A test with a long form, in itself or in what it calls, needs a name that is
// selected, or its long form never runs.
func TestEveryLongFormIsRunByMakeProve(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^PROVE_TESTS += (\S+)$`).FindSubmatch(makefile)
	runs := regexp.MustCompile(`VITRINE_PROVE=1 [^']* -run '\$\(PROVE_TESTS\)' \$\(PKGS\)`)
	if m == nil || !runs.Match(makefile) {
		t.Fatal("the Makefile does not say which tests make prove runs")
	}
	run := regexp.MustCompile(string(m[1]))
	asking := 0
	for dir, files := range testFiles(t, root) {
		for _, name := range longTests(t, files) {
			asking++
			if !run.MatchString(name) {
				t.Errorf("%s: %s asks for the long form, and make prove does not run it: its name has none of %s", dir, name, m[1])
			}
		}
	}
	if asking < 20 {
		t.Errorf("%d tests ask for the long form: this proves nothing", asking)
	}
}

func TestLongTestsAreFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a_test.go")
	text := `package a
func TestAsks(t *testing.T) { if proving.Long() { t.Log() } }
func TestAsksByOthers(t *testing.T) { new(world).live(t) }
func TestDownloads(t *testing.T) { os.Getenv("VITRINE_TEST_DOWNLOAD") }
func TestDoesNot(t *testing.T) { plain() }
func BenchmarkAsks(b *testing.B) { proving.Rounds(1, 2) }
func (w *world) live(t *testing.T) { rounds() }
func rounds() int { return proving.Rounds(1, 2) }
func plain() {}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(longTests(t, []string{file}), " "); got != "TestAsks TestAsksByOthers TestDownloads" {
		t.Errorf("found: %s", got)
	}
}

// testFiles returns the test files of this module, by folder.
func testFiles(t *testing.T, root string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root:
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") ||
				d.Name() == "node_modules" || d.Name() == "bin" {
				return fs.SkipDir // a nested module runs all its tests
			}
		case strings.HasSuffix(path, "_test.go"):
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			all[dir] = append(all[dir], path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// longTests returns the tests of a folder that have a long form. Functions and methods are matched by name alone, so it
// may find one too many, but none too few.
func longTests(t *testing.T, files []string) (tests []string) {
	t.Helper()
	uses := map[string]map[string]bool{} // names used in each function
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			named := uses[fn.Name.Name]
			if named == nil {
				named = map[string]bool{}
				uses[fn.Name.Name] = named
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == "proving" {
						named["the long form"] = true
					}
				case *ast.Ident:
					named[n.Name] = true
				case *ast.BasicLit:
					if n.Value == `"VITRINE_TEST_DOWNLOAD"` { // make prove sets it too
						named["the long form"] = true
					}
				}
				return true
			})
		}
	}
	asks := map[string]bool{"the long form": true}
	for more := true; more; {
		more = false
		for name, named := range uses {
			if asks[name] {
				continue
			}
			for other := range named {
				if asks[other] {
					asks[name], more = true, true
					break
				}
			}
		}
	}
	for name := range asks {
		if strings.HasPrefix(name, "Test") {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests
}
