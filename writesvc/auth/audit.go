package auth

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/writesvc/web"
)

// Execer is what an event is written through: the pool, or the transaction that the event is about.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// note writes a security event. detail holds no secret and nothing that a client made up.
func (s *Service) note(ctx context.Context, db Execer, rq *web.Request, account, event string, detail map[string]any) error {
	if detail == nil {
		detail = map[string]any{}
	}
	var id *string
	if account != "" {
		id = &account
	}
	if _, err := db.Exec(ctx, `INSERT INTO account_audit (tenant_id, account_id, event, address, user_agent, detail, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		rq.Tenant.ID(), id, event, rq.Address(), rq.UserAgent(), detail, s.cfg.Now()); err != nil {
		return fmt.Errorf("note %s: %w", event, err)
	}
	return nil
}
