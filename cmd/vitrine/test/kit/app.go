package kit

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// Now is the instant at which the clock of a test's house stands, and around which its demo tenants lie.
var Now = time.Date(2026, time.March, 14, 9, 26, 53, 0, time.UTC)

// An app is a running Vitrine, and the configuration it was started with.
type App struct {
	*boot.App
	Config boot.Config
}

// Open starts a whole process for one test, over a database of its own: gateway, ingest and NATS, the demo tenants written, the
// clock at Now. Each change may alter what it is started with. It is stopped when the test is over.
func Open(t testing.TB, changes ...func(*boot.Config)) *App {
	t.Helper()
	cfg := boot.Config{
		Gateway: true, Ingest: true, Demo: true, Addr: "127.0.0.1:0", DataDir: TempDir(t), Log: testkit.NoLog,
		Now: func() time.Time { return Now },
	}
	for _, change := range changes {
		change(&cfg)
	}
	if cfg.DatabaseURL == "" {
		cfg.DatabaseURL = schematest.Open(t).URL
	}
	h, err := boot.Start(t.Context(), cfg)
	if err != nil {
		t.Fatalf("start the house: %v", err)
	}
	t.Cleanup(h.Stop)
	return &App{App: h, Config: cfg}
}

// TempDir is a data folder that goes when t does.
func TempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-house-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("remove the data folder: %v", err)
		}
	})
	return dir
}

// Shared is one house for all tests that only read: it is started by the first that asks and stopped after the last. Whoever edits
// content opens a house of their own. Beside the demo tenants it has those of odd_test.go.
func Shared(t testing.TB) *App {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.house == nil {
		db := schematest.Open(lasting{t})
		WriteOddTenants(t, db.Pool)
		shared.house = Open(lasting{t}, func(c *boot.Config) { c.DatabaseURL = db.URL })
	}
	return shared.house
}

var shared struct {
	sync.Mutex
	house  *App
	closes []func()
}

// lasting is a test whose cleanups wait until all tests are over.
type lasting struct{ testing.TB }

// Cleanup keeps f for TestMain. It is called with shared locked.
func (lasting) Cleanup(f func()) { shared.closes = append(shared.closes, f) }

// Context does not end with the test that happened to be the first.
func (lasting) Context() context.Context { return context.Background() }

// Main runs the tests of a package and then stops the shared app.
func Main(m *testing.M) {
	code := m.Run()
	for i := len(shared.closes) - 1; i >= 0; i-- {
		shared.closes[i]()
	}
	os.Exit(code)
}

// Address is where the gateway listens. A house without one is a Vitrine that runs elsewhere.
func (h *App) Address() string {
	if h.Gateway == nil {
		return h.Config.Addr
	}
	return h.Gateway.Addr()
}

// LiveClock lets a house go by the database's clock.
func LiveClock(c *boot.Config) { c.Now = nil }
