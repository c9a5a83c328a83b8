package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"

	"vitrine/internal/secret"
)

// A Hasher makes and verifies password hashes: Argon2id over the password's HMAC under a pepper, so a stolen table
// alone is useless. A hash names its pepper by an id (keyid of the PHC format), which does not reveal it. A Hasher
// computes as many hashes at once as it has slots, because each takes 19 MB.
type Hasher struct {
	cost    Cost
	peppers []pepper // the current one first
	queue   *queue
	made    atomic.Uint64 // hashes computed, for tests
	dummy   string        // a hash of a random password, for accounts that do not exist
}

// A pepper is a key of hashes.
type pepper struct {
	id  string
	key []byte
}

func newPepper(key []byte) pepper {
	const idLen = 6 // bytes
	mac := secret.MAC(key)
	mac.Write([]byte("pepper id"))
	return pepper{base64.RawStdEncoding.EncodeToString(mac.Sum(nil)[:idLen]), key}
}

const (
	saltLen = 16
	hashLen = 32
)

// Config configures a Hasher.
type Config struct {
	Cost   Cost
	Pepper []byte
	// OldPeppers verify hashes, and make none. Hashes without an id were made by the last of them, if there is one.
	OldPeppers [][]byte
	Slots      int // hashes computed at once
	Queue      int // maximal number of requests of a class that wait for a slot; see Bounds
}

// NewHasher returns a Hasher.
func NewHasher(cfg Config) (*Hasher, error) {
	h := &Hasher{cost: cfg.Cost, peppers: []pepper{newPepper(cfg.Pepper)}, queue: newQueue(cfg.Slots, cfg.Queue)}
	for _, key := range cfg.OldPeppers {
		h.peppers = append(h.peppers, newPepper(key))
	}
	dummy, err := h.encode(rand.Text())
	h.dummy = dummy
	h.made.Store(0)
	return h, err
}

// Room returns an error if the queue of a class is full. Handlers call it before any other work.
func (h *Hasher) Room(class Class) error { return h.queue.room(class) }

// Made returns how many hashes were computed, for tests.
func (h *Hasher) Made() uint64 { return h.made.Load() }

// Hash returns a PHC string of a password.
func (h *Hasher) Hash(ctx context.Context, class Class, password string) (string, error) {
	if err := h.queue.enter(ctx, class); err != nil {
		return "", err
	}
	defer h.queue.leave()
	return h.encode(password)
}

// Verify reports whether a password matches a PHC string, and whether that string is outdated. It computes exactly one
// hash, also for "" and for a string of an unknown pepper, which never match.
func (h *Hasher) Verify(ctx context.Context, class Class, password, phc string) (right, stale bool, err error) {
	if err := h.queue.enter(ctx, class); err != nil {
		return false, false, err
	}
	defer h.queue.leave()
	known := phc != ""
	if !known {
		phc = h.dummy
	}
	p, err := parsePHC(phc)
	if err != nil {
		return false, false, err
	}
	with, ok := h.pepperOf(p.keyID)
	got := h.key(password, with, p, uint32(len(p.key)))
	right = subtle.ConstantTimeCompare(got, p.key) == 1 && known && ok
	return right, right && (p.cost != h.cost || len(p.key) != hashLen || p.keyID != h.peppers[0].id), nil
}

// pepperOf returns the pepper with an id. It returns false, and another pepper, if there is none.
func (h *Hasher) pepperOf(id string) (pepper, bool) {
	if id == "" { // made before hashes named their pepper
		return h.peppers[len(h.peppers)-1], true
	}
	for _, p := range h.peppers {
		if p.id == id {
			return p, true
		}
	}
	return h.peppers[0], false
}

func (h *Hasher) encode(password string) (string, error) {
	salt := make([]byte, saltLen)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	with := h.peppers[0]
	key := h.key(password, with, phc{cost: h.cost, salt: salt}, hashLen)
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d,keyid=%s$%s$%s", argon2.Version, h.cost.Memory, h.cost.Time,
		h.cost.Threads, with.id, enc.EncodeToString(salt), enc.EncodeToString(key)), nil
}

// key computes a hash of n bytes with the salt and the cost of p.
func (h *Hasher) key(password string, with pepper, p phc, n uint32) []byte {
	h.made.Add(1)
	mac := secret.MAC(with.key)
	mac.Write([]byte("password\x00" + password))
	return argon2.IDKey(mac.Sum(nil), p.salt, p.cost.Time, p.cost.Memory, p.cost.Threads, n)
}

// phc is a parsed PHC string.
type phc struct {
	cost  Cost
	keyID string // of the pepper; "" in hashes of earlier versions
	salt  []byte
	key   []byte
}

const maxHashMemory = 1 << 20 // KiB; larger values were not written by this package

func parsePHC(s string) (phc, error) {
	bad := fmt.Errorf("unknown format of a password hash")
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, bad
	}
	var p phc
	var cost string
	cost, p.keyID, _ = strings.Cut(parts[3], ",keyid=")
	if n, err := fmt.Sscanf(cost, "m=%d,t=%d,p=%d", &p.cost.Memory, &p.cost.Time, &p.cost.Threads); n != 3 ||
		err != nil {
		return phc{}, bad
	}
	if p.cost.Memory > maxHashMemory || p.cost.Time == 0 || p.cost.Time > 64 || p.cost.Threads == 0 {
		return phc{}, bad
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.Strict().DecodeString(parts[4]); err != nil {
		return phc{}, bad
	}
	if p.key, err = base64.RawStdEncoding.Strict().DecodeString(parts[5]); err != nil || len(p.key) < 16 ||
		len(p.key) > 64 {
		return phc{}, bad
	}
	return p, nil
}
