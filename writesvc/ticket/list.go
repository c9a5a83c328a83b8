package ticket

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// List handles GET /event/tickets: the customer's tickets, oldest first.
func (s *Service) List(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	page, err := rq.Page()
	if err != nil {
		return nil, err
	}
	draw, err := drawn(rq)
	if err != nil {
		return nil, err
	}
	if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM ticket WHERE tenant_id = $1 AND account_id = $2`, rq.Tenant.ID(),
		rq.Caller.AccountID).Scan(&page.Total); err != nil {
		return nil, fmt.Errorf("count tickets: %w", err)
	}
	all, err := s.read(ctx, rq, draw, `ORDER BY k.created_at, k.id LIMIT $3 OFFSET $4`, page.Limit,
		(page.Page-1)*page.Limit)
	if err != nil {
		return nil, err
	}
	return &web.Answer{Data: all, Meta: &page}, nil
}

// OfOrder handles GET /event/tickets/{orderId}: the tickets of one of the customer's orders, oldest first.
func (s *Service) OfOrder(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	order := rq.HTTP.PathValue("orderId")
	if !web.IsID(order) {
		return nil, web.ErrNotFound
	}
	page, err := rq.Page()
	if err != nil {
		return nil, err
	}
	draw, err := drawn(rq)
	if err != nil {
		return nil, err
	}
	err = s.pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM ticket k WHERE k.tenant_id = $1 AND k.account_id = $2
  AND k.order_id = o.id)
FROM orders o WHERE o.tenant_id = $1 AND o.account_id = $2 AND o.id = $3`, rq.Tenant.ID(), rq.Caller.AccountID,
		order).Scan(&page.Total)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, web.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find the order: %w", err)
	}
	all, err := s.read(ctx, rq, draw, `AND k.order_id = $3 ORDER BY k.created_at, k.id LIMIT $4 OFFSET $5`, order,
		page.Limit, (page.Page-1)*page.Limit)
	if err != nil {
		return nil, err
	}
	return &web.Answer{Data: all, Meta: &page}, nil
}

// drawn reports whether images are requested.
func drawn(rq *web.Request) (bool, error) {
	include, err := rq.Query("include")
	if err != nil {
		return false, err
	}
	if include != "" && include != "image" {
		return false, api.Invalid("include", include, "image")
	}
	return include == "image", nil
}

// read reads tickets of the caller. which ends the query; its arguments begin with $3.
func (s *Service) read(ctx context.Context, rq *web.Request, draw bool, which string, args ...any,
) ([]writeapi.Ticket, error) {
	now := s.cfg.Now()
	rows, err := s.pool.Query(ctx,
		`SELECT k.id, k.order_id, k.event_id, coalesce(e.slug, ''), coalesce(e.name, i.name),
  CASE WHEN is_date(e.starts_at) THEN e.starts_at ELSE k.created_at END, `+eventEnd+`,
  k.status, k.code, k.used_at, k.created_at
FROM ticket k JOIN order_item i ON i.tenant_id = k.tenant_id AND i.id = k.order_item_id
LEFT JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
WHERE k.tenant_id = $1 AND k.account_id = $2 `+which, append([]any{rq.Tenant.ID(), rq.Caller.AccountID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read tickets: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (t writeapi.Ticket, err error) {
		var over *time.Time
		var code string
		err = r.Scan(&t.ID, &t.OrderID, &t.Event.ID, &t.Event.Slug, &t.Event.Name, &t.Event.Date, &over, &t.Status, &code,
			&t.CheckedInAt, &t.CreatedAt)
		t.Event.Date, t.CreatedAt = t.Event.Date.UTC(), t.CreatedAt.UTC()
		if t.CheckedInAt != nil {
			*t.CheckedInAt = t.CheckedInAt.UTC()
		}
		if t.Status == "valid" && over != nil && !now.Before(*over) {
			t.Status = "expired"
		}
		if hasCode(t.Status) {
			t.QR = &writeapi.TicketQR{Data: code, Format: "text"}
		}
		return t, err
	})
	if err != nil {
		return nil, fmt.Errorf("read tickets: %w", err)
	}
	if all == nil {
		all = []writeapi.Ticket{}
	}
	if draw {
		// The rows are read, so no connection waits for the pictures.
		if err := s.addPictures(ctx, rq.Caller.AccountID, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}
