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

// A Hasher makes and verifies password hashes: Argon2id over the password's HMAC under the pepper, so a stolen table
// alone is useless. It computes as many hashes at once as it has slots, because each takes 19 MB.
type Hasher struct {
	cost   Cost
	pepper []byte
	queue  *queue
	made   atomic.Uint64 // hashes computed, for tests
	dummy  string        // a hash of a random password, for accounts that do not exist
}

const (
	saltLen = 16
	hashLen = 32
)

// Config configures a Hasher.
type Config struct {
	Cost   Cost
	Pepper []byte
	Slots  int // hashes computed at once
	Queue  int // maximal number of requests of a class that wait for a slot; see Bounds
}

// NewHasher returns a Hasher.
func NewHasher(cfg Config) (*Hasher, error) {
	h := &Hasher{cost: cfg.Cost, pepper: cfg.Pepper, queue: newQueue(cfg.Slots, cfg.Queue)}
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
// hash, also for "", which never matches.
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
	got := h.key(password, p.salt, p.cost, uint32(len(p.key)))
	right = subtle.ConstantTimeCompare(got, p.key) == 1 && known
	return right, right && (p.cost != h.cost || len(p.key) != hashLen), nil
}

func (h *Hasher) encode(password string) (string, error) {
	salt := make([]byte, saltLen)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	key := h.key(password, salt, h.cost, hashLen)
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.Memory, h.cost.Time, h.cost.Threads,
		enc.EncodeToString(salt), enc.EncodeToString(key)), nil
}

func (h *Hasher) key(password string, salt []byte, c Cost, n uint32) []byte {
	h.made.Add(1)
	mac := secret.MAC(h.pepper)
	mac.Write([]byte("password\x00" + password))
	return argon2.IDKey(mac.Sum(nil), salt, c.Time, c.Memory, c.Threads, n)
}

// phc is a parsed PHC string.
type phc struct {
	cost Cost
	salt []byte
	key  []byte
}

const maxHashMemory = 1 << 20 // KiB; larger values were not written by this package

func parsePHC(s string) (phc, error) {
	bad := fmt.Errorf("unknown format of a password hash")
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, bad
	}
	var p phc
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.cost.Memory, &p.cost.Time, &p.cost.Threads); n != 3 ||
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
