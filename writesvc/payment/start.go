package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"
)

var errNothing = api.Errorf(404, api.NotFound, "There is no such record.")

// isID reports whether a text has the form of a record's id.
func isID(s string) bool {
	if len(s) != 24 {
		return false
	}
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}

// Start3DS answers POST /payment/3ds: with the page that leads to the customer's bank, or with JSON where Accept asks for it. The card is in
// this call and in that page, and nowhere else.
func (s *Service) Start3DS(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if c, err := s.settings(ctx, rq.Tenant.ID()); err != nil {
		return nil, err
	} else if c.Cards == hostedCards {
		return nil, errHostedOnly // and the body is not looked at
	}
	var in writeapi.Pay3DS
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	card, err := pos.NewCard(in.CardNumber, in.ExpireMonth, in.ExpireYear, in.CVC, in.CardHolderName, s.cfg.Now())
	if err != nil {
		return nil, err
	}
	count, err := installment(in.Installment)
	if err != nil {
		return nil, err
	}
	if err := s.take(ctx, rq, rq.Tenant.ID(), "3ds", s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.once(ctx, rq, "3ds", func(again string) (*web.Answer, string, error) {
		var p *row
		if again != "" {
			// The same request with the same key: the page is made once more, for the page itself was not kept.
			if p, err = find(ctx, s.pool, rq.Tenant.ID(), again, ""); err != nil {
				return nil, "", err
			}
			if p == nil || p.status != RequiresAction {
				return nil, "", errStarted
			}
			if bank, _ := banks.Find(p.provider); !bank.Restartable {
				return nil, "", errStarted
			}
		}
		page, p, err := s.startCard(ctx, rq, attempt{basket: in.BasketID, bin: card.BIN(), masked: card.Masked(), count: count, card: &card}, p)
		if err != nil {
			return nil, "", err
		}
		if web.WantsType(rq.HTTP, "application/json") {
			return web.OK(writeapi.Started{PaymentID: p.id, HTML: string(page.HTML), ExpiresAt: p.expires.UTC()}), p.id, nil
		}
		return &web.Answer{ContentType: "text/html; charset=utf-8", Body: page.HTML, Header: pageHeader(page, p.id)}, p.id, nil
	})
}

var errStarted = api.Errorf(409, api.PaymentUnderWay, "This payment was started already.")

// installment is how many payments a request asks for.
func installment(given writeapi.Number) (int, error) {
	if given == "" {
		return 1, nil
	}
	count, err := strconv.Atoi(string(given))
	if err != nil || count < 1 || count > 12 {
		return 0, web.Wrong("installment", "It takes a whole number from 1 to 12.")
	}
	return count, nil
}

// An attempt is what a request wants to be paid by card, and how.
type attempt struct {
	basket, bin, masked string
	count               int
	card                *pos.Card // nil: it is typed on the bank's own page
}

// pageHeader keeps a page with a card in it to itself. A page that the provider wrote has scripts of its own.
func pageHeader(page pos.Page, id string) http.Header {
	h := http.Header{"Referrer-Policy": {"no-referrer"}, "X-Frame-Options": {"SAMEORIGIN"}}
	if id != "" {
		h["X-Payment-Id"] = []string{id}
	}
	if page.Nonce != "" {
		h["Content-Security-Policy"] = []string{"default-src 'none'; form-action " + page.FormAction + "; script-src 'nonce-" + page.Nonce + "'; base-uri 'none'"}
	}
	return h
}

// startCard begins a card payment, or makes the page of one that was begun.
func (s *Service) startCard(ctx context.Context, rq *web.Request, a attempt, p *row) (pos.Page, *row, error) {
	c, err := s.settings(ctx, rq.Tenant.ID())
	if err != nil {
		return pos.Page{}, nil, err
	}
	if c.Provider == "" {
		return pos.Page{}, nil, errMethodOff
	}
	if s.cfg.Production && s.cfg.APIURL == "" {
		s.log.Error("VITRINE_API_URL is not set: banks could not send customers back")
		return pos.Page{}, nil, errMethodOff
	}
	gw, err := s.gateway(rq.Tenant.ID(), c.Provider, c)
	if err != nil {
		return pos.Page{}, nil, err
	}
	fresh := p == nil
	if fresh {
		if !isID(a.basket) {
			return pos.Page{}, nil, errNothing
		}
		if err := s.lookFirst(ctx, rq.Tenant.ID(), a.basket); err != nil {
			return pos.Page{}, nil, err
		}
		if p, err = s.create(ctx, rq, gw, c.Provider, a); err != nil {
			return pos.Page{}, nil, err
		}
	}
	told := s.told(p)
	told.Language = rq.Tenant.Language
	if err := s.pool.QueryRow(ctx, `SELECT id, first_name, last_name, email, coalesce(phone, '') FROM account WHERE tenant_id = $1 AND id = $2`, p.tenant, p.account).Scan(
		&told.Buyer.ID, &told.Buyer.First, &told.Buyer.Last, &told.Buyer.Email, &told.Buyer.Phone); err != nil {
		return pos.Page{}, nil, fmt.Errorf("read who pays: %w", err)
	}
	var page pos.Page
	if a.card != nil {
		page, err = gw.Start(ctx, told, *a.card)
	} else {
		page, err = gw.Host(ctx, told)
	}
	if err != nil {
		reason := pos.ReasonProcessing
		var no *pos.Refusal
		if errors.As(err, &no) {
			reason = no.Reason
		}
		// No money can have been taken: nothing was asked for yet.
		if fresh {
			if rerr := s.reject(context.WithoutCancel(ctx), p, moveReject, change{reason: reason, final: s.cfg.Now()}); rerr != nil {
				return pos.Page{}, nil, rerr
			}
		}
		if no != nil {
			return pos.Page{}, nil, &api.Error{Status: 409, Code: api.PaymentRefused, Message: "The bank does not take this payment: " + reason + "."}
		}
		return pos.Page{}, nil, &api.Error{Status: 502, Code: api.ProviderFailed, Message: "The bank does not answer. Nothing was charged. Try again in a moment.", Cause: err}
	}
	if !fresh {
		return page, p, nil
	}
	until := s.cfg.Now().Add(s.cfg.HoldFor)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		c := change{providerRef: page.ProviderRef, expires: until}
		if page.Takes {
			c.providerRef, c.askAt = page.Token, s.cfg.Now().Add(s.cfg.AskAfter)
		}
		ok, err := move(ctx, tx, p, moveStart, c)
		if err != nil {
			return err
		}
		if !ok {
			return api.Errorf(409, api.PaymentUnderWay, "The basket changed, or another payment was started for it.")
		}
		if a.card == nil {
			if err := s.hosted(ctx, tx, p, page); err != nil {
				return err
			}
		}
		return basket.Hold(ctx, tx, p.tenant, p.id, until)
	})
	return page, p, err
}

// create writes down a payment, with all that it is for, and holds the stock.
func (s *Service) create(ctx context.Context, rq *web.Request, gw pos.Gateway, provider string, a attempt) (*row, error) {
	now := s.cfg.Now()
	lines, err := basket.Lines(ctx, s.pool, rq.Tenant.ID(), a.basket, now)
	if err != nil {
		return nil, err
	}
	price := total(lines)
	amount := price
	if a.count > 1 && price > 0 {
		if amount, err = planned(ctx, gw, a.bin, price, a.count); err != nil {
			return nil, err
		}
	}
	p := &row{}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		account, lines, err := s.takeBasket(ctx, tx, rq, a.basket, now)
		if err != nil {
			return err
		}
		if total(lines) != price {
			return api.Errorf(409, api.PaymentState, "A price has changed. Look at the basket again.")
		}
		if err := insert(ctx, tx, p, newPayment{
			tenant: rq.Tenant.ID(), account: account, basket: a.basket, method: "card", provider: provider,
			merchant: gw.Merchant(), status: Created, lines: lines, amount: amount, installment: a.count, card: a.masked,
			address: rq.Address(), created: now, expires: now.Add(s.cfg.HoldFor),
		}); err != nil {
			return err
		}
		return basket.Reserve(ctx, tx, p.tenant, p.id, lines, p.expires)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// planned is what a basket costs in so many payments, as the bank offers it to the card.
func planned(ctx context.Context, gw pos.Gateway, bin string, price writeapi.Money, count int) (writeapi.Money, error) {
	offered, err := gw.Installments(ctx, bin, price)
	if err != nil {
		return 0, &api.Error{Status: 502, Code: api.ProviderFailed, Message: "The bank does not answer. Nothing was charged. Try again in a moment.", Cause: err}
	}
	for _, d := range offered.InstallmentDetails {
		for _, i := range d.InstallmentPrices {
			if i.InstallmentNumber == count && i.TotalPrice >= price {
				return i.TotalPrice, nil
			}
		}
	}
	return 0, web.Wrong("installment", "The card is not offered so many.")
}

func total(lines []basket.Line) (sum writeapi.Money) {
	for _, l := range lines {
		sum += l.Total()
	}
	return sum
}

// takeBasket locks a basket that is to be paid, ends what was begun for it before, and reads its lines.
func (s *Service) takeBasket(ctx context.Context, tx pgx.Tx, rq *web.Request, id string, now time.Time) (account string, lines []basket.Line, err error) {
	var status string
	err = tx.QueryRow(ctx, `SELECT account_id, status FROM basket WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, rq.Tenant.ID(), id).Scan(&account, &status)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && rq.Caller != nil && rq.Caller.AccountID != account {
		return "", nil, errNothing
	}
	if err != nil {
		return "", nil, fmt.Errorf("lock the basket: %w", err)
	}
	if status != "open" {
		return "", nil, api.Errorf(409, api.BasketPlaced, "The basket was ordered already.")
	}
	if err := s.thaw(ctx, tx, rq.Tenant.ID(), id); err != nil {
		return "", nil, err
	}
	if lines, err = basket.Lines(ctx, tx, rq.Tenant.ID(), id, now); err != nil {
		return "", nil, err
	}
	for _, l := range lines {
		switch {
		case !l.Sold:
			return "", nil, api.Errorf(409, api.NotForSale, "%s is not for sale any more.", l.Name)
		case l.Currency != lines[0].Currency:
			return "", nil, api.Errorf(409, api.CurrencyMismatch, "The basket is in more than one currency.")
		}
	}
	if sum := total(lines); sum <= 0 || sum > writeapi.MaxMoney/2 {
		return "", nil, api.Errorf(409, api.BasketEmpty, "There is nothing in the basket that can be paid.")
	}
	return account, lines, nil
}

const lockNotAvailable = "55P03"

// thaw lets a basket change, or be paid in another way, although a payment was begun for it: that one is cancelled, which takes no money where
// money is asked for by us alone; of a page where the provider takes it, it is asked for until the page is closed, and goes back if it came.
// Once it was asked for, the basket stays as it is.
func (s *Service) thaw(ctx context.Context, tx pgx.Tx, tenant, basketID string) error {
	rows, err := tx.Query(ctx, `SELECT id, status, method, flow, EXISTS (SELECT FROM crypto_payment k WHERE k.tenant_id = $1 AND k.payment_id = payment.id AND k.tx_hash IS NOT NULL) FROM payment WHERE tenant_id = $1 AND basket_id = $2 AND status = ANY ($3) FOR UPDATE NOWAIT`, tenant, basketID, live)
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	begun, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (p row, err error) {
		var onItsWay bool
		err = r.Scan(&p.id, &p.status, &p.method, &p.flow, &onItsWay)
		p.tenant = tenant
		if p.status == Pending && (p.method != onChain || onItsWay) {
			err = api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
		}
		return p, err
	})
	// Whoever holds a payment may want its basket next, which is ours here: nobody waits for the other way round.
	var held *pgconn.PgError
	if errors.As(err, &held) && held.Code == lockNotAvailable {
		return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
	}
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	for _, p := range begun {
		ok, err := move(ctx, tx, &p, moveSupersede, change{reason: pos.ReasonCancelled, final: s.cfg.Now(), askAt: s.soon(&p)})
		if err != nil {
			return err
		}
		if !ok {
			return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
		}
		if err := basket.Release(ctx, tx, tenant, p.id); err != nil {
			return err
		}
	}
	return nil
}

// newPayment is a payment to be inserted.
type newPayment struct {
	tenant, account, basket    string
	method, provider, merchant string
	status                     Status
	lines                      []basket.Line
	amount                     writeapi.Money
	installment                int
	card, reference, address   string
	created, expires           time.Time
}

// insert writes a new payment.
func insert(ctx context.Context, tx pgx.Tx, p *row, n newPayment) error {
	err := p.scan(tx.QueryRow(ctx, `INSERT INTO payment (tenant_id, account_id, basket_id, method, provider, merchant, status, currency, price, amount, installment, items,
  card, reference, address, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, nullif($14, ''), $15, $16, $17) RETURNING `+columns,
		n.tenant, n.account, n.basket, n.method, n.provider, n.merchant, n.status, n.lines[0].Currency, total(n.lines),
		n.amount, n.installment, n.lines, n.card, n.reference, n.address, n.created, n.expires))
	var dup *pgconn.PgError
	if errors.As(err, &dup) && dup.ConstraintName == "payment_one_live" {
		return api.Errorf(409, api.PaymentUnderWay, "The basket is being paid.")
	}
	if err != nil {
		return fmt.Errorf("write the payment: %w", err)
	}
	return note(ctx, tx, p, "create", map[string]any{"amount": n.amount.String(), "method": n.method})
}

// reject ends a payment for which no money was asked for, and gives its stock back.
func (s *Service) reject(ctx context.Context, p *row, m Move, c change) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := move(ctx, tx, p, m, c)
		if err != nil || !ok {
			return err
		}
		return basket.Release(ctx, tx, p.tenant, p.id)
	})
}

// callbackURL is where the bank sends the customer back to. It names shop and payment: the callback has no header to name them.
func (s *Service) callbackURL(p *row) string {
	return s.apiURL() + "/v1/payment/3ds/callback?" + url.Values{"shop": {p.tenant}, "payment": {p.id}}.Encode()
}

// shop finds the tenant that an address names, for what comes without a header.
func (s *Service) shop(ctx context.Context, id string) (*tenant.Tenant, error) {
	if id == "" || len(id) > 64 {
		return nil, errNothing
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return nil, errNothing
		}
	}
	t, err := tenant.Find(ctx, s.pool, id)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, errNothing
	}
	return t, nil
}
