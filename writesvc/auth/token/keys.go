package token

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// A keyring holds the key pairs of access tokens. Postgres stores names, times and public keys. A private key is
// derived from the service's secret and the key's name, so no table and no dump contains it. Write services with the
// same secret have the same keys.
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

// pair derives the key pair of a name.
func pair(secret []byte, kid string) (ed25519.PrivateKey, error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "vitrine access token "+kid, ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("make a token key: %w", err)
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
		first := Rotation{Secret: k.cfg.Secret, Now: k.cfg.Now(), Life: k.cfg.AccessTTL}
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

// load reads the keys that sign or are trusted, newest first. It skips keys that were derived from another secret.
func (k *keyring) load(ctx context.Context) error {
	rows, err := k.pool.Query(ctx, `SELECT kid, public, signs_from, trusted_until FROM token_key
WHERE trusted_until IS NULL OR trusted_until > $1 ORDER BY signs_from DESC, kid LIMIT 16`, k.cfg.Now())
	if err != nil {
		return fmt.Errorf("read token keys: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (tokenKey, error) {
		var t tokenKey
		err := row.Scan(&t.kid, (*[]byte)(&t.public), &t.signsFrom, &t.trustedUntil)
		return t, err
	})
	if err != nil {
		return fmt.Errorf("read token keys: %w", err)
	}
	ring := all[:0]
	for _, t := range all {
		if t.private, err = pair(k.cfg.Secret, t.kid); err != nil {
			return err
		}
		if bytes.Equal(t.private.Public().(ed25519.PublicKey), t.public) {
			ring = append(ring, t)
		}
	}
	k.ring.Store(&ring)
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
	Secret []byte
	Now    time.Time
	Delay  time.Duration // until the key signs; it is published at once
	Life   time.Duration // of an access token; older keys stay trusted until their last token expires
}

// RotateKeys makes a new key and returns its name.
func RotateKeys(ctx context.Context, pool *pgxpool.Pool, r Rotation) (string, error) {
	now := r.Now
	kid := now.UTC().Format("20060102") + "-" + strings.ToLower(rand.Text()[:8])
	private, err := pair(r.Secret, kid)
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
		_, err := tx.Exec(ctx, `INSERT INTO token_key (kid, public, created_at, signs_from) VALUES ($1, $2, $3, $4)`,
			kid, []byte(private.Public().(ed25519.PublicKey)), now, from)
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
