package payment

import (
	"context"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/web"
)

// own reads a payment that the request may see: by its id, and where somebody is signed in, his.
func (s *desk) own(ctx context.Context, rq *web.Request, id, method string) (*row, error) {
	if !web.IsID(id) {
		return nil, web.ErrNotFound
	}
	p, err := find(ctx, s.pool, rq.Tenant.ID(), id, "")
	if err != nil {
		return nil, err
	}
	if p == nil || p.method != method || rq.Caller != nil && rq.Caller.AccountID != p.account {
		return nil, web.ErrNotFound
	}
	return p, nil
}

// view is a payment as its customer sees it.
func (s *desk) view(ctx context.Context, p *row) (writeapi.Payment, error) {
	v := writeapi.Payment{PaymentID: p.id, Status: string(p.status), Amount: p.amount, Paid: p.captured, Refunded: p.refunded, Currency: p.currency, Reason: p.reason}
	all, err := basket.ReadOrders(ctx, s.pool, p.tenant, `o.payment_id = $2`, p.id)
	if err == nil && len(all) > 0 {
		v.Order = &all[0]
	}
	return v, err
}
