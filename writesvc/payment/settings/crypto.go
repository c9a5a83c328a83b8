package settings

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/pos"
)

// Crypto defines how a tenant is paid on chains. It is off by default; some countries forbid it. The tenant holds its
// keys; the settings contain only the receiving address.
type Crypto struct {
	Address  string  `json:"address"`            // receives the payments
	Chains   []Chain `json:"chains"`             // accepted chains and coins
	QuoteFor int     `json:"quoteFor,omitempty"` // minutes for which an amount is valid; default 15
	// TwoFrom is the price from which on two nodes must agree, or never. Default: always on a chain with two nodes or
	// more, and never on a chain with one.
	TwoFrom string `json:"twoFrom,omitempty"`
}

// Chain is a chain with Ethereum's JSON-RPC.
type Chain struct {
	ID   uint64 `json:"id"`   // chain id (EIP-155), such as 1
	Name string `json:"name"` // for display
	// Nodes are the URLs of nodes, in the order in which they are asked. A URL with a key is named as env:NAME or
	// file:PATH.
	Nodes []string `json:"nodes"`
	// Confirmations is the required depth of a payment's block; the newest block has depth 1. Default 12.
	Confirmations uint64  `json:"confirmations,omitempty"`
	Assets        []Asset `json:"assets"`
}

// Asset is an accepted coin: the chain's own, or an ERC-20 token.
type Asset struct {
	Symbol   string            `json:"symbol"`          // unique within a tenant
	Token    string            `json:"token,omitempty"` // ERC-20 contract; "": the chain's own coin
	Decimals int               `json:"decimals"`        // this value counts, not the contract's
	Rates    map[string]string `json:"rates"`           // price of one coin, by currency
	// RatedAt is the time of the rates, not in the future. Without it the rates do not expire.
	RatedAt *time.Time `json:"ratedAt,omitempty"`
	// RateFor is for how many minutes rates with RatedAt are valid. Default 60, at most a week.
	RateFor int    `json:"rateFor,omitempty"`
	Source  string `json:"source,omitempty"` // origin of the rates, for the books
}

const (
	// OnChain is the method and provider of payments on chains.
	OnChain = "crypto"
	// DefaultQuote is how long an amount is valid by default.
	DefaultQuote     = 15 * time.Minute
	defaultRateFor   = time.Hour
	defaultDepth     = 12
	maxNodes         = 5
	maxChains        = 10
	maxAssets        = 50
	maxConfirmations = 10_000
	maxRateFor       = 7 * 24 * 60     // minutes
	clockSkew        = 5 * time.Minute // of the clock that RatedAt is by
)

// Validate checks the settings.
func (c *Crypto) Validate() error {
	if _, err := evm.Address(c.Address); err != nil {
		return err
	}
	if len(c.Chains) == 0 || len(c.Chains) > maxChains {
		return fmt.Errorf("chains: must be 1 to %d", maxChains)
	}
	if c.QuoteFor < 0 || c.QuoteFor > 24*60 {
		return errors.New("quoteFor: must be minutes, at most a day")
	}
	if c.TwoFrom != "" && c.TwoFrom != never {
		if _, ok := writeapi.ParseMoney(c.TwoFrom); !ok {
			return fmt.Errorf("twoFrom=%q: must be an amount such as 5000, or never", c.TwoFrom)
		}
	}
	seen, symbols := map[uint64]bool{}, map[string]bool{}
	for _, n := range c.Chains {
		if n.ID == 0 || n.ID >= 1<<62 || seen[n.ID] {
			return fmt.Errorf("chain %d: each chain must have a number of its own", n.ID)
		}
		seen[n.ID] = true
		if n.Name == "" || len(n.Name) > 60 {
			return fmt.Errorf("chain %d: must have a name", n.ID)
		}
		if len(n.Nodes) == 0 || len(n.Nodes) > maxNodes {
			return fmt.Errorf("chain %d: must have 1 to %d nodes", n.ID, maxNodes)
		}
		for _, at := range n.Nodes {
			if err := evm.CheckURL(at); err != nil && !named(at) {
				return fmt.Errorf("chain %d: %w", n.ID, err)
			}
		}
		if n.Confirmations > maxConfirmations {
			return fmt.Errorf("chain %d: must have at most %d confirmations", n.ID, maxConfirmations)
		}
		if len(n.Assets) == 0 || len(n.Assets) > maxAssets {
			return fmt.Errorf("chain %d: must have 1 to %d assets", n.ID, maxAssets)
		}
		for _, a := range n.Assets {
			if a.Symbol == "" || len(a.Symbol) > 20 || symbols[a.Symbol] {
				return fmt.Errorf("chain %d: asset %q: must have a symbol of up to 20 characters, once in a shop", n.ID, a.Symbol)
			}
			symbols[a.Symbol] = true
			if err := a.validate(); err != nil {
				return fmt.Errorf("asset %s: %w", a.Symbol, err)
			}
		}
	}
	return nil
}

func (a Asset) validate() error {
	if a.Token != "" {
		if _, err := evm.Address(a.Token); err != nil {
			return fmt.Errorf("token: %w", err)
		}
	}
	if a.Decimals < evm.LeastDecimals || a.Decimals > evm.MostDecimals {
		return fmt.Errorf("decimals: must be %d to %d", evm.LeastDecimals, evm.MostDecimals)
	}
	if len(a.Rates) == 0 || a.RateFor < 0 || a.RateFor > maxRateFor || len(a.Source) > 200 {
		return errors.New("must have rates, rateFor in minutes, at most a week, and a source of up to 200 characters")
	}
	if a.RatedAt != nil && a.RatedAt.After(time.Now().Add(clockSkew)) {
		return fmt.Errorf("ratedAt=%s: the rates would not expire; must be a time that is not in the future",
			a.RatedAt.Format(time.RFC3339))
	}
	for currency, rate := range a.Rates {
		if _, ok := evm.ParseRate(rate); !ok || len(currency) != 3 {
			return fmt.Errorf("rate %s=%q: must be a decimal above 0 by an ISO 4217 currency", currency, rate)
		}
	}
	return nil
}

// named reports whether a text names a secret.
func named(s string) bool { return strings.HasPrefix(s, "env:") || strings.HasPrefix(s, "file:") }

// Asset returns the chain and the asset of a symbol.
func (c *Crypto) Asset(symbol string) (Chain, Asset, bool) {
	for _, n := range c.Chains {
		for _, a := range n.Assets {
			if a.Symbol == symbol {
				return n, a, true
			}
		}
	}
	return Chain{}, Asset{}, false
}

// Rate returns the current price of one coin, and false if there is none, or it is too old or of the future.
func (a Asset) Rate(currency string, now time.Time) (*big.Rat, bool) {
	r, ok := evm.ParseRate(a.Rates[currency])
	if !ok {
		return nil, false
	}
	if a.RatedAt == nil {
		return r, true
	}
	good := defaultRateFor
	if a.RateFor > 0 {
		good = time.Duration(min(a.RateFor, maxRateFor)) * time.Minute
	}
	age := now.Sub(*a.RatedAt)
	return r, age <= good && age >= -clockSkew
}

// Quote returns how long an amount is valid.
func (c *Crypto) Quote() time.Duration {
	if c.QuoteFor > 0 {
		return time.Duration(c.QuoteFor) * time.Minute
	}
	return DefaultQuote
}

// never is the TwoFrom of a tenant that relies on one node for every price.
const never = "never"

// NeedsTwo reports whether two nodes must agree on a payment of this price, on a chain with a number of nodes.
func (c *Crypto) NeedsTwo(price writeapi.Money, nodes int) bool {
	switch c.TwoFrom {
	case "":
		return nodes >= 2
	case never:
		return false
	}
	from, ok := writeapi.ParseMoney(c.TwoFrom)
	return !ok || price >= from
}

// Depth returns the required depth of a payment's block.
func (n Chain) Depth() uint64 {
	if n.Confirmations > 0 {
		return n.Confirmations
	}
	return defaultDepth
}

// Nodes returns the nodes of a chain, with their secrets resolved.
func (s *Reader) Nodes(n Chain) ([]evm.Node, error) {
	var all []evm.Node
	for _, at := range n.Nodes {
		if named(at) {
			url, err := s.Secret(pos.Secret(at))
			if err != nil {
				return nil, fmt.Errorf("chain %d: %w", n.ID, err)
			}
			at = string(url)
			if err := evm.CheckURL(at); err != nil {
				return nil, fmt.Errorf("chain %d: %w", n.ID, err)
			}
		}
		all = append(all, evm.Node(at))
	}
	return all, nil
}
