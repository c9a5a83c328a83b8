package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/claim"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

var errGuess = api.Errorf(400, api.InvalidCode, "The code is wrong, used or expired.")

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
	try, err := s.sessionAttempt(ctx, rq)
	if err != nil {
		return nil, err
	}
	g, err := s.codes.Guess(ctx, id, code.Try{Account: account, Purpose: code.Phone, Code: in.OTP, Known: true})
	if err != nil {
		return nil, err
	}
	if !g.Right {
		return nil, errors.Join(errGuess, s.note(ctx, s.pool, rq, account, "wrong code for the number", nil))
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.useCode(ctx, tx, id, g); err != nil {
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
	if errors.Is(err, code.ErrInvalid) || errors.Is(err, claim.ErrGone) {
		return nil, errGuess
	}
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
	email, err := profile.Known(in.Email)
	if err != nil {
		return nil, err
	}
	if !code.IsCode(in.OTP) {
		return nil, web.Wrong("otp", "Must have six digits.")
	}
	id := rq.Tenant.ID()
	try, err := s.attempt(ctx, rq, email)
	if err != nil {
		return nil, err
	}
	u := try.user
	if try.lockedFor > 0 {
		return nil, limit.TooMany(try.lockedFor)
	}
	g, err := s.codes.Guess(ctx, id, code.Try{Account: u.ID, Purpose: code.Login, Code: in.OTP, Known: try.known})
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
	var tokens writeapi.Tokens
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.useCode(ctx, tx, id, g); err != nil {
			return err
		}
		if err := s.acceptCode(ctx, tx, rq, g); err != nil {
			return err
		}
		tokens, err = s.enterIn(ctx, tx, rq, entry{settings, &u, "otp", "login by code"})
		return err
	})
	if errors.Is(err, code.ErrInvalid) || errors.Is(err, claim.ErrGone) {
		err = errCredentials
	}
	if err != nil {
		return nil, err
	}
	if err := try.succeeded(ctx); err != nil {
		return nil, err
	}
	return s.signedIn(rq, u, &tokens), nil
}

// useCode marks the code of a right guess as used, under the lock of its account.
func (s *Service) useCode(ctx context.Context, tx pgx.Tx, tenant string, g code.Guess) error {
	if err := claim.Lock(ctx, tx, tenant, g.Account); err != nil {
		return err
	}
	return s.codes.Use(ctx, tx, tenant, g)
}

// acceptCode checks that a code for sign-in was sent to what the account has now. A code that was sent by email also
// proves the address. The first proof of the address ends what was set before.
func (s *Service) acceptCode(ctx context.Context, tx pgx.Tx, rq *web.Request, g code.Guess) error {
	id := rq.Tenant.ID()
	if g.Channel == code.Mail {
		return s.claim(ctx, tx, rq, claim.Proof{Tenant: id, Account: g.Account, Address: g.Target, At: s.cfg.Now()})
	}
	var current bool
	err := tx.QueryRow(ctx, `SELECT coalesce(phone = $3, false) AND phone_verified_at IS NOT NULL FROM account
WHERE tenant_id = $1 AND id = $2`, id, g.Account, g.Target).Scan(&current)
	if err != nil {
		return fmt.Errorf("read the number: %w", err)
	}
	if !current {
		return code.ErrInvalid
	}
	return nil
}
