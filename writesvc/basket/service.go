package basket

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/lograte"
)

// Config configures baskets.
type Config struct {
	Lines   int           // maximal lines of one basket; default 100
	Project time.Duration // interval of the projection without a wake-up; default 1 s
	Now     func() time.Time
}

// DefaultConfig returns the default configuration.
func DefaultConfig() Config { return Config{Lines: 100, Project: time.Second, Now: time.Now} }

// Validate checks a configuration.
func (c Config) Validate() error {
	if c.Lines <= 0 || c.Project <= 0 || c.Now == nil {
		return errors.New("basket: Lines and Project must be positive, and a clock is required")
	}
	return nil
}

// A Service manages baskets and stock. Any number of services may run over the same Postgres.
type Service struct {
	cfg  Config
	pool *pgxpool.Pool
	log  *slog.Logger
	wake chan struct{}
	held lograte.Limit // sales that cannot be shown

	// release releases a basket from a payment that was begun for it, or returns why it cannot.
	release func(ctx context.Context, tx pgx.Tx, tenant, basket string) error

	mu     sync.Mutex
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

// New returns a service. Start begins to project sales onto content.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Service{cfg: cfg, pool: pool, log: log, wake: make(chan struct{}, 1)}, nil
}

// OnChange sets the function that releases a basket before it changes. It is called before Start.
func (s *Service) OnChange(f func(ctx context.Context, tx pgx.Tx, tenant, basket string) error) {
	s.release = f
}
