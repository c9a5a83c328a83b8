package keywrap

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
)

func secretOf(c string) []byte { return []byte(strings.Repeat(c, LeastSecret)) }

func ring(t testing.TB, current string, further ...string) *Ring {
	t.Helper()
	var all [][]byte
	for _, c := range further {
		all = append(all, secretOf(c))
	}
	r, err := NewRing(secretOf(current), all...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var owner = Owner{Purpose: "ticket", Tenant: "shop", Name: "k1"}

func TestAKeyOpensForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	r := ring(t, "a")
	wrapped, err := r.Wrap(owner, []byte("a private key"))
	if err != nil {
		t.Fatal(err)
	}
	if key, err := r.Open(owner, wrapped); err != nil || string(key) != "a private key" {
		t.Fatalf("%q, %v", key, err)
	}
	for _, other := range []Owner{
		{"access token", "shop", "k1"}, {"ticket", "other", "k1"}, {"ticket", "shop", "k2"}, {"ticket", "", "shopk1"},
		{"ticketshop", "", "k1"}, {"ticket", "shopk1", ""}, {},
	} {
		if _, err := r.Open(other, wrapped); !errors.Is(err, ErrDamaged) {
			t.Errorf("%+v: %v, want ErrDamaged", other, err)
		}
	}
	for i := range wrapped {
		changed := bytes.Clone(wrapped)
		changed[i] ^= 1
		if _, err := r.Open(owner, changed); err == nil {
			t.Errorf("a key with byte %d changed opens", i)
		}
	}
	for n := range wrapped {
		if _, err := r.Open(owner, wrapped[:n]); err == nil {
			t.Errorf("the first %d bytes open", n)
		}
	}
	if _, err := r.Open(owner, append(bytes.Clone(wrapped), 0)); err == nil {
		t.Error("a key with a byte after it opens")
	}
}

func TestSeveralSecretsOpenAndTheCurrentWraps(t *testing.T) {
	t.Parallel()
	before, both, after := ring(t, "a"), ring(t, "b", "a"), ring(t, "b")
	old, err := before.Wrap(owner, []byte("key"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := both.Open(owner, old); err != nil {
		t.Errorf("the previous secret: %v", err)
	}
	if _, err := after.Open(owner, old); !errors.Is(err, ErrNoSecret) {
		t.Errorf("without the previous secret: %v", err)
	}
	anew, err := both.Wrap(owner, []byte("key"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := after.Open(owner, anew); err != nil {
		t.Errorf("the current secret alone: %v", err)
	}
	if id, err := WrappedBy(anew); err != nil || id != after.CurrentID() || id == before.CurrentID() {
		t.Errorf("id %s, %v", id, err)
	}
	if bytes.Contains(anew, secretOf("b")[:8]) {
		t.Error("the id is a part of the secret")
	}
	if n := len(ring(t, "a", "a", "b", "b").IDs()); n != 2 {
		t.Errorf("%d secrets, want 2: one that is given twice counts once", n)
	}
}

func TestShortSecretsAndKeysAreRefused(t *testing.T) {
	t.Parallel()
	for _, secret := range [][]byte{nil, {}, secretOf("a")[1:]} {
		if _, err := NewRing(secret); err == nil {
			t.Errorf("a current secret of %d bytes", len(secret))
		}
		if _, err := NewRing(secretOf("a"), secret); err == nil {
			t.Errorf("a previous secret of %d bytes", len(secret))
		}
	}
	for _, key := range [][]byte{nil, {}, make([]byte, maxKey+1)} {
		if _, err := ring(t, "a").Wrap(owner, key); err == nil {
			t.Errorf("a key of %d bytes", len(key))
		}
	}
}

func TestPairsOfOlderVersionsOpen(t *testing.T) {
	t.Parallel()
	derive := func(secret []byte) (ed25519.PrivateKey, error) { return ed25519.NewKeyFromSeed(secret), nil }
	private := ed25519.NewKeyFromSeed(secretOf("a"))
	p := Pair{Owner: owner, Public: private.Public().(ed25519.PublicKey), Derive: derive}
	if got, err := ring(t, "b", "a").Private(p); err != nil || !got.Equal(private) {
		t.Errorf("a derived key: %v", err)
	}
	if _, err := ring(t, "b").Private(p); !errors.Is(err, ErrNoSecret) {
		t.Errorf("a derived key of another secret: %v", err)
	}
	made, private, err := ring(t, "a").NewPair(owner)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ring(t, "a").Private(made); err != nil || !got.Equal(private) {
		t.Errorf("a wrapped key: %v", err)
	}
	made.Public = p.Public
	if _, err := ring(t, "a").Private(made); !errors.Is(err, ErrDamaged) {
		t.Errorf("a wrapped key beside another public key: %v", err)
	}
}

// No bytes other than what Wrap wrote open, and none panic. Nonces are random, so each process that fuzzes has seeds of
// its own, and they all hold the same key.
func FuzzWrapped(f *testing.F) {
	r := ring(f, "a")
	secretKey := bytes.Repeat([]byte{7}, 32)
	wrapped, err := r.Wrap(owner, secretKey)
	if err != nil {
		f.Fatal(err)
	}
	foreign, err := ring(f, "b").Wrap(owner, bytes.Repeat([]byte{7}, 32))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{wrapped, foreign, nil, {version}, wrapped[:headLen], wrapped[:len(wrapped)-1],
		append(bytes.Clone(wrapped), 1), make([]byte, 200)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given []byte) {
		key, err := r.Open(owner, given)
		if err == nil && (!bytes.Equal(key, secretKey) || len(given) != len(wrapped)) {
			t.Errorf("%x opens as %x", given, key)
		}
		if err != nil && len(key) > 0 {
			t.Errorf("a key comes with the error %v", err)
		}
	})
}
