package auth

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/lograte"
	"vitrine/internal/postgres"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/auth/device"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/idp"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/web"
)

// A Service authenticates customers. Any number of services may run over the same Postgres.
type Service struct {
	cfg    Config
	pool   *pgxpool.Pool
	outbox *notify.Outbox
	log    *slog.Logger
	hash   *password.Hasher
	tokens *token.Tokens
	codes  *code.Codes
	limits *limit.Limiter
	idps   *idp.Providers

	devices *device.Devices

	unsent   lograte.Limit // text messages that a limit refuses
	unhashed lograte.Limit // hashes that stay as they are
}

// New returns a service. It registers the writers of its emails with the outbox.
func New(cfg Config, pool *pgxpool.Pool, outbox *notify.Outbox, log *slog.Logger) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	h, err := password.NewHasher(password.Config{Cost: cfg.Hash, Pepper: cfg.Pepper, OldPeppers: cfg.OldPeppers,
		Slots: cfg.HashSlots, Queue: cfg.HashQueue})
	if err != nil {
		return nil, err
	}
	keys, err := cfg.Keys()
	if err != nil {
		return nil, err
	}
	s := &Service{cfg: cfg, pool: pool, outbox: outbox, log: log, hash: h, idps: idp.New(cfg.Now, cfg.PrivateIDPs...)}
	s.limits = limit.New(pool, cfg.Now)
	s.devices = device.New(cfg.Pepper, cfg.DeviceTTL, cfg.Now, cfg.OldPeppers...)
	s.codes = code.New(code.Config{Pepper: cfg.Pepper, OldPeppers: cfg.OldPeppers, Tries: cfg.OTPTries,
		Now: cfg.Now}, pool)
	s.tokens = token.New(token.Config{Issuer: cfg.Issuer, Keys: keys, AccessTTL: cfg.AccessTTL,
		Now: cfg.Now}, pool, log)
	for kind, write := range s.emails() {
		outbox.Handle(kind, write)
	}
	outbox.Urgent(email.Reset, email.Code, email.Phone)
	return s, nil
}

// Start makes the first token key if there is none, and follows rotations.
func (s *Service) Start(ctx context.Context) error { return s.tokens.Start(ctx) }

// Stop ends what Start began.
func (s *Service) Stop() { s.tokens.Stop() }

// Tokens returns the service's tokens.
func (s *Service) Tokens() *token.Tokens { return s.tokens }

// Hashes returns how many password hashes were computed, for tests.
func (s *Service) Hashes() uint64 { return s.hash.Made() }

// Sweep deletes expired rows.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.cfg.Now()
	for _, sql := range []string{
		`DELETE FROM spent WHERE expires_at < $1::timestamptz`,
		`DELETE FROM account_code WHERE expires_at < $1::timestamptz - interval '1 day'`,
		`DELETE FROM account_session WHERE expires_at < $1::timestamptz - interval '30 days'
OR revoked_at < $1::timestamptz - interval '30 days'`,
	} {
		if _, err := s.pool.Exec(ctx, sql, now); err != nil {
			return err
		}
	}
	if err := s.limits.Sweep(ctx); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `DELETE FROM account_audit WHERE at < $1`, now.Add(-s.cfg.AuditFor))
	return err
}

// Reload reads the token keys again now.
func (s *Service) Reload(ctx context.Context) error { return s.tokens.Reload(ctx) }

// note writes a security event. detail must not contain a secret or a value that a client chose.
func (s *Service) note(
	ctx context.Context, db postgres.Execer, rq *web.Request, account, event string, detail map[string]any,
) error {
	if detail == nil {
		detail = map[string]any{}
	}
	var id *string
	if account != "" {
		id = &account
	}
	if _, err := db.Exec(ctx, `INSERT INTO account_audit (tenant_id, account_id, event, address, user_agent, detail, at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		rq.Tenant.ID(), id, event, rq.Address(), rq.UserAgent(), detail, s.cfg.Now()); err != nil {
		return fmt.Errorf("note %s: %w", event, err)
	}
	return nil
}
