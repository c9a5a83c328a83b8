package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// Me answers GET /auth/me.
func (s *Service) Me(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var p writeapi.Profile
	err := s.pool.QueryRow(ctx, `SELECT id, email, first_name, last_name, email_verified_at IS NOT NULL, phone_verified_at IS NOT NULL,
  coalesce(phone, ''), phones, type, company, password IS NOT NULL, created_at
FROM account WHERE tenant_id = $1 AND id = $2`, rq.Tenant.ID(), rq.Caller.AccountID).Scan(&p.ID, &p.Email, &p.Name.First, &p.Name.Last,
		&p.EmailVerified, &p.PhoneVerified, &p.Phone, &p.Contact.MobileNumber, &p.Type, &p.Company, &p.HasPassword, &p.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errBearer // gone since the guard looked
	}
	if err != nil {
		return nil, fmt.Errorf("read the account: %w", err)
	}
	p.CreatedAt = p.CreatedAt.UTC()
	return web.OK(p), nil
}
