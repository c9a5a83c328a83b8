package limit

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/schema/schematest"
)

func open(t *testing.T) (*Limiter, *time.Time, *pgxpool.Pool) {
	t.Helper()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, language, status)
VALUES ('shop', 'Shop', 'en', 'ACTIVE')`); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	return New(db.Pool, func() time.Time { return now }), &now, db.Pool
}

// free returns how often a charge can be taken at once.
func free(t *testing.T, s *Limiter, c Charge) (n int) {
	t.Helper()
	for {
		wait, err := s.Take(t.Context(), "shop", c)
		if err != nil {
			t.Fatal(err)
		}
		if wait > 0 {
			return n
		}
		n++
	}
}

func TestARefusedRequestIsChargedToNoLimit(t *testing.T) {
	t.Parallel()
	s, now, _ := open(t)
	small := On(FailAddress, Limit{1, time.Hour}, "shop", "small")
	large := On(FailAddress, Limit{5, time.Hour}, "shop", "large")
	beside := On(FailTenant, Limit{5, time.Hour}, "shop", "")
	for range 4 {
		if _, over, err := s.TakeBeside(t.Context(), "shop", []Charge{small, large}, beside); err != nil || over {
			t.Fatalf("over %v, error %v", over, err)
		}
		*now = now.Add(barMoment + time.Millisecond) // recent refusals are forgotten
	}
	if n := free(t, s, large); n != 4 {
		t.Errorf("the larger limit has room for %d, want 4: one request was permitted", n)
	}
	if n := free(t, s, beside); n != 4 {
		t.Errorf("the limit beside has room for %d, want 4", n)
	}
}

func TestALimitBesideRefusesNothing(t *testing.T) {
	t.Parallel()
	s, _, _ := open(t)
	hard, beside := On(FailAddress, Limit{9, time.Hour}, "shop", "x"), On(FailTenant, Limit{2, time.Hour}, "shop", "")
	for i := range 5 {
		wait, over, err := s.TakeBeside(t.Context(), "shop", []Charge{hard}, beside)
		if err != nil || wait != 0 || over != (i >= 2) {
			t.Errorf("request %d: wait %v, over %v, error %v", i, wait, over, err)
		}
	}
}

func TestAnAddressIsCountedWithTheNetworksAroundIt(t *testing.T) {
	t.Parallel()
	s, _, _ := open(t)
	l := Limit{2, time.Hour}
	take := func(addr string) bool {
		t.Helper()
		wait, err := s.Take(t.Context(), "shop", Networks(FailAddress, l, "shop", netip.MustParseAddr(addr))...)
		if err != nil {
			t.Fatal(err)
		}
		return wait == 0
	}
	taken := func(format string, n int) (count int) {
		for i := range n {
			for take(fmt.Sprintf(format, i)) {
				count++
			}
		}
		return count
	}
	if n := taken("2001:db8:1:%x::1", 16); n != 8 {
		t.Errorf("the /64s of a /56 took %d, want 8", n)
	}
	if n := taken("2001:db8:1:%x00::1", 16); n != 8 {
		t.Errorf("the other /56s of the /48 took %d, want 8: 16 of the /48, less 8", n)
	}
	if n := taken("192.0.2.%d", 100); n != 16 {
		t.Errorf("the addresses of a /24 took %d, want 16", n)
	}
	if !take("2001:db8:2::1") || !take("192.0.3.1") || !take("::ffff:192.0.3.1") || take("192.0.3.1") {
		t.Error("other networks are not counted alone")
	}
}

// A full table refuses strangers with a 503. Known devices are counted.
func TestAFullTableRefusesOnlyWhatClientsCanMakeUp(t *testing.T) {
	t.Parallel()
	s, now, pool := open(t)
	s.most = 3
	stranger := func(i int) Charge { return On(FailAccount, Limit{2, time.Hour}, "shop", fmt.Sprint(i)) }
	for i := range 3 {
		if _, err := s.Take(t.Context(), "shop", stranger(i)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Take(t.Context(), "shop", stranger(4))
	var e *api.Error
	if !errors.As(err, &e) || e.Status != 503 || e.RetryAfter == 0 {
		t.Errorf("a stranger: %v, want a 503 with Retry-After", err)
	}
	if wait, err := s.Take(t.Context(), "shop", On(FailDevice, FailDevice.Limit, "shop", "device").Sure()); err != nil ||
		wait != 0 {
		t.Errorf("a known device: wait %v, error %v", wait, err)
	}
	*now = now.Add(2 * time.Hour)
	s.swept.Store(0)
	if _, err := s.Take(t.Context(), "shop", stranger(4)); err != nil {
		t.Errorf("once rows have expired: %v", err)
	}
	var n int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM rate`).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows, %v; want 1", n, err)
	}
}

// fillFrom makes attempts from the networks of a prefix until the table refuses one, and returns the status.
func fillFrom(t *testing.T, s *Limiter, tenant, format string, n int) int {
	t.Helper()
	for i := range n {
		from := netip.MustParseAddr(fmt.Sprintf(format, i))
		charges := append(Networks(FailAddress, FailAddress.Limit, tenant, from),
			On(FailAccount, FailAccount.Limit, tenant, fmt.Sprint(format, i)).From(from))
		_, err := s.Take(t.Context(), tenant, charges...)
		var e *api.Error
		if errors.As(err, &e) {
			return e.Status
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return 200
}

// The clients of one network cannot fill the table for others, however many networks of 48 bits it has. Nor can those
// of several networks, or a flood of one shop that comes from everywhere.
func TestOneNetworkOrShopCannotFillTheTable(t *testing.T) {
	t.Parallel()
	s, _, pool := open(t)
	if _, err := pool.Exec(t.Context(), `INSERT INTO tenant (id, name, language, status)
VALUES ('other', 'Other', 'en', 'ACTIVE')`); err != nil {
		t.Fatal(err)
	}
	s.most = 1000
	for i, format := range []string{"2001:db8:%x::1", "2001:db9:%x::1", "2001:dba:%x::1", "198.51.%d.7"} {
		if status := fillFrom(t, s, "shop", format, 200); status != 429 {
			t.Errorf("network %d: %d, want 429 once it has its share", i, status)
		}
		s.swept.Store(0)
	}
	if status := fillFrom(t, s, "shop", "203.0.%d.7", 3); status != 200 {
		t.Errorf("another network: %d", status)
	}
	own := On(FailDevice, FailDevice.Limit, "shop", "device").Sure().From(netip.MustParseAddr("2001:db8::1"))
	if wait, err := s.Take(t.Context(), "shop", own); err != nil || wait != 0 {
		t.Errorf("a known device in such a network: wait %v, error %v", wait, err)
	}
	// Another process counts what this one has added.
	second := New(pool, s.now)
	second.most = s.most
	if status := fillFrom(t, second, "shop", "2001:db8:ff%02x::1", 10); status != 429 {
		t.Errorf("the first network at another process: %d, want 429", status)
	}
	for i := range 250 {
		if fillFrom(t, s, "shop", fmt.Sprintf("%d.7.%%d.7", i+1), 1) == 503 {
			break
		}
		if i == 249 {
			t.Error("a shop has no share")
		}
	}
	if status := fillFrom(t, s, "other", "203.1.%d.7", 3); status != 200 {
		t.Errorf("another shop: %d", status)
	}
}

func TestWithoutPostgresRequestsThatMustBeCountedGet503(t *testing.T) {
	t.Parallel()
	s, _, pool := open(t)
	pool.Close()
	for _, c := range []Charge{On(SignUp, SignUp.Limit, "shop", "x"), On(SignUp, SignUp.Limit, "shop", "x").Sure()} {
		_, err := s.Take(t.Context(), "shop", c)
		var e *api.Error
		if !errors.As(err, &e) || e.Status != 503 || e.RetryAfter == 0 {
			t.Errorf("%v, want a 503 with Retry-After", err)
		}
	}
}
