package idp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/singleflight"
)

const (
	fetchEvery = time.Minute    // interval of fetches that unknown keys and old keys cause
	freshFor   = time.Hour      // age from which keys are fetched again, so that a withdrawn key ends
	usableFor  = 24 * time.Hour // age up to which keys are used if they cannot be fetched again
	mostKeys   = 100
)

// errHeld is returned if the keys were fetched a moment ago.
var errHeld = errors.New("the keys were fetched a moment ago")

// A keySet holds the keys of a provider, fetched from the URL in its settings or in its discovery document.
//
// A token that names an unknown key causes a fetch, but at most one a minute, however many such tokens come. Requests
// that need the keys at the same time wait for one fetch. No lock is held meanwhile.
type keySet struct {
	provider Provider
	client   *http.Client
	now      func() time.Time
	flight   singleflight.Group

	mu       sync.Mutex
	keys     []jose.JSONWebKey
	nonces   bool      // the discovery document lists the claim nonce
	got      time.Time // when the keys were fetched; zero: never
	tried    time.Time // when they were last to be fetched again
	failures int       // failed fetches since the last success
	failed   time.Time
}

// verify returns the payload of a token that one of the provider's keys signed.
func (k *keySet) verify(ctx context.Context, token string) ([]byte, error) {
	jws, err := jose.ParseSignedCompact(token, k.provider.signatures())
	if err != nil || len(jws.Signatures) != 1 {
		return nil, ErrToken
	}
	age := k.age()
	if age < usableFor {
		if payload, known := k.try(jws); age < freshFor && (known || payload != nil) {
			return payload, missing(payload)
		}
	}
	err = k.refresh(ctx)
	if k.age() >= usableFor || err != nil && !errors.Is(err, errHeld) && !k.knows(jws) {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	payload, _ := k.try(jws)
	return payload, missing(payload)
}

// missing returns ErrToken if there is no payload.
func missing(payload []byte) error {
	if payload == nil {
		return ErrToken
	}
	return nil
}

// age returns how long ago the keys were fetched.
func (k *keySet) age() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now().Sub(k.got)
}

// try verifies a signature with the keys at hand. known is true if one of them has the name that the token gives, so
// that other keys cannot help.
func (k *keySet) try(jws *jose.JSONWebSignature) (payload []byte, known bool) {
	k.mu.Lock()
	keys := k.keys // replaced, never changed
	k.mu.Unlock()
	name := jws.Signatures[0].Header.KeyID
	for i := range keys {
		if name != "" && keys[i].KeyID != name {
			continue
		}
		known = name != ""
		if p, err := jws.Verify(&keys[i]); err == nil {
			return p, known
		}
	}
	return nil, known
}

// knows reports whether the keys at hand decide about a token.
func (k *keySet) knows(jws *jose.JSONWebSignature) bool {
	payload, known := k.try(jws)
	return known || payload != nil
}

// refresh fetches the keys, unless that has to wait. It shares a fetch with parallel callers.
func (k *keySet) refresh(ctx context.Context) error {
	done := k.flight.DoChan("keys", func() (any, error) {
		if err := k.begin(); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*idpTimeout) // for all who wait
		defer cancel()
		keys, nonces, err := k.fetch(ctx)
		k.end(keys, nonces, err)
		return nil, err
	})
	select {
	case r := <-done:
		return r.Err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin decides whether the keys may be fetched now. Without any keys, the first failure may be repeated at once, and
// further ones after a second, two, four and so on up to a minute.
func (k *keySet) begin() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.now()
	if !k.got.IsZero() && now.Sub(k.got) < usableFor {
		if now.Sub(k.tried) < fetchEvery {
			if k.failures > 0 {
				return errors.New("the keys could not be fetched a moment ago")
			}
			return errHeld
		}
		k.tried = now
		return nil
	}
	if k.failures > 1 && now.Sub(k.failed) < min(time.Second<<min(k.failures-2, 6), fetchEvery) {
		return errors.New("the keys could not be fetched a moment ago")
	}
	return nil
}

func (k *keySet) end(keys []jose.JSONWebKey, nonces bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil {
		k.failures, k.failed = k.failures+1, k.now()
		return
	}
	k.keys, k.nonces, k.got, k.failures = keys, nonces, k.now(), 0
}

// givesNonces reports whether the provider says that it supports nonces.
func (k *keySet) givesNonces() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.nonces
}

// fetch fetches the discovery document, unless the settings have the URL of the keys, and then the keys.
func (k *keySet) fetch(ctx context.Context) (keys []jose.JSONWebKey, nonces bool, err error) {
	at := k.provider.JWKSURI
	if at == "" {
		var doc struct {
			Issuer  string   `json:"issuer"`
			JWKSURI string   `json:"jwks_uri"`
			Claims  []string `json:"claims_supported"`
		}
		where := strings.TrimSuffix(k.provider.Issuer, "/") + "/.well-known/openid-configuration"
		if err := k.get(ctx, where, &doc); err != nil {
			return nil, false, err
		}
		if doc.Issuer != k.provider.Issuer || !safeURL(doc.JWKSURI) {
			return nil, false, errors.New("the discovery document has another issuer or no jwks_uri")
		}
		at, nonces = doc.JWKSURI, slices.Contains(doc.Claims, "nonce")
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := k.get(ctx, at, &set); err != nil {
		return nil, false, err
	}
	for _, text := range set.Keys[:min(len(set.Keys), mostKeys)] {
		var key jose.JSONWebKey
		// Keys of unknown types are ignored (RFC 7517, section 5), and so are secret ones.
		if json.Unmarshal(text, &key) == nil && key.Valid() && key.IsPublic() {
			keys = append(keys, key)
		}
	}
	return keys, nonces, nil
}

// get reads a JSON document.
func (k *keySet) get(ctx context.Context, url string, into any) error {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	rs, err := k.client.Do(rq)
	if err != nil {
		return err
	}
	defer rs.Body.Close() //nolint:errcheck // it was read
	if rs.StatusCode != http.StatusOK {
		return fmt.Errorf("the provider answers %d", rs.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(rs.Body, mostJWKS+1))
	if err != nil {
		return err
	}
	if len(text) > mostJWKS {
		return errors.New("the provider's answer is too large")
	}
	return json.Unmarshal(text, into)
}
