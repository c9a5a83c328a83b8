package token

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/web"
)

// A keyring holds the key pairs of access tokens. Postgres stores names, times, public keys, and private keys that the
// service's secret encrypts. So no table and no dump alone contains a private key, and write services with the same
// secret have the same keys.
type keyring struct {
	cfg  Config
	pool *pgxpool.Pool
	log  *slog.Logger
	ring atomic.Pointer[[]tokenKey]

	mu     sync.Mutex
	looked time.Time // when an unknown name last caused a reload
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

type tokenKey struct {
	kid          string
	public       ed25519.PublicKey
	private      ed25519.PrivateKey
	signsFrom    time.Time
	trustedUntil *time.Time // nil: not replaced
}

const (
	keyReload   = 15 * time.Second // interval of reloads; a new key signs only after KeyDelay
	keyLookMost = time.Second      // shortest interval of reloads caused by unknown names
)

func newKeyring(cfg Config, pool *pgxpool.Pool, log *slog.Logger) *keyring {
	k := &keyring{cfg: cfg, pool: pool, log: log}
	k.ring.Store(&[]tokenKey{})
	return k
}

// KeyPurpose is the purpose of the stored keys of access tokens.
const KeyPurpose = "access token"

// StoredKey returns the pair of a row of the table token_key.
func StoredKey(kid string, public, wrapped []byte) keywrap.Pair {
	return keywrap.Pair{
		Owner: keywrap.Owner{Purpose: KeyPurpose, Name: kid}, Public: public, Wrapped: wrapped,
		Derive: func(secret []byte) (ed25519.PrivateKey, error) { return derived(secret, kid) },
	}
}

// derived returns the private key that older versions derived from the secret.
func derived(secret []byte, kid string) (ed25519.PrivateKey, error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "vitrine access token "+kid, ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("derive a token key: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func (k *keyring) start(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cancel != nil {
		return nil
	}
	if err := k.load(ctx); err != nil {
		return err
	}
	if k.signer() == nil {
		first := Rotation{Keys: k.cfg.Keys, Now: k.cfg.Now(), Life: k.cfg.AccessTTL}
		if _, err := RotateKeys(ctx, k.pool, first); err != nil {
			return err
		}
		if err := k.load(ctx); err != nil {
			return err
		}
	}
	run, cancel := context.WithCancel(context.Background())
	k.cancel = cancel
	k.wg.Go(func() {
		tick := time.NewTicker(keyReload)
		defer tick.Stop()
		for {
			select {
			case <-run.Done():
				return
			case <-tick.C:
			}
			if err := k.load(run); err != nil && run.Err() == nil {
				k.log.Warn("token keys not reloaded", "err", err)
			}
		}
	})
	return nil
}

func (k *keyring) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cancel != nil {
		k.cancel()
		k.wg.Wait()
		k.cancel = nil
	}
}

// load reads the keys that sign or are trusted, newest first. It skips keys that no secret of the ring opens. Keys that
// were opened before stay, so a running service survives the rotation of a secret that it does not have.
func (k *keyring) load(ctx context.Context) error {
	rows, err := k.pool.Query(ctx, `SELECT kid, public, wrapped, signs_from, trusted_until FROM token_key
WHERE trusted_until IS NULL OR trusted_until > $1 ORDER BY signs_from DESC, kid LIMIT 16`, k.cfg.Now())
	if err != nil {
		return fmt.Errorf("read token keys: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (storedKey, error) {
		var t storedKey
		err := r.Scan(&t.kid, (*[]byte)(&t.public), &t.wrapped, &t.signsFrom, &t.trustedUntil)
		return t, err
	})
	if err != nil {
		return fmt.Errorf("read token keys: %w", err)
	}
	ring := k.usable(all)
	k.ring.Store(&ring)
	return nil
}

// A storedKey is a row of the table token_key.
type storedKey struct {
	tokenKey
	wrapped []byte
}

// usable returns the keys that a secret of the ring opens, or that were opened before.
func (k *keyring) usable(all []storedKey) []tokenKey {
	ring := make([]tokenKey, 0, len(all))
	for _, t := range all {
		var err error // of this key: another one may be of no use
		if t.private = k.opened(t.tokenKey); t.private == nil {
			t.private, err = k.cfg.Keys.Private(StoredKey(t.kid, t.public, t.wrapped))
		}
		switch {
		case err == nil:
			ring = append(ring, t.tokenKey)
		case !errors.Is(err, keywrap.ErrNoSecret):
			k.log.Error("token key not usable", "kid", t.kid, "err", err)
		}
	}
	return ring
}

// opened returns the private key of a key that an earlier load opened, or nil.
func (k *keyring) opened(t tokenKey) ed25519.PrivateKey {
	for _, known := range *k.ring.Load() {
		if known.kid == t.kid && bytes.Equal(known.public, t.public) {
			return known.private
		}
	}
	return nil
}

// signer returns the newest key whose signing time has come, or nil.
func (k *keyring) signer() *tokenKey {
	now := k.cfg.Now()
	for i, t := range *k.ring.Load() {
		if !t.signsFrom.After(now) && (t.trustedUntil == nil || t.trustedUntil.After(now)) {
			return &(*k.ring.Load())[i]
		}
	}
	return nil
}

// named returns the public key of a name, or nil if it is not trusted. An unknown name may be new, so it causes a
// reload, at most once per keyLookMost.
func (k *keyring) named(ctx context.Context, kid string) ed25519.PublicKey {
	if key := k.find(kid); key != nil {
		return key
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := time.Now(); now.Sub(k.looked) > keyLookMost {
		k.looked = now
		if err := k.load(ctx); err != nil {
			k.log.Warn("token keys not reloaded", "err", err)
		}
	}
	return k.find(kid)
}

// find returns the trusted public key of a name.
func (k *keyring) find(kid string) ed25519.PublicKey {
	now := k.cfg.Now()
	for _, t := range *k.ring.Load() {
		if t.kid == kid && (t.trustedUntil == nil || t.trustedUntil.After(now)) {
			return t.public
		}
	}
	return nil
}

// rotation is the advisory lock that serializes rotations.
const rotation = 0x7661756b

// A Rotation describes a new key.
type Rotation struct {
	Keys  *keywrap.Ring // its current secret encrypts the key
	Now   time.Time
	Delay time.Duration // until the key signs; it is published at once
	Life  time.Duration // of an access token; older keys stay trusted until their last token expires
}

// RotateKeys makes a new key and returns its name.
func RotateKeys(ctx context.Context, pool *pgxpool.Pool, r Rotation) (string, error) {
	now := r.Now
	kid := now.UTC().Format("20060102") + "-" + strings.ToLower(rand.Text()[:8])
	key, _, err := r.Keys.NewPair(keywrap.Owner{Purpose: KeyPurpose, Name: kid})
	if err != nil {
		return "", err
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, rotation); err != nil {
			return err
		}
		from := now.Add(r.Delay)
		if _, err := tx.Exec(ctx, `UPDATE token_key SET trusted_until = $1 WHERE trusted_until IS NULL`,
			from.Add(r.Life+time.Minute)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO token_key (kid, public, wrapped, created_at, signs_from)
VALUES ($1, $2, $3, $4, $5)`, kid, []byte(key.Public), key.Wrapped, now, from)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("rotate the token keys: %w", err)
	}
	return kid, nil
}

// JWKS handles GET /.well-known/jwks.json: the public keys that verify access tokens.
func (s *Tokens) JWKS(ctx context.Context, _ *web.Request) (*web.Answer, error) {
	set := writeapi.JWKS{Keys: []writeapi.JWK{}}
	for _, t := range *s.keys.ring.Load() {
		set.Keys = append(set.Keys, writeapi.JWK{
			Kty: "OKP", Crv: "Ed25519", Kid: t.kid, Use: "sig", Alg: "EdDSA",
			X: base64.RawURLEncoding.EncodeToString(t.public),
		})
	}
	return web.Plain("application/jwk-set+json", set)
}
