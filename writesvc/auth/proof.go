package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/claim"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/auth/session"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

var (
	errReset  = api.Errorf(401, api.ResetTokenInvalid, "This link is invalid, used or expired. Request a new one.")
	errVerify = api.Errorf(401, api.VerifyTokenInvalid, "This link is invalid, used or expired. Request a new one.")
)

// linkToken returns the token parameter of a link.
func linkToken(rq *web.Request) (string, error) {
	given, err := rq.Query("token")
	if err == nil && given == "" {
		err = web.Wrong("token", "This field is required.")
	}
	return given, err
}

// ResetPassword handles POST /auth/reset-password. It ends every session, the linked identities and pending codes.
func (s *Service) ResetPassword(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	link, err := linkToken(rq)
	if err != nil {
		return nil, err
	}
	var in writeapi.NewPassword
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if _, err := password.Check(in.Password, ""); err != nil {
		return nil, err
	}
	// An invalid link costs no hash, and a valid one costs one: parallel requests do not get it. It is used only once the
	// new password is hashed.
	holder, err := s.codes.Peek(ctx, rq.Tenant.ID(), code.ResetPassword, link)
	if errors.Is(err, code.ErrInvalid) {
		return nil, errReset
	}
	if err != nil {
		return nil, err
	}
	fresh, err := password.Check(in.Password, holder.Email)
	if err != nil {
		return nil, err
	}
	done, err := s.codes.Claim(ctx, rq.Tenant.ID(), code.ResetPassword, link, claimFor)
	if errors.Is(err, code.ErrInvalid) {
		return nil, errReset
	}
	if err != nil {
		return nil, err
	}
	defer done()
	phc, err := s.hash.Hash(ctx, password.Known, fresh)
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		return s.reset(ctx, tx, rq, newPassword{holder.Account, link, phc})
	})
	if errors.Is(err, code.ErrInvalid) || errors.Is(err, claim.ErrGone) {
		err = errReset
	}
	if err != nil {
		return nil, err
	}
	s.outbox.Wake()
	return s.afterReset(ctx, rq, holder.Email, "The new password is set. All your sessions have ended.")
}

// claimFor is how long a link stays reserved if the request that sets a password with it does not end.
const claimFor = 30 * time.Second

// A newPassword is a password to be set by a link.
type newPassword struct{ account, link, phc string }

// reset uses the link and sets the password. A link that was sent by email also proves the address. The first proof of
// the address ends what was set before.
func (s *Service) reset(ctx context.Context, tx pgx.Tx, rq *web.Request, n newPassword) error {
	id, now := rq.Tenant.ID(), s.cfg.Now()
	if err := claim.Lock(ctx, tx, id, n.account); err != nil {
		return err
	}
	p, err := s.codes.UseLink(ctx, tx, id, code.ResetPassword, n.link)
	if err != nil {
		return err
	}
	if p.Channel == code.Mail {
		proof := claim.Proof{Tenant: id, Account: p.Account, Address: p.Target, At: now}
		if err := s.claim(ctx, tx, rq, proof); err != nil {
			return err
		}
	}
	tag, err := tx.Exec(ctx, `UPDATE account SET password = $3, password_set_at = $4, updated_at = $4
WHERE tenant_id = $1 AND id = $2 AND status <> 'LOCKED'
AND CASE WHEN $5 = 'email' THEN email = $6 ELSE phone = $6 AND phone_verified_at IS NOT NULL END`,
		id, p.Account, n.phc, now, p.Channel, p.Target)
	if err != nil {
		return fmt.Errorf("set a password: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return code.ErrInvalid // the number changed meanwhile, or the account is locked
	}
	end := session.End{Tenant: id, Account: p.Account, At: now, Why: "password reset"}
	if _, err := end.All(ctx, tx); err != nil {
		return err
	}
	// A sign-in with a provider links the identity again, if the provider still says that the address is verified.
	if _, err := tx.Exec(ctx, `DELETE FROM account_identity WHERE tenant_id = $1 AND account_id = $2`, id,
		p.Account); err != nil {
		return fmt.Errorf("end the identities: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE account_code SET used_at = $3 WHERE tenant_id = $1 AND account_id = $2
AND purpose IN ('login', 'reset-password') AND used_at IS NULL`, id, p.Account, now); err != nil {
		return fmt.Errorf("end the codes: %w", err)
	}
	// The proof ends a lock-out that other people's guesses may have caused.
	fails := limit.On(limit.FailAccount, s.cfg.Limits.FailAccount, id, p.Account)
	if err := s.limits.Forget(ctx, tx, id, fails); err != nil {
		return err
	}
	if err := s.note(ctx, tx, rq, p.Account, "password reset", nil); err != nil {
		return err
	}
	return s.outbox.Put(ctx, tx, id, email.Changed, email.Job{Account: p.Account})
}

// claim accepts a proof of an address and notes it if it is the first one.
func (s *Service) claim(ctx context.Context, tx pgx.Tx, rq *web.Request, p claim.Proof) error {
	first, err := claim.Accept(ctx, tx, p)
	if err != nil || !first {
		return err
	}
	event := "address verified: everything set before has ended"
	if p.Owner {
		event = "address verified"
	}
	return s.note(ctx, tx, rq, p.Account, event, nil)
}

// VerifyEmail handles POST /auth/verify-email. The token names the tenant; a header with another tenant is an error.
//
// Anyone may have signed up with this address. So the first proof of it ends what was set before, unless the request
// also has a session of the account or its password. Then the client is the one that signed up.
func (s *Service) VerifyEmail(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	link, err := linkToken(rq)
	if err != nil {
		return nil, err
	}
	var in writeapi.VerifyEmail
	if len(rq.Body) > 0 {
		if err := rq.Decode(&in); err != nil {
			return nil, err
		}
	}
	if err := s.linkTenant(ctx, rq, link); err != nil {
		return nil, err
	}
	id := rq.Tenant.ID()
	holder, err := s.codes.Peek(ctx, id, code.VerifyEmail, link)
	if errors.Is(err, code.ErrInvalid) {
		return nil, errVerify
	}
	if err != nil {
		return nil, err
	}
	owner, err := s.signedUp(ctx, rq, holder, in.Password)
	if err != nil {
		return nil, err
	}
	out := writeapi.VerifiedEmail{Message: "The email address is verified."}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := claim.Lock(ctx, tx, id, holder.Account); err != nil {
			return err
		}
		p, err := s.codes.UseLink(ctx, tx, id, code.VerifyEmail, link)
		if err != nil {
			return err
		}
		proof := claim.Proof{Tenant: id, Account: p.Account, Address: p.Target, At: s.cfg.Now(), Owner: owner}
		if err := s.claim(ctx, tx, rq, proof); err != nil {
			return err
		}
		out.ResetToken, err = s.passwordLink(ctx, tx, id, p)
		return err
	})
	if errors.Is(err, code.ErrInvalid) || errors.Is(err, claim.ErrGone) {
		return nil, errVerify
	}
	if err != nil {
		return nil, err
	}
	if out.ResetToken != "" {
		out.Message = "The email address is verified. Set a password to sign in."
	}
	return web.OK(out), nil
}

// linkTenant sets the tenant of a request to that of its link.
func (s *Service) linkTenant(ctx context.Context, rq *web.Request, link string) (err error) {
	id := code.LinkTenant(link)
	if id == "" || rq.Tenant != nil && rq.Tenant.ID() != id {
		return errVerify
	}
	if rq.Tenant != nil {
		return nil
	}
	if rq.Tenant, err = tenant.Find(ctx, s.pool, id); err != nil {
		return err
	}
	if rq.Tenant == nil {
		return errVerify
	}
	if !rq.Tenant.Active {
		return api.Errorf(403, api.TenantDisabled, "This tenant is disabled.")
	}
	return nil
}

// passwordLink makes a token that sets a password, for an account without one whose address was just proved.
func (s *Service) passwordLink(ctx context.Context, tx pgx.Tx, tenant string, p code.Proof) (string, error) {
	var has bool
	if err := tx.QueryRow(ctx, `SELECT password IS NOT NULL FROM account WHERE tenant_id = $1 AND id = $2`, tenant,
		p.Account).Scan(&has); err != nil || has {
		return "", err
	}
	return s.codes.NewLink(ctx, tx, tenant, code.Request{
		Account: p.Account, Purpose: code.ResetPassword, Channel: code.Mail, Target: p.Target, Life: s.cfg.ResetTTL,
	})
}

// signedUp reports whether a request has a session of an account, or its password. A wrong password is an error, and so
// is an invalid access token: the client can correct it and use the link then.
func (s *Service) signedUp(ctx context.Context, rq *web.Request, h code.Holder, given string) (bool, error) {
	caller, err := rq.Caller, error(nil)
	if caller == nil { // the guard knew no tenant
		caller, err = s.Caller(ctx, rq, false)
	}
	if err != nil || caller != nil && caller.AccountID == h.Account {
		return err == nil, err
	}
	if given == "" {
		return false, nil
	}
	if len(given) > 8*password.MaxLen {
		return false, web.Wrong("password", "Must have 8 to 256 characters.")
	}
	try, err := s.attempt(ctx, rq, h.Email)
	if err != nil {
		return false, err
	}
	u := try.user
	right, _, err := s.hash.Verify(ctx, try.class, password.Normalize(given), u.phc)
	switch {
	case err != nil:
		return false, err
	case try.lockedFor > 0:
		return false, limit.TooMany(try.lockedFor)
	case !right || u.ID != h.Account:
		return false, errors.Join(errCredentials, s.note(ctx, s.pool, rq, h.Account, "wrong password with a link", nil))
	}
	return true, try.succeeded(ctx)
}
