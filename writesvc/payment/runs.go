package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// maxRuns is the number of tenants that are reconciled at a time. A run waits for a bank most of its time.
	maxRuns = 32
	// runFor is the time after which a run asks its bank no more. One call may take longer.
	runFor = 20 * time.Second
)

// runs are the tenants that are being reconciled. A tenant has one run at a time, so one whose bank is slow uses one
// slot, and the others go on.
type runs struct {
	sync.Mutex
	slots  chan struct{}
	begun  map[string]bool      // whether the tenant is to be reconciled once more, by tenant that has a run
	latest map[string]time.Time // when a due tenant had its latest run
}

func newRuns() *runs {
	return &runs{slots: make(chan struct{}, maxRuns), begun: map[string]bool{}, latest: map[string]time.Time{}}
}

// round gives every tenant with due work a run. Those that have waited for the longest time come first. With wait it
// waits for the runs, and returns their errors; without, runs that find no slot wait for the next round.
func (s *Service) round(ctx context.Context, wait bool) error {
	due, err := s.dueTenants(ctx)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var all []error
	var own sync.WaitGroup
	for _, tenant := range s.runs.order(due) {
		if !s.runs.begin(ctx, tenant, wait) {
			continue
		}
		own.Add(1)
		s.wg.Go(func() {
			defer own.Done()
			defer s.endRun(tenant)
			if err := s.reconcileTenant(ctx, tenant); err != nil {
				if !wait && ctx.Err() == nil {
					s.log.Error("payments of a tenant not reconciled", "tenant", tenant, "err", err)
				}
				mu.Lock()
				defer mu.Unlock()
				all = append(all, fmt.Errorf("tenant %s: %w", tenant, err))
			}
		})
	}
	if !wait {
		return nil
	}
	own.Wait()
	return errors.Join(all...)
}

// dueTenants returns the tenants for which something is due.
func (s *Service) dueTenants(ctx context.Context) ([]string, error) {
	rows, err := s.pool.Query(ctx, `SELECT tenant_id FROM payment
WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid') AND expires_at < $1
UNION SELECT tenant_id FROM payment WHERE ask_at <= $1
UNION SELECT r.tenant_id FROM reservation r JOIN payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
WHERE r.status = 'held' AND r.expires_at < $1 AND p.status = 'pending'
UNION SELECT tenant_id FROM refund WHERE status IN ('wanted', 'sent') AND due_at <= $1
UNION SELECT tenant_id FROM statement_line WHERE outcome = ''`, s.cfg.Now())
	if err != nil {
		return nil, fmt.Errorf("find tenants to reconcile: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find tenants to reconcile: %w", err)
	}
	return due, nil
}

// order sorts due tenants: those without a run yet, then those whose run is the longest ago. It forgets the others.
func (t *runs) order(due []string) []string {
	t.Lock()
	defer t.Unlock()
	for tenant := range t.latest {
		if !slices.Contains(due, tenant) {
			delete(t.latest, tenant)
		}
	}
	slices.SortStableFunc(due, func(a, b string) int { return t.latest[a].Compare(t.latest[b]) })
	return due
}

// begin takes a slot for a tenant. It reports false if the tenant has a run, which then leads to another round, or if
// there is no slot.
func (t *runs) begin(ctx context.Context, tenant string, wait bool) bool {
	t.Lock()
	if _, ok := t.begun[tenant]; ok {
		t.begun[tenant] = true
		t.Unlock()
		return false
	}
	t.begun[tenant] = false
	t.Unlock()
	if wait {
		select {
		case t.slots <- struct{}{}:
			return true
		case <-ctx.Done():
		}
	} else {
		select {
		case t.slots <- struct{}{}:
			return true
		default:
		}
	}
	t.Lock()
	defer t.Unlock()
	delete(t.begun, tenant)
	return false
}

// endRun gives the slot of a tenant back.
func (s *Service) endRun(tenant string) {
	s.runs.Lock()
	again := s.runs.begun[tenant]
	delete(s.runs.begun, tenant)
	s.runs.latest[tenant] = time.Now()
	s.runs.Unlock()
	<-s.runs.slots
	if again {
		s.Wake()
	}
}
