package payment

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/basket"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/pos/sandbox"
	"vitrine/writesvc/ticket"
)

// A Service takes money and gives what was bought for it. Any number of them may run beside one another over the same Postgres.
type Service struct {
	cfg     Config
	pool    *pgxpool.Pool
	log     *slog.Logger
	basket  *basket.Service
	ticket  *ticket.Service
	outbox  *notify.Outbox
	notices *notify.Notices
	bank    *sandbox.Bank // nil in production

	self, api atomic.Pointer[string]
	wake      chan struct{}

	mu     sync.Mutex
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

// Parts are the services that payments work with.
type Parts struct {
	Pool    *pgxpool.Pool
	Log     *slog.Logger
	Basket  *basket.Service
	Ticket  *ticket.Service
	Outbox  *notify.Outbox
	Notices *notify.Notices
}

// New returns a service. Start begins to reconcile. New registers the writer of the order email with the outbox, and the
// check that decides whether a basket under payment may change.
func New(cfg Config, parts Parts) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Service{cfg: cfg, pool: parts.Pool, log: parts.Log, basket: parts.Basket, ticket: parts.Ticket,
		outbox: parts.Outbox, notices: parts.Notices, wake: make(chan struct{}, 1)}
	if !cfg.Production {
		s.bank = sandbox.New(s.pool, func(tenant string) string { return s.derive(sandbox.Purpose, tenant) }, s.log)
	}
	s.basket.Thaw(s.thaw)
	s.outbox.Handle(letterPaid, s.writePaid)
	return s, nil
}

// Bank is the sandbox bank, nil in production.
func (s *Service) Bank() *sandbox.Bank { return s.bank }

// Reach says where the write service itself is reached, for its own calls to the sandbox bank, and where browsers reach the API, unless
// the configuration says that.
func (s *Service) Reach(self, api string) {
	self, api = strings.TrimRight(self, "/"), strings.TrimRight(api, "/")
	if self != "" {
		s.self.Store(&self)
	}
	if api != "" {
		s.api.Store(&api)
	}
}

func (s *Service) selfURL() string {
	if p := s.self.Load(); p != nil {
		return *p
	}
	return ""
}

// apiURL is where browsers reach the API.
func (s *Service) apiURL() string {
	if s.cfg.APIURL != "" {
		return strings.TrimRight(s.cfg.APIURL, "/")
	}
	if p := s.api.Load(); p != nil {
		return *p
	}
	return s.selfURL()
}

// Wake says that there may be work for the reconciler.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// step is one between claim and commit.
func (s *Service) step(name, payment string) error {
	if s.cfg.Step == nil {
		return nil
	}
	return s.cfg.Step(name, payment)
}
