package keywrap

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
)

// A wrapped key is a version, the id of the secret, a nonce, and the key encrypted by AES-256-GCM. The version, the id
// and the owner are authenticated with it. Nonces are random: a secret may wrap 2^32 keys.
const (
	version  = 1
	nonceLen = 12
	tagLen   = 16
	headLen  = 1 + idLen
	maxKey   = 64 // bytes of a key
)

// An Owner says what a key is for. A wrapped key opens only for the same owner.
type Owner struct {
	Purpose string // such as "ticket"
	Tenant  string // "" for keys of the whole service
	Name    string // of the key, within its purpose and tenant
}

// Errors of wrapped keys. They contain nothing of the key.
var (
	ErrForm    = errors.New("not a wrapped key")
	ErrDamaged = errors.New("the wrapped key is damaged, or belongs to another row")
)

// Wrap encrypts a key of 1 to 64 bytes with the current secret.
func (r *Ring) Wrap(o Owner, key []byte) ([]byte, error) {
	if len(key) == 0 || len(key) > maxKey {
		return nil, fmt.Errorf("keywrap: a key must have 1 to %d bytes", maxKey)
	}
	s := r.all[0]
	head := append([]byte{version}, s.id[:]...)
	wrapped := append(head, make([]byte, nonceLen)...)
	if _, err := rand.Read(wrapped[headLen:]); err != nil {
		return nil, fmt.Errorf("wrap a key: %w", err)
	}
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(wrapped, wrapped[headLen:], key, o.bound(wrapped[:headLen])), nil
}

// Open decrypts a wrapped key. It returns ErrForm for bytes of another form, ErrNoSecret if the ring lacks the secret,
// and ErrDamaged if the key was changed or wrapped for another owner.
func (r *Ring) Open(o Owner, wrapped []byte) ([]byte, error) {
	id, err := WrappedBy(wrapped)
	if err != nil {
		return nil, err
	}
	for _, s := range r.all {
		if s.id != id {
			continue
		}
		aead, err := s.aead()
		if err != nil {
			return nil, err
		}
		nonce, sealed := wrapped[headLen:headLen+nonceLen], wrapped[headLen+nonceLen:]
		key, err := aead.Open(nil, nonce, sealed, o.bound(wrapped[:headLen]))
		if err != nil {
			return nil, ErrDamaged
		}
		return key, nil
	}
	return nil, ErrNoSecret
}

// WrappedBy returns the id of the secret that wrapped a key.
func WrappedBy(wrapped []byte) (id ID, err error) {
	least := headLen + nonceLen + 1 + tagLen
	if len(wrapped) < least || len(wrapped) > least+maxKey-1 || wrapped[0] != version {
		return id, ErrForm
	}
	return ID(wrapped[1:headLen]), nil
}

func (s secret) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(s.key)
	if err != nil {
		return nil, fmt.Errorf("use a secret: %w", err)
	}
	return cipher.NewGCM(block)
}

// bound returns what is authenticated with a key: the head and the owner. Lengths keep the parts apart.
func (o Owner) bound(head []byte) []byte {
	b := append([]byte(nil), head...)
	for _, part := range []string{o.Purpose, o.Tenant, o.Name} {
		b = binary.AppendUvarint(b, uint64(len(part)))
		b = append(b, part...)
	}
	return b
}
