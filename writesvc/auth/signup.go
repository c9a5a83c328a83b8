package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// Languages are the languages of emails.
var Languages = []string{"tr", "en"}

// SignUp handles POST /auth/signup.
func (s *Service) SignUp(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.SignUp
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	settings, err := ReadSettings(ctx, s.pool, rq.Tenant.ID())
	if err != nil {
		return nil, err
	}
	a, err := newAccount(in, settings)
	if err != nil {
		return nil, err
	}
	if err := s.hash.Room(password.Newcomer); err != nil {
		return nil, err
	}
	wait, err := s.limits.Take(ctx, rq.Tenant.ID(),
		limit.Networks(limit.SignUp, s.cfg.Limits.SignUp, rq.Tenant.ID(), rq.Client)...)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, limit.TooManyHere(wait)
	}
	if a.password, err = s.hash.Hash(ctx, password.Newcomer, a.password); err != nil {
		return nil, err
	}
	u := user{}
	var tokens *writeapi.Tokens
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		id, err := s.insert(ctx, tx, rq, a)
		if err != nil {
			return err
		}
		u.User = writeapi.User{ID: id, Email: a.email, Name: a.name}
		if err := s.note(ctx, tx, rq, id, "signup", map[string]any{"type": a.kind}); err != nil {
			return err
		}
		if err := s.outbox.Put(ctx, tx, rq.Tenant.ID(), email.Verify,
			email.Job{Account: id, At: s.cfg.Now()}); err != nil {
			return err
		}
		if a.status != active || settings.VerifyFirst {
			return nil // the account may not sign in yet
		}
		t, err := s.begin(ctx, tx, rq, id, "signup")
		tokens = &t
		return err
	})
	if errors.Is(err, errTaken) && (a.status != active || settings.VerifyFirst) {
		return s.pretend(ctx, rq, a)
	}
	if err != nil {
		return nil, err
	}
	s.outbox.Wake()
	answer := s.signedIn(rq, u, tokens)
	answer.Status = http.StatusCreated
	return answer, nil
}

// pretend answers a sign-up with a taken address like any other one, for tenants whose sign-ups get no tokens. So the
// answer does not reveal that the address has an account. The owner gets an email, at most one a minute and ten a day.
func (s *Service) pretend(ctx context.Context, rq *web.Request, a account) (*web.Answer, error) {
	wait, err := s.maySend(ctx, rq.Tenant.ID(), "signup", a.email, rq.Client)
	if err != nil {
		return nil, err
	}
	if wait == 0 {
		if err := s.request(ctx, rq, email.Taken, email.Job{Email: a.email, At: s.cfg.Now()}); err != nil {
			return nil, err
		}
	}
	id := make([]byte, idLen)
	_, _ = rand.Read(id) // never fails (crypto/rand)
	return &web.Answer{Status: http.StatusCreated, Data: writeapi.SignedIn{
		User: writeapi.User{ID: hex.EncodeToString(id), Email: a.email, Name: a.name},
	}}, nil
}

const idLen = 12 // bytes, as object_id() makes them

// account is a new account in normal form.
type account struct {
	email, password string
	name            writeapi.Name
	contact         writeapi.Contact
	phone           string // the number that receives messages
	kind, status    string
	company         *writeapi.Company
	language        *string
}

// newAccount checks a sign-up.
func newAccount(in writeapi.SignUp, settings Settings) (a account, err error) {
	if settings.Signup == signupClosed {
		return a, api.Errorf(403, api.SignUpClosed, "This shop does not accept new accounts.")
	}
	if a.email, err = profile.Email(in.Email); err != nil {
		return a, err
	}
	if a.password, err = password.Check(in.Password, a.email); err != nil {
		return a, err
	}
	if a.name.First, err = profile.Name("name.first", in.Name.First, true); err != nil {
		return a, err
	}
	if a.name.Last, err = profile.Name("name.last", in.Name.Last, true); err != nil {
		return a, err
	}
	if in.Contact.MobileNumber == nil {
		return a, web.Wrong("contact.mobileNumber", "This field is required: a list of numbers.")
	}
	a.contact = in.Contact
	if a.phone, err = profile.Phones(in.Contact.MobileNumber); err != nil {
		return a, err
	}
	if in.Language != "" {
		if !slices.Contains(Languages, in.Language) {
			return a, web.Wrong("language", "Must be tr or en.")
		}
		a.language = &in.Language
	}
	a.kind, a.status = "B2C", active
	switch {
	case settings.Signup == signupB2B && in.Company == nil:
		return a, web.Wrong("company", "This field is required, because this shop sells to businesses.")
	case settings.Signup == signupB2B:
		a.kind, a.status = "B2B", pending
		a.company, err = profile.Company(in.Company)
	case in.Company != nil:
		return a, web.Wrong("company", "This shop does not sell to businesses.")
	}
	return a, err
}

var errTaken = api.Errorf(409, api.EmailTaken,
	"An account with this email address exists. Sign in, or request a new password.")

// insert writes an account. Of parallel callers with one address, one succeeds.
func (s *Service) insert(ctx context.Context, tx pgx.Tx, rq *web.Request, a account) (string, error) {
	var id string
	var password, phone *string
	if a.password != "" {
		password = &a.password
	}
	if a.phone != "" {
		phone = &a.phone
	}
	now := s.cfg.Now()
	phones := a.contact.MobileNumber
	if phones == nil {
		phones = []writeapi.MobileNumber{}
	}
	err := tx.QueryRow(ctx, `INSERT INTO account
  (tenant_id, email, password, password_set_at, first_name, last_name, phones, phone, type, company, status, language,
  created_at, updated_at)
VALUES ($1, $2, $3, CASE
WHEN $3::text IS NOT NULL THEN $12::timestamptz END, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
ON CONFLICT ON CONSTRAINT account_email_key DO NOTHING RETURNING id`, rq.Tenant.ID(), a.email, password, a.name.First,
		a.name.Last, phones, phone,
		a.kind, a.company, a.status, a.language, now).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errTaken
	}
	if err != nil {
		return "", fmt.Errorf("make the account: %w", err)
	}
	return id, nil
}
