package auth

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
)

// A Service knows who a customer is. Any number of them may run beside one another over the same Postgres.
type Service struct {
	cfg    Config
	pool   *pgxpool.Pool
	outbox *notify.Outbox
	log    *slog.Logger
	hash   *hasher
	tokens *tokens
	codes  *codes
	limits *limit.Limiter
	idps   *idps
}

// New makes a service; Start begins. It tells the outbox how to write its letters.
func New(cfg Config, pool *pgxpool.Pool, outbox *notify.Outbox, log *slog.Logger) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	h, err := newHasher(hasherConfig{cfg.Hash, cfg.Pepper, cfg.HashSlots, cfg.HashQueue})
	if err != nil {
		return nil, err
	}
	s := &Service{cfg: cfg, pool: pool, outbox: outbox, log: log, hash: h, idps: newIDPs(cfg.Now)}
	s.limits = limit.New(pool, cfg.Now)
	s.codes = newCodes(codesConfig{cfg.Pepper, cfg.OTPTries, cfg.Now}, pool)
	s.tokens = newTokens(tokensConfig{cfg.Issuer, cfg.TokenSecret, cfg.AccessTTL, cfg.Now}, pool, log)
	for kind, write := range s.letters() {
		outbox.Handle(kind, write)
	}
	return s, nil
}

// Start makes the first key where there is none, and keeps up with rotations.
func (s *Service) Start(ctx context.Context) error { return s.tokens.Start(ctx) }

// Stop ends what Start began.
func (s *Service) Stop() { s.tokens.Stop() }

// Tokens makes and checks tokens.
func (s *Service) Tokens() *tokens { return s.tokens }

// Hashes is how many password hashes were computed since the service was made.
func (s *Service) Hashes() uint64 { return s.hash.Made() }

// Sweep removes what has had its day.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.cfg.Now()
	for _, sql := range []string{
		`DELETE FROM rate WHERE tat < $1::timestamptz - interval '1 hour'`,
		`DELETE FROM spent WHERE expires_at < $1::timestamptz`,
		`DELETE FROM account_code WHERE expires_at < $1::timestamptz - interval '1 day'`,
		`DELETE FROM account_session WHERE expires_at < $1::timestamptz - interval '30 days' OR revoked_at < $1::timestamptz - interval '30 days'`,
	} {
		if _, err := s.pool.Exec(ctx, sql, now); err != nil {
			return err
		}
	}
	_, err := s.pool.Exec(ctx, `DELETE FROM account_audit WHERE at < $1`, now.Add(-s.cfg.AuditFor))
	return err
}

// Reload reads the token keys again, in place of waiting until they are.
func (s *Service) Reload(ctx context.Context) error { return s.tokens.Reload(ctx) }
