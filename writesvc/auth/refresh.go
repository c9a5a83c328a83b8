package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/web"
)

var (
	errRefresh = api.Errorf(401, api.RefreshTokenInvalid, "This session has ended. Sign in again.")
	errReused  = api.Errorf(401, api.RefreshTokenReused,
		"This refresh token was already replaced, so its session has ended. Sign in again.")
)

// RefreshTokens handles POST /auth/refresh-tokens. The newest token is replaced. The previous token gets the same new
// pair for a few seconds, because answers get lost and browser tabs race. Any older token must be stolen: it ends the
// session.
func (s *Service) RefreshTokens(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	t, err := s.refreshOf(rq)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, errRefresh
	}
	var out writeapi.Renewed
	var cookie http.Header
	var refused error
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		v, live, err := s.lockSession(ctx, tx, rq.Tenant.ID(), *t)
		if err != nil {
			return err
		}
		now := s.cfg.Now()
		switch {
		case !live || !v.Expires.After(now):
			refused = errRefresh
			return nil
		case t.Counter == v.Counter:
			v.Counter++
			v.Refreshed, v.Expires = now, now.Add(s.cfg.RefreshTTL)
			if _, err := tx.Exec(ctx, `UPDATE account_session
SET counter = $3, refreshed_at = $4, expires_at = $5, address = $6, user_agent = $7
WHERE tenant_id = $1 AND id = $2`, v.Tenant, v.ID, v.Counter, v.Refreshed, v.Expires, rq.Address(),
				rq.UserAgent()); err != nil {
				return fmt.Errorf("renew a session: %w", err)
			}
			out.Device, cookie = s.deviceOf(rq, v)
		case t.Counter == v.Counter-1 && now.Sub(v.Refreshed) <= s.cfg.Grace:
			// The current pair, unchanged.
		default:
			refused = errReused
			return s.reused(ctx, tx, rq, v)
		}
		out.Tokens, err = s.tokens.Pair(v)
		return err
	})
	if err == nil && refused != nil {
		s.outbox.Wake()
		err = refused
	}
	if err != nil {
		return nil, err
	}
	return &web.Answer{Data: out, Header: cookie}, nil
}

// deviceOf returns a device token for the client of a session, unless it has one. So clients whose sessions are older
// than device tokens become known.
func (s *Service) deviceOf(rq *web.Request, v token.Session) (*writeapi.Token, http.Header) {
	u := user{devices: v.Devices}
	u.ID = v.Account
	if (visitor{devices: s.devices.Of(rq.HTTP, v.Tenant)}).of(u) != "" {
		return nil, nil
	}
	return s.newDevice(rq, u, "refresh "+v.ID)
}

// reused ends a session whose replaced token was used again, and emails its owner.
func (s *Service) reused(ctx context.Context, tx pgx.Tx, rq *web.Request, v token.Session) error {
	if err := s.ending(v, "refresh token reused").One(ctx, tx, v.ID); err != nil {
		return err
	}
	if err := s.note(ctx, tx, rq, v.Account, "refresh token reused", map[string]any{"session": v.ID}); err != nil {
		return err
	}
	return s.outbox.Put(ctx, tx, v.Tenant, email.SessionEnded, email.Job{Account: v.Account})
}

// LogOut handles POST /auth/logout. An invalid token is not an error.
func (s *Service) LogOut(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	t, err := s.refreshOf(rq)
	if err != nil {
		return nil, err
	}
	done := web.OK(writeapi.Done{Message: "You are signed out."})
	if t == nil {
		return done, nil
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		v, live, err := s.lockSession(ctx, tx, rq.Tenant.ID(), *t)
		if err != nil || !live {
			return err
		}
		if err := s.ending(v, "logout").One(ctx, tx, v.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, rq, v.Account, "logout", map[string]any{"session": v.ID})
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// refreshOf reads a body with a refresh token. It returns nil if the token is malformed.
func (s *Service) refreshOf(rq *web.Request) (*token.Refresh, error) {
	var in writeapi.RefreshToken
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if in.RefreshToken == "" {
		return nil, web.Wrong("refreshToken", "This field is required.")
	}
	t, ok := token.ParseRefresh(in.RefreshToken)
	if !ok {
		return nil, nil
	}
	return &t, nil
}

// lockSession reads a token's session and locks it for the transaction. live is false if the token does not belong to
// it, the session has ended, or the account may not have one.
func (s *Service) lockSession(ctx context.Context, tx pgx.Tx, tenant string, t token.Refresh,
) (v token.Session, live bool, err error) {
	v.Tenant = tenant
	var revoked *time.Time
	var status string
	err = tx.QueryRow(ctx, `SELECT s.id, s.account_id, s.counter, s.salt, s.refreshed_at, s.expires_at, s.revoked_at,
  a.status, a.device_generation
FROM account_session s JOIN account a ON a.tenant_id = $1 AND a.id = s.account_id
WHERE s.tenant_id = $1 AND s.id = $2 FOR UPDATE OF s`, tenant, t.Session).Scan(&v.ID, &v.Account, &v.Counter, &v.Salt,
		&v.Refreshed, &v.Expires, &revoked, &status, &v.Devices)
	if errors.Is(err, pgx.ErrNoRows) {
		return v, false, nil
	}
	if err != nil {
		return v, false, fmt.Errorf("read the session: %w", err)
	}
	return v, s.tokens.Genuine(v, t) && t.Counter <= v.Counter && revoked == nil && status == active, nil
}

// Sessions handles GET /auth/sessions: the live sessions, newest first.
func (s *Service) Sessions(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	page, err := rq.Page()
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx,
		`SELECT id, id = $3, method, address, user_agent, created_at, refreshed_at, expires_at, count(*) OVER ()
FROM account_session WHERE tenant_id = $1 AND account_id = $2 AND revoked_at IS NULL AND expires_at > $4
ORDER BY created_at DESC, id LIMIT $5 OFFSET $6`, rq.Tenant.ID(), rq.Caller.AccountID, rq.Caller.SessionID,
		s.cfg.Now(), page.Limit, (page.Page-1)*page.Limit)
	if err != nil {
		return nil, fmt.Errorf("list the sessions: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v writeapi.SessionInfo, err error) {
		err = row.Scan(&v.ID, &v.Current, &v.Method, &v.Address, &v.UserAgent, &v.CreatedAt, &v.RefreshedAt, &v.ExpiresAt,
			&page.Total)
		v.CreatedAt, v.RefreshedAt, v.ExpiresAt = v.CreatedAt.UTC(), v.RefreshedAt.UTC(), v.ExpiresAt.UTC()
		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("list the sessions: %w", err)
	}
	if len(all) == 0 && page.Page > 1 { // a page past the end has no row with the total
		err = s.pool.QueryRow(ctx, `SELECT count(*) FROM account_session WHERE tenant_id = $1 AND account_id = $2
AND revoked_at IS NULL AND expires_at > $3`,
			rq.Tenant.ID(), rq.Caller.AccountID, s.cfg.Now()).Scan(&page.Total)
		if err != nil {
			return nil, fmt.Errorf("count the sessions: %w", err)
		}
	}
	return &web.Answer{Data: append([]writeapi.SessionInfo{}, all...), Meta: &page}, nil
}

// EndSession handles DELETE /auth/sessions/{id}. A session of another account is not found.
func (s *Service) EndSession(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		v := token.Session{Tenant: rq.Tenant.ID(), Account: rq.Caller.AccountID}
		err := tx.QueryRow(ctx, `SELECT id FROM account_session WHERE tenant_id = $1 AND id = $2 AND account_id = $3
AND revoked_at IS NULL AND expires_at > $4 FOR UPDATE`, v.Tenant, rq.HTTP.PathValue("id"), v.Account,
			s.cfg.Now()).Scan(&v.ID)
		if errors.Is(err, pgx.ErrNoRows) {
			return api.Errorf(404, api.NotFound, "There is no such session.")
		}
		if err != nil {
			return fmt.Errorf("find the session: %w", err)
		}
		if err := s.ending(v, "ended by its owner").One(ctx, tx, v.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, rq, v.Account, "session ended", map[string]any{"session": v.ID})
	})
	if err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: "The session has ended."}), nil
}
