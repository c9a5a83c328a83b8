package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

var (
	errReset  = api.Errorf(401, api.ResetTokenInvalid, "This link is invalid, used or expired. Request a new one.")
	errVerify = api.Errorf(401, api.VerifyTokenInvalid, "This link is invalid, used or expired. Request a new one.")
	errGuess  = api.Errorf(400, api.InvalidCode, "The code is wrong, used or expired.")
)

func noRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// linkToken returns the token parameter of a link.
func linkToken(rq *web.Request) (string, error) {
	given, err := rq.Query("token")
	if err == nil && given == "" {
		err = web.Wrong("token", "This field is required.")
	}
	return given, err
}

// ResetPassword handles POST /auth/reset-password. It ends every session and invalidates pending codes.
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
	// An invalid link costs no hash. A valid link is used only once the new password is hashed.
	email, err := s.codes.Peek(ctx, rq.Tenant.ID(), code.ResetPassword, link)
	if errors.Is(err, code.ErrInvalid) {
		return nil, errReset
	}
	if err != nil {
		return nil, err
	}
	password, err := password.Check(in.Password, email)
	if err != nil {
		return nil, err
	}
	phc, err := s.hash.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return s.reset(ctx, tx, rq, link, phc) })
	if errors.Is(err, code.ErrInvalid) {
		err = errReset
	}
	if err != nil {
		return nil, err
	}
	s.outbox.Wake()
	return web.OK(writeapi.Done{Message: "The new password is set. All your sessions have ended."}), nil
}

func (s *Service) reset(ctx context.Context, tx pgx.Tx, rq *web.Request, link, phc string) error {
	id := rq.Tenant.ID()
	p, err := s.codes.UseLink(ctx, tx, id, code.ResetPassword, link)
	if err != nil {
		return err
	}
	// A reset link by email also proves the address.
	tag, err := tx.Exec(ctx, `UPDATE account SET password = $3, password_set_at = $4, updated_at = $4,
  email_verified_at = CASE WHEN $5 = 'email' THEN coalesce(email_verified_at, $4) ELSE email_verified_at END
WHERE tenant_id = $1 AND id = $2 AND status <> 'LOCKED' AND $6 = CASE WHEN $5 = 'email' THEN email ELSE phone END`,
		id, p.Account, phc, s.cfg.Now(), p.Channel, p.Target)
	if err != nil {
		return fmt.Errorf("set a password: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return code.ErrInvalid // the address changed meanwhile, or the account is locked
	}
	if _, err := s.endAll(ctx, tx, id, p.Account, "", "password reset"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM account_code WHERE tenant_id = $1 AND account_id = $2
AND purpose IN ('login', 'reset-password')`, id, p.Account); err != nil {
		return fmt.Errorf("end the codes: %w", err)
	}
	// The proof ends a lock-out that other people's guesses may have caused.
	fails := limit.On(s.cfg.Limits.FailAccount, id, "fail account", p.Account)
	if err := s.limits.Forget(ctx, tx, id, fails); err != nil {
		return err
	}
	if err := s.note(ctx, tx, rq, p.Account, "password reset", nil); err != nil {
		return err
	}
	return s.outbox.Put(ctx, tx, id, email.Changed, email.Job{Account: p.Account})
}

// VerifyEmail handles POST /auth/verify-email. The token names the tenant; a header with another tenant is an error.
func (s *Service) VerifyEmail(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	link, err := linkToken(rq)
	if err != nil {
		return nil, err
	}
	id := code.LinkTenant(link)
	if id == "" || rq.Tenant != nil && rq.Tenant.ID() != id {
		return nil, errVerify
	}
	if rq.Tenant == nil {
		if rq.Tenant, err = tenant.Find(ctx, s.pool, id); err != nil {
			return nil, err
		}
		if rq.Tenant == nil {
			return nil, errVerify
		}
		if !rq.Tenant.Active {
			return nil, api.Errorf(403, api.TenantDisabled, "This shop is switched off.")
		}
	}
	p, err := s.codes.UseLink(ctx, s.pool, id, code.VerifyEmail, link)
	if errors.Is(err, code.ErrInvalid) {
		return nil, errVerify
	}
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE account SET email_verified_at = coalesce(email_verified_at, $4), updated_at = $4
WHERE tenant_id = $1 AND id = $2 AND email = $3 AND status <> 'LOCKED'`, id, p.Account, p.Target, s.cfg.Now())
		if err != nil {
			return fmt.Errorf("verify an address: %w", err)
		}
		if tag.RowsAffected() != 1 {
			return errVerify // the account has another address by now
		}
		return s.note(ctx, tx, rq, p.Account, "address verified", nil)
	})
	if err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: "The email address is verified."}), nil
}

// VerifyPhone handles POST /auth/verify-phone.
func (s *Service) VerifyPhone(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.VerifyPhone
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if !code.IsCode(in.OTP) {
		return nil, web.Wrong("otp", "Must have six digits.")
	}
	id, account := rq.Tenant.ID(), rq.Caller.AccountID
	try, err := s.attempt(ctx, rq)
	if err != nil {
		return nil, err
	}
	if err := try.on(ctx, account, ""); err != nil {
		return nil, err
	}
	if try.lockedFor > 0 {
		return nil, limit.TooMany(try.lockedFor)
	}
	g, err := s.codes.Guess(ctx, id, account, code.Phone, in.OTP)
	if err != nil {
		return nil, err
	}
	if !g.Right {
		return nil, errors.Join(errGuess, s.note(ctx, s.pool, rq, account, "wrong code for the number", nil))
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.codes.Use(ctx, tx, id, g); errors.Is(err, code.ErrInvalid) {
			return errGuess
		} else if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `UPDATE account SET phone_verified_at = $4, updated_at = $4 WHERE tenant_id = $1 AND id = $2
AND phone = $3`, id, account, g.Target, s.cfg.Now())
		if err != nil {
			return fmt.Errorf("verify a number: %w", err)
		}
		if tag.RowsAffected() != 1 {
			return errGuess // the account has another number by now
		}
		return s.note(ctx, tx, rq, account, "number verified", nil)
	})
	if err != nil {
		return nil, err
	}
	if err := try.succeeded(ctx); err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: "The phone number is verified."}), nil
}

// VerifyOTP handles POST /auth/verify-otp. It signs in, as LogIn does. A code sent by email also proves the address.
func (s *Service) VerifyOTP(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.VerifyOTP
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	email, err := profile.Email(in.Email)
	if err != nil {
		return nil, err
	}
	if !code.IsCode(in.OTP) {
		return nil, web.Wrong("otp", "Must have six digits.")
	}
	id := rq.Tenant.ID()
	try, err := s.attempt(ctx, rq)
	if err != nil {
		return nil, err
	}
	u, err := s.byEmail(ctx, id, email)
	if err != nil {
		return nil, err
	}
	if err := try.on(ctx, u.ID, email); err != nil {
		return nil, err
	}
	if try.lockedFor > 0 {
		return nil, limit.TooMany(try.lockedFor)
	}
	g, err := s.codes.Guess(ctx, id, u.ID, code.Login, in.OTP)
	if err != nil {
		return nil, err
	}
	if !g.Right {
		return nil, errors.Join(errCredentials, s.note(ctx, s.pool, rq, u.ID, "wrong code", nil))
	}
	settings, err := ReadSettings(ctx, s.pool, id)
	if err != nil {
		return nil, err
	}
	out := writeapi.SignedIn{User: u.User}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.codes.Use(ctx, tx, id, g); errors.Is(err, code.ErrInvalid) {
			return errCredentials
		} else if err != nil {
			return err
		}
		if g.Channel == code.Mail {
			if _, err := tx.Exec(ctx, `UPDATE account SET email_verified_at = coalesce(email_verified_at, $4), updated_at = $4
WHERE tenant_id = $1 AND id = $2 AND email = $3 AND email_verified_at IS NULL`, id, u.ID, g.Target,
				s.cfg.Now()); err != nil {
				return fmt.Errorf("verify an address: %w", err)
			}
		}
		t, err := s.enterIn(ctx, tx, rq, entry{settings, u, "otp", "login by code"})
		out.Tokens = &t
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := try.succeeded(ctx); err != nil {
		return nil, err
	}
	return web.OK(out), nil
}
