package checkout

import (
	"context"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/web"
)

// Own reads a payment by its id. If somebody is signed in, the payment must be theirs.
func (s *Service) Own(ctx context.Context, rq *web.Request, id, method string) (*record.Payment, error) {
	if !web.IsID(id) {
		return nil, web.ErrNotFound
	}
	p, err := record.Find(ctx, s.pool, rq.Tenant.ID(), id, "")
	if err != nil {
		return nil, err
	}
	if p == nil || p.Method != method || rq.Caller != nil && rq.Caller.AccountID != p.Account {
		return nil, web.ErrNotFound
	}
	return p, nil
}

// View returns the customer's view of a payment.
func (s *Service) View(ctx context.Context, p *record.Payment) (writeapi.Payment, error) {
	v := writeapi.Payment{PaymentID: p.ID, Status: string(p.Status), Amount: p.Amount, Paid: p.Captured,
		Refunded: p.Refunded, Currency: p.Currency, Reason: p.Reason}
	all, err := basket.ReadOrders(ctx, s.pool, p.Tenant, `o.payment_id = $2`, p.ID)
	if err == nil && len(all) > 0 {
		v.Order = &all[0]
	}
	return v, err
}
