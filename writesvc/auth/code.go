package auth

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
)

// Purposes of codes and links. One made for a purpose is of no use for another.
const (
	purposeLogin  = "login"
	purposePhone  = "phone"
	purposeVerify = "verify-email"
	purposeReset  = "reset-password"
)

// Channels they are sent by.
const (
	channelMail = "email"
	channelSMS  = "sms"
)

// newCode makes six digits, each number as likely as the next.
func newCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("make a code: %w", err)
	}
	return fmt.Sprintf("%06d", n), nil
}

// isCode reports whether s could be a code.
func isCode(s string) bool {
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

// newLink makes the token of a link. It names its shop, for verify-email is called without a header.
func newLink(tenant string) string {
	b := make([]byte, linkBytes)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return tenant + "~" + base64.RawURLEncoding.EncodeToString(b)
}

// linkTenant is the shop that a link's token names, "" if it is no such token.
func linkTenant(token string) string {
	tenant, secret, ok := strings.Cut(token, "~")
	if !ok || len(token) > 256 || len(secret) != base64.RawURLEncoding.EncodedLen(linkBytes) || lineEnds(token) {
		return ""
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(secret); err != nil {
		return ""
	}
	return tenant
}

// codesConfig configures codes.
type codesConfig struct {
	Pepper []byte
	Tries  int // guesses at one code
	Now    func() time.Time
}

// codes makes and checks codes and links.
type codes struct {
	cfg  codesConfig
	pool *pgxpool.Pool
}

// newCodes returns codes.
func newCodes(cfg codesConfig, pool *pgxpool.Pool) *codes { return &codes{cfg, pool} }

// sealed is the hash that is kept of a code or link: of no use without the pepper, or for another shop, account or purpose.
func (s *codes) sealed(parts ...string) []byte {
	mac := hmac.New(sha256.New, s.cfg.Pepper)
	mac.Write([]byte("code\x00" + strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}

// A minted code or link, before it is sent.
type minted struct {
	account, purpose, channel, target string
	life                              time.Duration
}

// mintCode makes a code and keeps its hash. The code before it is of no use any more, nor are the guesses that were left of it.
func (s *codes) mintCode(ctx context.Context, tenant string, m minted) (string, error) {
	code, err := newCode()
	if err != nil {
		return "", err
	}
	return code, s.keep(ctx, tenant, m, s.sealed(tenant, m.account, m.purpose, code))
}

// mintLink makes a link's token and keeps its hash.
func (s *codes) mintLink(ctx context.Context, tenant string, m minted) (string, error) {
	token := newLink(tenant)
	return token, s.keep(ctx, tenant, m, s.sealed(tenant, m.purpose, token))
}

func (s *codes) keep(ctx context.Context, tenant string, m minted, hash []byte) error {
	now := s.cfg.Now()
	_, err := s.pool.Exec(ctx, `INSERT INTO account_code (tenant_id, account_id, purpose, channel, target, hash, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT ON CONSTRAINT account_code_one_a_purpose DO UPDATE
SET channel = $4, target = $5, hash = $6, created_at = $7, expires_at = $8, attempts = 0, used_at = NULL`,
		tenant, m.account, m.purpose, m.channel, m.target, hash, now, now.Add(m.life))
	if err != nil {
		return fmt.Errorf("keep a code: %w", err)
	}
	return nil
}

// errCode is any reason for which a code or link is of no use.
var errCode = errors.New("no such code")

// A proof is what a code or link that was right proves: that whoever sent it reads what is sent to the target.
type proof struct{ account, channel, target string }

// A guess is one that was spent: what the code would prove, if it is right.
type guess struct {
	proof
	id    string
	hash  []byte
	right bool
}

// spend takes one of a code's guesses, before it is compared: parallel guesses cannot outrun the count. An account that is not there ("")
// costs the same.
func (s *codes) spend(ctx context.Context, tenant, account, purpose, code string) (guess, error) {
	g := guess{proof: proof{account: account}}
	err := s.pool.QueryRow(ctx, `UPDATE account_code SET attempts = attempts + 1
WHERE tenant_id = $1 AND account_id = $2 AND purpose = $3 AND attempts < $4 AND used_at IS NULL AND expires_at > $5
RETURNING id, hash, channel, target`, tenant, account, purpose, s.cfg.Tries, s.cfg.Now()).Scan(&g.id, &g.hash, &g.channel, &g.target)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return g, fmt.Errorf("spend a guess: %w", err)
	}
	g.right = hmac.Equal(g.hash, s.sealed(tenant, account, purpose, code))
	return g, nil
}

// use uses up the code of a right guess. Of parallel ones, one succeeds; and none if the code was replaced meanwhile.
func (s *codes) use(ctx context.Context, tx pgx.Tx, tenant string, g guess) error {
	tag, err := tx.Exec(ctx, `UPDATE account_code SET used_at = $3 WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND hash = $4`,
		tenant, g.id, s.cfg.Now(), g.hash)
	if err != nil {
		return fmt.Errorf("use a code: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return errCode
	}
	return nil
}

// known reports whether a link is one that could be used now, and whose it is, without touching it.
func (s *codes) known(ctx context.Context, tenant, purpose, token string) (email string, err error) {
	if linkTenant(token) != tenant {
		return "", errCode
	}
	err = s.pool.QueryRow(ctx, `SELECT a.email FROM account_code c JOIN account a ON a.tenant_id = $1 AND a.id = c.account_id
WHERE c.tenant_id = $1 AND c.hash = $2 AND c.purpose = $3 AND c.used_at IS NULL AND c.expires_at > $4`,
		tenant, s.sealed(tenant, purpose, token), purpose, s.cfg.Now()).Scan(&email)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errCode
	}
	if err != nil {
		return "", fmt.Errorf("look for a link: %w", err)
	}
	return email, nil
}

// burn uses up a link on its first touch, and says what it proves. Of parallel callers one gets it.
func (s *codes) burn(ctx context.Context, db QueryRower, tenant, purpose, token string) (proof, error) {
	if linkTenant(token) != tenant {
		return proof{}, errCode
	}
	var p proof
	var expires time.Time
	now := s.cfg.Now()
	err := db.QueryRow(ctx, `UPDATE account_code SET used_at = $4 WHERE tenant_id = $1 AND hash = $2 AND purpose = $3 AND used_at IS NULL
RETURNING account_id, channel, target, expires_at`, tenant, s.sealed(tenant, purpose, token), purpose, now).Scan(&p.account, &p.channel, &p.target, &expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, errCode
	}
	if err != nil {
		return p, fmt.Errorf("use a link: %w", err)
	}
	if !expires.After(now) {
		return p, errCode
	}
	return p, nil
}
