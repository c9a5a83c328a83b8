package devpg

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAClusterOfAnUnknownVersionSaysHowToMendIt(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir})
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.Home(), "data", "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Config{Dir: dir})
	if !errors.Is(err, ErrNoPostgres) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"made by Postgres 9", "pg_upgrade", "install version 9", s.Home()} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %q, want it to say %q", err, want)
		}
	}
}

func TestAFolderWithoutPostgresIsNamed(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Config{Dir: dataDir(t), Bin: "/nowhere"})
	if !errors.Is(err, ErrNoPostgres) || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("got %v", err)
	}
}

func TestVersionsAreComparedAsNumbers(t *testing.T) {
	t.Parallel()
	f := func(less, more string) {
		t.Helper()
		if compareVersions(less, more) >= 0 || compareVersions(more, less) <= 0 || compareVersions(more, more) != 0 {
			t.Errorf("%s does not come before %s", less, more)
		}
	}
	f("9.6", "15")
	f("15.2", "15.18")
	f("15.18", "16.1")
}
