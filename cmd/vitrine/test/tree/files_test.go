package tree

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root is the folder of the repository.
var root = filepath.Join("..", "..", "..", "..")

// walk calls f with each file of the repository, but for those of tools and of other projects.
func walk(t *testing.T, f func(path string) error) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		foreign := strings.HasPrefix(name, ".") || name == "node_modules" || name == "bin"
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && foreign:
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		return f(path)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A package has at most 15 files without its tests. cmd/vitrine has a file for each command, internal/catalog one for
// each module.
func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	const most = 15
	exempt := map[string]bool{"cmd/vitrine": true, "internal/catalog": true}
	files := map[string]int{}
	walk(t, func(path string) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			files[filepath.ToSlash(dir)]++
			return err
		}
		return nil
	})
	for dir, n := range files {
		if n > most && !exempt[dir] {
			t.Errorf("%s has %d files without tests, more than %d", dir, n, most)
		}
	}
	if len(files) < 30 {
		t.Errorf("found %d packages, want 30 or more", len(files))
	}
}

// An empty script does nothing and succeeds.
func TestNoFileIsEmpty(t *testing.T) {
	t.Parallel()
	// The clone may belong to another user.
	cmd := exec.Command("git", "-c", "safe.directory=*", "ls-files", "-z")
	cmd.Dir = root
	list, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	files := strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00")
	if len(files) < 500 {
		t.Errorf("found %d files, want 500 or more", len(files))
	}
	for _, path := range files {
		info, err := os.Stat(filepath.Join(root, path))
		if err == nil && info.Size() == 0 {
			t.Errorf("%s is empty", path)
		}
	}
}
