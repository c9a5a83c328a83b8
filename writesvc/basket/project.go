package basket

import (
	"context"
	"fmt"
	"log/slog"
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
// run. Sales of records that violate a constraint are held, and tried again at growing intervals of at most a minute.
func (s *Service) Project(ctx context.Context) (left bool, err error) {
	rows, err := s.pool.Query(ctx, `SELECT tenant_id FROM inventory_news
UNION SELECT tenant_id FROM inventory_held WHERE retry_at <= now()`)
	if err != nil {
		return false, fmt.Errorf("find changed stock: %w", err)
	}
	tenants, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return false, fmt.Errorf("find changed stock: %w", err)
	}
	for _, t := range tenants {
		if err := s.project(ctx, t); err != nil {
			return false, fmt.Errorf("project the stock of %s: %w", t, err)
		}
	}
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM inventory_news)`).Scan(&left); err != nil {
		return false, fmt.Errorf("find changed stock: %w", err)
	}
	return left, nil
}

// project projects the sales of one tenant, and logs those that it holds.
func (s *Service) project(ctx context.Context, tenant string) error {
	// A batch is one transaction, so tried_at is now() for the sales that this run tried.
	b := &pgx.Batch{}
	b.Queue(`SELECT project_inventory($1)`, tenant)
	b.Queue(`SELECT i.kind, i.item_id, h.violates FROM inventory_held h
JOIN inventory i ON i.tenant_id = $1 AND i.id = h.inventory_id WHERE h.tenant_id = $1 AND h.tried_at = now()`,
		tenant).Query(func(rows pgx.Rows) error {
		var kind, item, violates string
		_, err := pgx.ForEachRow(rows, []any{&kind, &item, &violates}, func() error {
			s.held.Log(s.log, slog.LevelWarn, "sales not shown on a record that violates a constraint", "tenant", tenant,
				"kind", kind, "id", item, "constraint", violates)
			return nil
		})
		return err
	})
	return s.pool.SendBatch(ctx, b).Close()
}
