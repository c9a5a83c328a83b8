package idp

import (
	"context"
	"crypto"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"vitrine/writesvc/auth/token"
)

// A Provider is an identity provider that a tenant accepts. No value of it is ever taken from a token.
type Provider struct {
	Issuer    string   `json:"issuer"`    // claim iss, exactly
	Audiences []string `json:"audiences"` // accepted values of aud: the tenant's client ids
	// JWKSURI is the URL of the provider's keys. Without it and Keys, the discovery document names the URL.
	JWKSURI string `json:"jwksUri,omitempty"`
	// Keys are the provider's keys as a JWKS. Nothing is fetched then.
	Keys       json.RawMessage `json:"keys,omitempty"`
	Algorithms []string        `json:"algorithms,omitempty"` // default RS256 and ES256
	NeedNonce  bool            `json:"needNonce,omitempty"`  // reject tokens without a nonce
	// TrustEmail accepts addresses without email_verified, for providers that verify all addresses.
	TrustEmail bool `json:"trustEmail,omitempty"`
}

var algorithms = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256,
	oidc.ES384, oidc.ES512, oidc.EdDSA}

// Validate checks a provider.
func (p Provider) Validate() error {
	if !safeURL(p.Issuer) {
		return errors.New("issuer: want https://…")
	}
	if len(p.Audiences) == 0 || slices.Contains(p.Audiences, "") {
		return errors.New("audiences: want the shop's client ids, so that tokens for other clients are rejected")
	}
	if p.JWKSURI != "" && !safeURL(p.JWKSURI) {
		return errors.New("jwksUri: want https://…")
	}
	if p.JWKSURI != "" && len(p.Keys) > 0 {
		return errors.New("give jwksUri or keys, not both")
	}
	for _, a := range p.Algorithms {
		if !slices.Contains(algorithms, a) {
			return fmt.Errorf("algorithms: %q is not one of %s", a, strings.Join(algorithms, ", "))
		}
	}
	if len(p.Keys) > 0 {
		if _, err := pinnedKeys(p.Keys); err != nil {
			return err
		}
	}
	return nil
}

// safeURL reports whether a URL is https, or http on this machine for development.
func safeURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	if u.Scheme == "https" {
		return true
	}
	a, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "http" && (u.Hostname() == "localhost" || err == nil && a.IsLoopback())
}

// An Identity is the subject of a verified ID token.
type Identity struct {
	Issuer, Subject string
	Email           string // "" unless the provider has verified it
	First, Last     string
	Nonce           string
	Expires         time.Time
}

// A Verifier verifies ID tokens.
type Verifier interface {
	// Verify verifies a token. ErrToken: the token is invalid. ErrUnavailable: the provider's keys cannot be fetched.
	Verify(ctx context.Context, idToken string) (Identity, error)
}

var (
	// ErrToken is returned for an invalid ID token.
	ErrToken = errors.New("invalid ID token")
	// ErrUnavailable is returned if the provider's keys cannot be fetched.
	ErrUnavailable = errors.New("the provider's keys are unavailable")
)

// Providers makes verifiers from settings and caches them with their keys.
type Providers struct {
	now    func() time.Time
	client *http.Client
	mu     sync.Mutex
	made   map[string]Verifier
}

const (
	mostIDPs   = 1000
	idpTimeout = 5 * time.Second
	mostJWKS   = 1 << 20 // bytes
)

// New returns Providers.
func New(now func() time.Time) *Providers {
	return &Providers{now: now, made: map[string]Verifier{}, client: &http.Client{
		Timeout: idpTimeout,
		Transport: bounded{&http.Transport{MaxIdleConns: 16, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: idpTimeout,
			ForceAttemptHTTP2: true}},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the provider redirects: configure the target URL instead")
		},
	}}
}

// bounded limits the size of answers.
type bounded struct{ next http.RoundTripper }

// RoundTrip limits the size of the answer.
func (b bounded) RoundTrip(rq *http.Request) (*http.Response, error) {
	rs, err := b.next.RoundTrip(rq)
	if err == nil {
		rs.Body = &limited{rs.Body, mostJWKS}
	}
	return rs, err
}

type limited struct {
	io.ReadCloser
	left int
}

// Read fails once the limit is reached.
func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errors.New("the provider's answer is too large")
	}
	n, err := l.ReadCloser.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// Of returns the verifier of a provider.
func (i *Providers) Of(p Provider) (Verifier, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("read the provider's settings: %w", err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if made := i.made[string(text)]; made != nil {
		return made, nil
	}
	v := claimsVerifier{provider: p, now: i.now}
	var made Verifier
	if len(p.Keys) > 0 {
		keys, err := pinnedKeys(p.Keys)
		if err != nil {
			return nil, err
		}
		made = &pinnedProvider{v, &oidc.StaticKeySet{PublicKeys: keys}}
	} else {
		made = &remoteProvider{claimsVerifier: v, client: i.client}
	}
	if len(i.made) >= mostIDPs {
		clear(i.made)
	}
	i.made[string(text)] = made
	return made, nil
}

// A claimsVerifier verifies a token with a given key set.
type claimsVerifier struct {
	provider Provider
	now      func() time.Time
}

func (v claimsVerifier) verify(ctx context.Context, keys oidc.KeySet, idToken string) (Identity, error) {
	if len(idToken) > token.MaxLen || !token.IsCompact(idToken) {
		return Identity{}, ErrToken
	}
	algs := v.provider.Algorithms
	if len(algs) == 0 {
		algs = []string{oidc.RS256, oidc.ES256}
	}
	t, err := oidc.NewVerifier(v.provider.Issuer, keys, &oidc.Config{SkipClientIDCheck: true, SupportedSigningAlgs: algs,
		Now: v.now}).Verify(ctx, idToken)
	if err != nil {
		if strings.Contains(err.Error(), "fetching keys") {
			return Identity{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return Identity{}, ErrToken
	}
	var c struct {
		Email    string `json:"email"`
		Verified any    `json:"email_verified"` // some write "true"
		AZP      string `json:"azp"`
		Given    string `json:"given_name"`
		Family   string `json:"family_name"`
		Name     string `json:"name"`
	}
	if err := t.Claims(&c); err != nil {
		return Identity{}, ErrToken
	}
	ours := func(aud string) bool { return slices.Contains(v.provider.Audiences, aud) }
	const skew = 5 * time.Minute
	switch {
	case !slices.ContainsFunc(t.Audience, ours), len(t.Audience) > 1 && !ours(c.AZP), c.AZP != "" && !ours(c.AZP):
		return Identity{}, ErrToken // issued for another client
	case t.Subject == "" || len(t.Subject) > 255, t.IssuedAt.Unix() <= 0, t.IssuedAt.After(v.now().Add(skew)):
		return Identity{}, ErrToken
	}
	id := Identity{Issuer: t.Issuer, Subject: t.Subject, Nonce: t.Nonce, Expires: t.Expiry, First: c.Given, Last: c.Family}
	if id.First == "" && id.Last == "" {
		id.First, id.Last, _ = strings.Cut(strings.TrimSpace(c.Name), " ")
	}
	if c.Verified == true || c.Verified == "true" || c.Verified == nil && v.provider.TrustEmail {
		id.Email = c.Email
	}
	return id, nil
}

// A pinnedProvider has the keys of its settings.
type pinnedProvider struct {
	claimsVerifier
	keys oidc.KeySet
}

// Verify verifies a token.
func (p *pinnedProvider) Verify(ctx context.Context, idToken string) (Identity, error) {
	return p.verify(ctx, p.keys, idToken)
}

func pinnedKeys(text []byte) ([]crypto.PublicKey, error) {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(text, &set); err != nil || len(set.Keys) == 0 {
		return nil, errors.New("keys: want a JWKS with at least one key")
	}
	var keys []crypto.PublicKey
	for _, k := range set.Keys {
		if !k.Valid() || !k.IsPublic() {
			return nil, errors.New("keys: every key must be a public key")
		}
		keys = append(keys, k.Key)
	}
	return keys, nil
}

// A remoteProvider fetches keys from the URL in its settings or in its discovery document, when a token names an
// unknown key.
type remoteProvider struct {
	claimsVerifier
	client *http.Client
	mu     sync.Mutex
	keys   oidc.KeySet
}

// Verify verifies a token.
func (p *remoteProvider) Verify(ctx context.Context, idToken string) (Identity, error) {
	keys, err := p.keySet(ctx)
	if err != nil {
		return Identity{}, err
	}
	return p.verify(oidc.ClientContext(ctx, p.client), keys, idToken)
}

func (p *remoteProvider) keySet(ctx context.Context) (oidc.KeySet, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.keys != nil {
		return p.keys, nil
	}
	keep := oidc.ClientContext(context.WithoutCancel(ctx), p.client) // the key set outlives the request
	at := p.provider.JWKSURI
	if at == "" {
		found, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.provider.Issuer)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		var doc struct {
			JWKSURI string `json:"jwks_uri"`
		}
		if err := found.Claims(&doc); err != nil || !safeURL(doc.JWKSURI) {
			return nil, fmt.Errorf("%w: the discovery document has no jwks_uri", ErrUnavailable)
		}
		at = doc.JWKSURI
	}
	p.keys = oidc.NewRemoteKeySet(keep, at)
	return p.keys, nil
}
