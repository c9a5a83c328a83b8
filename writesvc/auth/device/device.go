// Package device makes and reads device tokens. A device token proves that its owner has signed in to an account
// before. It grants nothing but a place of its own in the limits of sign-ins, so that strangers cannot shut its owner
// out.
package device

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/internal/secret"
)

// Names by which clients send device tokens. A value holds up to Most tokens, separated by dots, because several
// customers may share a device.
const (
	Header = "X-Device-Token"
	Cookie = "vitrine-device"
	Most   = 5
)

// A token consists of a version, the account's id, the account's generation, the time of issue in Unix seconds, a
// nonce, and a MAC over these and the tenant. The generation counts how often all devices of the account were ended.
const (
	version   = 1
	accountID = 12
	nonceLen  = 9
	macLen    = 16
	maxToken  = 96
)

// A Device is a genuine device token.
type Device struct {
	Account    string
	Generation int64
	Hash       string // identifies the device in limits, without revealing its token
	token      string
}

// Devices makes and reads device tokens.
type Devices struct {
	keys [][]byte // the first one signs
	life time.Duration
	now  func() time.Time
}

// New returns Devices whose tokens are valid for a time. The key that signs is derived from a secret. Tokens of older
// secrets are genuine, too.
func New(from []byte, life time.Duration, now func() time.Time, older ...[]byte) *Devices {
	s := &Devices{life: life, now: now}
	for _, each := range append([][]byte{from}, older...) {
		mac := secret.MAC(each)
		mac.Write([]byte("device tokens"))
		s.keys = append(s.keys, mac.Sum(nil))
	}
	return s
}

// Issue returns a new token for an account and its time of expiry. The same seed yields the same token within a second;
// "" yields a random one.
func (s *Devices) Issue(tenant, account string, generation int64, seed string) (string, time.Time) {
	now := s.now().UTC().Truncate(time.Second)
	nonce := make([]byte, nonceLen)
	if seed == "" {
		_, _ = rand.Read(nonce) // never fails (crypto/rand)
	} else {
		copy(nonce, mac(s.keys[0], "nonce", []byte(tenant+"\x00"+seed)))
	}
	raw := []byte{version}
	id, _ := hex.DecodeString(account) // an object identifier
	raw = append(raw, id...)
	raw = binary.AppendUvarint(raw, uint64(generation))
	raw = binary.AppendUvarint(raw, uint64(now.Unix()))
	raw = append(raw, nonce...)
	raw = append(raw, mac(s.keys[0], tenant, raw)[:macLen]...)
	return base64.RawURLEncoding.EncodeToString(raw), now.Add(s.life)
}

func mac(key []byte, tenant string, signed []byte) []byte {
	mac := secret.MAC(key)
	mac.Write([]byte(tenant + "\x00"))
	mac.Write(signed)
	return mac.Sum(nil)
}

// genuine reports whether a key of the tenant's devices made a MAC.
func (s *Devices) genuine(tenant string, signed, given []byte) bool {
	return slices.ContainsFunc(s.keys, func(key []byte) bool {
		return secret.Equal(string(mac(key, tenant, signed)[:macLen]), string(given))
	})
}

// Of returns the genuine devices of a request for a tenant, at most Most. Other values are ignored, because a device
// token is never required.
func (s *Devices) Of(rq *http.Request, tenant string) []Device {
	given := slices.Clone(rq.Header.Values(Header))
	if c, err := rq.Cookie(Cookie); err == nil {
		given = append(given, c.Value)
	}
	var all []Device
	for _, v := range given {
		all = append(all, s.Read(v, tenant)...)
		if len(all) >= Most {
			return all[:Most]
		}
	}
	return all
}

// Read returns the genuine devices that a value names for a tenant. It looks at the first Most tokens only.
func (s *Devices) Read(value, tenant string) []Device {
	var all []Device
	for range Most {
		var token string
		token, value, _ = strings.Cut(value, ".")
		if d, ok := s.read(token, tenant); ok {
			all = append(all, d)
		}
		if value == "" {
			break
		}
	}
	return all
}

func (s *Devices) read(token, tenant string) (d Device, ok bool) {
	if len(token) > maxToken || strings.ContainsAny(token, "\r\n") { // the decoder would leave line breaks out
		return d, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < 1+accountID+1+1+nonceLen+macLen || raw[0] != version {
		return d, false
	}
	signed := raw[:len(raw)-macLen]
	if !s.genuine(tenant, signed, raw[len(raw)-macLen:]) {
		return d, false
	}
	// The rest is as Issue wrote it, because the MAC is right.
	rest := signed[1+accountID:]
	generation, n := binary.Uvarint(rest)
	if n <= 0 {
		return d, false
	}
	issued, m := binary.Uvarint(rest[n:])
	if m <= 0 || s.now().Sub(time.Unix(int64(issued), 0)) > s.life {
		return d, false
	}
	// Tokens of one seed differ in their time only. They share limits, so a session that is renewed again and again
	// yields one device.
	sum := sha256.Sum256([]byte(tenant + "\x00" + string(signed[1:1+accountID]) + string(signed[len(signed)-nonceLen:])))
	return Device{Account: hex.EncodeToString(signed[1 : 1+accountID]), Generation: int64(generation),
		Hash: hex.EncodeToString(sum[:]), token: token}, true
}

// SetCookie returns the cookie of a browser that has a new token, beside those of other accounts that it sent. It is
// not readable by scripts, and is sent over TLS, or to localhost.
func (s *Devices) SetCookie(token, account string, sent []Device) *http.Cookie {
	value := token
	n := 1
	for _, d := range sent {
		if d.Account != account && n < Most {
			value += "." + d.token
			n++
		}
	}
	return &http.Cookie{Name: Cookie, Value: value, Path: "/", MaxAge: int(s.life / time.Second), HttpOnly: true,
		Secure: true, SameSite: http.SameSiteLaxMode}
}

// Claimed reports whether a request carries something that may be a device token. The gateway asks the same of a
// request (gateway/upstream), without the key.
func Claimed(rq *http.Request) bool {
	if rq.Header.Get(Header) != "" {
		return true
	}
	_, err := rq.Cookie(Cookie)
	return err == nil
}
