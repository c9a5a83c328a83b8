package payment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/ticket"
	"vitrine/writesvc/web"
)

// A mood is how the bank treats the next order.
type mood int

const (
	yes       mood = iota
	no             // it declines
	takenLost      // it takes the money, its answer is lost
	lost           // the order is lost
	slow           // its answer is lost, and it takes the money later; until then it does not know the order
)

// A modelBank is a model of a bank: what it took and what it refunded.
type modelBank struct {
	mu    sync.Mutex
	mood  mood
	mute  bool // it answers no query
	taken map[string]writeapi.Money
	later map[string]writeapi.Money // what it will have taken
	given map[string]writeapi.Money
	void  map[string]bool
	noed  map[string]bool
	asked map[string]int // orders, by payment
	pages map[string]writeapi.Money
	name  string
}

func newModelBank() *modelBank {
	return &modelBank{taken: map[string]writeapi.Money{}, later: map[string]writeapi.Money{},
		given: map[string]writeapi.Money{}, void: map[string]bool{}, noed: map[string]bool{}, asked: map[string]int{},
		pages: map[string]writeapi.Money{}, name: "model"}
}

func (b *modelBank) Merchant() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.name
}

// set changes the account at the bank.
func (b *modelBank) set(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.name = name
}

func (b *modelBank) Start(context.Context, pos.Payment, pos.Card) (pos.Page, error) {
	return pos.Page{HTML: []byte("bank")}, nil
}

// Host returns a page on which the model takes the money, for half an hour. pays is the customer there.
func (b *modelBank) Host(_ context.Context, p pos.Payment) (pos.Page, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pages[p.ID] = p.Amount
	return pos.Page{HTML: []byte("page"), Takes: true, Token: "token of " + p.ID, URL: "https://pay.example/" + p.ID,
		For: 30 * time.Minute}, nil
}

// pays is a customer on a payment's page, with a good or a bad card.
func (b *modelBank) pays(id string, good bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.taken[id] > 0:
	case good:
		b.taken[id] = b.pages[id]
	default:
		b.noed[id] = true
	}
}

func (b *modelBank) Read(form url.Values) (pos.Callback, error) {
	if form.Get("hash") != "good" {
		return pos.Callback{}, pos.ErrForged
	}
	return pos.Callback{PaymentID: form.Get("oid"), Merchant: "model", Amount: form.Get("amount"),
		Failed: form.Get("failed") != "", BIN: form.Get("bin")}, nil
}

func (b *modelBank) Authorize(_ context.Context, p pos.Payment, _ pos.Callback) pos.Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked[p.ID]++
	m := b.mood
	b.mood = yes
	switch m {
	case no:
		b.noed[p.ID] = true
		return pos.Outcome{State: pos.Declined, Reason: pos.ReasonFunds}
	case lost:
		return pos.Outcome{Err: errors.New("lost")}
	case slow:
		b.later[p.ID] = p.Amount
		return pos.Outcome{Err: errors.New("lost")}
	case takenLost:
		b.taken[p.ID] += p.Amount
		return pos.Outcome{Err: errors.New("lost")}
	}
	b.taken[p.ID] += p.Amount
	return pos.Outcome{State: pos.Approved, Txn: "t" + p.ID, Amount: p.Amount, Refunded: -1}
}

func (b *modelBank) Query(_ context.Context, p pos.Payment) pos.Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := pos.Outcome{Txn: "t" + p.ID, Amount: b.taken[p.ID], Refunded: b.given[p.ID]}
	switch {
	case b.mute:
		return pos.Outcome{Err: errors.New("mute"), Refunded: -1}
	case b.void[p.ID]:
		o.State = pos.Voided
	case b.taken[p.ID] > 0:
		o.State = pos.Approved
	case b.noed[p.ID]:
		o.State = pos.Declined
	default:
		o = pos.Outcome{State: pos.Missing}
	}
	return o
}

func (b *modelBank) Void(_ context.Context, p pos.Payment) pos.Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.given[p.ID] > 0 || b.taken[p.ID] == 0 {
		return pos.Outcome{State: pos.Declined}
	}
	b.given[p.ID], b.void[p.ID] = b.taken[p.ID], true
	return b.lose(pos.Outcome{State: pos.Approved})
}

func (b *modelBank) Refund(_ context.Context, p pos.Payment, amount writeapi.Money) pos.Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.given[p.ID]+amount > b.taken[p.ID] {
		return pos.Outcome{State: pos.Declined}
	}
	b.given[p.ID] += amount
	return b.lose(pos.Outcome{State: pos.Approved})
}

// lose loses an answer if the bank is in that mood.
func (b *modelBank) lose(o pos.Outcome) pos.Outcome {
	if b.mood == takenLost {
		b.mood = yes
		return pos.Outcome{Err: errors.New("lost")}
	}
	return o
}

func (b *modelBank) Installments(_ context.Context, bin string, amount writeapi.Money) (writeapi.Installments, error) {
	return writeapi.Installments{}, nil
}

// arrive makes the bank process delayed orders.
func (b *modelBank) arrive() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, m := range b.later {
		b.taken[id] += m
	}
	clear(b.later)
}

func (b *modelBank) held(id string) writeapi.Money {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.taken[id] - b.given[id]
}

// A house is a payment service with a database, a model of a bank, and a clock.
type house struct {
	*Service
	db   *schematest.DB
	bank *modelBank
	step func(step, payment string) error

	gateway func(tenant string) (pos.Gateway, error) // nil: bank for every tenant

	mu    sync.Mutex
	moved time.Duration
	still time.Time // the clock's base, if it moves only when told
}

type sink struct{}

func (sink) Send(context.Context, notify.Message) error { return nil }

func openHouse(t testing.TB) *house {
	t.Helper()
	h := &house{db: schematest.Open(t), bank: newModelBank()}
	// Banks know payments by a reference. The model knows them by their id, as payments begun before there was one.
	if _, err := h.db.Pool.Exec(t.Context(), `CREATE FUNCTION no_ref() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN NEW.merchant_ref := NULL; RETURN NEW; END $$;
CREATE TRIGGER no_ref BEFORE INSERT ON payment FOR EACH ROW EXECUTE FUNCTION no_ref()`); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	ncfg := notify.DefaultConfig()
	ncfg.Mail = sink{}
	out, err := notify.New(ncfg, h.db.Pool, log)
	if err != nil {
		t.Fatal(err)
	}
	bcfg, tcfg, cfg := basket.DefaultConfig(), ticket.DefaultConfig(), DefaultConfig()
	bcfg.Now, tcfg.Now, cfg.Now = h.now, h.now, h.now
	cfg.Secret = make([]byte, 32)
	if tcfg.Keys, err = keywrap.NewRing(cfg.Secret); err != nil {
		t.Fatal(err)
	}
	cfg.Gateway = func(tenant, _ string) (pos.Gateway, error) {
		if h.gateway != nil {
			return h.gateway(tenant)
		}
		return h.bank, nil
	}
	cfg.StartLimit, cfg.Limit = limit.Limit{Burst: 1e6, Every: time.Microsecond}, limit.Limit{Burst: 1e6,
		Every: time.Microsecond}
	cfg.Step = func(step, payment string) error {
		if h.step == nil {
			return nil
		}
		return h.step(step, payment)
	}
	b, err := basket.New(bcfg, h.db.Pool, log)
	if err != nil {
		t.Fatal(err)
	}
	k, err := ticket.New(tcfg, h.db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	notices := notify.NewNotices(h.db.Pool, h.now, func(context.Context, *web.Request) error { return nil })
	if h.Service, err = New(cfg, Parts{Pool: h.db.Pool, Log: log, Basket: b, Ticket: k, Outbox: out,
		Notices: notices}); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *house) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.still.IsZero() {
		return h.still.Add(h.moved)
	}
	return time.Now().Add(h.moved)
}

func (h *house) later(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.moved += d
}

// A shop is a tenant with one event.
type shop struct {
	*house
	t     *tenant.Tenant
	event string
}

func (h *house) shop(t fataler, id string, places int) *shop {
	s := &shop{house: h}
	ctx := context.Background()
	if _, err := h.db.Pool.Exec(ctx, `INSERT INTO tenant (id, name, currency) VALUES ($1, 'Shop', 'TRY')`,
		id); err != nil {
		t.Fatalf("a shop: %v", err)
	}
	if err := h.db.Pool.QueryRow(ctx, `INSERT INTO event (tenant_id, slug, name, status, amount, starts_at, capacity_max)
VALUES ($1, 'concert', 'Concert', 'PUBLISHED', 10, now() + interval '300 days', $2) RETURNING id`, id,
		places).Scan(&s.event); err != nil {
		t.Fatalf("an event: %v", err)
	}
	if _, err := h.db.Pool.Exec(ctx, `INSERT INTO tenant_payment (tenant_id, settings) VALUES ($1, $2)`, id,
		settings.Settings{Stock: roomy()}); err != nil {
		t.Fatalf("settings: %v", err)
	}
	var err error
	if s.t, err = tenant.Find(ctx, h.db.Pool, id); err != nil || s.t == nil {
		t.Fatalf("find the shop: %v", err)
	}
	return s
}

// roomy returns limits of reserved stock that no test reaches unless it is about them.
func roomy() settings.Stock {
	much := settings.Cap{Payments: 1e6, Items: 1e6}
	return settings.Stock{HoldMinutes: 20, Account: much, Proved: much, Address: much, Network: much, Share: 100}
}

// fataler is a *testing.T or *rapid.T.
type fataler interface {
	Fatalf(format string, args ...any)
}

// buyer makes an account with a basket of places.
func (s *shop) buyer(ctx context.Context, name string, places int) (basketID string, err error) {
	err = s.db.Pool.QueryRow(ctx, `WITH a AS (
  INSERT INTO account (tenant_id, email, first_name, last_name) VALUES ($1, $2, 'A', 'B') RETURNING id
), b AS (
  INSERT INTO basket (tenant_id, account_id) SELECT $1, id FROM a RETURNING id
)
SELECT id FROM b`, s.t.ID(), name+"@example.com").Scan(&basketID)
	if err == nil {
		_, err = s.db.Pool.Exec(ctx, `INSERT INTO basket_item (tenant_id, basket_id, kind, item_id, quantity)
VALUES ($1, $2, 'event', $3, $4)`, s.t.ID(), basketID, s.event, places)
	}
	return basketID, err
}

func (s *shop) start(ctx context.Context, basketID string) (string, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, "/payment/3ds", nil)
	if err != nil {
		return "", err
	}
	rq.Header.Set("Accept", "application/json")
	a, err := s.Start3DS(ctx, &web.Request{HTTP: rq, Tenant: s.t, Client: netip.MustParseAddr("192.0.2.1"),
		Body: []byte(`{"basketId":"` + basketID +
			`","cardNumber":"5528790000000008",` +
			`"expireMonth":"12","expireYear":"2090","cvc":"123","cardHolderName":"Ada Lovelace"}`)})
	if err != nil {
		return "", err
	}
	return a.Data.(writeapi.Started).PaymentID, nil
}

func (s *shop) callback(ctx context.Context, payment string, pairs ...string) error {
	form := url.Values{"hash": {"good"}, "oid": {payment}}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	_, err := s.called(ctx, s.t.ID(), payment, form)
	return err
}

// pay buys places for a new account. The bank treats the payment by its mood.
func (s *shop) pay(t *testing.T, name string, places int, bank mood) string {
	t.Helper()
	b, err := s.buyer(t.Context(), name, places)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.start(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	s.bank.mood = bank
	if err := s.callback(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	return p
}

func isCode(err error, code api.Code) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Code == code
}

// audit returns what is wrong with a tenant's books, or nil. Every amount taken has an order, a refund or an operator.
// Stock is what was sold and reserved.
func (s *shop) audit(ctx context.Context) error {
	rows, err := s.db.Pool.Query(ctx,
		`SELECT p.id, p.method, p.status, p.captured - p.refunded, p.refunding, p.ask_at IS NOT NULL,
  EXISTS (SELECT FROM payment_event e WHERE e.tenant_id = $1 AND e.payment_id = p.id
AND e.event IN ('expire', 'supersede', '`+checkout.NoteLapsed+`')
    AND NOT EXISTS (SELECT FROM payment_event k WHERE k.tenant_id = $1 AND k.payment_id = p.id
      AND k.event = '`+checkout.NoteKept+`' AND k.id > e.id)),
  EXISTS (SELECT FROM orders o WHERE o.tenant_id = $1 AND o.payment_id = p.id
AND o.status IN ('PAID', 'PARTIALLY_REFUNDED')),
  (SELECT count(*) FROM ticket k JOIN orders o ON o.tenant_id = k.tenant_id AND o.id = k.order_id
WHERE k.tenant_id = $1 AND o.payment_id = p.id AND k.status = 'valid'),
  (SELECT coalesce(sum((l->>'quantity')::int), 0) FROM jsonb_array_elements(p.items) l)
FROM payment p WHERE p.tenant_id = $1`, s.t.ID())
	if err != nil {
		return err
	}
	var sold, promised int
	_, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (struct{}, error) {
		var id, method string
		var status record.Status
		var kept, refunding writeapi.Money
		var asks, ended, ordered bool
		var tickets, places int
		if err := r.Scan(&id, &method, &status, &kept, &refunding, &asks, &ended, &ordered, &tickets, &places); err != nil {
			return struct{}{}, err
		}
		held := s.bank.held(id)
		// Received money is audited in walk_coins_test.go and walk_transfer_test.go; here only the books count.
		if method != "card" {
			held = kept
			// an operator decides
			asks = slices.Contains([]record.Status{record.PartiallyPaid, record.Review, record.Underpaid, record.Overpaid},
				status)
		}
		sent := held < kept && refunding > 0 // refunded by the bank, its answer lost
		switch {
		case s.bank.asked[id] > 1:
			return struct{}{}, fmt.Errorf("%s: money was asked for %d times", id, s.bank.asked[id])
		case held > 0 && !ordered && refunding == 0 && !asks:
			return struct{}{}, fmt.Errorf("%s is %s: the bank holds %s, and nothing is owed for it", id, status, held)
		case ordered && held != kept && !sent:
			return struct{}{}, fmt.Errorf("%s is %s: the bank holds %s, the books say %s", id, status, held, kept)
		case ordered && kept == 0:
			return struct{}{}, fmt.Errorf("%s: an order that nobody paid", id)
		case ordered && tickets != places || !ordered && tickets != 0:
			return struct{}{}, fmt.Errorf("%s is %s: %d tickets of %d", id, status, tickets, places)
		}
		if ordered {
			sold += places
		}
		switch status {
		case record.Created, record.RequiresAction, record.Processing, record.Unknown, record.Pending, record.PartiallyPaid,
			record.Confirming:
			// a payment that returned from its end has no reservation; it gets what is left, or waits for an operator
			if !ended {
				promised += places
			}
		}
		return struct{}{}, nil
	})
	if err != nil {
		return err
	}
	var isSold, isPromised int
	if err := s.db.Pool.QueryRow(ctx, `SELECT coalesce(sum(sold), 0), coalesce(sum(reserved), 0) FROM inventory
WHERE tenant_id = $1`, s.t.ID()).Scan(&isSold, &isPromised); err != nil {
		return err
	}
	if isSold != sold || isPromised != promised {
		return fmt.Errorf("stock says %d sold and %d promised, payments say %d and %d", isSold, isPromised, sold, promised)
	}
	return nil
}

func TestProductionHasNoSandboxBank(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.shop(t, "shop", 1)
	live := settings.NewReader(settings.Config{Secret: h.cfg.Secret, Production: true, Lookup: h.cfg.Lookup}, h.db.Pool)
	if faults, err := live.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("a shop without settings: %v, %v", faults, err)
	}
	c, err := live.Of(t.Context(), "shop")
	if err != nil || c.Provider != "" || c.Transfer != nil {
		t.Errorf("a shop without settings is paid by %+v, %v", c, err)
	}
	if _, err := live.Gateway("shop", "sandbox", c); !isCode(err, api.MethodOff) {
		t.Errorf("the sandbox bank: %v", err)
	}
	if _, err := live.Secret("a word"); err == nil {
		t.Error("a secret stands in the settings of production")
	}
	if _, err := h.db.Pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings)
VALUES ('shop', '{"provider":"sandbox"}')
ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings`); err != nil {
		t.Fatal(err)
	}
	faults, err := live.Faults(t.Context())
	if err != nil || len(faults) != 1 || faults[0].Tenant != "shop" {
		t.Errorf("a shop that is paid by the sandbox bank: %v, %v", faults, err)
	}
	if c, err = live.Of(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	if _, err := live.Gateway("shop", c.Provider, c); !isCode(err, api.MethodOff) {
		t.Errorf("a payment at the sandbox bank: %v", err)
	}
}

func TestOpenPaymentPreventsDeletion(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.shop(t, "shop", 3)
	ctx := t.Context()
	s.pay(t, "ada", 1, takenLost)
	for _, sql := range []string{`DELETE FROM account`, `DELETE FROM basket`, `DELETE FROM payment`,
		`DELETE FROM tenant`} {
		if _, err := h.db.Pool.Exec(ctx, sql); err == nil {
			t.Errorf("%s: done, with money on its way", sql)
		}
	}
	h.later(2 * time.Minute)
	if err := h.Reconcile(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := h.db.Pool.Exec(ctx, `DELETE FROM account`); err != nil {
		t.Errorf("a settled one: %v", err)
	}
}
