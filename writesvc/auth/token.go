package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
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

	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// claims are what an access token says.
type claims struct {
	jwt.RegisteredClaims
	Type    string `json:"type"` // access: a token made for anything else opens nothing here
	Tenant  string `json:"tid"`
	Session string `json:"sid"`
}

const (
	accessType = "access"
	leeway     = 5 * time.Second // by which clocks may differ
)

// tokensConfig configures tokens.
type tokensConfig struct {
	Issuer    string
	Secret    []byte
	AccessTTL time.Duration
	Now       func() time.Time
}

// tokens makes and checks access tokens and refresh tokens.
type tokens struct {
	cfg  tokensConfig
	keys *keyring
}

// newTokens returns tokens. Start loads the keys.
func newTokens(cfg tokensConfig, pool *pgxpool.Pool, log *slog.Logger) *tokens {
	return &tokens{cfg, newKeyring(cfg, pool, log)}
}

// Start makes the first key if there is none, and follows rotations.
func (s *tokens) Start(ctx context.Context) error { return s.keys.start(ctx) }

// Stop ends what Start began.
func (s *tokens) Stop() { s.keys.stop() }

// Reload reads the keys again now.
func (s *tokens) Reload(ctx context.Context) error { return s.keys.load(ctx) }

// pairOf makes the tokens that a session has at its counter. The same session at the same counter gives the same pair, to the letter: whoever
// comes late with the token before gets what the others got.
func (s *tokens) pairOf(v sessionRow) (writeapi.Tokens, error) {
	key := s.keys.signer()
	if key == nil {
		return writeapi.Tokens{}, errors.New("there is no key to sign access tokens with")
	}
	begun := v.refreshed.UTC().Truncate(time.Second)
	ends := begun.Add(s.cfg.AccessTTL)
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: s.cfg.Issuer, Subject: v.account, Audience: jwt.ClaimStrings{v.tenant},
			IssuedAt: jwt.NewNumericDate(begun), ExpiresAt: jwt.NewNumericDate(ends), ID: v.id + "." + strconv.FormatInt(v.counter, 10),
		},
		Type: accessType, Tenant: v.tenant, Session: v.id,
	})
	token.Header["kid"] = key.kid
	signed, err := token.SignedString(key.private)
	if err != nil {
		return writeapi.Tokens{}, fmt.Errorf("sign an access token: %w", err)
	}
	return writeapi.Tokens{
		Access:  writeapi.Token{Token: signed, Expires: ends},
		Refresh: writeapi.Token{Token: s.refreshToken(v), Expires: v.expires.UTC().Truncate(time.Second)},
	}, nil
}

// errToken is any reason for which an access token opens nothing. Which one it was is nobody's business.
var errToken = errors.New("no valid access token")

// readAccess checks an access token for a tenant.
func (s *tokens) readAccess(ctx context.Context, token, tenant string) (*claims, error) {
	if len(token) > maxTokenLen || !compact(token) {
		return nil, errToken
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		// The key is looked up by name in our own ring. Nothing else in the head counts: no jwk, no jku, no x5u.
		kid, ok := t.Header["kid"].(string)
		if !ok || len(kid) > 64 {
			return nil, errToken
		}
		if key := s.keys.named(ctx, kid); key != nil {
			return key, nil
		}
		return nil, errToken
	}, jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithExpirationRequired(), jwt.WithIssuer(s.cfg.Issuer), jwt.WithAudience(tenant),
		jwt.WithIssuedAt(), jwt.WithStrictDecoding(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(s.cfg.Now))
	if err != nil || c.Type != accessType || c.Tenant != tenant || !web.IsID(c.Subject) || !web.IsID(c.Session) {
		return nil, errToken
	}
	return &c, nil
}

// A refresh token is a version, the session's id, the counter at which it was made, and a MAC over these and the tenant. Nothing has to be
// kept of it, and one that nobody gave out is told apart before it is taken for an old one.
const (
	refreshVersion = 1
	sessionIDLen   = 12
	refreshMAC     = 24
)

type refresh struct {
	session string
	counter int64
	mac     []byte
	signed  []byte // what the MAC is over, but for the tenant
}

func (s *tokens) refreshToken(v sessionRow) string {
	raw := []byte{refreshVersion}
	id, _ := hex.DecodeString(v.id) // an object identifier
	raw = append(raw, id...)
	raw = binary.AppendUvarint(raw, uint64(v.counter))
	raw = append(raw, s.refreshMAC(v, raw)...)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// refreshMAC is keyed by the session's salt and the service's secret: neither the table nor the secret alone makes a token.
func (s *tokens) refreshMAC(v sessionRow, signed []byte) []byte {
	mac := hmac.New(sha256.New, s.cfg.Secret)
	mac.Write([]byte("refresh\x00"))
	mac.Write(v.salt)
	mac.Write([]byte(v.tenant + "\x00"))
	mac.Write(signed)
	return mac.Sum(nil)[:refreshMAC]
}

// parseRefresh reads a refresh token's parts. Only the session can tell whether it is genuine (genuine).
func parseRefresh(token string) (refresh, bool) {
	if len(token) > 128 || lineEnds(token) {
		return refresh{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < 1+sessionIDLen+1+refreshMAC || raw[0] != refreshVersion {
		return refresh{}, false
	}
	end := len(raw) - refreshMAC
	counter, n := binary.Uvarint(raw[1+sessionIDLen : end])
	if n <= 0 || 1+sessionIDLen+n != end || counter == 0 || counter > 1<<62 {
		return refresh{}, false
	}
	return refresh{hex.EncodeToString(raw[1 : 1+sessionIDLen]), int64(counter), raw[end:], raw[:end]}, true
}

func (s *tokens) genuine(v sessionRow, t refresh) bool {
	return hmac.Equal(s.refreshMAC(v, t.signed), t.mac)
}

// newSalt is what makes a session's tokens its own.
func newSalt() []byte {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return b
}
