package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/session"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/web"
)

// user is an account with what decides whether it may have a session.
type user struct {
	writeapi.User
	status   string
	verified bool
	phc      string // hash of the password; "" if there is none
	devices  int64  // the generation of valid device tokens
}

const (
	active  = "ACTIVE"
	pending = "PENDING"
	locked  = "LOCKED"
)

// begin begins a session, ends the oldest ones above the limit, and returns the tokens.
func (s *Service) begin(ctx context.Context, tx pgx.Tx, rq *web.Request, account, method string,
) (writeapi.Tokens, error) {
	now := s.cfg.Now()
	v := token.Session{Tenant: rq.Tenant.ID(), Account: account, Counter: 1, Salt: token.NewSalt(), Refreshed: now,
		Expires: now.Add(s.cfg.RefreshTTL)}
	err := tx.QueryRow(ctx, `INSERT INTO account_session (tenant_id, account_id, salt, method, address, user_agent,
  created_at, refreshed_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING id`, v.Tenant, account, v.Salt, method, rq.Address(),
		rq.UserAgent(), now, v.Expires).Scan(&v.ID)
	if err != nil {
		return writeapi.Tokens{}, fmt.Errorf("begin a session: %w", err)
	}
	if err := s.ending(v, "too many").Oldest(ctx, tx, s.cfg.Sessions); err != nil {
		return writeapi.Tokens{}, err
	}
	return s.tokens.Pair(v)
}

// alive reports whether a session is live and its account active.
func (s *Service) alive(ctx context.Context, tenant, account, session string) (bool, error) {
	var ok bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM account_session s JOIN account a ON a.tenant_id = $1
AND a.id = s.account_id
WHERE s.tenant_id = $1 AND s.id = $2 AND s.account_id = $3 AND s.revoked_at IS NULL AND s.expires_at > $4
AND a.status = 'ACTIVE')`,
		tenant, session, account, s.cfg.Now()).Scan(&ok)
	if err != nil {
		return false, fmt.Errorf("read the session: %w", err)
	}
	return ok, nil
}

// ending returns the end of sessions of the account of v.
func (s *Service) ending(v token.Session, why string) session.End {
	return session.End{Tenant: v.Tenant, Account: v.Account, At: s.cfg.Now(), Why: why}
}

// userColumns are the columns that scanUser reads.
const userColumns = `id, email, first_name, last_name, status, email_verified_at IS NOT NULL, coalesce(password, ''),
  device_generation`

var errNobody = errors.New("no such account")

func scanUser(row pgx.Row) (user, error) {
	var u user
	err := row.Scan(&u.ID, &u.Email, &u.Name.First, &u.Name.Last, &u.status, &u.verified, &u.phc, &u.devices)
	if errors.Is(err, pgx.ErrNoRows) {
		return u, errNobody
	}
	if err != nil {
		return u, fmt.Errorf("read the account: %w", err)
	}
	return u, nil
}

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
