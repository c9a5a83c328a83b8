package idp

import (
	"context"
	"crypto"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"vitrine/internal/secret"
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
	// NeedNonce rejects tokens without a nonce. It holds without this setting for providers that say that they support
	// nonces: in the token (nonce_supported), in the discovery document (claims_supported), or in their manual.
	NeedNonce bool `json:"needNonce,omitempty"`
	NoNonce   bool `json:"noNonce,omitempty"` // accept tokens without a nonce all the same
	// NonceHash says what of the client's nonce is in the token: NonceSHA256, or NoHash for the nonce itself. Without it,
	// tokens of Apple contain the hash, because its apps give the provider a hash, and tokens of others the nonce itself.
	NonceHash string `json:"nonceHash,omitempty"`
	// TrustEmail accepts addresses without email_verified, for providers that verify all addresses.
	TrustEmail bool `json:"trustEmail,omitempty"`
}

// Values of Provider.NonceHash.
const (
	NonceSHA256 = "sha256" // SHA-256 in hexadecimal digits
	NoHash      = "none"
)

var algorithms = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256,
	oidc.ES384, oidc.ES512, oidc.EdDSA}

// Validate checks a provider.
func (p Provider) Validate() error {
	if !safeURL(p.Issuer) {
		return errors.New("issuer: must begin with https://")
	}
	if len(p.Audiences) == 0 || slices.Contains(p.Audiences, "") {
		return errors.New("audiences: must be the shop's client ids, so that tokens for other clients are rejected")
	}
	if p.JWKSURI != "" && !safeURL(p.JWKSURI) {
		return errors.New("jwksUri: must begin with https://")
	}
	if p.JWKSURI != "" && len(p.Keys) > 0 {
		return errors.New("give jwksUri or keys, not both")
	}
	if p.NeedNonce && p.NoNonce {
		return errors.New("give needNonce or noNonce, not both")
	}
	if p.NonceHash != "" && p.NonceHash != NonceSHA256 && p.NonceHash != NoHash {
		return fmt.Errorf("nonceHash: %q is neither %s nor %s", p.NonceHash, NonceSHA256, NoHash)
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

// algorithms returns the accepted algorithms of signatures.
func (p Provider) algorithms() []string {
	if len(p.Algorithms) == 0 {
		return []string{oidc.RS256, oidc.ES256}
	}
	return p.Algorithms
}

// signatures returns the accepted algorithms as go-jose has them.
func (p Provider) signatures() (all []jose.SignatureAlgorithm) {
	for _, a := range p.algorithms() {
		all = append(all, jose.SignatureAlgorithm(a))
	}
	return all
}

// hashIssuers are providers whose clients give them the hash of a nonce.
var hashIssuers = []string{"https://appleid.apple.com"}

// hashesNonce reports whether tokens contain the hash of the client's nonce.
func (p Provider) hashesNonce() bool {
	if p.NonceHash == "" {
		return slices.Contains(hashIssuers, p.Issuer)
	}
	return p.NonceHash == NonceSHA256
}

// nonceIssuers are providers that support nonces and whose discovery documents do not say so.
var nonceIssuers = []string{"https://accounts.google.com", "accounts.google.com"}

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
	NonceHashed     bool // Nonce is the hash of the client's nonce
	NeedNonce       bool // the provider gives nonces, so a token without one is refused
	Expires         time.Time
}

// Matches reports whether the nonce of a request belongs to the token. Only one form is accepted: who has read the hash
// in a token does not have the nonce.
func (i Identity) Matches(nonce string) bool {
	if i.NonceHashed {
		sum := sha256.Sum256([]byte(nonce))
		nonce = hex.EncodeToString(sum[:])
	}
	return secret.Equal(i.Nonce, nonce)
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

const mostIDPs = 1000

// New returns Providers. Keys are fetched from public addresses, and from the private ones, such as those of a provider
// on a developer's machine.
func New(now func() time.Time, private ...netip.Prefix) *Providers {
	return &Providers{now: now, made: map[string]Verifier{}, client: newClient(private)}
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
		made = &remoteProvider{v, &keySet{provider: p, client: i.client, now: i.now}}
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
	t, err := oidc.NewVerifier(v.provider.Issuer, keys, &oidc.Config{SkipClientIDCheck: true,
		SupportedSigningAlgs: v.provider.algorithms(), Now: v.now}).Verify(ctx, idToken)
	if err != nil {
		return Identity{}, ErrToken
	}
	var c struct {
		Email    string `json:"email"`
		Verified any    `json:"email_verified"` // some write "true"
		AZP      string `json:"azp"`
		Given    string `json:"given_name"`
		Family   string `json:"family_name"`
		Name     string `json:"name"`
		// Apple says in each token whether the client's platform supports nonces.
		Nonces any `json:"nonce_supported"`
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
	id := Identity{Issuer: t.Issuer, Subject: t.Subject, Nonce: t.Nonce, Expires: t.Expiry, First: c.Given, Last: c.Family,
		NonceHashed: v.provider.hashesNonce(), NeedNonce: v.needsNonce(c.Nonces)}
	if id.First == "" && id.Last == "" {
		id.First, id.Last, _ = strings.Cut(strings.TrimSpace(c.Name), " ")
	}
	if c.Verified == true || c.Verified == "true" || c.Verified == nil && v.provider.TrustEmail {
		id.Email = c.Email
	}
	return id, nil
}

// needsNonce reports whether a token must have a nonce. said is what the token says of nonces.
func (v claimsVerifier) needsNonce(said any) bool {
	p := v.provider
	return p.NeedNonce || !p.NoNonce && (said == true || said == "true" || slices.Contains(nonceIssuers, p.Issuer))
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
		return nil, errors.New("keys: must be a JWKS with at least one key")
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

// A remoteProvider fetches its keys.
type remoteProvider struct {
	claimsVerifier
	keys *keySet
}

// Verify verifies a token.
func (p *remoteProvider) Verify(ctx context.Context, idToken string) (Identity, error) {
	var w withCause
	w.verify = p.keys.verify
	id, err := p.verify(ctx, &w, idToken)
	if errors.Is(w.cause, ErrUnavailable) {
		err = w.cause
	}
	id.NeedNonce = id.NeedNonce || p.keys.givesNonces() && !p.provider.NoNonce
	return id, err
}

// withCause keeps the error of a key set, whose text alone the verifier returns.
type withCause struct {
	verify func(ctx context.Context, token string) ([]byte, error)
	cause  error
}

// VerifySignature returns the payload of a signed token.
func (w *withCause) VerifySignature(ctx context.Context, token string) (payload []byte, err error) {
	payload, w.cause = w.verify(ctx, token)
	return payload, w.cause
}
