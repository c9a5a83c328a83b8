package build

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheBuiltFilesAreCurrent compares dist with what esbuild makes of the sources. With VITRINE_GOLDEN=write it writes
// dist; `make storefront` does that.
func TestTheBuiltFilesAreCurrent(t *testing.T) {
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	dist := filepath.Join(dir, "dist")
	entries, err := os.ReadDir(dist)
	if err != nil {
		t.Fatal(err)
	}
	write := os.Getenv("VITRINE_GOLDEN") == "write"
	for _, e := range entries {
		if want[e.Name()] != nil {
			continue
		}
		if !write {
			t.Errorf("dist/%s is not made of the sources: run make storefront", e.Name())
		} else if err := os.Remove(filepath.Join(dist, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	for name, body := range want {
		path := filepath.Join(dist, name)
		if write {
			if err := os.WriteFile(path, body, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, body) {
			t.Errorf("dist/%s is not what the sources make: run make storefront", name)
		}
	}
}

// TestTheScriptsAreSmall holds all scripts together to 60 KB, compressed as the gateway sends them.
func TestTheScriptsAreSmall(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	plain := 0
	for name, body := range files {
		if !strings.HasSuffix(name, ".js") {
			continue
		}
		w := gzip.NewWriter(&out)
		if _, err := w.Write(body); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		plain += len(body)
	}
	t.Logf("scripts: %d bytes, compressed %d", plain, out.Len())
	const most = 60_000
	if out.Len() > most || out.Len() == 0 {
		t.Errorf("the scripts have %d bytes compressed, want 1 to %d", out.Len(), most)
	}
}
