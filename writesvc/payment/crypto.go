package payment

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
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/web"
)

// What a transaction pays is public, and so is its hash: anybody could name a stranger's. So each payment that is waited for has a sum of its
// own, a few thousand of the coin's smallest units above the price, and only that sum, to the unit, is taken for it without a person.
const (
	mostExtra = 9999 // smallest units above the price
	sumTries  = 40
	aloneFor  = 7 * 24 * time.Hour // for so long after a payment ended nobody else is given its sum
)

// chainsConfig configures chains.
type chainsConfig struct {
	AskAfter   time.Duration
	StartLimit limit.Limit
	Now        func() time.Time
}

// chainsParts are the services that payments on chains work with.
type chainsParts struct {
	Pool     *pgxpool.Pool
	Log      *slog.Logger
	Settings *reader
	Limits   *limit.Limiter
	Keys     *keys
	Checkout *desk
	Settle   *settler
}

// chains are payments on EVM chains.
type chains struct {
	cfg      chainsConfig
	pool     *pgxpool.Pool
	log      *slog.Logger
	settings *reader
	limits   *limit.Limiter
	keys     *keys
	checkout *desk
	settle   *settler
}

// newChains returns the service of payments on chains.
func newChains(cfg chainsConfig, p chainsParts) *chains {
	return &chains{cfg, p.Pool, p.Log, p.Settings, p.Limits, p.Keys, p.Checkout, p.Settle}
}

// sweep releases the sums of payments that ended long ago.
func (s *chains) sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `UPDATE crypto_payment k SET alone = false FROM payment p
WHERE k.alone AND p.tenant_id = k.tenant_id AND p.id = k.payment_id AND p.status <> ALL ($2) AND p.finalized_at < $1`,
		s.cfg.Now().Add(-aloneFor), []Status{Pending, Confirming})
	return err
}

// A coinRow is what a payment on a chain waits for, and what was seen of it.
type coinRow struct {
	chain                              uint64
	address, asset, token, hash, block string
	decimals                           int
	due, received                      *big.Int
	rate, source                       string
	depth, confirmed, height           uint64
	two                                bool
}

func readCoin(ctx context.Context, db basket.DB, p *row, lock string) (*coinRow, error) {
	k := &coinRow{due: new(big.Int), received: new(big.Int)}
	var due, received string
	if err := db.QueryRow(ctx, `SELECT chain_id, address, asset, token, decimals, due::text, rate, depth, two, coalesce(tx_hash, ''), coalesce(block_hash, ''), coalesce(block_number, 0), confirmed, received::text
FROM crypto_payment WHERE tenant_id = $1 AND payment_id = $2 `+lock, p.tenant, p.id).Scan(&k.chain, &k.address, &k.asset, &k.token, &k.decimals, &due, &k.rate, &k.depth, &k.two, &k.hash,
		&k.block, &k.height, &k.confirmed, &received); err != nil {
		return nil, fmt.Errorf("read what a payment waits for: %w", err)
	}
	_, ok := k.due.SetString(due, 10)
	_, ok2 := k.received.SetString(received, 10)
	if !ok || !ok2 {
		return nil, errors.New("read what a payment waits for: no number")
	}
	return k, nil
}

// viewCoin is what a customer is told of it.
func (s *chains) viewCoin(ctx context.Context, p *row) (*writeapi.CryptoState, error) {
	k, err := readCoin(ctx, s.pool, p, "")
	if err != nil {
		return nil, err
	}
	return &writeapi.CryptoState{TxHash: k.hash, Asset: k.asset, Due: evm.Decimal(k.due, k.decimals), Received: evm.Decimal(k.received, k.decimals),
		Confirmations: int(min(k.confirmed, k.depth)), Needed: int(k.depth)}, nil
}

// StartCrypto answers POST /payment/crypto: an address, a sum of the payment's own, and how long both are good.
func (s *chains) StartCrypto(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.PayCrypto
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if !web.IsID(in.BasketID) {
		return nil, web.ErrNotFound
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), "crypto", s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.keys.once(ctx, rq, "crypto", func(string) (*web.Answer, string, error) {
		c, err := s.settings.of(ctx, rq.Tenant.ID())
		if err != nil {
			return nil, "", err
		}
		if c.Crypto == nil {
			return nil, "", errMethodOff
		}
		chain, asset, ok := c.Crypto.asset(in.Asset)
		if !ok {
			return nil, "", web.Wrong("asset", "The shop does not take it.")
		}
		p, k, err := s.createCrypto(ctx, rq, in.BasketID, c.Crypto, chain, asset)
		if err != nil {
			return nil, "", err
		}
		out := writeapi.Crypto{
			PaymentID: p.id, Status: string(p.status), Chain: chain.Name, ChainID: int64(k.chain), Asset: k.asset, Decimals: k.decimals, Address: evm.Checksum(k.address),
			Amount: evm.Decimal(k.due, k.decimals), AmountUnits: k.due.String(), Price: p.amount, Currency: p.currency, Rate: k.rate,
			Confirmations: int(k.depth), ExpiresAt: p.expires.UTC(), URI: k.uri(),
		}
		if k.token != "" {
			out.Token = evm.Checksum(k.token)
		}
		return &web.Answer{Status: http.StatusCreated, Data: out}, p.id, nil
	})
}

// uri is the payment as wallets read it from a code (EIP-681).
func (k *coinRow) uri() string {
	chain := strconv.FormatUint(k.chain, 10)
	if k.token == "" {
		return "ethereum:" + evm.Checksum(k.address) + "@" + chain + "?value=" + k.due.String()
	}
	return "ethereum:" + evm.Checksum(k.token) + "@" + chain + "/transfer?address=" + evm.Checksum(k.address) + "&uint256=" + k.due.String()
}

var errNoRate = api.Errorf(403, api.MethodOff, "There is no rate for this coin at the moment.")

func (s *chains) createCrypto(ctx context.Context, rq *web.Request, basketID string, c *Crypto, chain Chain, asset Asset) (*row, *coinRow, error) {
	now := s.cfg.Now()
	address, err := evm.Address(c.Address)
	token := ""
	if err == nil && asset.Token != "" {
		token, err = evm.Address(asset.Token)
	}
	if err != nil {
		s.log.Error("a shop's settings of coins cannot be used", "tenant", rq.Tenant.ID(), "err", err)
		return nil, nil, errMethodOff
	}
	p := &row{}
	k := &coinRow{chain: chain.ID, address: address, asset: asset.Symbol, token: token, decimals: asset.Decimals, depth: chain.depth(), received: new(big.Int)}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		account, lines, err := s.checkout.takeBasket(ctx, tx, rq, basketID, now)
		if err != nil {
			return err
		}
		price, currency := total(lines), lines[0].Currency
		rate, ok := asset.rate(currency, now)
		if !ok {
			s.log.Warn("a coin has no rate, or an old one", "tenant", rq.Tenant.ID(), "asset", asset.Symbol, "currency", currency)
			return errNoRate
		}
		k.rate = asset.Rates[currency]
		if k.two = c.needsTwo(price); k.two && len(chain.Nodes) < 2 {
			s.log.Warn("a sum for which two nodes must agree, on a chain with one", "tenant", rq.Tenant.ID(), "chain", chain.ID)
			return errMethodOff
		}
		until := now.Add(c.quoteFor())
		merchant := strconv.FormatUint(k.chain, 10) + ":" + address
		if err := insert(ctx, tx, p, newPayment{
			tenant: rq.Tenant.ID(), account: account, basket: basketID, method: onChain, provider: onChain,
			merchant: merchant, status: Pending, lines: lines, amount: price, installment: 1,
			address: rq.Address(), created: now, expires: until,
		}); err != nil {
			return err
		}
		if k.source = asset.Source; k.source == "" {
			k.source = "settings"
		}
		if err := s.takeSum(ctx, tx, p, k, evm.Units(int64(price), rate, asset.Decimals), mostExtra); err != nil {
			return err
		}
		return basket.Reserve(ctx, tx, p.tenant, p.id, lines, until)
	})
	return p, k, err
}

// takeSum gives a payment a sum that no other waits for.
func (s *chains) takeSum(ctx context.Context, tx pgx.Tx, p *row, k *coinRow, price *big.Int, most int64) error {
	for range sumTries {
		extra, err := rand.Int(rand.Reader, big.NewInt(most))
		if err != nil {
			return fmt.Errorf("choose a sum: %w", err)
		}
		k.due = extra.Add(extra, big.NewInt(1))
		k.due.Add(k.due, price)
		sub, err := tx.Begin(ctx)
		if err != nil {
			return err
		}
		_, err = sub.Exec(ctx, `INSERT INTO crypto_payment (tenant_id, payment_id, chain_id, address, asset, token, decimals, due, rate, rate_source, depth, two)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::numeric, $9, $10, $11, $12)`, p.tenant, p.id, k.chain, k.address, k.asset, k.token, k.decimals, k.due.String(), k.rate, k.source, k.depth, k.two)
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
	return &api.Error{Status: 503, Code: api.Unavailable, Message: "Too many payments of this sum are under way. Try again in a moment.", RetryAfter: 60}
}
