package auth

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// errCredentials is the only answer to an unknown address, a wrong password or code, a locked account, or an account
// without a password.
var errCredentials = api.Errorf(401, api.InvalidCredentials, "Wrong email address, password or code.")

// LogIn handles POST /auth/login. It computes exactly one hash, whatever the account. Only a network address or tenant
// with too many failures is refused before.
func (s *Service) LogIn(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.LogIn
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	email, err := profile.Known(in.Email)
	if err != nil {
		return nil, err
	}
	if in.Password == "" {
		return nil, web.Wrong("password", "This field is required.")
	}
	if len(in.Password) > 8*password.MaxLen {
		return nil, web.Wrong("password", "Must have 8 to 256 characters.")
	}
	if err := s.hash.Room(); err != nil {
		return nil, err
	}
	try, err := s.attempt(ctx, rq)
	if err != nil {
		return nil, err
	}
	u, err := s.byEmail(ctx, rq.Tenant.ID(), email)
	if err != nil {
		return nil, err
	}
	if err := try.on(ctx, u.ID, email); err != nil {
		return nil, err
	}
	right, stale, err := s.hash.Verify(ctx, password.Normalize(in.Password), u.phc)
	if err != nil {
		return nil, err
	}
	if try.lockedFor > 0 {
		return nil, errors.Join(limit.TooMany(try.lockedFor), s.note(ctx, s.pool, rq, u.ID,
			"login refused: too many attempts", nil))
	}
	if !right || u.status == locked {
		return nil, errors.Join(errCredentials, s.note(ctx, s.pool, rq, u.ID, "login failed", nil))
	}
	if stale {
		u.phc = s.rehash(ctx, rq.Tenant.ID(), u.ID, password.Normalize(in.Password), u.phc)
	}
	if err := try.succeeded(ctx); err != nil {
		return nil, err
	}
	return s.enter(ctx, rq, u, "password", "login")
}

// byEmail reads an account with its password hash. It returns the zero user if there is none.
func (s *Service) byEmail(ctx context.Context, tenant, email string) (u user, err error) {
	u, err = scanUser(s.pool.QueryRow(ctx, `SELECT `+userColumns+` FROM account WHERE tenant_id = $1 AND email = $2`,
		tenant, email))
	if errors.Is(err, errNobody) {
		return user{}, nil
	}
	return u, err
}

// An attempt to sign in is charged before the credentials are checked, so parallel guesses cannot exceed the limit.
type attempt struct {
	s         *Service
	tenant    string
	back      []limit.Charge
	account   limit.Charge
	lockedFor time.Duration // the account has failed too often: refuse at the cost of a wrong guess
}

// attempt charges an attempt to the network address and the tenant.
func (s *Service) attempt(ctx context.Context, rq *web.Request) (*attempt, error) {
	id := rq.Tenant.ID()
	a := &attempt{s: s, tenant: id, back: []limit.Charge{
		limit.On(s.cfg.Limits.FailAddress, id, "fail address", api.Network(rq.Client)),
		limit.On(s.cfg.Limits.FailTenant, id, "fail tenant", ""),
	}}
	wait, err := s.limits.Take(ctx, id, a.back...)
	if err == nil && wait > 0 {
		err = limit.TooManyHere(wait)
	}
	return a, err
}

// on charges the attempt to an account, or to an address without an account. Both are counted alike.
func (a *attempt) on(ctx context.Context, account, email string) (err error) {
	who := account
	if who == "" {
		who = email
	}
	a.account = limit.On(a.s.cfg.Limits.FailAccount, a.tenant, "fail account", who)
	a.lockedFor, err = a.s.limits.Take(ctx, a.tenant, a.account)
	return err
}

// succeeded returns the attempt's charges and clears the account's failures.
func (a *attempt) succeeded(ctx context.Context) error {
	return a.s.limits.GiveBack(ctx, a.tenant, a.back, a.account)
}

// enter begins a session for a proven user if the account permits it.
func (s *Service) enter(ctx context.Context, rq *web.Request, u user, method, event string) (*web.Answer, error) {
	settings, err := ReadSettings(ctx, s.pool, rq.Tenant.ID())
	if err != nil {
		return nil, err
	}
	var t writeapi.Tokens
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		t, err = s.enterIn(ctx, tx, rq, entry{settings, u, method, event})
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.OK(writeapi.SignedIn{User: u.User, Tokens: &t}), nil
}

// An entry is a proven user who asks for a session.
type entry struct {
	settings Settings
	user     user
	method   string // of the session: password, otp or social
	event    string // in the audit log
}

// enterIn is enter within a transaction. It reads the account again under a lock, because the account may have been
// locked or deleted meanwhile.
func (s *Service) enterIn(ctx context.Context, tx pgx.Tx, rq *web.Request, e entry) (writeapi.Tokens, error) {
	u := e.user
	now, err := scanUser(tx.QueryRow(ctx,
		`SELECT `+userColumns+` FROM account WHERE tenant_id = $1 AND id = $2 FOR SHARE`, rq.Tenant.ID(), u.ID))
	switch {
	case errors.Is(err, errNobody):
		return writeapi.Tokens{}, errCredentials
	case err != nil:
		return writeapi.Tokens{}, err
	case now.status == locked, e.method == "password" && now.phc != u.phc: // the password was changed meanwhile
		return writeapi.Tokens{}, errCredentials
	case now.status == pending:
		return writeapi.Tokens{}, api.Errorf(403, api.AccountPending, "The shop has not approved this account yet.")
	case e.settings.VerifyFirst && !now.verified:
		return writeapi.Tokens{}, api.Errorf(403, api.EmailNotVerified,
			"Verify your email address first. A link has been sent to it.")
	}
	t, err := s.begin(ctx, tx, rq, u.ID, e.method)
	if err != nil {
		return t, err
	}
	return t, s.note(ctx, tx, rq, u.ID, e.event, nil)
}

// rehash updates a hash to the current cost and returns the stored one. A failure does not prevent the sign-in.
func (s *Service) rehash(ctx context.Context, tenant, account, password, old string) string {
	phc, err := s.hash.Hash(ctx, password)
	if err == nil {
		var tag pgconn.CommandTag
		tag, err = s.pool.Exec(ctx, `UPDATE account SET password = $3 WHERE tenant_id = $1 AND id = $2 AND password = $4`,
			tenant, account, phc, old)
		if err == nil && tag.RowsAffected() == 1 {
			return phc
		}
	}
	if err != nil {
		s.log.Warn("password hash not updated", "err", err)
	}
	return old
}
