// Package token makes and verifies the tokens of sessions. Access tokens are JWTs signed with Ed25519. Refresh tokens
// carry a MAC.
//
//	keys.go     the keyring of access tokens: loading, rotation, JWKS
//	token.go    access tokens and refresh tokens
//	session.go  Session
//	jws.go      the accepted form of tokens
package token

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/secret"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/web"
)

// claims are the claims of an access token.
type claims struct {
	jwt.RegisteredClaims
	Type    string `json:"type"` // always "access"
	Tenant  string `json:"tid"`
	Session string `json:"sid"`
}

const (
	accessType = "access"

	// Leeway is the tolerated difference between clocks.
	Leeway = 5 * time.Second
)

// Config configures Tokens.
type Config struct {
	Issuer    string
	Keys      *keywrap.Ring // encrypts the stored keys; its secrets are the keys of refresh tokens
	AccessTTL time.Duration
	Now       func() time.Time
}

// Tokens makes and verifies access tokens and refresh tokens.
type Tokens struct {
	cfg  Config
	keys *keyring
}

// New returns Tokens. Start loads the keys.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) *Tokens {
	return &Tokens{cfg, newKeyring(cfg, pool, log)}
}

// Start makes the first key if there is none, and follows rotations.
func (s *Tokens) Start(ctx context.Context) error { return s.keys.start(ctx) }

// Stop ends what Start began.
func (s *Tokens) Stop() { s.keys.stop() }

// Reload reads the keys again now.
func (s *Tokens) Reload(ctx context.Context) error { return s.keys.load(ctx) }

// Pair returns the tokens of a session at its counter. The same session at the same counter yields the same pair, so a
// client that repeats a renewal receives the pair that the first one received.
func (s *Tokens) Pair(v Session) (writeapi.Tokens, error) {
	key := s.keys.signer()
	if key == nil {
		return writeapi.Tokens{}, errors.New("no key to sign access tokens")
	}
	begun := v.Refreshed.UTC().Truncate(time.Second)
	ends := begun.Add(s.cfg.AccessTTL)
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: s.cfg.Issuer, Subject: v.Account, Audience: jwt.ClaimStrings{v.Tenant},
			IssuedAt: jwt.NewNumericDate(begun), ExpiresAt: jwt.NewNumericDate(ends), ID: v.ID + "." +
				strconv.FormatInt(v.Counter, 10),
		},
		Type: accessType, Tenant: v.Tenant, Session: v.ID,
	})
	token.Header["kid"] = key.kid
	signed, err := token.SignedString(key.private)
	if err != nil {
		return writeapi.Tokens{}, fmt.Errorf("sign an access token: %w", err)
	}
	return writeapi.Tokens{
		Access:  writeapi.Token{Token: signed, Expires: ends},
		Refresh: writeapi.Token{Token: s.refreshToken(v), Expires: v.Expires.UTC().Truncate(time.Second)},
	}, nil
}

// errToken is returned for every invalid access token, whatever the reason.
var errToken = errors.New("invalid access token")

// ReadAccess verifies an access token for a tenant.
func (s *Tokens) ReadAccess(ctx context.Context, token, tenant string) (*claims, error) {
	if len(token) > MaxLen || !IsCompact(token) {
		return nil, errToken
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		// Only our own keys count. The header members jwk, jku and x5u are ignored.
		kid, ok := t.Header["kid"].(string)
		if !ok || len(kid) > 64 {
			return nil, errToken
		}
		if key := s.keys.named(ctx, kid); key != nil {
			return key, nil
		}
		return nil, errToken
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithExpirationRequired(),
		jwt.WithIssuer(s.cfg.Issuer), jwt.WithAudience(tenant), jwt.WithIssuedAt(), jwt.WithStrictDecoding(),
		jwt.WithLeeway(Leeway), jwt.WithTimeFunc(s.cfg.Now))
	if err != nil || c.Type != accessType || c.Tenant != tenant || !web.IsID(c.Subject) || !web.IsID(c.Session) {
		return nil, errToken
	}
	return &c, nil
}

// A refresh token consists of a version, the session's id, the session's counter, and a MAC over these and the tenant.
// It is not stored. A token that was never issued fails the MAC, so it is not mistaken for a replaced one.
const (
	refreshVersion = 1
	sessionIDLen   = 12
	macLen         = 24
)

// Refresh is a parsed refresh token.
type Refresh struct {
	Session string
	Counter int64
	mac     []byte
	signed  []byte // what the MAC covers, except the tenant
}

// refreshToken returns the refresh token of a session at its counter.
func (s *Tokens) refreshToken(v Session) string {
	raw := []byte{refreshVersion}
	id, _ := hex.DecodeString(v.ID) // an object identifier
	raw = append(raw, id...)
	raw = binary.AppendUvarint(raw, uint64(v.Counter))
	raw = append(raw, refreshMAC(s.cfg.Keys.Current(), v, raw)...)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// refreshMAC depends on the session's salt and the service's secret, so neither the table nor the secret alone suffices
// to make a token.
func refreshMAC(key []byte, v Session, signed []byte) []byte {
	mac := secret.MAC(key)
	mac.Write([]byte("refresh\x00"))
	mac.Write(v.Salt)
	mac.Write([]byte(v.Tenant + "\x00"))
	mac.Write(signed)
	return mac.Sum(nil)[:macLen]
}

// ParseRefresh parses a refresh token. Genuine verifies it.
func ParseRefresh(token string) (Refresh, bool) {
	if len(token) > 128 || HasLineBreak(token) {
		return Refresh{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < 1+sessionIDLen+1+macLen || raw[0] != refreshVersion {
		return Refresh{}, false
	}
	end := len(raw) - macLen
	counter, n := binary.Uvarint(raw[1+sessionIDLen : end])
	if n <= 0 || 1+sessionIDLen+n != end || counter == 0 || counter > 1<<62 {
		return Refresh{}, false
	}
	return Refresh{hex.EncodeToString(raw[1 : 1+sessionIDLen]), int64(counter), raw[end:], raw[:end]}, true
}

// Genuine reports whether a refresh token was issued for a session, with any secret of the ring. The first renewal
// under a new secret replaces a token of the previous one.
func (s *Tokens) Genuine(v Session, t Refresh) bool {
	genuine := false
	for _, key := range s.cfg.Keys.Secrets() {
		genuine = hmac.Equal(refreshMAC(key, v, t.signed), t.mac) || genuine
	}
	return genuine
}

// NewSalt returns the salt of a new session.
func NewSalt() []byte {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return b
}
