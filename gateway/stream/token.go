package stream

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/secret"
)

// TokenPath is the path under /v1 at which stream tokens are issued.
const TokenPath = "/changes/token"

// A stream token opens the change stream from a browser, which can send no Authorization for an EventSource. It is part
// of the URL, so it lives shortly, and it opens nothing but the stream of one tenant.
//
//	vst_ base64url( kind, 8 bytes of expiry, 8 random bytes, 32 bytes of HMAC-SHA-256 )
//
// The HMAC covers the tenant and all before it. Its key is made from the hash of the tenant's stream key, which every
// gateway reads from Postgres, so any gateway verifies the token of any other. When the stream key is replaced, its
// tokens and the streams that were opened with them end.
const (
	tokenPrefix = "vst_"
	tokenLife   = 10 * time.Minute
	tokenHead   = 1 + 8 + 8
	tokenSize   = tokenHead + sha256.Size

	kindKey  byte = 'k' // issued to a holder of the stream key
	kindOpen byte = 'o' // issued without a key, in development
)

// tokenKey makes the key of tokens from a secret.
func tokenKey(of []byte) []byte {
	m := secret.MAC(of)
	m.Write([]byte("vitrine stream token"))
	return m.Sum(nil)
}

// A token is a stream token that was verified, or a new one.
type token struct {
	head [tokenHead]byte
	mac  [sha256.Size]byte
}

func newToken(kind byte, expires time.Time) (t token) {
	t.head[0] = kind
	binary.BigEndian.PutUint64(t.head[1:], uint64(expires.UnixMilli())) //nolint:gosec // after 1970
	_, _ = rand.Read(t.head[9:])                                        // never fails
	return t
}

func (t *token) kind() byte { return t.head[0] }
func (t *token) id() string { return string(t.head[9:]) }
func (t *token) expires() time.Time {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(t.head[1:])))
} //nolint:gosec // its own

func (t *token) sum(tenant string, key []byte) []byte {
	m := secret.MAC(key)
	m.Write(t.head[:])
	m.Write([]byte(tenant))
	return m.Sum(nil)
}

func (t *token) sign(tenant string, key []byte) { copy(t.mac[:], t.sum(tenant, key)) }

// signed reports whether the token was made for a tenant with a key.
func (t *token) signed(tenant string, key []byte) bool {
	return secret.Equal(string(t.mac[:]), string(t.sum(tenant, key)))
}

func (t *token) text() string {
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(append(bytes.Clone(t.head[:]), t.mac[:]...))
}

// parseToken reads a token. Its signature is not checked.
func parseToken(text []byte) (t token, ok bool) {
	text, ok = bytes.CutPrefix(text, []byte(tokenPrefix))
	if !ok || len(text) != base64.RawURLEncoding.EncodedLen(tokenSize) {
		return t, false
	}
	var raw [tokenSize]byte
	if _, err := base64.RawURLEncoding.Strict().Decode(raw[:], text); err != nil {
		return t, false
	}
	copy(t.head[:], raw[:])
	copy(t.mac[:], raw[tokenHead:])
	return t, true
}

// opens reports whether a token opens the stream of a tenant. A stream that is open goes on after its token expired.
func (s *Streams) opens(tenant string, t *token) (bool, error) {
	switch t.kind() {
	case kindOpen:
		return t.signed(tenant, s.openKey), nil
	case kindKey:
		hash, err := s.keyHash(tenant)
		return hash != nil && t.signed(tenant, tokenKey(hash)), err
	}
	return false, nil
}

// ServeToken issues a stream token: to a request with the tenant's stream key and, if Config.Open permits it, to pages
// of the gateway's own origin.
func (s *Streams) ServeToken(ctx *fasthttp.RequestCtx, inURL []byte) error {
	if !ctx.IsPost() {
		const methods = "POST, OPTIONS"
		if ctx.IsOptions() { // no other origin may send a stream key, so there is nothing to allow
			respond.Plain(ctx, fasthttp.StatusNoContent, respond.JSONType, nil)
			respond.SameOrigin(ctx)
			ctx.Response.Header.Set("Allow", methods)
			return nil
		}
		ctx.Response.Header.Set("Allow", methods)
		return api.Errorf(405, api.MethodNotAllowed, "Send POST to this address.")
	}
	t, _, err := s.cfg.Lookup.Tenant(ctx, inURL)
	if err != nil {
		return err
	}
	tenant := t.ID()
	kind, signs := kindOpen, s.openKey
	if key, given := bearer(ctx); given {
		ok, hash, err := s.accepts(tenant, key)
		if err != nil {
			return api.Busy(err)
		}
		if !ok {
			return s.refuse(ctx)
		}
		kind, signs = kindKey, tokenKey(hash)
	} else if s.cfg.Open == nil || !s.cfg.Open(ctx, tenant) || !sameOrigin(ctx) {
		return s.refuse(ctx)
	}
	issued := newToken(kind, s.cfg.Clock.Actual().Add(tokenLife))
	issued.sign(tenant, signs)
	body := []byte(`{"status":"success","data":{"token":"` + issued.text() + `","expiresIn":`)
	body = strconv.AppendInt(body, int64(tokenLife/time.Second), 10)
	respond.Plain(ctx, fasthttp.StatusOK, respond.JSONType, append(body, "}}"...))
	respond.SameOrigin(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", respond.NoStore)
	h.Set("CDN-Cache-Control", respond.CDNNoStore)
	h.Set("X-Request-Id", s.cfg.Responder.RequestID())
	return nil
}

// sameOrigin reports whether a browser sent the request for a page of the gateway's own origin. Browsers send Origin
// with every POST, and pages cannot change it.
func sameOrigin(ctx *fasthttp.RequestCtx) bool {
	lines := ctx.Request.Header.PeekAll(fasthttp.HeaderOrigin)
	if len(lines) != 1 {
		return false
	}
	scheme, host, ok := bytes.Cut(lines[0], []byte("://"))
	return ok && (string(scheme) == "http" || string(scheme) == "https") && len(host) > 0 &&
		bytes.EqualFold(host, ctx.Request.Header.Host())
}
