package payment

import (
	"errors"
	"fmt"
	"os"
	"time"

	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/settle"
)

// Config configures payments.
type Config struct {
	Secret     []byte // key of the sandbox's secrets and of request fingerprints; at least 32 bytes
	Production bool   // no bank for development exists
	// where customers' browsers reach this API, such as https://api.shop.example; banks send them back there
	APIURL string

	HoldFor     time.Duration // how long stock is reserved while the customer is at the bank; default 15 min
	TransferFor time.Duration // how long a transfer is awaited; default 72 h
	// A claimed payment is queried at the bank after this time, which must be longer than settle.BankTimeout (45 s);
	// default 60 s.
	AskAfter   time.Duration
	MissingFor time.Duration // a claimed payment that the bank does not know fails after this time; default 5 min
	AskAgain   time.Duration // a payment that failed without an answer is queried once more after this time; default 1 h
	Every      time.Duration // interval of the reconciler; default 15 s
	Batch      int           // queries per run; banks accept about 50 per minute. Default 10
	KeepKeys   time.Duration // how long an Idempotency-Key is known; default 24 h

	StartLimit limit.Limit // starts of payments, by network address
	Limit      limit.Limit // other requests under /payment, by network address

	Now    func() time.Time
	Lookup func(name string) string // resolves env:NAME in settings; default os.Getenv
	// OwnSecret names the setting of the service itself that has a value, or returns "". Settings of tenants must not use
	// such a value as a secret. It may be nil.
	OwnSecret func(value string) string

	// Gateway replaces the banks of settings, for tests.
	Gateway func(tenant, provider string) (pos.Gateway, error)
	// Step is called at each step between claim and commit. An error ends the work as a crash would. For tests.
	Step func(step, payment string) error
}

// DefaultConfig returns the default configuration, without the secret.
func DefaultConfig() Config {
	return Config{
		HoldFor: 15 * time.Minute, TransferFor: 72 * time.Hour, AskAfter: time.Minute, MissingFor: 5 * time.Minute,
		AskAgain: time.Hour,
		Every:    15 * time.Second, Batch: 10, KeepKeys: 24 * time.Hour,
		StartLimit: limit.StartLimit(), Limit: limit.OtherLimit(),
		Now: time.Now, Lookup: os.Getenv,
	}
}

// Validate checks a configuration.
func (c Config) Validate() error {
	switch {
	case len(c.Secret) < 32:
		return errors.New("payment: the secret must have at least 32 bytes")
	case c.HoldFor <= 0 || c.TransferFor <= 0 || c.AskAfter <= 0 || c.MissingFor <= 0 || c.AskAgain <= 0 ||
		c.Every <= 0 || c.Batch <= 0 || c.KeepKeys <= 0:
		return errors.New("payment: times and Batch must be positive")
	case c.AskAfter <= settle.BankTimeout:
		// A payment would be queried while its order is still on the way to the bank, and fail while money is taken.
		return fmt.Errorf("payment: AskAfter=%s must be longer than %s, the time of a call to a bank", c.AskAfter,
			settle.BankTimeout)
	case c.MissingFor < c.AskAfter:
		return fmt.Errorf("payment: MissingFor=%s must not be shorter than AskAfter=%s", c.MissingFor, c.AskAfter)
	case c.Now == nil || c.Lookup == nil:
		return errors.New("payment: a clock and Lookup are required")
	}
	return nil
}
