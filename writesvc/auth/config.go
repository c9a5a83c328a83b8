package auth

import (
	"errors"
	"net/netip"
	"runtime"
	"slices"
	"time"

	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/keywrap"
)

// Config configures auth. Lifetimes and limits hold for every tenant.
type Config struct {
	Issuer      string // claim iss of access tokens; default "vitrine"
	TokenSecret []byte // encrypts stored keys, and is the key of refresh tokens; at least 32 bytes
	// OldSecrets are further secrets that open stored keys and verify refresh tokens, during a rotation.
	OldSecrets [][]byte
	Pepper     []byte // key of the hashes of passwords and codes, and of device tokens; at least 32 bytes
	// OldPeppers are earlier peppers, the newest first. A hash of one of them is replaced at the next sign-in.
	OldPeppers [][]byte
	SiteURL    string // base of links in emails for tenants without a URL of their own; "": emails contain no links

	AccessTTL  time.Duration // lifetime of an access token; default 15 min
	RefreshTTL time.Duration // lifetime of a refresh token since its last renewal; default 30 days
	Grace      time.Duration // how long a replaced refresh token still gets the current pair; default 10 s
	ResetTTL   time.Duration // lifetime of a link that sets a password; default 10 min
	VerifyTTL  time.Duration // lifetime of a link that verifies an address; default 24 h
	OTPTTL     time.Duration // lifetime of a code; default 5 min
	OTPTries   int           // maximal guesses at one code; default 5
	SendEvery  time.Duration // minimal interval of emails for one purpose; default 60 s
	DeviceTTL  time.Duration // lifetime of a device token; default 400 days, the most that browsers keep a cookie
	Sessions   int           // maximal live sessions of one account; the oldest ends first. Default 100
	// from a rotation until the new key signs, so that it is known everywhere by then; default 1 min
	KeyDelay time.Duration
	AuditFor time.Duration // retention of security events; default 400 days

	// PrivateIDPs are networks, besides the public ones, in which identity providers may be. Default none.
	PrivateIDPs []netip.Prefix

	Hash      password.Cost
	HashSlots int // passwords hashed at once; default max(1, cores/2)
	HashQueue int // requests that wait for a slot in each queue; further ones receive 429. Default 256

	Limits Limits

	Now func() time.Time // the clock; default time.Now
}

// DefaultConfig returns the default configuration, without secrets.
func DefaultConfig() Config {
	return Config{
		Issuer: "vitrine", AccessTTL: 15 * time.Minute, RefreshTTL: 30 * 24 * time.Hour, Grace: 10 * time.Second,
		ResetTTL: 10 * time.Minute, VerifyTTL: 24 * time.Hour, OTPTTL: 5 * time.Minute, OTPTries: 5, SendEvery: time.Minute,
		DeviceTTL: 400 * 24 * time.Hour, Sessions: 100, KeyDelay: time.Minute, AuditFor: 400 * 24 * time.Hour,
		Hash: password.Cost{Memory: 19456, Time: 2, Threads: 1}, HashSlots: max(1, runtime.NumCPU()/2), HashQueue: 256,
		Limits: DefaultLimits(), Now: time.Now,
	}
}

// Keys returns the ring of the configured secrets.
func (c Config) Keys() (*keywrap.Ring, error) { return keywrap.NewRing(c.TokenSecret, c.OldSecrets...) }

const leastSecret = 32 // bytes

// Validate checks a configuration.
func (c Config) Validate() error {
	switch {
	case len(c.TokenSecret) < leastSecret || len(c.Pepper) < leastSecret:
		return errors.New("auth: the token secret and the pepper must have at least 32 bytes")
	case slices.ContainsFunc(c.OldPeppers, func(p []byte) bool { return len(p) < leastSecret }):
		return errors.New("auth: earlier peppers must have at least 32 bytes")
	case c.Issuer == "" || c.Now == nil:
		return errors.New("auth: an issuer and a clock are required")
	case c.AccessTTL <= 0 || c.RefreshTTL <= 0 || c.Grace < 0 || c.ResetTTL <= 0 || c.VerifyTTL <= 0 || c.OTPTTL <= 0 ||
		c.SendEvery <= 0 || c.DeviceTTL <= 0 ||
		c.KeyDelay < 0 || c.AuditFor <= 0:
		return errors.New("auth: lifetimes must be positive")
	case c.OTPTries <= 0 || c.Sessions <= 0 || c.HashSlots <= 0 || c.HashQueue <= 0:
		return errors.New("auth: OTPTries, Sessions, HashSlots and HashQueue must be positive")
	case c.Hash.Memory < 8*uint32(c.Hash.Threads) || c.Hash.Time == 0 || c.Hash.Threads == 0:
		return errors.New("auth: Argon2id needs a time, threads, and 8 KiB for each")
	}
	return nil
}
