package keywrap

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
)

// A Pair is a stored pair of Ed25519 keys.
type Pair struct {
	Owner   Owner
	Public  ed25519.PublicKey
	Wrapped []byte // the seed; empty: the private key is derived from the secret, as older versions did
	// Derive returns the private key that older versions derived from a secret.
	Derive func(secret []byte) (ed25519.PrivateKey, error)
}

// NewPair makes a pair and wraps its seed.
func (r *Ring) NewPair(o Owner) (p Pair, private ed25519.PrivateKey, err error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := rand.Read(seed); err != nil {
		return p, nil, fmt.Errorf("make a key: %w", err)
	}
	private = ed25519.NewKeyFromSeed(seed)
	wrapped, err := r.Wrap(o, seed)
	return Pair{Owner: o, Public: private.Public().(ed25519.PublicKey), Wrapped: wrapped}, private, err
}

// Private returns the private key of a pair. It returns ErrNoSecret if no secret of the ring opens it.
func (r *Ring) Private(p Pair) (ed25519.PrivateKey, error) {
	if len(p.Wrapped) > 0 {
		seed, err := r.Open(p.Owner, p.Wrapped)
		if err != nil {
			return nil, err
		}
		if len(seed) != ed25519.SeedSize {
			return nil, ErrDamaged
		}
		private := ed25519.NewKeyFromSeed(seed)
		if !bytes.Equal(private.Public().(ed25519.PublicKey), p.Public) {
			return nil, ErrDamaged
		}
		return private, nil
	}
	for _, s := range r.all {
		private, err := p.Derive(s.value)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(private.Public().(ed25519.PublicKey), p.Public) {
			return private, nil
		}
	}
	return nil, ErrNoSecret
}
