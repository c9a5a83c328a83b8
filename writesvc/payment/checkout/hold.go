package checkout

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Unpaid are the statuses of a payment that awaits money and reserves stock for it, so that its limits apply. Where the
// whole was requested or seen, the stock is no longer reserved for free. A part may be one hundredth.
var Unpaid = []record.Status{record.Created, record.RequiresAction, record.Pending, record.PartiallyPaid}

const (
	// lapseFor is how long an account's payments that ended without money count after their start. They count if they
	// reserved stock for longer than lapseMin: otherwise an account could reserve the same items again and again.
	lapseFor = 24 * time.Hour
	lapseMin = 5 * time.Minute

	shareFrom  = 10 // items that accounts without proof may reserve whatever their share is
	provedMore = 10 // times as much as without proof, for the accounts with proof of a network
	siteMore   = 4  // times as much for an IPv6 /48 as for a /56
)

// networks returns the networks by which an address is limited, the smallest first: those of the rate limits. It
// returns nil for an invalid address.
func networks(a netip.Addr) (all []netip.Prefix) {
	for _, n := range api.Networks(a) {
		if p, err := netip.ParsePrefix(n.Name); err == nil {
			all = append(all, p)
		} else if one, err := netip.ParseAddr(n.Name); err == nil {
			all = append(all, netip.PrefixFrom(one, one.BitLen()))
		}
	}
	return all
}

// caps returns the limits of networks, by their order.
func caps(c settings.Stock) []settings.Cap {
	site := settings.Cap{Payments: siteMore * c.Network.Payments, Items: siteMore * c.Network.Items}
	return []settings.Cap{c.Address, c.Network, site}
}

// proved reports whether an account has one of the proofs that the tenant asks for.
func proved(ctx context.Context, tx pgx.Tx, tenant, account string, c settings.Stock) (bool, error) {
	if slices.Contains(c.Proofs, settings.ProofNone) {
		return true, nil
	}
	var email, phone, order bool
	if err := tx.QueryRow(ctx, `SELECT email_verified_at IS NOT NULL, phone_verified_at IS NOT NULL,
  EXISTS (SELECT FROM orders o
    WHERE o.tenant_id = $1 AND o.account_id = $2 AND o.status IN ('PAID', 'PARTIALLY_REFUNDED'))
FROM account WHERE tenant_id = $1 AND id = $2`, tenant, account).Scan(&email, &phone, &order); err != nil {
		return false, fmt.Errorf("read the proofs of the account: %w", err)
	}
	return email && slices.Contains(c.Proofs, settings.ProofEmail) ||
		phone && slices.Contains(c.Proofs, settings.ProofPhone) ||
		order && slices.Contains(c.Proofs, settings.ProofOrder), nil
}

// holds is what unpaid payments reserve.
type holds struct{ payments, items int }

// over reports whether more items in one more payment exceed a limit.
func (h holds) over(c settings.Cap, items int) bool {
	return h.payments+1 > c.Payments || h.items+items > c.Items
}

// admit refuses a payment that would reserve more than an account or a network may reserve without paying. A basket
// was locked before, and released from its earlier payments, which therefore do not count.
func admit(ctx context.Context, tx pgx.Tx, rq *web.Request, t *Taken, c settings.Stock, now time.Time) error {
	tenant, items := rq.Tenant.ID(), 0
	for _, l := range t.Lines {
		items += l.Quantity
	}
	own, err := heldByAccount(ctx, tx, tenant, t.Account, now)
	if err != nil {
		return err
	}
	most, more := c.Account, 1
	if t.Proved {
		most, more = c.Proved, provedMore
	}
	if own.over(most, items) {
		return errHeld(c, t.Proved)
	}
	limits := caps(c)
	for i, n := range networks(rq.Client) {
		near, err := heldByNetwork(ctx, tx, tenant, n, t.Proved)
		if err != nil {
			return err
		}
		if near.over(settings.Cap{Payments: more * limits[i].Payments, Items: more * limits[i].Items}, items) {
			return errHeld(c, t.Proved)
		}
	}
	return nil
}

// errHeld returns the 409 for a payment that would reserve too much. It names what raises the limit.
func errHeld(c settings.Stock, proved bool) error {
	m := "Too many items are reserved by orders that are not paid. Pay for one of them, or try again later."
	switch {
	case proved:
	case slices.Contains(c.Proofs, settings.ProofEmail):
		m += " A verified email address raises the limit."
	case slices.Contains(c.Proofs, settings.ProofPhone):
		m += " A verified phone number raises the limit."
	}
	return &api.Error{Status: 409, Code: api.HoldLimit, Message: m, RetryAfter: 60 * c.HoldMinutes}
}

func heldByAccount(ctx context.Context, tx pgx.Tx, tenant, account string, now time.Time) (h holds, err error) {
	err = tx.QueryRow(ctx, `SELECT count(*), coalesce(sum((SELECT sum(r.quantity) FROM reservation r WHERE r.tenant_id = $1
  AND r.payment_id = p.id AND r.status = 'held')), 0)
FROM payment p WHERE p.tenant_id = $1 AND p.account_id = $2 AND (p.status = ANY ($3)
  OR p.created_at > $4 AND p.status IN ('expired', 'cancelled') AND p.finalized_at - p.created_at > $5::interval)`,
		tenant, account, Unpaid, now.Add(-lapseFor), lapseMin).Scan(&h.payments, &h.items)
	if err != nil {
		return h, fmt.Errorf("count what the account reserves: %w", err)
	}
	return h, nil
}

// heldByNetwork counts the unpaid payments of a network; the index payment_unpaid_client has their statuses. For an
// account without proof, only those without proof count: what others have reserved with proof leaves room for it.
func heldByNetwork(ctx context.Context, tx pgx.Tx, tenant string, n netip.Prefix, proved bool) (h holds, err error) {
	err = tx.QueryRow(ctx, `SELECT count(*), coalesce(sum((SELECT sum(r.quantity) FROM reservation r WHERE r.tenant_id = $1
  AND r.payment_id = p.id AND r.status = 'held')), 0)
FROM payment p WHERE p.tenant_id = $1 AND p.client BETWEEN $2::inet AND $3::inet
  AND p.status IN ('created', 'requires_action', 'pending', 'partially_paid') AND ($4 OR NOT p.proved)`,
		tenant, n.Addr(), last(n), proved).Scan(&h.payments, &h.items)
	if err != nil {
		return h, fmt.Errorf("count what the network reserves: %w", err)
	}
	return h, nil
}

// last returns the last address of a network.
func last(n netip.Prefix) netip.Addr {
	b := n.Addr().AsSlice()
	for i := n.Bits(); i < 8*len(b); i++ {
		b[i/8] |= 1 << (7 - i%8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// Reserve reserves the stock of a payment that was inserted. Accounts without proof may together reserve a share of
// what is unsold of an item, and ten items in any case; the rest is left to accounts with proof.
func (s *Service) Reserve(ctx context.Context, tx pgx.Tx, p *record.Payment, t Taken, c settings.Stock,
	until time.Time) error {
	if err := basket.Reserve(ctx, tx, p.Tenant, p.ID, t.Lines, until); err != nil || t.Proved || c.Share == 100 {
		return err
	}
	// The rows of inventory are locked, so that no other payment reserves meanwhile.
	var over bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (
  SELECT FROM reservation mine JOIN inventory i ON i.tenant_id = $1 AND i.id = mine.inventory_id
  WHERE mine.tenant_id = $1 AND mine.payment_id = $2 AND (
    SELECT sum(r.quantity) FROM reservation r JOIN payment p ON p.tenant_id = $1 AND p.id = r.payment_id
    WHERE r.tenant_id = $1 AND r.inventory_id = i.id AND r.status = 'held' AND NOT p.proved AND p.status = ANY ($3)
  ) > greatest(ceil((i.capacity - i.owed - i.sold) * $4::int / 100.0), $5::int))`, p.Tenant, p.ID, Unpaid, c.Share,
		shareFrom).Scan(&over); err != nil {
		return fmt.Errorf("count what is reserved without proof: %w", err)
	}
	if over {
		return errHeld(c, false)
	}
	return nil
}

// Lapse releases the stock of a tenant's payments whose reservation has ended before they expire. Money that arrives
// later buys what is left.
func (s *Service) Lapse(ctx context.Context, tenant string) error {
	rows, err := s.pool.Query(ctx, `SELECT DISTINCT p.id FROM reservation r
JOIN payment p ON p.tenant_id = $1 AND p.id = r.payment_id
WHERE r.tenant_id = $1 AND r.status = 'held' AND r.expires_at < $2 AND p.status = 'pending' AND p.expires_at >= $2
LIMIT 200`, tenant, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("find reservations that have ended: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find reservations that have ended: %w", err)
	}
	for _, id := range due {
		err = errors.Join(err, s.lapse(ctx, tenant, id)) // one payment does not keep the others waiting
	}
	return err
}

func (s *Service) lapse(ctx context.Context, tenant, payment string) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		p, err := record.Find(ctx, tx, tenant, payment, "FOR UPDATE")
		if err != nil || p == nil || p.Status != record.Pending {
			return err
		}
		if err := basket.Release(ctx, tx, tenant, payment); err != nil {
			return err
		}
		return record.Note(ctx, tx, p, NoteLapsed, nil)
	})
}

// Events of a payment whose reservation ended before it, and of one that reserved its items again.
const (
	NoteLapsed = "release stock"
	NoteKept   = "reserve again"
)
