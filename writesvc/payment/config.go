package payment

import (
	"errors"
	"os"
	"time"

	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/pos"
)

// Config is how payments behave.
type Config struct {
	Secret     []byte // the sandbox's keys and the fingerprints of requests are made under it; at least 32 bytes
	Production bool   // there is no sandbox bank then
	APIURL     string // where customers' browsers reach this API, such as https://api.shop.example: banks send them back there

	HoldFor     time.Duration // for how long stock is held while the customer is at his bank; default 15 min
	TransferFor time.Duration // for how long a transfer is waited for; default 72 h
	AskAfter    time.Duration // a payment claimed so long ago is asked for at the bank; default 60 s
	MissingFor  time.Duration // a payment the bank does not know so long after it was claimed has failed; default 5 min
	AskAgain    time.Duration // one that failed for want of an answer is asked for once more after so long; default 1 h
	Every       time.Duration // how often the reconciler looks; default 15 s
	Batch       int           // how many payments it asks for in one go: banks take about 50 questions a minute. Default 10
	KeepKeys    time.Duration // for how long an Idempotency-Key is known; default 24 h

	StartLimit limit.Limit // starts of payments by network address
	Limit      limit.Limit // everything else under /payment by network address

	Now    func() time.Time
	Lookup func(name string) string // secrets that settings name as env:NAME; default the process's environment

	// Gateway makes the gateway of a shop in place of its settings; nil: by them. For tests.
	Gateway func(tenant, provider string) (pos.Gateway, error)
	// Step is told of each step between claim and commit, and ends the work as a crash would where it returns an error. For tests.
	Step func(step, payment string) error
}

// DefaultConfig is how payments behave unless told otherwise. The secret is missing.
func DefaultConfig() Config {
	return Config{
		HoldFor: 15 * time.Minute, TransferFor: 72 * time.Hour, AskAfter: time.Minute, MissingFor: 5 * time.Minute, AskAgain: time.Hour,
		Every: 15 * time.Second, Batch: 10, KeepKeys: 24 * time.Hour,
		StartLimit: limit.Limit{Burst: 60, Every: 5 * time.Second}, Limit: limit.Limit{Burst: 600, Every: 100 * time.Millisecond},
		Now: time.Now, Lookup: os.Getenv,
	}
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case len(c.Secret) < 32:
		return errors.New("payment: the secret must have at least 32 bytes")
	case c.HoldFor <= 0 || c.TransferFor <= 0 || c.AskAfter <= 0 || c.MissingFor <= 0 || c.AskAgain <= 0 || c.Every <= 0 || c.Batch <= 0 || c.KeepKeys <= 0:
		return errors.New("payment: times and Batch must be positive")
	case c.Now == nil || c.Lookup == nil:
		return errors.New("payment: a clock and the environment are needed")
	}
	return nil
}
