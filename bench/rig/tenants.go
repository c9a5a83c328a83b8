package rig

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// TenantID returns the id of the i-th tenant of MakeTenants, from 0.
func TenantID(i int) string { return fmt.Sprintf("shop%02d", i) }

// Item returns the slug of the j-th product of every tenant, from 0.
func Item(j int) string { return fmt.Sprintf("item-%d", j) }

// MakeTenants creates tenants with products in ten categories and five brands. A product's name is its slug and " v0".
func MakeTenants(ctx context.Context, url string, tenants, products int) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // no statement is running
	for i := range tenants {
		for _, sql := range []string{
			"INSERT INTO tenant (id, name) VALUES ($1, 'Shop ' || $1) ON CONFLICT DO NOTHING",
			`INSERT INTO category (tenant_id, slug, name, type)
			SELECT $1, 'category-' || i, 'Category ' || i, 'product' FROM generate_series(0, 9) i ON CONFLICT DO NOTHING`,
			`INSERT INTO brand (tenant_id, slug, name)
			SELECT $1, 'brand-' || i, 'Brand ' || i FROM generate_series(0, 4) i ON CONFLICT DO NOTHING`,
		} {
			if _, err := conn.Exec(ctx, sql, TenantID(i)); err != nil {
				return fmt.Errorf("create %s: %w", TenantID(i), err)
			}
		}
		if _, err := conn.Exec(ctx, `
			INSERT INTO product (tenant_id, slug, name, status, amount, stock, position, brand_id, description)
			SELECT $1, 'item-' || j, 'item-' || j || ' v0', 'PUBLISHED', 10 + j % 90, 100, j,
			       (SELECT id FROM brand WHERE tenant_id = $1 AND slug = 'brand-' || j % 5),
  repeat('The description of a test product ', 12)
			FROM generate_series(0, $2::int - 1) j ON CONFLICT DO NOTHING`, TenantID(i), products); err != nil {
			return fmt.Errorf("fill %s: %w", TenantID(i), err)
		}
		if _, err := conn.Exec(ctx, `
			INSERT INTO product_category (tenant_id, product_id, category_id)
			SELECT $1, p.id, c.id FROM product p JOIN category c ON c.tenant_id = $1 AND c.slug = 'category-' || p.position % 10
			WHERE p.tenant_id = $1 ON CONFLICT DO NOTHING`, TenantID(i)); err != nil {
			return fmt.Errorf("put the products of %s into categories: %w", TenantID(i), err)
		}
	}
	_, err = conn.Exec(ctx, "VACUUM ANALYZE")
	if err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	return nil
}
