// Package code makes and verifies one-time codes and links. Only their hashes are stored.
package code

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/secret"
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

// newCode returns the six digits of a request. A job of the outbox may be written several times, and gets the same
// code each time. So a repeated message does not invalidate the first one.
func (s *Codes) newCode(tenant string, m Request) string {
	if m.Job == "" {
		n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails (crypto/rand)
		return fmt.Sprintf("%06d", n)
	}
	n := binary.BigEndian.Uint64(s.sealed("digits", tenant, m.Account, m.Purpose, m.Job)) // too long for a bias
	return fmt.Sprintf("%06d", n%1_000_000)
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

// newLink returns the token of a link. It names its tenant, because verify-email is called without a tenant header. As
// newCode does, it returns the same token for the same job.
func (s *Codes) newLink(tenant string, m Request) string {
	b := make([]byte, linkBytes)
	if m.Job == "" {
		_, _ = rand.Read(b) // never fails (crypto/rand)
	} else {
		b = s.sealed("link", tenant, m.Account, m.Purpose, m.Job)
	}
	return tenant + "~" + base64.RawURLEncoding.EncodeToString(b)
}

const (
	maxTenant = 64 // bytes (0002_tenant.sql)
	maxLink   = 256
)

// LinkTenant returns the tenant that a link's token names, or "" if the token is malformed. The result consists of
// printable ASCII characters, so it may be part of a query.
func LinkTenant(link string) string {
	tenant, secret, ok := strings.Cut(link, "~")
	if !ok || len(link) > maxLink || len(tenant) > maxTenant ||
		len(secret) != base64.RawURLEncoding.EncodedLen(linkBytes) || token.HasLineBreak(link) ||
		strings.ContainsFunc(tenant, func(r rune) bool { return r <= ' ' || r > '~' }) {
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
	mac := secret.MAC(s.cfg.Pepper)
	mac.Write([]byte("code\x00" + strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}

// A Request describes a code or link to be made.
type Request struct {
	Account, Purpose, Channel, Target string
	Life                              time.Duration
	Job                               string    // the outbox job that sends it; "": it is not sent
	At                                time.Time // when it was requested; zero: now
}

// ErrNewer is returned if a newer code or link of the account and purpose was stored meanwhile. An older message that
// is sent again does not replace it.
var ErrNewer = errors.New("a newer code or link was made")

// NewCode makes a code and stores its hash. It replaces the previous code of the account and purpose, and its guesses.
func (s *Codes) NewCode(ctx context.Context, tenant string, m Request) (string, error) {
	code := s.newCode(tenant, m)
	return code, s.store(ctx, s.pool, tenant, m, s.sealed(tenant, m.Account, m.Purpose, code))
}

// NewLink makes a link's token and stores its hash, in db: a pool or a transaction. It replaces the previous link of
// the account and purpose.
func (s *Codes) NewLink(ctx context.Context, db execer, tenant string, m Request) (string, error) {
	link := s.newLink(tenant, m)
	return link, s.store(ctx, db, tenant, m, s.sealed(tenant, m.Purpose, link))
}

// store stores the hash of a code or link. If the same one is stored already, its guesses and its use still count.
func (s *Codes) store(ctx context.Context, db execer, tenant string, m Request, hash []byte) error {
	now := s.cfg.Now()
	at := m.At
	if at.IsZero() {
		at = now
	}
	tag, err := db.Exec(ctx, `INSERT INTO account_code AS c
  (tenant_id, account_id, purpose, channel, target, hash, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT ON CONSTRAINT account_code_one_a_purpose DO UPDATE
SET channel = $4, target = $5, hash = $6, created_at = $7, expires_at = $8,
  attempts = CASE WHEN c.hash = $6 THEN c.attempts ELSE 0 END, used_at = CASE WHEN c.hash = $6 THEN c.used_at END
WHERE c.created_at <= $7`,
		tenant, m.Account, m.Purpose, m.Channel, m.Target, hash, at, now.Add(m.Life))
	if err != nil {
		return fmt.Errorf("store a code: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return ErrNewer
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

// A Holder is the account of a link, and its current address.
type Holder struct{ Account, Email string }

// Peek returns the account of a valid link, and does not use the link.
func (s *Codes) Peek(ctx context.Context, tenant, purpose, link string) (h Holder, err error) {
	if LinkTenant(link) != tenant {
		return h, ErrInvalid
	}
	err = s.pool.QueryRow(ctx, `SELECT a.id, a.email FROM account_code c
JOIN account a ON a.tenant_id = $1 AND a.id = c.account_id
WHERE c.tenant_id = $1 AND c.hash = $2 AND c.purpose = $3 AND c.used_at IS NULL AND c.expires_at > $4`,
		tenant, s.sealed(tenant, purpose, link), purpose, s.cfg.Now()).Scan(&h.Account, &h.Email)
	if errors.Is(err, pgx.ErrNoRows) {
		return h, ErrInvalid
	}
	if err != nil {
		return h, fmt.Errorf("find a link: %w", err)
	}
	return h, nil
}

// UseLink marks a link as used and returns what it proves, in the transaction of its effects. The caller has locked the
// account. Of parallel callers one succeeds.
func (s *Codes) UseLink(ctx context.Context, tx pgx.Tx, tenant, purpose, link string) (Proof, error) {
	if LinkTenant(link) != tenant {
		return Proof{}, ErrInvalid
	}
	var p Proof
	now := s.cfg.Now()
	err := tx.QueryRow(ctx, `UPDATE account_code SET used_at = $4
WHERE tenant_id = $1 AND hash = $2 AND purpose = $3 AND used_at IS NULL AND expires_at > $4
RETURNING account_id, channel, target`,
		tenant, s.sealed(tenant, purpose, link), purpose, now).Scan(&p.Account, &p.Channel, &p.Target)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, ErrInvalid
	}
	if err != nil {
		return p, fmt.Errorf("use a link: %w", err)
	}
	return p, nil
}

// An execer is a pool or a transaction.
type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}
