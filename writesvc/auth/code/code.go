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
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/postgres"
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
// code each time by the same channel. So a repeated message has the code of the first one.
func (s *Codes) newCode(tenant string, m Request) string {
	if m.Job == "" {
		n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails (crypto/rand)
		return fmt.Sprintf("%06d", n)
	}
	n := binary.BigEndian.Uint64(s.seal("digits", tenant, m.Account, m.Purpose, m.Channel, m.Job)) // too long for a bias
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
		b = s.seal("link", tenant, m.Account, m.Purpose, m.Channel, m.Job)
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
	Pepper     []byte
	OldPeppers [][]byte // of codes and links that are still valid
	Tries      int      // guesses at one code
	Now        func() time.Time
}

// Codes makes and verifies codes and links.
type Codes struct {
	cfg  Config
	pool *pgxpool.Pool
}

// New returns Codes.
func New(cfg Config, pool *pgxpool.Pool) *Codes { return &Codes{cfg, pool} }

// seal returns the stored hash of a code or link. It depends on the pepper, the tenant, the account and the purpose.
func (s *Codes) seal(parts ...string) []byte { return sealed(s.cfg.Pepper, parts) }

// seals returns the hashes that a code or link may have: one for each pepper.
func (s *Codes) seals(parts ...string) [][]byte {
	all := [][]byte{s.seal(parts...)}
	for _, pepper := range s.cfg.OldPeppers {
		all = append(all, sealed(pepper, parts))
	}
	return all
}

func sealed(pepper []byte, parts []string) []byte {
	mac := secret.MAC(pepper)
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

// ErrLate is returned if a code or link of the account and purpose was used after this one was requested. A message
// that is sent late, or again, does not make a valid one then.
var ErrLate = errors.New("a code or link was used since this one was requested")

// NewCode makes a code and stores its hash. Earlier codes of the account and purpose stay valid until one is used.
func (s *Codes) NewCode(ctx context.Context, tenant string, m Request) (string, error) {
	code := s.newCode(tenant, m)
	return code, s.store(ctx, s.pool, tenant, m, s.seal(tenant, m.Account, m.Purpose, code))
}

// NewLink makes a link's token and stores its hash, in db: a pool or a transaction. Earlier links of the account and
// purpose stay valid until one is used, so nobody can end the owner's link by requesting another.
func (s *Codes) NewLink(ctx context.Context, db postgres.Execer, tenant string, m Request) (string, error) {
	link := s.newLink(tenant, m)
	return link, s.store(ctx, db, tenant, m, s.seal(tenant, m.Purpose, link))
}

// Made reports whether the code or link of a job's request was made before.
func (s *Codes) Made(ctx context.Context, tenant string, m Request) (made bool, err error) {
	hash := s.seal(tenant, m.Purpose, s.newLink(tenant, m))
	if m.Purpose == Login || m.Purpose == Phone {
		hash = s.seal(tenant, m.Account, m.Purpose, s.newCode(tenant, m))
	}
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM account_code
WHERE tenant_id = $1 AND account_id = $2 AND purpose = $3 AND channel = $4 AND hash = $5)`,
		tenant, m.Account, m.Purpose, m.Channel, hash).Scan(&made)
	if err != nil {
		return false, fmt.Errorf("find a code: %w", err)
	}
	return made, nil
}

// most is how many codes or links of an account and purpose are stored. The limits of requests permit fewer live ones.
const most = 40

// store stores the hash of a code or link. If the same one is stored already, its guesses and its use still count.
func (s *Codes) store(ctx context.Context, db postgres.Execer, tenant string, m Request, hash []byte) error {
	now := s.cfg.Now()
	at := m.At
	if at.IsZero() {
		at = now
	}
	tag, err := db.Exec(ctx, `WITH surplus AS (
  DELETE FROM account_code WHERE tenant_id = $1 AND id IN (
    SELECT c.id FROM account_code c WHERE c.tenant_id = $1 AND c.account_id = $2 AND c.purpose = $3
    ORDER BY c.expires_at > $9 DESC, c.created_at DESC OFFSET $10)
)
INSERT INTO account_code (tenant_id, account_id, purpose, channel, target, hash, created_at, expires_at)
SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (
  SELECT FROM account_code u WHERE u.tenant_id = $1 AND u.account_id = $2 AND u.purpose = $3 AND u.used_at > $7
  AND u.hash <> $6)
ON CONFLICT ON CONSTRAINT account_code_once DO UPDATE SET expires_at = excluded.expires_at`,
		tenant, m.Account, m.Purpose, m.Channel, m.Target, hash, at, now.Add(m.Life), now, most-1)
	if err != nil {
		return fmt.Errorf("store a code: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return ErrLate
	}
	return nil
}

// ErrInvalid is returned for a code or link that is wrong, used or expired.
var ErrInvalid = errors.New("invalid code")

// A Proof is what a correct code or link proves: the sender reads messages to the target.
type Proof struct{ Account, Channel, Target string }

// A Try is a code that somebody sends for an account and purpose.
type Try struct {
	Account string // "" if there is no such account
	Purpose string
	Code    string
	Known   bool // from a known device or a session, whose guesses are counted apart
}

// A Guess is a guess at a code that was counted. If Right, the code proves Proof.
type Guess struct {
	Proof
	id      string
	purpose string
	hash    []byte
	Right   bool
}

// Guess counts a guess on every live code before it compares them, so parallel guesses cannot exceed the limit.
// Strangers and known devices have separate counters, so strangers cannot use up the owner's guesses. A guess for an
// account that does not exist costs the same.
func (s *Codes) Guess(ctx context.Context, tenant string, t Try) (Guess, error) {
	g := Guess{Proof: Proof{Account: t.Account}}
	rows, err := s.pool.Query(ctx, `UPDATE account_code
SET attempts = attempts + CASE WHEN $6 THEN 0 ELSE 1 END,
  known_attempts = known_attempts + CASE WHEN $6 THEN 1 ELSE 0 END
WHERE tenant_id = $1 AND account_id = $2 AND purpose = $3 AND used_at IS NULL AND expires_at > $5
AND CASE WHEN $6 THEN known_attempts ELSE attempts END < $4
RETURNING id, hash, channel, target`, tenant, t.Account, t.Purpose, s.cfg.Tries, s.cfg.Now(), t.Known)
	if err != nil {
		return g, fmt.Errorf("count a guess: %w", err)
	}
	live, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Guess, err error) {
		c.Account, c.purpose = t.Account, t.Purpose
		err = row.Scan(&c.id, &c.hash, &c.Channel, &c.Target)
		return c, err
	})
	if err != nil {
		return g, fmt.Errorf("count a guess: %w", err)
	}
	for _, want := range s.seals(tenant, t.Account, t.Purpose, t.Code) {
		for _, c := range live {
			if hmac.Equal(c.hash, want) {
				g, g.Right = c, true
			}
		}
	}
	return g, nil
}

// Use marks the code of a right guess as used, and with it the other codes of its account and purpose. The caller has
// locked the account. Of parallel callers one succeeds, also with different codes.
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
	return s.endAll(ctx, tx, tenant, g.Account, g.purpose)
}

// endAll marks the codes and links of an account and purpose as used. The rows stay, so that a message that is sent
// again does not make them valid again.
func (s *Codes) endAll(ctx context.Context, tx pgx.Tx, tenant, account, purpose string) error {
	if _, err := tx.Exec(ctx, `UPDATE account_code SET used_at = $4
WHERE tenant_id = $1 AND account_id = $2 AND purpose = $3 AND used_at IS NULL`, tenant, account, purpose,
		s.cfg.Now()); err != nil {
		return fmt.Errorf("end the other codes: %w", err)
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
WHERE c.tenant_id = $1 AND c.hash = ANY($2) AND c.purpose = $3 AND c.used_at IS NULL AND c.expires_at > $4`,
		tenant, s.seals(tenant, purpose, link), purpose, s.cfg.Now()).Scan(&h.Account, &h.Email)
	if errors.Is(err, pgx.ErrNoRows) {
		return h, ErrInvalid
	}
	if err != nil {
		return h, fmt.Errorf("find a link: %w", err)
	}
	return h, nil
}

// Claim reserves a valid link for one request, for a time, if it would still have its effect. Of parallel callers one
// succeeds. So an expensive step before UseLink is done once for each link. done ends the claim.
func (s *Codes) Claim(ctx context.Context, tenant, purpose, link string, d time.Duration) (done func(), err error) {
	if LinkTenant(link) != tenant {
		return nil, ErrInvalid
	}
	now := s.cfg.Now()
	var id string
	err = s.pool.QueryRow(ctx, `UPDATE account_code c SET claimed_until = $5 FROM account a
WHERE c.tenant_id = $1 AND c.hash = ANY($2) AND c.purpose = $3 AND c.used_at IS NULL AND c.expires_at > $4
AND coalesce(c.claimed_until <= $4, true) AND a.tenant_id = $1 AND a.id = c.account_id AND a.status <> 'LOCKED'
AND CASE WHEN c.channel = 'email' THEN a.email = c.target
ELSE a.phone = c.target AND a.phone_verified_at IS NOT NULL END
RETURNING c.id`, tenant, s.seals(tenant, purpose, link), purpose, now, now.Add(d)).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrInvalid
	}
	if err != nil {
		return nil, fmt.Errorf("claim a link: %w", err)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
		defer cancel()
		// If it fails, the claim ends by itself.
		_, _ = s.pool.Exec(ctx, `UPDATE account_code SET claimed_until = NULL WHERE tenant_id = $1 AND id = $2`, tenant, id)
	}, nil
}

const releaseTimeout = 5 * time.Second

// UseLink marks a link as used and returns what it proves, in the transaction of its effects. The other links of its
// account and purpose end with it. The caller has locked the account. Of parallel callers one succeeds, also with
// different links.
func (s *Codes) UseLink(ctx context.Context, tx pgx.Tx, tenant, purpose, link string) (Proof, error) {
	if LinkTenant(link) != tenant {
		return Proof{}, ErrInvalid
	}
	var p Proof
	now := s.cfg.Now()
	err := tx.QueryRow(ctx, `UPDATE account_code SET used_at = $4
WHERE tenant_id = $1 AND hash = ANY($2) AND purpose = $3 AND used_at IS NULL AND expires_at > $4
RETURNING account_id, channel, target`,
		tenant, s.seals(tenant, purpose, link), purpose, now).Scan(&p.Account, &p.Channel, &p.Target)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, ErrInvalid
	}
	if err != nil {
		return p, fmt.Errorf("use a link: %w", err)
	}
	return p, s.endAll(ctx, tx, tenant, p.Account, purpose)
}
