package kit

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// Now is the time of a test app's clock. The content of the demo tenants lies around it.
var Now = time.Date(2026, time.March, 14, 9, 26, 53, 0, time.UTC)

// An App is a running Vitrine and the configuration it was started with.
type App struct {
	*boot.App
	Config boot.Config
}

// Open starts an app for one test, over a database of its own: gateway, ingest, NATS and the demo tenants, with the
// clock at Now. Each change may alter the configuration. The app stops at the end of the test.
func Open(t testing.TB, changes ...func(*boot.Config)) *App {
	t.Helper()
	cfg := boot.Config{
		Gateway: true, Ingest: true, Demo: true, Addr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", DataDir: TempDir(t),
		Log: testkit.NoLog,
		Now: func() time.Time { return Now },
	}
	for _, change := range changes {
		change(&cfg)
	}
	if cfg.DatabaseURL == "" {
		cfg.DatabaseURL = database(t, &cfg).URL
	}
	h, err := boot.Start(t.Context(), cfg)
	if err != nil {
		t.Fatalf("start the app: %v", err)
	}
	t.Cleanup(h.Stop)
	return &App{App: h, Config: cfg}
}

// database returns a database for an app. It has the demo tenants already if the app would write them around a usual
// time.
func database(t testing.TB, cfg *boot.Config) *schematest.DB {
	t.Helper()
	switch {
	case !cfg.Demo:
	case cfg.Now == nil:
		return DemoDatabase(t, time.Time{})
	case cfg.Now().Equal(Now):
		return DemoDatabase(t, Now)
	}
	return schematest.Open(t)
}

// demoAge is how old the demo of the present may be. Its first window closes after an hour.
const demoAge = 20 * time.Minute

// DemoDatabase returns a database with the demo tenants, whose content lies around now; zero is the present, or a
// moment within demoAge before it. It is a clone of one that is written once in a process for each moment, which takes
// seconds with the race detector.
func DemoDatabase(t testing.TB, now time.Time) *schematest.DB {
	t.Helper()
	if now.IsZero() {
		now = time.Now().Truncate(demoAge)
	}
	return schematest.OpenFilled(t, "demo of "+now.String(), func(ctx context.Context, pool *pgxpool.Pool) error {
		return boot.WriteDemo(ctx, pool, now, func(string) {})
	})
}

// TempDir returns a data folder that is removed at the end of the test.
func TempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-app-*")
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

// Shared returns one app for all tests of the package that only read. The first caller starts it; Main stops it. A test
// that edits content must use Open. Beside the demo tenants, it has those of odd.go.
func Shared(t testing.TB) *App {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.house == nil {
		db := DemoDatabase(lasting{t}, Now)
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

// lasting is a test whose cleanups run after all tests.
type lasting struct{ testing.TB }

// Cleanup keeps f for Main. It is called with shared locked.
func (lasting) Cleanup(f func()) { shared.closes = append(shared.closes, f) }

// Context does not end with the first test.
func (lasting) Context() context.Context { return context.Background() }

// AtEnd has f called after all tests of the package, if they are run by Main.
func AtEnd(f func()) {
	shared.Lock()
	defer shared.Unlock()
	shared.closes = append(shared.closes, f)
}

// Main runs the tests of a package, and then stops the shared app.
func Main(m *testing.M) {
	code := m.Run()
	for i := len(shared.closes) - 1; i >= 0; i-- {
		shared.closes[i]()
	}
	os.Exit(code)
}

// Address returns the address of the gateway. An App without a gateway stands for a Vitrine that runs elsewhere.
func (h *App) Address() string {
	if h.Gateway == nil {
		return h.Config.Addr
	}
	return h.Gateway.Addr()
}

// LiveClock makes an app use the database's clock.
func LiveClock(c *boot.Config) { c.Now = nil }
