package tree

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	listedFile = regexp.MustCompile(`(?m)^//\t\w+\.go\s`)
	namedFile  = regexp.MustCompile(`\b\w+\.go\b`)
)

// A doc.go that lists files names all files of its package but those of other systems, and none that is gone. That of
// the catalogue lists the files that are no modules.
func TestEachDocGoNamesTheFilesOfItsPackage(t *testing.T) {
	t.Parallel()
	packages := 0
	walk(t, func(path string) error {
		if filepath.Base(path) != "doc.go" || strings.HasSuffix(filepath.Dir(path), filepath.Join("internal", "catalog")) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !listedFile.Match(text) {
			return err
		}
		packages++
		named := namedFile.FindAllString(string(text), -1)
		files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go"))
		if err != nil {
			return err
		}
		for i, file := range files {
			files[i] = filepath.Base(file)
			other := strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_other.go")
			if !other && files[i] != "doc.go" && !slices.Contains(named, files[i]) {
				t.Errorf("%s does not name %s", path, files[i])
			}
		}
		for _, line := range listedFile.FindAllString(string(text), -1) {
			if name := strings.TrimSpace(strings.TrimPrefix(line, "//")); !slices.Contains(files, name) {
				t.Errorf("%s lists %s, which does not exist", path, name)
			}
		}
		return nil
	})
	if packages < 40 {
		t.Errorf("only %d packages list their files", packages)
	}
}
