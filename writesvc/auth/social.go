package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/claim"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/idp"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/web"
)

var errSocial = api.Errorf(401, api.IDTokenInvalid, "The identity token is invalid. Sign in with the provider again.")

// SocialLogin handles POST /auth/social-login. It signs in the user that a provider's ID token identifies, and
// registers the user if there is no account.
//
// An account is linked by (issuer, subject). The first time it is found by its address, which the provider must have
// verified. If the account's own address is verified, the identity is linked. If not, whoever made the account never
// proved the address: the account is handed over without what was set before (package claim).
func (s *Service) SocialLogin(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.SocialLogin
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	switch {
	case in.Provider == "":
		return nil, web.Wrong("provider", "This field is required.")
	case in.IDToken == "":
		return nil, web.Wrong("idToken", "This field is required.")
	}
	id := rq.Tenant.ID()
	settings, err := ReadSettings(ctx, s.pool, id)
	if err != nil {
		return nil, err
	}
	provider, ok := settings.Providers[in.Provider]
	if !ok {
		return nil, api.Errorf(403, api.ProviderUnknown, "This shop does not accept this provider.")
	}
	try, err := s.socialAttempt(ctx, rq)
	if err != nil {
		return nil, err
	}
	who, err := s.identify(ctx, rq, provider, in)
	if err != nil {
		return nil, err
	}
	var out *web.Answer
	for range 3 { // a loser against a parallel first sign-in retries and finds the new account
		if out, err = s.social(ctx, rq, settings, in.Provider, who); !errors.Is(err, errAgain) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	s.outbox.Wake()
	if err := try.succeeded(ctx); err != nil {
		return nil, err
	}
	return out, nil
}

// errAgain is returned when a parallel sign-in created the account or the link first.
var errAgain = errors.New("a parallel sign-in was first")

// identify verifies a provider's token and uses its nonce.
func (s *Service) identify(ctx context.Context, rq *web.Request, p idp.Provider, in writeapi.SocialLogin,
) (idp.Identity, error) {
	verifier, err := s.idps.Of(p)
	if err != nil {
		return idp.Identity{}, err
	}
	who, err := verifier.Verify(ctx, in.IDToken)
	switch {
	case errors.Is(err, idp.ErrUnavailable):
		return who, &api.Error{
			Status: 503, Code: api.Unavailable, Message: "The provider is unavailable. Try again in a moment.", Cause: err,
		}
	case err != nil:
		detail := map[string]any{"provider": in.Provider}
		return who, errors.Join(errSocial, s.note(ctx, s.pool, rq, "", "token of a provider refused", detail))
	}
	// Token and request must agree on whether there is a nonce.
	if (who.Nonce == "") != (in.Nonce == "") || who.Nonce == "" && who.NeedNonce {
		return who, errSocial
	}
	if who.Nonce == "" {
		return who, nil
	}
	if !who.Matches(in.Nonce) {
		return who, errSocial
	}
	key := sha256.Sum256([]byte(rq.Tenant.ID() + "\x00nonce\x00" + who.Issuer + "\x00" + who.Nonce))
	tag, err := s.pool.Exec(ctx, `INSERT INTO spent (tenant_id, key, expires_at) VALUES ($1, $2, $3)
ON CONFLICT (key) DO NOTHING`, rq.Tenant.ID(), key[:], who.Expires.Add(token.Leeway))
	if err != nil {
		return who, fmt.Errorf("use a nonce: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return who, errSocial // the nonce was used before
	}
	return who, nil
}

// social finds or makes the account of an identity and begins a session.
func (s *Service) social(ctx context.Context, rq *web.Request, settings Settings, provider string, who idp.Identity,
) (*web.Answer, error) {
	id := rq.Tenant.ID()
	var out *web.Answer
	var refused error
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// The account is locked first: a reset that ends the identity has then committed, or has not begun.
		if _, err := tx.Exec(ctx, `SELECT FROM account WHERE tenant_id = $1 AND id = (
  SELECT i.account_id FROM account_identity i WHERE i.tenant_id = $1 AND i.issuer = $2 AND i.subject = $3)
FOR NO KEY UPDATE`, id, who.Issuer, who.Subject); err != nil {
			return fmt.Errorf("lock an account: %w", err)
		}
		u, err := scanUser(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM account WHERE tenant_id = $1 AND id = (
  SELECT i.account_id FROM account_identity i WHERE i.tenant_id = $1 AND i.issuer = $2 AND i.subject = $3)`,
			id, who.Issuer, who.Subject))
		if errors.Is(err, errNobody) {
			u, err = s.adopt(ctx, tx, rq, settings, newIdentity{provider, who})
		}
		if err != nil {
			return err
		}
		t, err := s.enterIn(ctx, tx, rq, entry{settings, &u, "social", "login by " + provider})
		var known *api.Error
		if errors.As(err, &known) && known.Status == 403 {
			refused = err // the link is kept; the account is not allowed to sign in yet
			return nil
		}
		out = s.signedIn(rq, u, &t)
		return err
	})
	return out, errors.Join(err, refused)
}

// A newIdentity is an identity without an account.
type newIdentity struct {
	provider string
	who      idp.Identity
}

// adopt finds or makes the account of a new identity and links it.
func (s *Service) adopt(ctx context.Context, tx pgx.Tx, rq *web.Request, settings Settings, n newIdentity,
) (u user, err error) {
	who := n.who
	id, now := rq.Tenant.ID(), s.cfg.Now()
	address, err := profile.Email(who.Email)
	if err != nil {
		return u, api.Errorf(401, api.IDTokenInvalid,
			"The provider has not verified your email address. Verify it there, or sign up with a password.")
	}
	u, err = scanUser(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM account
WHERE tenant_id = $1 AND email = $2 FOR NO KEY UPDATE`, id, address))
	event := "linked"
	switch {
	case errors.Is(err, errNobody):
		if settings.Signup != "" && settings.Signup != signupB2C {
			return u, api.Errorf(403, api.SignUpClosed, "This shop does not accept new accounts by this provider.")
		}
		a := account{email: address, kind: "B2C", status: active}
		a.name.First, a.name.Last = nameOf(who.First), nameOf(who.Last)
		u = user{status: active, verified: true}
		u.Email, u.Name = address, a.name
		if u.ID, err = s.insert(ctx, tx, rq, a); errors.Is(err, errTaken) {
			return u, errAgain
		}
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE account SET email_verified_at = $3 WHERE tenant_id = $1 AND id = $2`, id, u.ID, now)
		}
		event = "signup"
	case err == nil && u.status == locked:
		return u, errCredentials
	case err == nil && !u.verified:
		event = "handed over"
		err = s.claim(ctx, tx, rq, claim.Proof{Tenant: id, Account: u.ID, Address: address, At: now})
	}
	if err != nil {
		return u, fmt.Errorf("find the account of an identity: %w", err)
	}
	tag, err := tx.Exec(ctx, `INSERT INTO account_identity (tenant_id, account_id, provider, issuer, subject, created_at)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ON CONSTRAINT account_identity_subject_key DO NOTHING`,
		id, u.ID, n.provider, who.Issuer, who.Subject, now)
	if err != nil {
		return u, fmt.Errorf("link an identity: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return u, errAgain
	}
	if event != "signup" { // the owner may not be the one who signs in
		if err := s.outbox.Put(ctx, tx, id, email.Linked, email.Job{Account: u.ID, Provider: n.provider}); err != nil {
			return u, err
		}
	}
	return u, s.note(ctx, tx, rq, u.ID, event+" by provider", map[string]any{"provider": n.provider})
}

// nameOf returns a name that a provider gives, or "" if it is not acceptable. An abbreviation is no domain.
func nameOf(given string) string {
	given = strings.TrimSpace(strings.ReplaceAll(given, ".", ". "))
	s, err := profile.Name("name", given, false)
	if err != nil {
		return ""
	}
	return s
}
