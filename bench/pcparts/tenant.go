package pcparts

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer"
)

// rest adds what the file lacks: three categories above its own, and one above those; brands from the first word of the
// name; a year for every other product; sales.
const rest = `
INSERT INTO category (tenant_id, slug, name, type) VALUES ('pc', 'everything', 'Everything', 'product');
INSERT INTO category (tenant_id, slug, name, type, parent_id)
SELECT 'pc', 'group-' || i, 'Group ' || i, 'product',
  (SELECT id FROM category WHERE tenant_id = 'pc' AND slug = 'everything') FROM generate_series(1, 3) i;
UPDATE category SET parent_id = (SELECT id FROM category g
  WHERE g.tenant_id = 'pc' AND g.slug = 'group-' || 1 + abs(hashtext(category.slug)) % 3)
WHERE tenant_id = 'pc' AND parent_id IS NULL AND slug <> 'everything';
INSERT INTO brand (tenant_id, slug, name)
SELECT 'pc', 'brand-' || md5(w), w
FROM (SELECT split_part(name, ' ', 1) AS w FROM product WHERE tenant_id = 'pc') x
WHERE length(w) > 1 GROUP BY w HAVING count(*) >= 20;
UPDATE product p SET sold = abs(hashtext(p.id)) % 1000, visits = abs(hashtext(p.id || 'v')) % 100000,
  year = CASE WHEN hashtext(p.id) % 2 = 0 THEN 2010 + abs(hashtext(p.slug)) % 16 END,
  created_at = now() - make_interval(mins => abs(hashtext(p.id || 'c')) % 1000000),
  brand_id = (SELECT b.id FROM brand b WHERE b.tenant_id = 'pc' AND b.name = split_part(p.name, ' ', 1))
WHERE tenant_id = 'pc';`

// Tenant is the tenant, File its source in a folder of real data.
const (
	Tenant = "pc"
	File   = "products_pcparts.jsonl.gz"
)

// Find returns the path of File in a folder. If the folder has none, it says that nothing is measured, and ok is false.
func Find(dir string, out io.Writer) (path string, ok bool) {
	path = filepath.Join(dir, File)
	if _, err := os.Stat(path); err != nil {
		fmt.Fprintf(out, "SKIPPED: VITRINE_REALDATA=%q has no %s; nothing was measured\n", dir, File)
		return "", false
	}
	return path, true
}

// Fill imports the file and adds the rest, unless that has been done.
func Fill(ctx context.Context, pool *pgxpool.Pool, file string, out io.Writer) error {
	imported, err := Import(ctx, pool, file, out)
	if err != nil || !imported {
		return err
	}
	return Complete(ctx, pool)
}

// Import imports the file, unless Fill has filled the tenant before.
func Import(ctx context.Context, pool *pgxpool.Pool, file string, out io.Writer) (imported bool, err error) {
	var done bool
	if err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM category WHERE tenant_id = $1 AND slug = 'everything')",
		Tenant).Scan(&done); err != nil || done {
		return false, wrap(err, "look for the tenant")
	}
	began := time.Now()
	report, err := importer.Run(ctx, pool, importer.Options{Kind: "product", File: file, Tenant: Tenant})
	if err != nil {
		return false, fmt.Errorf("import: %w", err)
	}
	fmt.Fprintf(out, "imported %d products in %v\n", report.Read, time.Since(began).Round(time.Second))
	return true, nil
}

// Complete adds what the file lacks. It changes every product.
func Complete(ctx context.Context, pool *pgxpool.Pool) error {
	for _, sql := range []string{rest, "VACUUM ANALYZE"} {
		if _, err := pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("add the rest: %w", err)
		}
	}
	return nil
}

func wrap(err error, what string) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
