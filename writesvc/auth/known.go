package auth

import (
	"context"
	"errors"
	"net/http"
	"time"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/device"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// A visitor is the client of a request, as far as it matters to limits. A visitor is known to an account if it has a
// device token of the account, or a live session. All others are strangers (docs/decisions/0018).
type visitor struct {
	devices []device.Device
	caller  *web.Caller // of a live session
	claims  bool        // it sent something that may make it known
}

// visitor reads the device tokens and the bearer token of a request. An invalid one is ignored, because neither is
// required.
func (s *Service) visitor(ctx context.Context, rq *web.Request) (visitor, error) {
	v := visitor{devices: s.devices.Of(rq.HTTP, rq.Tenant.ID()), caller: rq.Caller, claims: device.Claimed(rq.HTTP)}
	if v.caller == nil && len(rq.HTTP.Header.Values("Authorization")) > 0 {
		v.claims = true
		c, err := s.Caller(ctx, rq, false)
		if err != nil && !errors.Is(err, errBearer) {
			return v, err
		}
		v.caller = c
	}
	return v, nil
}

// of returns what identifies a visitor in the limits of an account: a device, else the session; "" for a stranger.
func (v visitor) of(u user) string {
	if u.ID == "" {
		return ""
	}
	for _, d := range v.devices {
		if d.Account == u.ID && d.Generation == u.devices {
			return "device " + d.Hash
		}
	}
	if v.caller != nil && v.caller.AccountID == u.ID {
		return "session " + v.caller.SessionID
	}
	return ""
}

// An attempt to sign in is charged before the credentials are checked, so parallel guesses cannot exceed the limit.
type attempt struct {
	s         *Service
	tenant    string
	user      user // the zero user if the address has no account
	known     bool // by its device or session
	class     password.Class
	back      []limit.Charge
	clear     []limit.Charge
	lockedFor time.Duration // the account has failed too often: refuse at the cost of a wrong guess
}

// attempt charges an attempt to sign in to the account of an address. A known visitor is charged to its device or
// session alone. A stranger is charged to its networks, the tenant and the account.
//
// A visitor that claims to be known is looked up first. All others are charged to their networks first, so a flood of
// them costs no further query. Both do the same whether or not the address has an account.
func (s *Service) attempt(ctx context.Context, rq *web.Request, email string) (*attempt, error) {
	a := &attempt{s: s, tenant: rq.Tenant.ID(), class: password.Stranger}
	v, err := s.visitor(ctx, rq)
	if err != nil {
		return nil, err
	}
	if v.claims {
		a.class = password.Claimant
		if a.user, err = s.byEmail(ctx, a.tenant, email); err != nil {
			return nil, err
		}
		if err := a.asKnown(ctx, v.of(a.user)); err != nil || a.known {
			return a, err
		}
	}
	if err := s.hash.Room(a.class); err != nil {
		return nil, err
	}
	if err := a.asStranger(ctx, rq); err != nil {
		return nil, err
	}
	if !v.claims {
		if a.user, err = s.byEmail(ctx, a.tenant, email); err != nil {
			return nil, err
		}
	}
	who := a.user.ID
	if who == "" {
		who = email
	}
	account := limit.On(limit.FailAccount, s.cfg.Limits.FailAccount, a.tenant, who).From(rq.Client)
	a.lockedFor, err = s.limits.Take(ctx, a.tenant, account)
	a.clear = append(a.clear, account)
	return a, err
}

// asKnown charges a visitor that is known by its device or session, unless that has failed too often. A visitor that
// signs in very often stays known, but waits for a slot behind others.
func (a *attempt) asKnown(ctx context.Context, by string) error {
	if by == "" {
		return nil
	}
	l := a.s.cfg.Limits
	fails := limit.On(limit.FailDevice, l.FailDevice, a.tenant, by).Sure()
	often := limit.On(limit.SignIn, l.SignIn, a.tenant, a.user.ID).Sure()
	wait, over, err := a.s.limits.TakeBeside(ctx, a.tenant, []limit.Charge{fails}, often)
	if err != nil || wait > 0 {
		return err
	}
	a.known, a.clear = true, []limit.Charge{fails}
	if a.class = password.Known; over {
		a.class = password.Claimant
	}
	return nil
}

// asStranger charges an attempt to the networks of a request and to the tenant. While the tenant has too many failures,
// networks have a smaller limit too.
func (a *attempt) asStranger(ctx context.Context, rq *web.Request) error {
	l := a.s.cfg.Limits
	a.back = limit.Networks(limit.FailAddress, l.FailAddress, a.tenant, rq.Client)
	all := limit.On(limit.FailTenant, l.FailTenant, a.tenant, "")
	wait, over, err := a.s.limits.TakeBeside(ctx, a.tenant, a.back, all)
	switch {
	case err != nil || wait > 0:
	case over:
		tight := limit.On(limit.FailTight, l.FailTight, a.tenant, limit.Widest(rq.Client)).From(rq.Client)
		if wait, err = a.s.limits.Take(ctx, a.tenant, tight); err == nil && wait > 0 {
			err = a.s.limits.GiveBack(ctx, a.tenant, a.back)
		}
		a.back = append(a.back, tight)
	default:
		a.back = append(a.back, all)
	}
	if err == nil && wait > 0 {
		err = limit.TooManyHere(wait)
	}
	return err
}

// succeeded returns the attempt's charges and clears the failures of the account or device.
func (a *attempt) succeeded(ctx context.Context) error {
	return a.s.limits.GiveBack(ctx, a.tenant, a.back, a.clear...)
}

// newDevice returns a device token for an account, and the cookie that carries it.
func (s *Service) newDevice(rq *web.Request, u user, seed string) (*writeapi.Token, http.Header) {
	t, ends := s.devices.Issue(rq.Tenant.ID(), u.ID, u.devices, seed)
	cookie := s.devices.SetCookie(t, u.ID, s.devices.Of(rq.HTTP, rq.Tenant.ID()))
	return &writeapi.Token{Token: t, Expires: ends}, http.Header{"Set-Cookie": {cookie.String()}}
}

// signedIn returns the answer that begins a session, with a device token.
func (s *Service) signedIn(rq *web.Request, u user, t *writeapi.Tokens) *web.Answer {
	a := &web.Answer{}
	out := writeapi.SignedIn{User: u.User, Tokens: t}
	if t != nil {
		out.Device, a.Header = s.newDevice(rq, u, "")
	}
	a.Data = out
	return a
}

// socialAttempt charges an attempt to sign in with an ID token, whose account is not known yet: to a genuine device, if
// there is one, else as a stranger's.
func (s *Service) socialAttempt(ctx context.Context, rq *web.Request) (*attempt, error) {
	a := &attempt{s: s, tenant: rq.Tenant.ID()}
	for _, d := range s.devices.Of(rq.HTTP, a.tenant) {
		a.user.ID = d.Account
		if err := a.asKnown(ctx, "device "+d.Hash); err != nil || a.known {
			return a, err
		}
	}
	return a, a.asStranger(ctx, rq)
}

// sessionAttempt charges a guess at a code to the session that makes it.
func (s *Service) sessionAttempt(ctx context.Context, rq *web.Request) (*attempt, error) {
	a := &attempt{s: s, tenant: rq.Tenant.ID()}
	fails := limit.On(limit.FailDevice, s.cfg.Limits.FailDevice, a.tenant, "session "+rq.Caller.SessionID).Sure()
	wait, err := s.limits.Take(ctx, a.tenant, fails)
	if err == nil && wait > 0 {
		err = limit.TooMany(wait)
	}
	a.clear = []limit.Charge{fails}
	return a, err
}

// afterReset returns the answer to a new password. The link proved the owner, so the client becomes a known device of
// the account (docs/decisions/0018).
func (s *Service) afterReset(ctx context.Context, rq *web.Request, email, said string) (*web.Answer, error) {
	u, err := s.byEmail(ctx, rq.Tenant.ID(), email)
	if err != nil {
		return nil, err
	}
	out, a := writeapi.PasswordSet{Message: said}, &web.Answer{}
	if u.ID != "" { // else the account was deleted meanwhile
		out.Device, a.Header = s.newDevice(rq, u, "")
	}
	a.Data = out
	return a, nil
}
