package tree

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// A package has at most 15 files without its tests. cmd/vitrine has a file for each command, internal/catalog one for
// each module.
func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	const most = 15
	root := filepath.Join("..", "..", "..", "..")
	exempt := map[string]bool{"cmd/vitrine": true, "internal/catalog": true}
	files := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		foreign := strings.HasPrefix(name, ".") || name == "node_modules" || name == "bin"
		if d.IsDir() && path != root && foreign {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			files[filepath.ToSlash(dir)]++
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, n := range files {
		if n > most && !exempt[dir] {
			t.Errorf("%s has %d files without tests, more than %d", dir, n, most)
		}
	}
	if len(files) < 30 {
		t.Errorf("found %d packages, want 30 or more", len(files))
	}
}
