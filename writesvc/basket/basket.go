package basket

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/web"
)

// MaxQuantity is the maximal quantity of one line.
const MaxQuantity = 99

// Get handles GET /basket: the customer's open basket, which it creates if there is none. A withdrawn basket gets its
// new id.
func (s *Service) Get(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	id, withdrawn, err := s.open(ctx, s.pool, rq)
	if err == nil && withdrawn {
		err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
			if id, withdrawn, err = s.lock(ctx, tx, rq); err == nil && withdrawn {
				id, err = renew(ctx, tx, rq.Tenant.ID(), id)
			}
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	return s.show(ctx, rq, id, 0)
}

// open finds or creates the customer's open basket.
func (s *Service) open(
	ctx context.Context, db postgres.Queryer, rq *web.Request,
) (id string, withdrawn bool, err error) {
	// The conflict is an update, so that parallel callers get the same basket.
	err = db.QueryRow(ctx, `WITH old AS (SELECT id, withdrawn FROM basket WHERE tenant_id = $1 AND account_id = $2
AND status = 'open'), new AS (
  INSERT INTO basket (tenant_id, account_id) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM old)
  ON CONFLICT (tenant_id, account_id) WHERE status = 'open' DO UPDATE SET updated_at = now()
  RETURNING id, withdrawn
)
SELECT id, withdrawn FROM old UNION ALL SELECT id, withdrawn FROM new`, rq.Tenant.ID(),
		rq.Caller.AccountID).Scan(&id, &withdrawn)
	if err != nil {
		return "", false, fmt.Errorf("find the basket: %w", err)
	}
	return id, withdrawn, nil
}

// lock finds or creates the customer's open basket and locks it.
func (s *Service) lock(ctx context.Context, tx pgx.Tx, rq *web.Request) (id string, withdrawn bool, err error) {
	if id, _, err = s.open(ctx, tx, rq); err != nil {
		return "", false, err
	}
	err = tx.QueryRow(ctx, `UPDATE basket SET updated_at = now() WHERE tenant_id = $1 AND id = $2 AND status = 'open'
RETURNING withdrawn`, rq.Tenant.ID(), id).Scan(&withdrawn)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, api.Errorf(409, api.BasketPlaced, "The basket was just ordered, or another one replaced it.")
	}
	if err != nil {
		return "", false, fmt.Errorf("lock the basket: %w", err)
	}
	return id, withdrawn, nil
}

// show answers with a basket.
func (s *Service) show(ctx context.Context, rq *web.Request, id string, status int) (*web.Answer, error) {
	lines, err := Lines(ctx, s.pool, rq.Tenant.ID(), id, s.cfg.Now())
	if err != nil {
		return nil, err
	}
	b := writeapi.Basket{ID: id, Items: []writeapi.BasketItem{}, Currency: rq.Tenant.Currency}
	for i, l := range lines {
		item := writeapi.BasketItem{ID: l.ID, Slug: l.Slug, Name: l.Name, Quantity: l.Quantity, Price: l.Price,
			Total: l.Total(), Available: l.Available()}
		if l.Kind == Product {
			item.ProductID = l.ItemID
		} else {
			item.EventID = l.ItemID
		}
		if i == 0 {
			b.Currency = l.Currency
		}
		if item.Available {
			b.Total += item.Total
		}
		b.Items = append(b.Items, item)
	}
	return &web.Answer{Status: status, Data: b}, nil
}

// Add handles POST /basket/items.
func (s *Service) Add(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.AddItem
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	kind, item := Product, in.ProductID
	switch {
	case (in.ProductID == "") == (in.EventID == ""):
		return nil, web.Wrong("productId", "Exactly one of productId and eventId is required.")
	case in.EventID != "":
		kind, item = Event, in.EventID
	}
	if !web.IsID(item) {
		return nil, web.Wrong(kind+"Id", "Must be a record's id of 24 hexadecimal digits.")
	}
	if err := checkQuantity(in.Quantity); err != nil {
		return nil, err
	}
	var id string
	err := s.change(ctx, rq, func(tx pgx.Tx, basket string) error {
		id = basket
		lines, err := Lines(ctx, tx, rq.Tenant.ID(), basket, s.cfg.Now())
		if err != nil {
			return err
		}
		l, err := offer(ctx, tx, rq.Tenant.ID(), kind, item, s.cfg.Now())
		if err != nil {
			return err
		}
		l.Quantity = in.Quantity
		there := false
		for _, old := range lines {
			if old.Kind == kind && old.ItemID == item {
				there = true
				l.Quantity += old.Quantity
			} else if old.Sold && old.Currency != l.Currency {
				return api.Errorf(409, api.CurrencyMismatch, "The basket is in %s.", old.Currency)
			}
		}
		switch {
		case l.Name == "":
			return web.ErrNotFound
		case !l.Sold:
			return api.Errorf(409, api.NotForSale, "This item is not for sale.")
		case l.Quantity > MaxQuantity:
			return checkQuantity(l.Quantity)
		case !l.Available():
			return ErrSoldOut
		case !there && len(lines) >= s.cfg.Lines:
			return api.Errorf(409, api.BasketFull, "A basket can have at most %d lines.", s.cfg.Lines)
		}
		_, err = tx.Exec(ctx, `INSERT INTO basket_item (tenant_id, basket_id, kind, item_id, quantity)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, basket_id, kind, item_id) DO UPDATE SET quantity = excluded.quantity`, rq.Tenant.ID(), basket,
			kind, item, l.Quantity)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, rq, id, http.StatusCreated)
}

// Set handles PATCH /basket/items/{id}.
func (s *Service) Set(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.SetItem
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if err := checkQuantity(in.Quantity); err != nil {
		return nil, err
	}
	var id string
	err := s.change(ctx, rq, func(tx pgx.Tx, basket string) error {
		id = basket
		lines, err := Lines(ctx, tx, rq.Tenant.ID(), basket, s.cfg.Now())
		if err != nil {
			return err
		}
		for _, l := range lines {
			if l.ID != rq.HTTP.PathValue("id") {
				continue
			}
			more := in.Quantity > l.Quantity
			if l.Quantity = in.Quantity; more && !l.Available() {
				return ErrSoldOut
			}
			_, err = tx.Exec(ctx, `UPDATE basket_item SET quantity = $4 WHERE tenant_id = $1 AND basket_id = $2 AND id = $3`,
				rq.Tenant.ID(), basket, l.ID, in.Quantity)
			return err
		}
		return web.ErrNotFound
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, rq, id, 0)
}

// Remove handles DELETE /basket/items/{id}.
func (s *Service) Remove(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var id string
	err := s.change(ctx, rq, func(tx pgx.Tx, basket string) error {
		id = basket
		tag, err := tx.Exec(ctx, `DELETE FROM basket_item WHERE tenant_id = $1 AND basket_id = $2 AND id = $3`,
			rq.Tenant.ID(), basket, rq.HTTP.PathValue("id"))
		if err == nil && tag.RowsAffected() == 0 {
			err = web.ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, rq, id, 0)
}

// Clear handles DELETE /basket.
func (s *Service) Clear(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var id string
	err := s.change(ctx, rq, func(tx pgx.Tx, basket string) error {
		id = basket
		_, err := tx.Exec(ctx, `DELETE FROM basket_item WHERE tenant_id = $1 AND basket_id = $2`, rq.Tenant.ID(), basket)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(ctx, rq, id, 0)
}

// change changes the open basket under its lock. A payment that was begun for it is released first; starting a payment
// waits for the lock.
func (s *Service) change(ctx context.Context, rq *web.Request, do func(tx pgx.Tx, basket string) error) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		id, withdrawn, err := s.lock(ctx, tx, rq)
		if err != nil {
			return err
		}
		if s.release != nil {
			if err := s.release(ctx, tx, rq.Tenant.ID(), id); err != nil {
				return err
			}
		}
		if withdrawn {
			if id, err = renew(ctx, tx, rq.Tenant.ID(), id); err != nil {
				return err
			}
		}
		return do(tx, id)
	})
}

func checkQuantity(n int) error {
	if n < 1 || n > MaxQuantity {
		return web.Wrong("quantity", "Must be a whole number from 1 to 99.")
	}
	return nil
}
