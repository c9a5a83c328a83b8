package edit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/api"
)

// An Editor writes edits of products of some tenants.
type Editor struct {
	Pool    *pgxpool.Pool // with the rights of the owner
	Tenants []string      // whose content may be edited
}

// A Request is one edit of a product.
type Request struct {
	Tenant string `json:"tenant"`
	Slug   string `json:"slug"`
	Op     string `json:"op"` // save, first, copy or category

	Name      string `json:"name"`      // save: the title
	Amount    string `json:"amount"`    // save: the price
	List      string `json:"list"`      // save: the price before a discount
	Stock     *int   `json:"stock"`     // save; nil: the stock is not counted
	Published bool   `json:"published"` // save
	Percent   int    `json:"percent"`   // category: change of all prices
}

// A Result is the answer to an edit. If Rows is 0, nothing was committed.
type Result struct {
	Rows int64 `json:"rows"`
}

const timeout = 10 * time.Second

// statements are the edits by name. The first two parameters are tenant and slug. An edit changes only rows that
// differ, so that an edit without an effect makes no change.
var statements = map[string]string{
	"save": `UPDATE product SET name = $3, title = $3, amount = $4::numeric, list_price = $5::numeric, stock = $6,
  status = CASE WHEN NOT $7 THEN 'DRAFT' WHEN status = 'DRAFT' THEN 'PUBLISHED' ELSE status END
WHERE tenant_id = $1 AND slug = $2
  AND (name, amount, list_price, stock, status <> 'DRAFT') IS DISTINCT FROM ($3, $4::numeric, $5::numeric, $6, $7)`,
	"first": `UPDATE product p SET position = m.least - 1
FROM (SELECT min(position) AS least FROM product WHERE tenant_id = $1) m
WHERE p.tenant_id = $1 AND p.slug = $2 AND p.position <> m.least`,
	"copy": `INSERT INTO product (tenant_id, slug, name, title, status, brand_id, merchant_id, amount, list_price,
  currency, stock, language, brief, description, thumbnail, featured_image, images, properties)
SELECT tenant_id, slug || '-' || substr(object_id(), 17), name, title, 'PUBLISHED', brand_id, merchant_id, amount,
  list_price, currency, stock, language, brief, description, thumbnail, featured_image, images, properties
FROM product WHERE tenant_id = $1 AND slug = $2`,
	"category": `UPDATE product p SET amount = round(p.amount * (100 + $3) / 100, 2)
WHERE p.tenant_id = $1 AND p.amount IS NOT NULL AND p.id IN (
  SELECT o.product_id FROM product_category o WHERE o.tenant_id = $1 AND o.category_id IN (
    SELECT c.category_id FROM product_category c JOIN product s ON s.tenant_id = $1 AND s.id = c.product_id
    WHERE c.tenant_id = $1 AND s.slug = $2))`,
}

// money matches an amount as people type it.
var money = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,2})?$`)

// Do writes the edit of a JSON body.
func (e *Editor) Do(ctx context.Context, body []byte) (any, error) {
	var rq Request
	if err := json.Unmarshal(body, &rq); err != nil {
		return nil, api.Errorf(400, api.InvalidRequest, "The body is not the JSON of an edit.")
	}
	if !slices.Contains(e.Tenants, rq.Tenant) {
		return nil, api.Errorf(404, api.NotFound, "Only the demo tenants can be edited here.")
	}
	sql, args := statements[rq.Op], []any{rq.Tenant, rq.Slug}
	switch {
	case sql == "":
		return nil, api.Errorf(400, api.InvalidRequest, "The edit %q is none of save, first, copy and category.", rq.Op)
	case rq.Op == "save":
		if !money.MatchString(rq.Amount) || !money.MatchString(rq.List) {
			return nil, api.Errorf(400, api.InvalidRequest, "A price is a number such as 1098.90.")
		}
		if rq.Stock != nil && *rq.Stock < 0 {
			return nil, api.Errorf(400, api.InvalidRequest, "The stock is 0 or more.")
		}
		args = append(args, rq.Name, rq.Amount, rq.List, rq.Stock, rq.Published)
	case rq.Op == "category":
		if rq.Percent < -50 || rq.Percent > 50 {
			return nil, api.Errorf(400, api.InvalidRequest, "Prices change by -50 to 50 percent.")
		}
		args = append(args, rq.Percent)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	tag, err := e.Pool.Exec(ctx, sql, args...)
	var refused *pgconn.PgError
	if errors.As(err, &refused) { // such as a title that the schema refuses
		return nil, api.Errorf(400, api.InvalidRequest, "Postgres refuses this edit: %s.", refused.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("edit a product: %w", err)
	}
	return Result{Rows: tag.RowsAffected()}, nil
}
