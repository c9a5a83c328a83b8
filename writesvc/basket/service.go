package basket

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Config is how baskets behave.
type Config struct {
	Lines   int           // lines of one basket; default 100
	Project time.Duration // how often stock that changed elsewhere, or did not reach content, is looked for; default 1 s
	Now     func() time.Time
}

// DefaultConfig is how baskets behave unless told otherwise.
func DefaultConfig() Config { return Config{Lines: 100, Project: time.Second, Now: time.Now} }

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	if c.Lines <= 0 || c.Project <= 0 || c.Now == nil {
		return errors.New("basket: Lines and Project must be positive, and a clock is needed")
	}
	return nil
}

// A Service keeps baskets and stock. Any number of them may run beside one another.
type Service struct {
	cfg  Config
	pool *pgxpool.Pool
	log  *slog.Logger
	wake chan struct{}

	// thaw lets a basket be changed although a payment for it was begun, or says why not.
	thaw func(ctx context.Context, tx pgx.Tx, tenant, basket string) error

	mu     sync.Mutex
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

// New makes a service; Start begins to show sales on content.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) (*Service, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Service{cfg: cfg, pool: pool, log: log, wake: make(chan struct{}, 1)}, nil
}

// Thaw sets what a basket under payment is asked before it changes. It is called before Start.
func (s *Service) Thaw(f func(ctx context.Context, tx pgx.Tx, tenant, basket string) error) {
	s.thaw = f
}
