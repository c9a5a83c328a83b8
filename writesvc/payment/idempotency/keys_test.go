package idempotency

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/tenant"
	"vitrine/internal/testkit"
	"vitrine/writesvc/web"
)

// A desk has keys, a tenant and a clock.
type desk struct {
	*Keys
	db   *schematest.DB
	shop *tenant.Tenant
	mu   sync.Mutex
	at   time.Time
}

func openDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{db: schematest.Open(t), at: time.Now()}
	if _, err := d.db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`); err != nil {
		t.Fatal(err)
	}
	var err error
	if d.shop, err = tenant.Find(t.Context(), d.db.Pool, "shop"); err != nil {
		t.Fatal(err)
	}
	d.Keys = New(Config{Secret: make([]byte, 32), Keep: 24 * time.Hour, Now: d.now}, d.db.Pool, testkit.NoLog)
	return d
}

func (d *desk) now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at
}

func (d *desk) later(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.at = d.at.Add(by)
}

func (d *desk) request(t *testing.T, body string) *web.Request {
	t.Helper()
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/payment/bank-transfer", nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("Idempotency-Key", "key")
	return &web.Request{HTTP: rq, Tenant: d.shop, Body: []byte(body)}
}

func answer(id string) (*web.Answer, string, error) {
	return web.OK(map[string]string{"id": id}), "", nil
}

// The work is done, but its answer cannot be stored. The client gets it nevertheless.
func TestAnswerThatCannotBeStoredIsGiven(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	a, err := d.Once(t.Context(), d.request(t, "a"), "transfer", "basket", func(string) (*web.Answer, string, error) {
		if _, err := d.db.Pool.Exec(t.Context(), `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE 'no space left'; END $$;
CREATE TRIGGER broken BEFORE UPDATE ON idempotency FOR EACH ROW EXECUTE FUNCTION broken()`); err != nil {
			t.Error(err)
		}
		return answer("first")
	})
	if err != nil || a == nil {
		t.Fatalf("%+v, %v", a, err)
	}
	if _, err := d.Once(t.Context(), d.request(t, "a"), "transfer", "basket", func(string) (*web.Answer, string, error) {
		t.Error("the work is done twice")
		return answer("second")
	}); err == nil {
		t.Error("a repetition at once: no error")
	}
}

// A request that takes longer than a minute loses its key to a repetition. It does not overwrite what that stores.
func TestSlowRequestLeavesTheKeyToItsRepetition(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{false, true} {
		d := openDesk(t)
		_, err := d.Once(t.Context(), d.request(t, "a"), "transfer", "basket", func(string) (*web.Answer, string, error) {
			d.later(2 * time.Minute)
			if _, err := d.Once(t.Context(), d.request(t, "a"), "transfer", "basket",
				func(string) (*web.Answer, string, error) { return answer("repetition") }); err != nil {
				t.Error(err)
			}
			if fails {
				return nil, "", errors.New("too late")
			}
			return answer("slow")
		})
		if (err != nil) != fails {
			t.Error(err)
		}
		var body string
		if err := d.db.Pool.QueryRow(context.WithoutCancel(t.Context()),
			`SELECT convert_from(body, 'UTF8') FROM idempotency`).Scan(&body); err != nil || body != `{"id":"repetition"}` {
			t.Errorf("kept: %s, %v", body, err)
		}
	}
}
