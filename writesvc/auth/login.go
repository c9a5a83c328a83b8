package auth

import (
	"context"
	"errors"
	"log/slog"

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

// errMaybeUnproven is errCredentials in tenants whose sign-ups get no tokens. There it is also the answer to the right
// password of an account whose address nobody has proved. Otherwise a sign-up and a sign-in would reveal whether the
// address had an account before.
var errMaybeUnproven = api.Errorf(401, api.InvalidCredentials,
	"Wrong email address, password or code. If you signed up recently, open the link in the email that was sent to you.")

// refusal returns the answer to wrong credentials.
func (c Settings) refusal() *api.Error {
	if c.VerifyFirst || c.Signup == signupB2B {
		return errMaybeUnproven
	}
	return errCredentials
}

// unproven reports whether a password does not open an account, because it may be somebody else's address.
func (u user) unproven(c Settings) bool { return !u.verified && (c.VerifyFirst || u.status == pending) }

// LogIn handles POST /auth/login. It computes exactly one hash, whatever the account. Only a stranger whose network has
// too many failures is refused before.
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
	try, err := s.attempt(ctx, rq, email)
	if err != nil {
		return nil, err
	}
	u := try.user
	settings, err := ReadSettings(ctx, s.pool, rq.Tenant.ID())
	if err != nil {
		return nil, err
	}
	right, stale, err := s.hash.Verify(ctx, try.class, password.Normalize(in.Password), u.phc)
	if err != nil {
		return nil, err
	}
	if try.lockedFor > 0 {
		return nil, errors.Join(limit.TooMany(try.lockedFor), s.note(ctx, s.pool, rq, u.ID,
			"login refused: too many attempts", nil))
	}
	if !right || u.status == locked || u.unproven(settings) {
		return nil, errors.Join(settings.refusal(), s.note(ctx, s.pool, rq, u.ID, "login failed", nil))
	}
	if stale {
		u.phc = s.rehash(ctx, rq.Tenant.ID(), u, try.class, password.Normalize(in.Password))
	}
	if err := try.succeeded(ctx); err != nil {
		return nil, err
	}
	return s.enter(ctx, rq, entry{settings, &u, "password", "login"})
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

// enter begins a session for a proven user if the account permits it.
func (s *Service) enter(ctx context.Context, rq *web.Request, e entry) (*web.Answer, error) {
	var t writeapi.Tokens
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		t, err = s.enterIn(ctx, tx, rq, e)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.signedIn(rq, *e.user, &t), nil
}

// An entry is a proven user who asks for a session.
type entry struct {
	settings Settings
	user     *user  // enterIn sets its generation of devices
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
	case e.method == "password" && now.unproven(e.settings):
		return writeapi.Tokens{}, e.settings.refusal()
	case now.status == pending:
		return writeapi.Tokens{}, api.Errorf(403, api.AccountPending, "The shop has not approved this account yet.")
	case e.settings.VerifyFirst && !now.verified:
		return writeapi.Tokens{}, api.Errorf(403, api.EmailNotVerified,
			"Verify your email address first. A link has been sent to it.")
	}
	u.devices = now.devices
	t, err := s.begin(ctx, tx, rq, u.ID, e.method)
	if err != nil {
		return t, err
	}
	return t, s.note(ctx, tx, rq, u.ID, e.event, nil)
}

// rehash updates a hash to the current cost and returns the stored one. A failure does not prevent the sign-in.
func (s *Service) rehash(ctx context.Context, tenant string, u user, class password.Class, given string) string {
	phc, err := s.hash.Hash(ctx, class, given)
	if err == nil {
		var tag pgconn.CommandTag
		tag, err = s.pool.Exec(ctx, `UPDATE account SET password = $3 WHERE tenant_id = $1 AND id = $2 AND password = $4`,
			tenant, u.ID, phc, u.phc)
		if err == nil && tag.RowsAffected() == 1 {
			return phc
		}
	}
	if err != nil {
		s.unhashed.Log(s.log, slog.LevelWarn, "password hash not updated", "err", err)
	}
	return u.phc
}
