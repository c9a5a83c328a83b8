package basket

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// Orders handles GET /order: the customer's orders, newest first unless order=asc.
func (s *Service) Orders(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	page, err := rq.Page()
	if err != nil {
		return nil, err
	}
	order, err := rq.Query("order")
	if err != nil {
		return nil, err
	}
	by := map[string]string{"": "o.created_at DESC, o.id DESC", "desc": "o.created_at DESC, o.id DESC",
		"asc": "o.created_at, o.id"}[order]
	if by == "" {
		return nil, api.Invalid("order", order, "asc or desc")
	}
	if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM orders WHERE tenant_id = $1 AND account_id = $2`, rq.Tenant.ID(),
		rq.Caller.AccountID).Scan(&page.Total); err != nil {
		return nil, fmt.Errorf("count orders: %w", err)
	}
	all, err := ReadOrders(ctx, s.pool, rq.Tenant.ID(), `o.account_id = $2 ORDER BY `+by+` LIMIT $3 OFFSET $4`,
		rq.Caller.AccountID, page.Limit, (page.Page-1)*page.Limit)
	if err != nil {
		return nil, err
	}
	return &web.Answer{Data: all, Meta: &page}, nil
}

// Order handles GET /order/{id}.
func (s *Service) Order(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	id := rq.HTTP.PathValue("id")
	if !web.IsID(id) {
		return nil, web.ErrNotFound
	}
	all, err := ReadOrders(ctx, s.pool, rq.Tenant.ID(), `o.account_id = $2 AND o.id = $3`, rq.Caller.AccountID, id)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, web.ErrNotFound
	}
	return web.OK(all[0]), nil
}

// ReadOrders reads a tenant's orders. which is trusted SQL; its arguments start at $2.
func ReadOrders(ctx context.Context, db postgres.Queryer, tenant, which string, args ...any) ([]writeapi.Order, error) {
	rows, err := db.Query(ctx,
		`SELECT o.id, o.payment_id, o.status, o.price, o.amount, p.refunded, o.currency::text, o.created_at
FROM orders o JOIN payment p ON p.tenant_id = o.tenant_id AND p.id = o.payment_id
WHERE o.tenant_id = $1 AND `+which, append([]any{tenant}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	at := map[string]int{}
	all := []writeapi.Order{}
	ids := []string{}
	_, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		o := writeapi.Order{Items: []writeapi.OrderItem{}}
		err := row.Scan(&o.ID, &o.PaymentID, &o.Status, &o.Total, &o.Charged, &o.Refunded, &o.Currency, &o.CreatedAt)
		o.CreatedAt = o.CreatedAt.UTC()
		at[o.ID] = len(all)
		all, ids = append(all, o), append(ids, o.ID)
		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	rows, err = db.Query(ctx, `SELECT order_id, id, kind, item_id, slug, name, quantity, price FROM order_item
WHERE tenant_id = $1 AND order_id = ANY ($2) ORDER BY order_id, position`, tenant, ids)
	if err != nil {
		return nil, fmt.Errorf("read lines of orders: %w", err)
	}
	_, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		var of, kind, item string
		var i writeapi.OrderItem
		err := row.Scan(&of, &i.ID, &kind, &item, &i.Slug, &i.Name, &i.Quantity, &i.Price)
		if i.Total = i.Price * writeapi.Money(i.Quantity); kind == Product {
			i.ProductID = item
		} else {
			i.EventID = item
		}
		o := &all[at[of]]
		o.Items = append(o.Items, i)
		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("read lines of orders: %w", err)
	}
	return all, nil
}
