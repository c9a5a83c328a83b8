package notify

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// A slow sender answers once the test lets it. It counts what it sends by recipient.
type slow struct {
	mu      sync.Mutex
	sending map[string]int // in progress
	sent    []string
	hold    map[string]chan struct{} // recipients that wait
}

func newSlow(hold ...string) *slow {
	s := &slow{sending: map[string]int{}, hold: map[string]chan struct{}{}}
	for _, to := range hold {
		s.hold[to] = make(chan struct{})
	}
	return s
}

func (s *slow) Send(ctx context.Context, m Message) error {
	s.mu.Lock()
	s.sending[m.To]++
	hold := s.hold[m.To]
	s.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sending[m.To]--
	s.sent = append(s.sent, m.To)
	return nil
}

// until waits for a condition, and looks every few milliseconds.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	testkit.Until(t, what, func() bool {
		time.Sleep(2 * time.Millisecond)
		return holds()
	})
}

// count returns how many messages to a recipient are in progress, and how many were sent.
func (s *slow) count(to string) (sending, sent int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, done := range s.sent {
		if done == to {
			sent++
		}
	}
	return s.sending[to], sent
}

type letter struct {
	To  string  `json:"to"`
	Way Channel `json:"way"`
}

func (l letter) Channel() Channel { return l.Way }

// openOutbox returns an outbox over a database with tenants. Its letters leave by mail, or by text message if they say
// so.
func openOutbox(t *testing.T, workers int, mail, sms Sender, tenants ...string) (*Outbox, *pgxpool.Pool) {
	t.Helper()
	db := schematest.Open(t)
	for _, id := range tenants {
		if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, language, status)
VALUES ($1, 'Shop', 'en', 'ACTIVE')`, id); err != nil {
			t.Fatal(err)
		}
	}
	return outboxOver(t, db.Pool, workers, mail, sms), db.Pool
}

func outboxOver(t *testing.T, pool *pgxpool.Pool, workers int, mail, sms Sender) *Outbox {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Mail, cfg.SMS, cfg.Workers, cfg.Poll = mail, sms, workers, 20*time.Millisecond
	o, err := New(cfg, pool, testkit.NoLog)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"news", "code"} {
		o.Handle(kind, func(_ context.Context, j Job) (mail, sms []Message, err error) {
			m := []Message{{To: j.Tenant + " " + kind, Text: "x"}}
			if j.Channel == BySMS && string(j.Data) != `{"to": "nobody", "way": "sms"}` {
				return nil, m, nil
			}
			return m, nil, nil
		})
	}
	o.Urgent("code")
	t.Cleanup(o.Stop)
	return o
}

func put(t *testing.T, o *Outbox, n int, tenant, kind string, l letter) {
	t.Helper()
	for range n {
		if err := o.Put(t.Context(), o.pool, tenant, kind, l); err != nil {
			t.Fatal(err)
		}
	}
	o.Wake()
}

// While the mail server keeps a campaign of one tenant waiting, codes of that tenant and all messages of others leave.
func TestACampaignOfOneTenantHoldsNoOtherMessageUp(t *testing.T) {
	t.Parallel()
	s := newSlow("big news")
	o, _ := openOutbox(t, 8, s, nil, "big", "small")
	put(t, o, 60, "big", "news", letter{Way: ByMail})
	o.Start()
	until(t, "the campaign has begun", func() bool { n, _ := s.count("big news"); return n == 4 })
	put(t, o, 3, "small", "news", letter{Way: ByMail})
	put(t, o, 3, "small", "code", letter{Way: ByMail})
	put(t, o, 3, "big", "code", letter{Way: ByMail})
	for _, to := range []string{"small news", "small code", "big code"} {
		until(t, to+" is sent", func() bool { _, n := s.count(to); return n == 3 })
	}
	if n, sent := s.count("big news"); n != 4 || sent != 0 {
		t.Errorf("%d messages of the campaign are in progress and %d sent, want 4 and 0", n, sent)
	}
	close(s.hold["big news"])
	until(t, "the campaign is sent", func() bool { _, n := s.count("big news"); return n == 60 })
}

// Codes of one tenant, however many, leave room for its other messages and for other tenants.
func TestAFloodOfCodesHoldsNoOtherMessageUp(t *testing.T) {
	t.Parallel()
	s := newSlow("big code")
	o, _ := openOutbox(t, 8, s, nil, "big", "small")
	put(t, o, 60, "big", "code", letter{Way: ByMail})
	o.Start()
	until(t, "the flood has begun", func() bool { n, _ := s.count("big code"); return n == 6 })
	put(t, o, 3, "small", "news", letter{Way: ByMail})
	put(t, o, 3, "small", "code", letter{Way: ByMail})
	for _, to := range []string{"small news", "small code"} {
		until(t, to+" is sent", func() bool { _, n := s.count(to); return n == 3 })
	}
	close(s.hold["big code"])
}

// A mail server that does not answer holds no text messages up. Codes by text message that become emails, because the
// account has no number, hold none up either.
func TestASlowChannelHoldsNoOtherUp(t *testing.T) {
	t.Parallel()
	mail, sms := newSlow("big code"), newSlow()
	o, pool := openOutbox(t, 4, mail, sms, "big", "small")
	put(t, o, 20, "big", "code", letter{To: "nobody", Way: BySMS})
	o.Start()
	until(t, "emails wait", func() bool { n, _ := mail.count("big code"); return n == 3 })
	put(t, o, 3, "big", "code", letter{To: "somebody", Way: BySMS})
	put(t, o, 3, "small", "code", letter{To: "somebody", Way: BySMS})
	for _, to := range []string{"big code", "small code"} {
		until(t, "text messages to "+to, func() bool { _, n := sms.count(to); return n == 3 })
	}
	close(mail.hold["big code"])
	until(t, "all are sent", func() bool {
		var n int
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM outbox WHERE done_at IS NULL`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n == 0
	})
	if _, n := mail.count("big code"); n != 20 {
		t.Errorf("%d emails were sent, want 20", n)
	}
}

// A free worker goes to urgent messages, then to the tenant with the fewest deliveries in progress, then to the one
// whose turn is the longest ago. No class and no tenant gets every worker.
func TestTheOrderOfMessages(t *testing.T) {
	t.Parallel()
	q := newQueue(&Outbox{cfg: Config{Workers: 8}}, ByMail)
	take := func(n int) (order []string) {
		for range n {
			g, ok := q.next()
			if !ok {
				break
			}
			q.turn++
			q.latest[g] = q.turn
			q.busy[g]++
			order = append(order, fmt.Sprintf("%s %v", g.tenant, g.urgent))
		}
		return order
	}
	for _, test := range []struct {
		name string
		due  []group
		want []string
	}{
		{"two campaigns", []group{{"a", false}, {"b", false}},
			[]string{"a false", "b false", "a false", "b false", "a false", "b false"}},
		{"a campaign", []group{{"a", false}}, []string{"a false", "a false", "a false", "a false"}},
		{"codes before a campaign", []group{{"a", false}, {"b", true}},
			[]string{"b true", "b true", "b true", "b true", "b true", "b true", "a false", "a false"}},
		{"codes of two tenants", []group{{"a", true}, {"b", true}, {"c", false}},
			[]string{"a true", "b true", "a true", "b true", "a true", "b true", "a true", "c false"}},
	} {
		q.due, q.busy, q.latest, q.turn = test.due, map[group]int{}, map[group]uint64{}, 0
		if got := take(9); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	for workers := 1; workers < 9; workers++ { // even a single worker delivers both classes
		q.cfg.Workers = workers
		for _, g := range []group{{"a", false}, {"a", true}} {
			q.due, q.busy, q.latest = []group{g}, map[group]int{}, map[group]uint64{}
			if len(take(9)) == 0 {
				t.Errorf("%d workers deliver no message of %v", workers, g)
			}
		}
	}
}

// Two processes with the same table send each message once, and none is left.
func TestTwoProcessesShareTheQueue(t *testing.T) {
	t.Parallel()
	s := newSlow()
	first, pool := openOutbox(t, 4, s, nil, "big", "small")
	second := outboxOver(t, pool, 4, s, nil)
	put(t, first, 50, "big", "news", letter{Way: ByMail})
	put(t, first, 50, "small", "code", letter{Way: ByMail})
	first.Start()
	second.Start()
	for _, to := range []string{"big news", "small code"} {
		until(t, to+" is sent", func() bool { _, n := s.count(to); return n >= 50 })
	}
	first.Stop()
	second.Stop()
	for _, to := range []string{"big news", "small code"} {
		if _, n := s.count(to); n != 50 {
			t.Errorf("%s was sent %d times, want 50", to, n)
		}
	}
}
