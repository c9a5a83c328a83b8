package basket

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Wake makes the projection run soon.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Start begins to project sales onto content. It may be called again.
func (s *Service) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.wg.Go(func() { s.work(ctx) })
}

// Stop ends the projection. It may be called again.
func (s *Service) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
		s.wg.Wait()
		s.cancel = nil
	}
}

// coalesce is how long sales are collected. project_inventory does not run more often.
const coalesce = 100 * time.Millisecond

func (s *Service) work(ctx context.Context) {
	tick := time.NewTicker(s.cfg.Project)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
		for left := true; left && ctx.Err() == nil; {
			var err error
			if left, err = s.Project(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("sales not projected onto content", "err", err)
				break
			}
			if left {
				select {
				case <-ctx.Done():
				case <-time.After(coalesce):
				}
			}
		}
	}
}

// Project projects sales onto content, for every tenant with changed stock. It reports whether more is left for a later
// run.
func (s *Service) Project(ctx context.Context) (left bool, err error) {
	rows, err := s.pool.Query(ctx, `SELECT DISTINCT tenant_id FROM inventory_news`)
	if err != nil {
		return false, fmt.Errorf("find changed stock: %w", err)
	}
	tenants, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return false, fmt.Errorf("find changed stock: %w", err)
	}
	for _, t := range tenants {
		if _, err := s.pool.Exec(ctx, `SELECT project_inventory($1)`, t); err != nil {
			return false, fmt.Errorf("project the stock of %s: %w", t, err)
		}
	}
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM inventory_news)`).Scan(&left); err != nil {
		return false, fmt.Errorf("find changed stock: %w", err)
	}
	return left, nil
}
