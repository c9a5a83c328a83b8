package keywrap

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// LeastSecret is the minimal length of a secret in bytes.
const LeastSecret = 32

const idLen = 8

// An ID names a secret. It is derived from the secret by HKDF-SHA256 and does not reveal it.
type ID [idLen]byte

// String returns the id as 16 hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// A Ring holds the secrets of a service. The current one wraps new keys; all of them open keys. A Ring is immutable.
type Ring struct{ all []secret }

type secret struct {
	id    ID
	value []byte
	key   []byte // encrypts keys
}

// NewRing returns a Ring of the current secret and further ones: previous secrets during a rotation, or the next one
// before it. Each must have at least LeastSecret bytes. A secret that is given twice counts once.
func NewRing(current []byte, further ...[]byte) (*Ring, error) {
	r := &Ring{}
	for _, value := range append([][]byte{current}, further...) {
		if len(value) < LeastSecret {
			return nil, fmt.Errorf("keywrap: a secret must have at least %d bytes", LeastSecret)
		}
		if r.holds(value) {
			continue
		}
		id, err := hkdf.Key(sha256.New, value, nil, "vitrine secret id", idLen)
		if err != nil {
			return nil, fmt.Errorf("name a secret: %w", err)
		}
		key, err := hkdf.Key(sha256.New, value, nil, "vitrine key wrapping", 32)
		if err != nil {
			return nil, fmt.Errorf("derive a key: %w", err)
		}
		r.all = append(r.all, secret{ID(id), bytes.Clone(value), key})
	}
	return r, nil
}

func (r *Ring) holds(value []byte) bool {
	for _, s := range r.all {
		if bytes.Equal(s.value, value) {
			return true
		}
	}
	return false
}

// Current returns the current secret. The caller must not change it.
func (r *Ring) Current() []byte { return r.all[0].value }

// CurrentID returns the id of the current secret.
func (r *Ring) CurrentID() ID { return r.all[0].id }

// IDs returns the ids of all secrets, the current one first.
func (r *Ring) IDs() []ID {
	ids := make([]ID, len(r.all))
	for i, s := range r.all {
		ids[i] = s.id
	}
	return ids
}

// Secrets returns all secrets, the current one first. The caller must not change them.
func (r *Ring) Secrets() [][]byte {
	values := make([][]byte, len(r.all))
	for i, s := range r.all {
		values[i] = s.value
	}
	return values
}

// ErrNoSecret reports a key that no secret of the ring opens.
var ErrNoSecret = errors.New("no given secret opens the stored key")
