package devpg

import (
	"os"
	"testing"
)

// The bundle is 30 MB at the other end of the internet: fetched when asked for, as `make prove` does.
func TestProveTheDownloadedPostgresHasWhatTheMigrationsNeed(t *testing.T) {
	if os.Getenv("VITRINE_TEST_DOWNLOAD") == "" {
		t.Skip("SKIPPED: set VITRINE_TEST_DOWNLOAD=1 to download a Postgres (30 MB) and run it")
	}
	t.Parallel()
	dir := dataDir(t)
	s := start(t, Config{Dir: dir, Bin: BinDownload, Progress: func(s string) { t.Log(s) }})
	execute(t, s.URL(), "CREATE EXTENSION hstore")
	execute(t, s.URL(), "CREATE EXTENSION pg_trgm")
	execute(t, s.URL(), "CREATE EXTENSION unaccent")
	if got := ask[string](t, s.URL(),
		"SELECT unaccent('Hôtel') || similarity('жук', 'жук')::text || lower('ЖÜ')"); got != "Hotel1жü" {
		t.Errorf("got %q", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}

	// From now on the cluster needs that version, whatever is installed.
	made := s.Version()
	if s = start(t, Config{Dir: dir}); s.Version() != made {
		t.Errorf("Postgres %s serves a cluster of %s", s.Version(), made)
	}
}
