package auth

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// Letters that anybody can ask for, by an address. What happens before the answer is the same whether or not there is an account with
// that address: limits by the address that was given, and one row in the outbox. Who it is, is found out when the letter is written.

// ForgotPassword answers POST /auth/forgot-password: always the same.
func (s *Service) ForgotPassword(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.ForgotPassword
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	email, err := normalEmail(in.Email)
	if err != nil {
		return nil, err
	}
	if in.Method, err = method(in.Method, channelMail); err != nil {
		return nil, err
	}
	if err := s.mayAsk(ctx, rq); err != nil {
		return nil, err
	}
	wait, err := s.maySend(ctx, rq.Tenant.ID(), purposeReset, email)
	if err != nil {
		return nil, err
	}
	if wait == 0 { // else a letter is on its way, or there were enough today
		if err := s.wish(ctx, rq, letterReset, job{Email: email, Method: in.Method, At: s.cfg.Now()}); err != nil {
			return nil, err
		}
	}
	return web.OK(writeapi.Done{Message: "If there is an account with this address, a link to set a new password is on its way."}), nil
}

// ResendOTP answers POST /auth/resend-otp: the same for every address, and 429 where one was asked for a moment ago.
func (s *Service) ResendOTP(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.ResendOTP
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	email, err := normalEmail(in.Email)
	if err != nil {
		return nil, err
	}
	if in.Method, err = method(in.Method, channelSMS); err != nil {
		return nil, err
	}
	if err := s.mayAsk(ctx, rq); err != nil {
		return nil, err
	}
	wait, err := s.maySend(ctx, rq.Tenant.ID(), purposeLogin, email)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, limit.TooMany(wait)
	}
	if err := s.wish(ctx, rq, letterCode, job{Email: email, Method: in.Method, At: s.cfg.Now()}); err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: "If there is an account with this address, a code is on its way."}), nil
}

// SendVerificationEmail answers POST /auth/send-verification-email.
func (s *Service) SendVerificationEmail(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var verified bool
	err := s.pool.QueryRow(ctx, `SELECT email_verified_at IS NOT NULL FROM account WHERE tenant_id = $1 AND id = $2`,
		rq.Tenant.ID(), rq.Caller.AccountID).Scan(&verified)
	if err != nil {
		return nil, gone(err)
	}
	if verified {
		return nil, api.Errorf(409, api.AlreadyVerified, "The address is verified.")
	}
	return s.wishOfCaller(ctx, rq, purposeVerify, letterVerify, "A letter with a link is on its way.")
}

// SendPhoneVerification answers POST /auth/send-phone-verification.
func (s *Service) SendPhoneVerification(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var number, verified bool
	err := s.pool.QueryRow(ctx, `SELECT phone IS NOT NULL, phone_verified_at IS NOT NULL FROM account WHERE tenant_id = $1 AND id = $2`,
		rq.Tenant.ID(), rq.Caller.AccountID).Scan(&number, &verified)
	switch {
	case err != nil:
		return nil, gone(err)
	case verified:
		return nil, api.Errorf(409, api.AlreadyVerified, "The number is verified.")
	case !number:
		return nil, api.Errorf(409, api.NoPhone, "The account has no number that takes text messages.")
	case !s.outbox.SMS():
		return nil, api.Errorf(409, api.NoPhone, "This shop sends no text messages.")
	}
	return s.wishOfCaller(ctx, rq, purposePhone, letterPhone, "A text message with a code is on its way.")
}

func (s *Service) wishOfCaller(ctx context.Context, rq *web.Request, purpose, letter, said string) (*web.Answer, error) {
	wait, err := s.maySend(ctx, rq.Tenant.ID(), purpose, rq.Caller.AccountID)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, limit.TooMany(wait)
	}
	if err := s.wish(ctx, rq, letter, job{Account: rq.Caller.AccountID, At: s.cfg.Now()}); err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: said}), nil
}

// wish puts a letter into the outbox.
func (s *Service) wish(ctx context.Context, rq *web.Request, letter string, j job) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.outbox.Put(ctx, tx, rq.Tenant.ID(), letter, j); err != nil {
			return err
		}
		return s.note(ctx, tx, rq, j.Account, letter+" asked for", nil)
	})
	if err == nil {
		s.outbox.Wake()
	}
	return err
}

// mayAsk charges an address that asks for a letter.
func (s *Service) mayAsk(ctx context.Context, rq *web.Request) error {
	wait, err := s.limits.Take(ctx, rq.Tenant.ID(), limit.On(s.cfg.Limits.Send, rq.Tenant.ID(), "send", api.Network(rq.Client)))
	if err == nil && wait > 0 {
		err = limit.TooManyHere(wait)
	}
	return err
}

// maySend charges a letter to somebody for a purpose: one a minute, so many a day. One refused by the first does not count for the second.
func (s *Service) maySend(ctx context.Context, tenant, purpose, who string) (time.Duration, error) {
	wait, err := s.limits.Take(ctx, tenant, limit.On(limit.Limit{Burst: 1, Every: s.cfg.SendEvery}, tenant, "send every "+purpose, who))
	if err != nil || wait > 0 {
		return wait, err
	}
	return s.limits.Take(ctx, tenant, limit.On(s.cfg.Limits.SendAccount, tenant, "send "+purpose, who))
}

// method is how to send something.
func method(given, otherwise string) (string, error) {
	switch given {
	case "":
		return otherwise, nil
	case channelMail, channelSMS:
		return given, nil
	}
	return "", web.Wrong("method", "It takes email or sms.")
}

// gone is what becomes of a caller whose account went away since the guard looked.
func gone(err error) error {
	if noRows(err) {
		return errBearer
	}
	return err
}
