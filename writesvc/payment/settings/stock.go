package settings

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Stock limits the stock that unpaid payments reserve, whatever their method. Members that are missing take their
// defaults, so a tenant without settings is protected.
type Stock struct {
	// Proofs are the proofs of which an account needs one to reserve stock for hours: email and phone (a verified
	// address or number), order (an earlier paid order). none alone: no proof is needed. Default: email, phone, order.
	Proofs []string `json:"proofs,omitempty"`
	// HoldMinutes is how long a transfer or a payment on a chain reserves stock for an account without proof.
	// Default 30, at most a day.
	HoldMinutes int `json:"holdMinutes,omitempty"`

	Account Cap `json:"account,omitzero"` // of an account without proof; default 5 payments, 100 items
	Proved  Cap `json:"proved,omitzero"`  // of an account with proof; default 30 payments, 2,000 items
	// Address limits the accounts without proof of one IPv4 address or IPv6 /64; default 50 payments, 500 items.
	Address Cap `json:"address,omitzero"`
	// Network limits those of one IPv4 /24 or IPv6 /56, and four times as many those of an IPv6 /48; default 150
	// payments, 1,500 items. Accounts with proof count too, and have ten times these limits.
	Network Cap `json:"network,omitzero"`
	// Share is the percentage of an item's unsold stock that accounts without proof may reserve together; the rest is
	// left to accounts with proof. It is rounded up, and at least ten items. Default 80.
	Share int `json:"share,omitempty"`
}

// A Cap limits unpaid payments.
type Cap struct {
	Payments int `json:"payments,omitempty"` // that await money
	Items    int `json:"items,omitempty"`    // that they reserve
}

// The proofs of an account.
const (
	ProofEmail = "email"
	ProofPhone = "phone"
	ProofOrder = "order"
	ProofNone  = "none"
)

const (
	maxHoldMinutes = 24 * 60
	maxCap         = 1_000_000
)

// Validate checks the settings.
func (c Stock) Validate() error {
	for _, p := range c.Proofs {
		if !slices.Contains([]string{ProofEmail, ProofPhone, ProofOrder, ProofNone}, p) {
			return fmt.Errorf("proofs: %q: must be email, phone, order or none", p)
		}
	}
	if slices.Contains(c.Proofs, ProofNone) && len(c.Proofs) > 1 {
		return errors.New("proofs: none stands alone")
	}
	if c.HoldMinutes < 0 || c.HoldMinutes > maxHoldMinutes {
		return errors.New("holdMinutes: must be minutes, at most a day")
	}
	if c.Share < 0 || c.Share > 100 {
		return errors.New("share: must be a percentage, 1 to 100")
	}
	for name, l := range map[string]Cap{"account": c.Account, "proved": c.Proved, "address": c.Address,
		"network": c.Network} {
		if l.Payments < 0 || l.Items < 0 || l.Payments > maxCap || l.Items > maxCap {
			return fmt.Errorf("%s: must have payments and items, at most %d of each", name, maxCap)
		}
	}
	return nil
}

// defaults fills in missing members.
func (c Stock) defaults() Stock {
	if len(c.Proofs) == 0 {
		c.Proofs = []string{ProofEmail, ProofPhone, ProofOrder}
	}
	if c.HoldMinutes == 0 {
		c.HoldMinutes = 30
	}
	if c.Share == 0 {
		c.Share = 80
	}
	for _, l := range []struct {
		cap      *Cap
		fallback Cap
	}{{&c.Account, Cap{5, 100}}, {&c.Proved, Cap{30, 2000}}, {&c.Address, Cap{50, 500}}, {&c.Network, Cap{150, 1500}}} {
		if l.cap.Payments == 0 {
			l.cap.Payments = l.fallback.Payments
		}
		if l.cap.Items == 0 {
			l.cap.Items = l.fallback.Items
		}
	}
	return c
}

// Hold returns how long a payment that lasts for a time reserves stock.
func (c Stock) Hold(proved bool, lasts time.Duration) time.Duration {
	if proved {
		return lasts
	}
	return min(lasts, time.Duration(c.HoldMinutes)*time.Minute)
}
