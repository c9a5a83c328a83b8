package chain

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// A transaction and its amount are public, so anybody could name a stranger's transaction. Each waiting payment
// therefore has a unique amount, up to a few thousand of the coin's smallest units above the price. Only exactly that
// amount is accepted without an operator.
const (
	mostExtra = 9999 // smallest units above the price
	sumTries  = 40
	AloneFor  = 7 * 24 * time.Hour // how long after a payment's end its amount stays reserved
)

// Config configures payments on chains.
type Config struct {
	AskAfter   time.Duration
	StartLimit limit.Limit
	Now        func() time.Time
}

// A Service takes payments on EVM chains.
type Service struct {
	cfg Config
	checkout.Parts

	settings, rates, nodes lograte.Limit // lines about settings that refuse a payment
	silent                 lograte.Limit // lines about chains that do not answer
}

// New returns a service.
func New(cfg Config, p checkout.Parts) *Service { return &Service{cfg: cfg, Parts: p} }

// Sweep releases the amounts of payments that ended long ago.
func (s *Service) Sweep(ctx context.Context) error {
	_, err := s.Pool.Exec(ctx, `UPDATE crypto_payment k SET alone = false FROM payment p
WHERE k.alone AND p.tenant_id = k.tenant_id AND p.id = k.payment_id AND p.status <> ALL ($2) AND p.finalized_at < $1`,
		s.cfg.Now().Add(-AloneFor), []record.Status{record.Pending, record.Confirming})
	return err
}

// A CoinRow is what a payment on a chain waits for, and what was found.
type CoinRow struct {
	Chain                              uint64
	Address, Asset, Token, hash, block string
	Decimals                           int
	due, received                      *big.Int
	Rate, source                       string
	Depth, confirmed, height           uint64
	two                                bool
	named                              []string // transactions that the customer named
}

func readCoin(ctx context.Context, db postgres.Queryer, p *record.Payment, lock string) (*CoinRow, error) {
	k := &CoinRow{due: new(big.Int), received: new(big.Int)}
	var due, received string
	if err := db.QueryRow(ctx,
		`SELECT chain_id, address, asset, token, decimals, due::text, rate, depth, two, coalesce(tx_hash, ''),
  coalesce(block_hash, ''), coalesce(block_number, 0), confirmed, received::text, named
FROM crypto_payment WHERE tenant_id = $1 AND payment_id = $2 `+lock, p.Tenant, p.ID).Scan(&k.Chain, &k.Address,
		&k.Asset, &k.Token, &k.Decimals, &due, &k.Rate, &k.Depth, &k.two, &k.hash,
		&k.block, &k.height, &k.confirmed, &received, &k.named); err != nil {
		return nil, fmt.Errorf("read what a payment waits for: %w", err)
	}
	_, ok := k.due.SetString(due, 10)
	_, ok2 := k.received.SetString(received, 10)
	if !ok || !ok2 {
		return nil, errors.New("read what a payment waits for: not a number")
	}
	return k, nil
}

// viewCoin returns the customer's view of a payment on a chain.
func (s *Service) viewCoin(ctx context.Context, p *record.Payment) (*writeapi.CryptoState, error) {
	k, err := readCoin(ctx, s.Pool, p, "")
	if err != nil {
		return nil, err
	}
	return &writeapi.CryptoState{TxHash: k.hash, Asset: k.Asset, Due: evm.Decimal(k.due, k.Decimals),
		Received:      evm.Decimal(k.received, k.Decimals),
		Confirmations: int(min(k.confirmed, k.Depth)), Needed: int(k.Depth)}, nil
}

// StartCrypto handles POST /payment/crypto: an address, a unique amount, and how long both are valid.
func (s *Service) StartCrypto(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.PayCrypto
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	want, err := checkout.NewPurchase(in.BasketID, in.ExpectedTotal)
	if err != nil {
		return nil, err
	}
	if !web.IsID(want.Basket) {
		return nil, web.ErrNotFound
	}
	if err := s.Limits.Request(ctx, rq, rq.Tenant.ID(), limit.CryptoStart, s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.Keys.Once(ctx, rq, "crypto", in.BasketID, func(string) (*web.Answer, string, error) {
		c, err := s.Settings.Of(ctx, rq.Tenant.ID())
		if err != nil {
			return nil, "", err
		}
		if c.Crypto == nil {
			return nil, "", settings.ErrMethodOff
		}
		chain, asset, ok := c.Crypto.Asset(in.Asset)
		if !ok {
			return nil, "", web.Wrong("asset", "This shop does not accept this coin.")
		}
		p, k, err := s.createCrypto(ctx, rq, want, c, coin{chain, asset})
		if err != nil {
			return nil, "", err
		}
		out := writeapi.Crypto{
			PaymentID: p.ID, Status: string(p.Status), Chain: chain.Name, ChainID: int64(k.Chain), Asset: k.Asset,
			Decimals: k.Decimals, Address: evm.Checksum(k.Address),
			Amount: evm.Decimal(k.due, k.Decimals), AmountUnits: k.due.String(), Price: p.Amount, Currency: p.Currency,
			Rate:          k.Rate,
			Confirmations: int(k.Depth), ExpiresAt: p.Expires.UTC(), URI: k.uri(),
		}
		if k.Token != "" {
			out.Token = evm.Checksum(k.Token)
		}
		return &web.Answer{Status: http.StatusCreated, Data: out}, p.ID, nil
	})
}

// uri returns the payment as a URI for wallets (EIP-681).
func (k *CoinRow) uri() string {
	chain := strconv.FormatUint(k.Chain, 10)
	if k.Token == "" {
		return "ethereum:" + evm.Checksum(k.Address) + "@" + chain + "?value=" + k.due.String()
	}
	return "ethereum:" + evm.Checksum(k.Token) + "@" + chain + "/transfer?address=" + evm.Checksum(k.Address) +
		"&uint256=" + k.due.String()
}

var errNoRate = api.Errorf(403, api.MethodOff, "There is currently no exchange rate for this coin.")

// A coin is an accepted asset and its chain.
type coin struct {
	chain settings.Chain
	asset settings.Asset
}

func (s *Service) createCrypto(ctx context.Context, rq *web.Request, want checkout.Purchase, all settings.Settings,
	in coin,
) (*record.Payment, *CoinRow, error) {
	now := s.cfg.Now()
	c, chain, asset := all.Crypto, in.chain, in.asset
	address, err := evm.Address(c.Address)
	token := ""
	if err == nil && asset.Token != "" {
		token, err = evm.Address(asset.Token)
	}
	if err != nil {
		s.settings.Log(s.Log, slog.LevelError, "invalid payment settings for coins", "tenant", rq.Tenant.ID(), "err", err)
		return nil, nil, settings.ErrMethodOff
	}
	p := &record.Payment{}
	k := &CoinRow{Chain: chain.ID, Address: address, Asset: asset.Symbol, Token: token, Decimals: asset.Decimals,
		Depth: chain.Depth(), received: new(big.Int)}
	err = s.Checkout.Begin(ctx, rq, func(tx pgx.Tx) error {
		taken, err := s.Checkout.TakeBasket(ctx, tx, rq, want, all.Stock, now)
		if err != nil {
			return err
		}
		price, currency := checkout.Total(taken.Lines), taken.Lines[0].Currency
		rate, ok := asset.Rate(currency, now)
		if !ok {
			s.rates.Log(s.Log, slog.LevelWarn, "coin without a current exchange rate", "tenant", rq.Tenant.ID(), "asset",
				asset.Symbol, "currency", currency)
			return errNoRate
		}
		k.Rate = asset.Rates[currency]
		if k.two = c.NeedsTwo(price, len(chain.Nodes)); k.two && len(chain.Nodes) < 2 {
			s.nodes.Log(s.Log, slog.LevelWarn, "payment requires two nodes, but the chain has one", "tenant", rq.Tenant.ID(),
				"chain", chain.ID)
			return settings.ErrMethodOff
		}
		until := now.Add(c.Quote())
		merchant := strconv.FormatUint(k.Chain, 10) + ":" + address
		if err := checkout.Insert(ctx, tx, p, checkout.NewPayment{
			Taken: taken, Tenant: rq.Tenant.ID(), Basket: want.Basket, Method: settings.OnChain, Provider: settings.OnChain,
			Merchant: merchant, Status: record.Pending, Amount: price, Installment: 1,
			Client: rq.Client, Created: now, Expires: until,
		}); err != nil {
			return err
		}
		if k.source = asset.Source; k.source == "" {
			k.source = "settings"
		}
		if err := s.TakeSum(ctx, tx, p, k, evm.Units(int64(price), rate, asset.Decimals), mostExtra); err != nil {
			return err
		}
		held := now.Add(all.Stock.Hold(taken.Proved, c.Quote()))
		return s.Checkout.Reserve(ctx, tx, p, taken, all.Stock, held)
	})
	return p, k, err
}

// TakeSum gives a payment an amount that no other payment waits for.
func (s *Service) TakeSum(ctx context.Context, tx pgx.Tx, p *record.Payment, k *CoinRow, price *big.Int, most int64,
) error {
	for range sumTries {
		extra, err := rand.Int(rand.Reader, big.NewInt(most))
		if err != nil {
			return fmt.Errorf("choose an amount: %w", err)
		}
		k.due = extra.Add(extra, big.NewInt(1))
		k.due.Add(k.due, price)
		sub, err := tx.Begin(ctx)
		if err != nil {
			return err
		}
		_, err = sub.Exec(ctx, `INSERT INTO crypto_payment (tenant_id, payment_id, chain_id, address, asset, token, decimals,
  due, rate, rate_source, depth, two)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::numeric, $9, $10, $11, $12)`, p.Tenant, p.ID, k.Chain, k.Address,
			k.Asset, k.Token, k.Decimals, k.due.String(), k.Rate, k.source, k.Depth, k.two)
		var dup *pgconn.PgError
		if errors.As(err, &dup) && dup.ConstraintName == "crypto_payment_sum" {
			if err := sub.Rollback(ctx); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("write what the payment waits for: %w", err)
		}
		return sub.Commit(ctx)
	}
	return &api.Error{Status: 503, Code: api.Unavailable,
		Message: "Too many payments of this amount are pending. Try again in a moment.", RetryAfter: 60}
}
