//go:build linux

package cells

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

func open(t *testing.T, path string, tenants ...string) *File {
	t.Helper()
	f, err := Open(path, tenants, 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mapped(t *testing.T, path string) *Mapped {
	t.Helper()
	m, err := Map(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

func closed(t *testing.T, f *File) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func public(tag string) string { return catalog.PublicTag("demo", tag) }

func TestAReaderSeesWhatTheFollowerWrites(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cells")
	f := open(t, path, "atelier", "demo")
	if f.Kept || len(f.Tenants) != 2 || !strings.Contains(f.Name(), "-") {
		t.Fatalf("%+v %s", f, f.Name())
	}
	m := mapped(t, path)
	shirt := []string{public("*"), public("product:shirt")}
	fresh := func(want bool, stamp string, tags ...string) {
		t.Helper()
		if got := m.Fresh(stamp, tags); got != want {
			t.Errorf("%s with %d tags: %v", stamp, len(tags), got)
		}
	}
	d := f.Tenants[1]
	fresh(false, "demo:7:0a1b2c3d", shirt...) // nothing is known
	d.Reset("0a1b2c3d", 7)
	fresh(false, "demo:7:0a1b2c3d", shirt...) // no lease
	d.Grant("0a1b2c3e", Now()+5e9)
	fresh(false, "demo:7:0a1b2c3d", shirt...) // a lease of another epoch
	d.Grant("0a1b2c3d", Now()+3600e9)
	fresh(false, "demo:7:0a1b2c3d", shirt...) // a lease that is too long to be one
	d.End()
	d.Grant("0a1b2c3d", Now()+9e9)
	fresh(true, "demo:7:0a1b2c3d", shirt...)
	fresh(true, "demo:9:0a1b2c3d", shirt...)
	fresh(false, "demo:6:0a1b2c3d", shirt...)
	fresh(false, "demo:7:0a1b2c3e", shirt...)
	fresh(false, "demo:7", shirt...)
	fresh(false, "", shirt...)
	fresh(false, "dem:7:0a1b2c3d", shirt...)
	fresh(false, "atelier:7:0a1b2c3d", shirt...)
	fresh(false, "demo:7:0a1b2c3d")
	fresh(false, "demo:7:0a1b2c3d", shirt[0], "")
	fresh(false, "demo:7:0a1b2c3d", shirt[0], "ABCDEFGHIJKL")
	d.Apply(8, []string{public("product:shirt")})
	fresh(false, "demo:7:0a1b2c3d", shirt...)
	fresh(true, "demo:8:0a1b2c3d", shirt...)
	fresh(true, "demo:7:0a1b2c3d", public("product:hat"))
	if !m.Reached("demo:8:0a1b2c3d") || m.Reached("demo:9:0a1b2c3d") || m.Reached("demo:8:0a1b2c3e") ||
		m.Reached("atelier:0:0a1b2c3d") || m.Reached("nonsense") {
		t.Error("which tokens are reached")
	}
	d.ApplyAll(9)
	fresh(false, "demo:8:0a1b2c3d", public("product:hat"))
	fresh(true, "demo:9:0a1b2c3d", public("product:hat"))
	d.Apply(10, []string{"of another form"})
	fresh(false, "demo:9:0a1b2c3d", public("product:hat"))
	fresh(true, "demo:10:0a1b2c3d", shirt...)
	d.Reset("ffffffff", 2)
	d.Grant("ffffffff", Now()+9e9)
	fresh(false, "demo:10:0a1b2c3d", shirt...)
	fresh(true, "demo:2:ffffffff", shirt...)
	want := Status{"demo", "ffffffff", 2, 2, true}
	if got := m.Tenants(); len(got) != 2 || got[1] != want || got[0] != (Status{Tenant: "atelier"}) {
		t.Errorf("%+v", got)
	}
	closed(t, f)
	fresh(false, "demo:2:ffffffff", shirt...)
}

func TestARestartGoesOnAndAnotherFileEndsAllLeases(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cells")
	f := open(t, path, "demo")
	if _, err := Open(path, []string{"demo"}, 1<<10); err == nil {
		t.Error("two followers write one file")
	}
	f.Tenants[0].Reset("0a1b2c3d", 7)
	f.Tenants[0].Apply(9, []string{public("brand:1")})
	name := f.Name()
	m := mapped(t, path)
	closed(t, f)

	f = open(t, path, "demo")
	if epoch, seq, ok := f.Tenants[0].Position(); !f.Kept || !ok || epoch != "0a1b2c3d" || seq != 9 || f.Name() != name {
		t.Errorf("a restart goes on from %s, %d, %v as %s", epoch, seq, ok, f.Name())
	}
	f.Tenants[0].Grant("0a1b2c3d", Now()+9e9)
	stamp := "demo:8:0a1b2c3d"
	if !m.Fresh(stamp, []string{public("*")}) || m.Fresh(stamp, []string{public("brand:1")}) {
		t.Error("the cells are gone")
	}
	if err := f.lock.Close(); err != nil { // it was killed, and its lease holds
		t.Fatal(err)
	}

	g := open(t, path, "demo", "atelier")
	if _, _, ok := g.Tenants[0].Position(); g.Kept || ok {
		t.Error("a file for other tenants goes on")
	}
	if m.Fresh(stamp, []string{public("*")}) {
		t.Error("the lease of a file that was replaced holds")
	}
	closed(t, g)

	// The clock begins anew with the machine, and unwritten memory is lost.
	h := open(t, path, "demo", "atelier")
	h.Tenants[0].Reset("0a1b2c3d", 7)
	h.words[wordBoot].Store(h.words[wordBoot].Load() + 1)
	closed(t, h)
	if _, err := Map(path); err == nil {
		t.Error("a file of an earlier start of the machine is read")
	}
	k := open(t, path, "demo", "atelier")
	if _, _, ok := k.Tenants[0].Position(); k.Kept || ok {
		t.Error("a file of an earlier start of the machine goes on")
	}
	closed(t, k)
}

func TestOtherFilesAreNoCells(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cells")
	for _, text := range []string{"", "short", strings.Repeat("x", 4096), strings.Repeat("\x00", 1<<16)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Map(path); err == nil {
			t.Errorf("%d bytes are read as cells", len(text))
		}
		closed(t, open(t, path, "demo"))
		closed(t, open(t, path, "demo"))
	}
	for _, bad := range [][]string{nil, {""}, {"a", "a"}, {strings.Repeat("a", 65)}, make([]string, 257)} {
		if _, err := Open(path, bad, 1<<10); err == nil {
			t.Errorf("tenants %q", bad)
		}
	}
	for _, bad := range []int{0, 8, 1000, 1 << 25} {
		if _, err := Open(path, []string{"demo"}, bad); err == nil {
			t.Errorf("%d cells", bad)
		}
	}
	long := strings.Repeat("a", 64)
	f := open(t, path, long)
	if got := mapped(t, path).Tenants(); len(got) != 1 || got[0].Tenant != long {
		t.Errorf("%+v", got)
	}
	closed(t, f)
}

// Another process sees each number as a whole: its two halves are always equal.
func TestAnotherProcessSeesWholeNumbers(t *testing.T) {
	t.Parallel()
	if path := os.Getenv("VITRINE_TEST_CELLS"); path != "" {
		readHalves(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "cells")
	f := open(t, path, "demo")
	defer closed(t, f)
	s := f.words.section(0)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestAnotherProcessSeesWholeNumbers$", "-test.v")
	cmd.Env = append(os.Environ(), "VITRINE_TEST_CELLS="+path)
	done := make(chan error, 1)
	var out []byte
	go func() {
		var err error
		out, err = cmd.CombinedOutput()
		done <- err
	}()
	for n := uint64(1); ; n = (n + 1) & 0x7fffffff {
		select {
		case err := <-done:
			if err != nil || !strings.Contains(string(out), "differ: true") {
				t.Fatalf("%v\n%s", err, out)
			}
			return
		default:
			for i := range s.cells {
				s.cells[i].Store(n<<32 | n)
			}
		}
	}
}

// readHalves reads until it has seen a million numbers, and enough different ones.
func readHalves(t *testing.T, path string) {
	m := mapped(t, path)
	s := m.section(0)
	seen := map[uint64]bool{}
	for reads := 0; reads < 1e6 || len(seen) < 100; reads++ {
		v := s.cells[reads%len(s.cells)].Load()
		if v>>32 != v&0xffffffff {
			t.Fatalf("a number was read in two parts: %x", v)
		}
		if len(seen) < 100 {
			seen[v] = true
		}
	}
	t.Logf("differ: %v", len(seen) >= 100)
}
