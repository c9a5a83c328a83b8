package auth

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// These handlers request emails by address. Until they answer they do the same work whether or not an account exists:
// limits by the given address, and one row in the outbox. The account is looked up when the email is written, or first,
// if the client claims to be a known device.

// ForgotPassword handles POST /auth/forgot-password. The answer is always the same.
func (s *Service) ForgotPassword(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.ForgotPassword
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	address, err := profile.Known(in.Email)
	if err != nil {
		return nil, err
	}
	if in.Method, err = method(in.Method, code.Mail); err != nil {
		return nil, err
	}
	wait, err := s.mayRequest(ctx, rq, code.ResetPassword, in.Method, address)
	if err != nil {
		return nil, err
	}
	if wait == 0 { // else the client requested an email just now, or an earlier link is still valid
		j := email.Job{Email: address, Method: in.Method, At: s.cfg.Now()}
		if err := s.request(ctx, rq, email.Reset, j); err != nil {
			return nil, err
		}
	}
	return web.OK(writeapi.Done{Message: "If an account with this address exists, a link to set a new password has " +
		"been sent."}), nil
}

// ResendOTP handles POST /auth/resend-otp. The answer is the same for every address; it is 429 shortly after a request.
func (s *Service) ResendOTP(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.ResendOTP
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	address, err := profile.Known(in.Email)
	if err != nil {
		return nil, err
	}
	if in.Method, err = method(in.Method, code.SMS); err != nil {
		return nil, err
	}
	wait, err := s.mayRequest(ctx, rq, code.Login, in.Method, address)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, limit.TooMany(wait)
	}
	j := email.Job{Email: address, Method: in.Method, At: s.cfg.Now()}
	if err := s.request(ctx, rq, email.Code, j); err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: "If an account with this address exists, a code has been sent."}), nil
}

// SendVerificationEmail handles POST /auth/send-verification-email.
func (s *Service) SendVerificationEmail(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var verified bool
	err := s.pool.QueryRow(ctx, `SELECT email_verified_at IS NOT NULL FROM account WHERE tenant_id = $1 AND id = $2`,
		rq.Tenant.ID(), rq.Caller.AccountID).Scan(&verified)
	if err != nil {
		return nil, gone(err)
	}
	if verified {
		return nil, api.Errorf(409, api.AlreadyVerified, "The email address is already verified.")
	}
	return s.requestForCaller(ctx, rq, code.VerifyEmail, email.Verify, "An email with a link has been sent.")
}

// SendPhoneVerification handles POST /auth/send-phone-verification.
func (s *Service) SendPhoneVerification(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var number, verified bool
	err := s.pool.QueryRow(ctx, `SELECT phone IS NOT NULL, phone_verified_at IS NOT NULL
FROM account WHERE tenant_id = $1 AND id = $2`,
		rq.Tenant.ID(), rq.Caller.AccountID).Scan(&number, &verified)
	switch {
	case err != nil:
		return nil, gone(err)
	case verified:
		return nil, api.Errorf(409, api.AlreadyVerified, "The phone number is already verified.")
	case !number:
		return nil, api.Errorf(409, api.NoPhone, "The account has no phone number that receives text messages.")
	case !s.outbox.SMS():
		return nil, api.Errorf(409, api.NoPhone, "This shop does not send text messages.")
	}
	return s.requestForCaller(ctx, rq, code.Phone, email.Phone, "A text message with a code has been sent.")
}

// requestForCaller requests an email for the signed-in account.
func (s *Service) requestForCaller(ctx context.Context, rq *web.Request, purpose, kind, said string,
) (*web.Answer, error) {
	wait, err := s.maySend(ctx, rq.Tenant.ID(), purpose, rq.Caller.AccountID, netip.Addr{})
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, limit.TooMany(wait)
	}
	j := email.Job{Account: rq.Caller.AccountID, At: s.cfg.Now()}
	if purpose == code.Phone {
		j.Method = code.SMS
	}
	if err := s.request(ctx, rq, kind, j); err != nil {
		return nil, err
	}
	return web.OK(writeapi.Done{Message: said}), nil
}

// request puts an email into the outbox.
func (s *Service) request(ctx context.Context, rq *web.Request, kind string, j email.Job) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.outbox.Put(ctx, tx, rq.Tenant.ID(), kind, j); err != nil {
			return err
		}
		return s.note(ctx, tx, rq, j.Account, kind+" asked for", nil)
	})
	if err == nil {
		s.outbox.Wake()
	}
	return err
}

// mayRequest charges a request for a code or link by address, and returns how long the client has to wait. It returns a
// 429 if too many strangers of the client's network ask.
//
// A known device has limits of its own. Reset links of strangers are limited by address and network. For the address
// alone only the interval of letters is limited, to half the lifetime of a link. So if a stranger's requests use it up,
// the owner has received a link that is still valid.
func (s *Service) mayRequest(ctx context.Context, rq *web.Request, purpose, channel, address string,
) (time.Duration, error) {
	id, l := rq.Tenant.ID(), s.cfg.Limits
	v, err := s.visitor(ctx, rq)
	if err != nil {
		return 0, err
	}
	if v.claims {
		u, err := s.byEmail(ctx, id, address)
		if err != nil {
			return 0, err
		}
		if v.of(u) != "" {
			return s.limits.Take(ctx, id, s.every(id, purpose, "known "+u.ID).Sure(),
				limit.On(limit.SendKnown, l.SendKnown, id, purpose+" "+u.ID).Sure())
		}
	}
	wait, err := s.limits.Take(ctx, id, limit.Networks(limit.Send, l.Send, id, rq.Client)...)
	if err == nil && wait > 0 {
		err = limit.TooManyHere(wait)
	}
	if err != nil {
		return 0, err
	}
	if purpose == code.Login {
		return s.maySend(ctx, id, purpose, address, rq.Client)
	}
	from := " " + limit.Widest(rq.Client)
	half := limit.Limit{Burst: limit.ResetLink.Burst, Every: s.cfg.ResetTTL / 2}
	return s.limits.Take(ctx, id, s.every(id, purpose, address+from).From(rq.Client),
		limit.On(limit.ResetLinkNetwork, l.ResetLinkNetwork, id, purpose+" "+address+from).From(rq.Client),
		limit.On(limit.ResetLink, half, id, purpose+" "+channel+" "+address).From(rq.Client))
}

// maySend charges an email to an account or address for a purpose: one per SendEvery, and SendAccount per day. If one
// limit refuses, neither is charged. from is the address of a stranger.
func (s *Service) maySend(ctx context.Context, tenant, purpose, who string, from netip.Addr) (time.Duration, error) {
	return s.limits.Take(ctx, tenant, s.every(tenant, purpose, who).From(from),
		limit.On(limit.SendAccount, s.cfg.Limits.SendAccount, tenant, purpose+" "+who).From(from))
}

// every returns the charge of one message per SendEvery.
func (s *Service) every(tenant, purpose, who string) limit.Charge {
	return limit.On(limit.SendEvery, limit.Limit{Burst: 1, Every: s.cfg.SendEvery}, tenant, purpose+" "+who)
}

// method returns the channel of a request.
func method(given, otherwise string) (string, error) {
	switch given {
	case "":
		return otherwise, nil
	case code.Mail, code.SMS:
		return given, nil
	}
	return "", web.Wrong("method", "Must be email or sms.")
}

// gone translates the error for an account that was deleted since the guard checked the token.
func gone(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return errBearer
	}
	return err
}
