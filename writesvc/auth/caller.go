package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/web"
)

var errBearer = api.Errorf(401, api.Unauthenticated,
	"Sign in, and send the access token as Authorization: Bearer.")

// Caller returns the account and session of a request's bearer token. The session must be live, and its account active
// and of the request's tenant. Without a token Caller returns nil, unless one is needed.
func (s *Service) Caller(ctx context.Context, rq *web.Request, needed bool) (*web.Caller, error) {
	given := rq.HTTP.Header.Values("Authorization")
	if len(given) == 0 && !needed {
		return nil, nil
	}
	if len(given) != 1 || rq.Tenant == nil {
		return nil, errBearer
	}
	access, ok := bearer(given[0])
	if !ok {
		return nil, errBearer
	}
	c, err := s.tokens.ReadAccess(ctx, access, rq.Tenant.ID())
	if err != nil {
		return nil, errBearer
	}
	ok, err = s.alive(ctx, rq.Tenant.ID(), c.Subject, c.Session)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBearer
	}
	return &web.Caller{AccountID: c.Subject, SessionID: c.Session}, nil
}

// bearer returns the token of an Authorization header.
func bearer(header string) (string, bool) {
	scheme, access, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || len(access) > token.MaxLen {
		return "", false
	}
	access = strings.TrimLeft(access, " ")
	return access, access != "" && !strings.ContainsAny(access, " \t\r\n,")
}

// Me handles GET /auth/me.
func (s *Service) Me(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var p writeapi.Profile
	err := s.pool.QueryRow(ctx, `SELECT id, email, first_name, last_name, email_verified_at IS NOT NULL,
  phone_verified_at IS NOT NULL, coalesce(phone, ''), phones, type, company, password IS NOT NULL, created_at
FROM account WHERE tenant_id = $1 AND id = $2`, rq.Tenant.ID(), rq.Caller.AccountID).Scan(
		&p.ID, &p.Email, &p.Name.First, &p.Name.Last, &p.EmailVerified, &p.PhoneVerified, &p.Phone,
		&p.Contact.MobileNumber, &p.Type, &p.Company, &p.HasPassword, &p.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errBearer // deleted since the guard checked the token
	}
	if err != nil {
		return nil, fmt.Errorf("read the account: %w", err)
	}
	p.CreatedAt = p.CreatedAt.UTC()
	return web.OK(p), nil
}
