// Package code makes and verifies one-time codes and links. Only their hashes are stored.
package code

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/auth/token"
)

// Purposes of codes and links. A code made for one purpose is invalid for another.
const (
	Login         = "login"
	Phone         = "phone"
	VerifyEmail   = "verify-email"
	ResetPassword = "reset-password"
)

// Channels by which codes and links are sent.
const (
	Mail = "email"
	SMS  = "sms"
)

// newCode returns six random digits.
func newCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("make a code: %w", err)
	}
	return fmt.Sprintf("%06d", n), nil
}

// IsCode reports whether a text consists of six digits.
func IsCode(s string) bool {
	if len(s) != 6 {
		return false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

const linkBytes = 32 // random ones

// newLink returns the token of a link. It names its tenant, because verify-email is called without a tenant header.
func newLink(tenant string) string {
	b := make([]byte, linkBytes)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return tenant + "~" + base64.RawURLEncoding.EncodeToString(b)
}

// LinkTenant returns the tenant that a link's token names, or "" if the token is malformed.
func LinkTenant(link string) string {
	tenant, secret, ok := strings.Cut(link, "~")
	if !ok || len(link) > 256 || len(secret) != base64.RawURLEncoding.EncodedLen(linkBytes) ||
		token.HasLineBreak(link) {
		return ""
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(secret); err != nil {
		return ""
	}
	return tenant
}

// Config configures Codes.
type Config struct {
	Pepper []byte
	Tries  int // guesses at one code
	Now    func() time.Time
}

// Codes makes and verifies codes and links.
type Codes struct {
	cfg  Config
	pool *pgxpool.Pool
}

// New returns Codes.
func New(cfg Config, pool *pgxpool.Pool) *Codes { return &Codes{cfg, pool} }

// sealed returns the stored hash of a code or link. It depends on the pepper, the tenant, the account and the purpose.
func (s *Codes) sealed(parts ...string) []byte {
	mac := hmac.New(sha256.New, s.cfg.Pepper)
	mac.Write([]byte("code\x00" + strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}

// A Request describes a code or link to be made.
type Request struct {
	Account, Purpose, Channel, Target string
	Life                              time.Duration
}

// NewCode makes a code and stores its hash. It replaces the previous code of the account and purpose, and its guesses.
func (s *Codes) NewCode(ctx context.Context, tenant string, m Request) (string, error) {
	code, err := newCode()
	if err != nil {
		return "", err
	}
	return code, s.store(ctx, tenant, m, s.sealed(tenant, m.Account, m.Purpose, code))
}

// NewLink makes a link's token and stores its hash. It replaces the previous link of the account and purpose.
func (s *Codes) NewLink(ctx context.Context, tenant string, m Request) (string, error) {
	link := newLink(tenant)
	return link, s.store(ctx, tenant, m, s.sealed(tenant, m.Purpose, link))
}

func (s *Codes) store(ctx context.Context, tenant string, m Request, hash []byte) error {
	now := s.cfg.Now()
	_, err := s.pool.Exec(ctx, `INSERT INTO account_code
  (tenant_id, account_id, purpose, channel, target, hash, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT ON CONSTRAINT account_code_one_a_purpose DO UPDATE
SET channel = $4, target = $5, hash = $6, created_at = $7, expires_at = $8, attempts = 0, used_at = NULL`,
		tenant, m.Account, m.Purpose, m.Channel, m.Target, hash, now, now.Add(m.Life))
	if err != nil {
		return fmt.Errorf("store a code: %w", err)
	}
	return nil
}

// ErrInvalid is returned for a code or link that is wrong, used, replaced or expired.
var ErrInvalid = errors.New("invalid code")

// A Proof is what a correct code or link proves: the sender reads messages to the target.
type Proof struct{ Account, Channel, Target string }

// A Guess is a guess at a code that was counted. If Right, the code proves Proof.
type Guess struct {
	Proof
	id    string
	hash  []byte
	Right bool
}

// Guess counts a guess before it compares the code, so parallel guesses cannot exceed the limit. A guess for an account
// that does not exist ("") costs the same.
func (s *Codes) Guess(ctx context.Context, tenant, account, purpose, code string) (Guess, error) {
	g := Guess{Proof: Proof{Account: account}}
	err := s.pool.QueryRow(ctx, `UPDATE account_code SET attempts = attempts + 1
WHERE tenant_id = $1 AND account_id = $2 AND purpose = $3 AND attempts < $4 AND used_at IS NULL AND expires_at > $5
RETURNING id, hash, channel, target`, tenant, account, purpose, s.cfg.Tries, s.cfg.Now()).Scan(
		&g.id, &g.hash, &g.Channel, &g.Target)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return g, fmt.Errorf("count a guess: %w", err)
	}
	g.Right = hmac.Equal(g.hash, s.sealed(tenant, account, purpose, code))
	return g, nil
}

// Use marks the code of a right guess as used. Of parallel callers one succeeds, and none if the code was replaced.
func (s *Codes) Use(ctx context.Context, tx pgx.Tx, tenant string, g Guess) error {
	tag, err := tx.Exec(ctx, `UPDATE account_code SET used_at = $3
WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND hash = $4`,
		tenant, g.id, s.cfg.Now(), g.hash)
	if err != nil {
		return fmt.Errorf("use a code: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return ErrInvalid
	}
	return nil
}

// Peek returns the address of the account of a valid link, and does not use the link.
func (s *Codes) Peek(ctx context.Context, tenant, purpose, link string) (email string, err error) {
	if LinkTenant(link) != tenant {
		return "", ErrInvalid
	}
	err = s.pool.QueryRow(ctx, `SELECT a.email FROM account_code c
JOIN account a ON a.tenant_id = $1 AND a.id = c.account_id
WHERE c.tenant_id = $1 AND c.hash = $2 AND c.purpose = $3 AND c.used_at IS NULL AND c.expires_at > $4`,
		tenant, s.sealed(tenant, purpose, link), purpose, s.cfg.Now()).Scan(&email)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrInvalid
	}
	if err != nil {
		return "", fmt.Errorf("find a link: %w", err)
	}
	return email, nil
}

// UseLink marks a link as used and returns what it proves. Of parallel callers one succeeds. An expired link is marked,
// too.
func (s *Codes) UseLink(ctx context.Context, db queryRower, tenant, purpose, link string) (Proof, error) {
	if LinkTenant(link) != tenant {
		return Proof{}, ErrInvalid
	}
	var p Proof
	var expires time.Time
	now := s.cfg.Now()
	err := db.QueryRow(ctx, `UPDATE account_code SET used_at = $4
WHERE tenant_id = $1 AND hash = $2 AND purpose = $3 AND used_at IS NULL
RETURNING account_id, channel, target, expires_at`,
		tenant, s.sealed(tenant, purpose, link), purpose, now).Scan(&p.Account, &p.Channel, &p.Target, &expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, ErrInvalid
	}
	if err != nil {
		return p, fmt.Errorf("use a link: %w", err)
	}
	if !expires.After(now) {
		return p, ErrInvalid
	}
	return p, nil
}

// A queryRower is a pool or a transaction.
type queryRower interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}
