package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine/internal/env"
)

// root is the repository, seen from this folder.
const root = ".."

// generated documents are written by make, so their lines may be longer.
var generated = []string{"docs/cli.md", "docs/configuration.md", "docs/licenses.md", "docs/proof/README.md",
	"docs/operations/rate-limits.md", "docs/operations/metrics-reference.md"}

// TestNamedFilesExist checks the files and folders that the documents name in backticks. The changelog is history.
func TestNamedFilesExist(t *testing.T) {
	files := repository(t)
	named := regexp.MustCompile("`([A-Za-z0-9_./-]+)`")
	for name, text := range documents(t) {
		if name == "CHANGELOG.md" || name == "docs/licenses.md" { // modules look like files
			continue
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			target := strings.TrimSuffix(m[1], "/")
			first, _, nested := strings.Cut(target, "/")
			source := strings.HasSuffix(target, ".go") || strings.HasSuffix(target, ".sql")
			if !source && !(nested && files[first]) {
				continue
			}
			if !files[target] && !(source && files.endsWith("/"+target)) {
				t.Errorf("%s names %s, which does not exist", name, target)
			}
		}
	}
}

// TestNamedSettingsExist checks the names of settings.
func TestNamedSettingsExist(t *testing.T) {
	known := map[string]bool{"VITRINE_SEED": true, "VITRINE_VULNDB": true} // read by tests and by .ci/audit
	for _, v := range env.All() {
		known[v.Name] = true
	}
	setting := regexp.MustCompile(`\bVITRINE_[A-Z_]+[A-Z]\b`)
	client, err := os.ReadFile(filepath.Join(root, "deploy/clients/next/src/settings.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range setting.FindAllString(string(client), -1) { // of an app with @vitrine/next
		known[s] = true
	}
	for name, text := range documents(t) {
		for _, s := range setting.FindAllString(text, -1) {
			if !known[s] && s != "VITRINE_CHANGES" && !strings.HasPrefix(s, "VITRINE_TEST_") {
				t.Errorf("%s names the setting %s, which does not exist", name, s)
			}
		}
	}
}

// TestNamedTestsExist checks the tests that the documents name in backticks. The changelog is history.
func TestNamedTestsExist(t *testing.T) {
	exist := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	for name := range repository(t) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			exist[m[1]] = true
		}
	}
	named := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z]\\w+[a-z0-9])`")
	for name, text := range documents(t) {
		if name == "CHANGELOG.md" {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if !exist[m[1]] {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
	}
}

// TestDocumentsAreShort holds the two pages that everyone reads to 150 lines, and every line to 120 columns.
func TestDocumentsAreShort(t *testing.T) {
	for name, text := range documents(t) {
		if slices.Contains(generated, name) {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if (name == "README.md" || name == "ARCHITECTURE.md") && len(lines) > 150 {
			t.Errorf("%s has %d lines, more than 150", name, len(lines))
		}
		for i, l := range lines {
			if n := utf8.RuneCountInString(l); n > 120 {
				t.Errorf("%s:%d has %d columns, more than 120", name, i+1, n)
			}
		}
	}
}

// documents are the texts of the documents in the root folder and in docs, by path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	read := func(name string) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md"} {
		read(name)
	}
	err := fs.WalkDir(os.DirFS(root), "docs", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".md") {
			read(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// paths are the files and folders of the repository.
type paths map[string]bool

func (p paths) endsWith(suffix string) bool {
	for name := range p {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

func repository(t *testing.T) paths {
	t.Helper()
	all := paths{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name == "." {
			return nil
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "bin") {
			return fs.SkipDir
		}
		all[name] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
