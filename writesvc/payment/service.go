package payment

import (
	"context"
	"log/slog"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/lograte"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/chain"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/idempotency"
	"vitrine/writesvc/payment/pos/sandbox"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/payment/transfer"
	"vitrine/writesvc/ticket"
)

// A Service takes payments and delivers orders. Any number of services may run over the same Postgres.
type Service struct {
	cfg      Config
	pool     *pgxpool.Pool
	log      *slog.Logger
	settings *settings.Reader
	limits   *limit.Limiter
	keys     *idempotency.Keys
	checkout *checkout.Service
	settle   *settle.Service
	chain    *chain.Service
	transfer *transfer.Service
	bank     *sandbox.Bank // nil in production

	wake   chan struct{}
	runs   *runs
	forged lograte.Limit // callbacks that are refused
	wrong  lograte.Limit // callbacks of a bank that do not fit the payment
	noURL  lograte.Limit // payments by card without VITRINE_API_URL

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

// New returns a service. Start begins to reconcile. New registers the writer of the order email with the outbox, and
// the function that releases a basket under payment.
func New(cfg Config, parts Parts) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Service{cfg: cfg, pool: parts.Pool, log: parts.Log, wake: make(chan struct{}, 1), runs: newRuns()}
	s.settings = settings.NewReader(settings.Config{
		Secret: cfg.Secret, Production: cfg.Production, APIURL: cfg.APIURL, Lookup: cfg.Lookup, Gateway: cfg.Gateway,
		OwnSecret: cfg.OwnSecret,
	}, s.pool)
	s.limits = limit.New(s.pool, cfg.Now)
	s.keys = idempotency.New(idempotency.Config{Secret: cfg.Secret, Keep: cfg.KeepKeys, Now: cfg.Now}, s.pool, s.log)
	s.checkout = checkout.New(checkout.Config{AskAfter: cfg.AskAfter, Now: cfg.Now}, s.pool)
	s.settle = settle.New(settle.Config{
		AskAfter: cfg.AskAfter, AskAgain: cfg.AskAgain, MissingFor: cfg.MissingFor, Now: cfg.Now, Step: cfg.Step,
		Wake: s.Wake,
	}, settle.Parts{Pool: s.pool, Log: s.log, Settings: s.settings, Basket: parts.Basket, Ticket: parts.Ticket,
		Outbox: parts.Outbox, Notices: parts.Notices})
	each := checkout.Parts{Pool: s.pool, Log: s.log, Settings: s.settings, Limits: s.limits, Keys: s.keys,
		Checkout: s.checkout, Settle: s.settle}
	s.chain = chain.New(chain.Config{AskAfter: cfg.AskAfter, StartLimit: cfg.StartLimit, Now: cfg.Now}, each)
	s.transfer = transfer.New(transfer.Config{For: cfg.TransferFor, StartLimit: cfg.StartLimit, Limit: cfg.Limit,
		Now: cfg.Now}, each)
	if !cfg.Production {
		s.bank = sandbox.New(s.pool, func(tenant string) string { return s.settings.Derive(sandbox.Purpose, tenant) }, s.log)
	}
	parts.Basket.OnChange(s.checkout.ReleaseBasket)
	return s, nil
}

// Bank returns the sandbox bank, or nil in production.
func (s *Service) Bank() *sandbox.Bank { return s.bank }

// Settings returns the reader of tenants' settings.
func (s *Service) Settings() *settings.Reader { return s.settings }

// Chain returns the service of payments on chains.
func (s *Service) Chain() *chain.Service { return s.chain }

// Transfer returns the service of bank transfers.
func (s *Service) Transfer() *transfer.Service { return s.transfer }

// Wake wakes the reconciler.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
