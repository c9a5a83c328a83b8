package payment

import (
	"context"
	"log/slog"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment/pos/sandbox"
	"vitrine/writesvc/ticket"
)

// A Service takes money and gives what was bought for it. Any number of them may run beside one another over the same Postgres.
type Service struct {
	cfg      Config
	pool     *pgxpool.Pool
	log      *slog.Logger
	settings *reader
	limits   *limit.Limiter
	keys     *keys
	checkout *desk
	settle   *settler
	chain    *chains
	transfer *transfers
	bank     *sandbox.Bank // nil in production

	wake chan struct{}

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
	s := &Service{cfg: cfg, pool: parts.Pool, log: parts.Log, wake: make(chan struct{}, 1)}
	s.settings = newReader(readerConfig{
		Secret: cfg.Secret, Production: cfg.Production, APIURL: cfg.APIURL, Lookup: cfg.Lookup, Gateway: cfg.Gateway,
	}, s.pool)
	s.limits = limit.New(s.pool, cfg.Now)
	s.keys = newKeys(keysConfig{cfg.Secret, cfg.KeepKeys, cfg.Now}, s.pool, s.log)
	s.checkout = newDesk(deskConfig{cfg.AskAfter, cfg.Now}, s.pool)
	s.settle = newSettler(settlerConfig{
		AskAfter: cfg.AskAfter, AskAgain: cfg.AskAgain, MissingFor: cfg.MissingFor, Now: cfg.Now, Step: cfg.Step, Wake: s.Wake,
	}, settlerParts{s.pool, s.log, s.settings, parts.Basket, parts.Ticket, parts.Outbox, parts.Notices})
	s.chain = newChains(chainsConfig{cfg.AskAfter, cfg.StartLimit, cfg.Now},
		chainsParts{s.pool, s.log, s.settings, s.limits, s.keys, s.checkout, s.settle})
	s.transfer = newTransfers(transfersConfig{cfg.TransferFor, cfg.StartLimit, cfg.Limit, cfg.Now},
		transfersParts{s.pool, s.log, s.settings, s.limits, s.keys, s.checkout, s.settle})
	if !cfg.Production {
		s.bank = sandbox.New(s.pool, func(tenant string) string { return s.settings.derive(sandbox.Purpose, tenant) }, s.log)
	}
	parts.Basket.Thaw(s.checkout.thaw)
	return s, nil
}

// Bank is the sandbox bank, nil in production.
func (s *Service) Bank() *sandbox.Bank { return s.bank }

// Settings reads tenants' settings.
func (s *Service) Settings() *reader { return s.settings }

// Chain is the service of payments on chains.
func (s *Service) Chain() *chains { return s.chain }

// Transfer is the service of bank transfers.
func (s *Service) Transfer() *transfers { return s.transfer }

// Wake says that there may be work for the reconciler.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
