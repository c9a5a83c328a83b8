package kit

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// oddTenants are two additional tenants of the shared app. closed is disabled. odd has records that a demo would not
// have, but that editors and imports leave.
const oddTenants = `
INSERT INTO tenant (id, name, status) VALUES ('closed', 'Closed', 'DISABLED');
INSERT INTO tenant (id, name, language, currency) VALUES ('odd', 'Odd & Sons', 'en', 'JPY');
INSERT INTO tenant_host (id, tenant_id, host) VALUES ('0dd000000000000000000001', 'closed', 'closed.localhost');

INSERT INTO category (id, tenant_id, slug, name, parent_id, status, type, description, position) VALUES
  ('0ddc00000000000000000001', 'odd', 'ring-a', 'Ring A', NULL, 'PUBLISHED', 'product', NULL, 1),
  ('0ddc00000000000000000002', 'odd', 'ring-b', 'Ring B', '0ddc00000000000000000001', 'PUBLISHED', 'product', NULL, 2),
  ('0ddc00000000000000000003', 'odd', 'ring-c', 'Ring C', '0ddc00000000000000000002', 'PUBLISHED', 'product', NULL, 3),
  ('0ddc00000000000000000004', 'odd', 'on-the-ring', 'On the ring', '0ddc00000000000000000002', 'PUBLISHED', 'product',
  NULL, 4),
  ('0ddc00000000000000000005', 'odd', 'itself', 'Its own parent', NULL, 'PUBLISHED', 'product', NULL, 5),
  ('0ddc00000000000000000006', 'odd', 'hidden', 'Hidden', NULL, 'DRAFT', 'product', NULL, 6),
  ('0ddc00000000000000000007', 'odd', 'below-hidden', 'Below hidden', '0ddc00000000000000000006', 'PUBLISHED',
  'product', NULL, 7),
  ('0ddc00000000000000000008', 'odd', 'other-type', 'Of another type', '0ddc00000000000000000007', 'PUBLISHED', 'blog',
  NULL, 8),
  ('0ddc00000000000000000009', 'odd', 'markup', 'A <b>name</b> & "more"', NULL, 'PUBLISHED', '<type>',
    '<p onclick="steal()">Fine</p><script>steal()</script><a href="javascript:steal()">x</a>', 9);
UPDATE category SET parent_id = '0ddc00000000000000000003' WHERE id = '0ddc00000000000000000001';
UPDATE category SET parent_id = id WHERE id = '0ddc00000000000000000005';

INSERT INTO brand (id, tenant_id, slug, name, description, status, website) VALUES
  ('0ddb00000000000000000001', 'odd', 'çelik-örs', 'Çelik Örs', '<script>steal()</script>Iron &amp; <em>steel</em>',
  'PUBLISHED', ''),
  ('0ddb00000000000000000002', 'odd', 'hidden', 'Hidden', NULL, 'DRAFT', NULL),
  ('0ddb00000000000000000003', 'odd', 'drop--', 'Robert''); DROP TABLE brand;--', NULL, 'PUBLISHED', NULL);
INSERT INTO brand_location (id, tenant_id, brand_id, name, lat, lng) VALUES
  ('0ddd00000000000000000001', 'odd', '0ddb00000000000000000001', 'No address', -0.0, 180),
  ('0ddd00000000000000000002', 'odd', '0ddb00000000000000000001', 'Nowhere', NULL, NULL),
  ('0ddd00000000000000000003', 'odd', '0ddb00000000000000000002', 'Of a hidden brand', 1, 1),
  ('0ddd00000000000000000004', 'odd', '0ddb00000000000000000003', 'Half a place', 1, NULL),
  ('0ddd00000000000000000005', 'odd', '0ddb00000000000000000003', 'Beyond the meridian', -17.7134, -178.065);
INSERT INTO merchant (id, tenant_id, slug, name, status, holiday_active, holiday_message, rating, lat, lng, address)
VALUES
  ('0dde00000000000000000001', 'odd', 'away', 'Away', 'PUBLISHED', true, NULL, 0, NULL, 5, 'Half a place'),
  ('0dde00000000000000000002', 'odd', 'hidden', 'Hidden', 'DRAFT', true, 'Nobody reads this', 5, 1, 1, NULL);
INSERT INTO place (id, tenant_id, slug, name, status, lat, lng, address) VALUES
  ('0dd100000000000000000001', 'odd', 'off-the-map', 'Off the map', 'PUBLISHED', NULL, NULL, '1 <Unmapped> Road');
INSERT INTO event (id, tenant_id, slug, name, status, starts_at, place_id, created_at) VALUES
  ('0dd200000000000000000001', 'odd', 'off-the-map', 'Off the map', 'PUBLISHED', '2020-01-01Z',
  '0dd100000000000000000001', '2020-01-01Z');

INSERT INTO product (id, tenant_id, slug, name, title, status, amount, sale_price, list_price, discount,
lowest_price_30_days, currency,
    stock, year, brand_id, merchant_id, description, images, properties, badges, variants, techniques, edition_number,
    sold, visits, position, created_at) VALUES
  ('0dda00000000000000000001', 'odd', 'dear', 'Dear', '', 'PUBLISHED', 9999999999.99, 0.10, 1.00, 0, 12.50, 'USD', -1,
  -500, NULL, NULL, '',
    '[]', '[]', '[]', '[]', '{}', NULL, 2147483647, 2147483647, 1, '2020-01-01T00:00:00.1Z'),
  ('0dda00000000000000000002', 'odd', 'free', 'Free', NULL, 'PUBLISHED', 0, NULL, NULL, NULL, NULL, NULL, 0, NULL,
  '0ddb00000000000000000002',
    '0dde00000000000000000002', NULL, '[null, "/a.svg", 7, {"url": "/b.svg"}]', '[{"a": null}, "b", 1.50]', '["new",
    {"label": "x"}]', '[1]', '{"a,b", ""}', 0, 0, 0, 2, '2020-01-02Z'),
  ('0dda00000000000000000003', 'odd', 'priceless', 'Priceless', 'A <b>title</b>', 'OUT_OF_STOCK', NULL, NULL, NULL, 7,
  8, 'EUR', NULL, 0, '0ddb00000000000000000001',
    '0dde00000000000000000001', '<p style="position:fixed">Hi</p><img src=x onerror=steal()>', '[]', '[]', '[]', '[]',
    '{}', NULL, 0, 1, 3, '2020-01-03Z'),
  ('0dda00000000000000000004', 'odd', '日本語-ürün', '日本語 "ürün" \ </script> ' || chr(8232), NULL, 'PUBLISHED', 1.5, NULL,
  NULL, NULL, NULL, NULL, 1, 2147483647,
    '0ddb00000000000000000003', NULL, NULL, '[]', '[]', '[]', '[]', '{}', NULL, 0, 1, 4, '2020-01-03Z'),
  ('0dda00000000000000000005', 'odd', 'hidden', 'Hidden', NULL, 'DRAFT', 1, NULL, NULL, NULL, NULL, NULL, 1, 2020,
  '0ddb00000000000000000001',
    '0dde00000000000000000001', NULL, '[]', '[]', '[]', '[]', '{}', NULL, 0, 1, 5, '2020-01-04Z');
INSERT INTO product_category (tenant_id, product_id, category_id) VALUES
  ('odd', '0dda00000000000000000001', '0ddc00000000000000000004'), ('odd', '0dda00000000000000000002',
  '0ddc00000000000000000006'),
  ('odd', '0dda00000000000000000003', '0ddc00000000000000000007'), ('odd', '0dda00000000000000000004',
  '0ddc00000000000000000005'),
  ('odd', '0dda00000000000000000004', '0ddc00000000000000000004'), ('odd', '0dda00000000000000000005',
  '0ddc00000000000000000007');
INSERT INTO product_attribute (tenant_id, product_id, name, value, type, position) VALUES
  ('odd', '0dda00000000000000000001', 'Size', 'a, b: c', 'TEXT', 0), ('odd', '0dda00000000000000000001', 'Size', 'L',
  'TEXT', 1),
  ('odd', '0dda00000000000000000002', 'Size', 'L', 'COLOR', 0), ('odd', '0dda00000000000000000003', 'größe', repeat('x',
  201), 'TEXT', 0),
  ('odd', '0dda00000000000000000004', 'Size', 'XL', 'TEXT', 0);`

func WriteOddTenants(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	if _, err := pool.Exec(context.Background(), oddTenants); err != nil {
		t.Fatalf("write the odd tenants: %v", err)
	}
}
