package api

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/importer"
	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

func TestTheDemoConforms(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for _, tenant := range []string{"atelier", "odd", "demo"} {
		t.Run(tenant, func(t *testing.T) {
			t.Parallel()
			c := newCrawl(t, h, tenant)
			c.products(1, 300, 60)
			c.shops(0)
			c.filters(c.categories(0), 5, 40)
			c.content()
			t.Logf("%d answers judged", c.asked)
		})
	}
}

func TestEveryViewHasAShape(t *testing.T) {
	t.Parallel()
	views := map[string]bool{}
	for v := range catalog.Views() {
		views[v.Path] = true
		s, ok := conforms[v.Path]
		if !ok {
			t.Errorf("%s: write its table of fields into conforms", v.Path)
		}
		if paged := s.envelope != ""; paged != v.Paged() || s.list != (v.Shape != catalog.One) {
			t.Errorf("%s: conforms and the view disagree on whether it is a list, or has pages", v.Path)
		}
	}
	for path := range conforms {
		if !views[path] {
			t.Errorf("conforms has a shape for %s, and there is no such view", path)
		}
	}
}

// realData returns the folder of real catalogues.
func realData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("VITRINE_REALDATA")
	if dir == "" {
		t.Skip("SKIPPED: no real catalogue. Set VITRINE_REALDATA to the folder that holds products_bestbuy.jsonl.gz and " +
			"its like.")
	}
	return dir
}

func TestARealCatalogueConforms(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED by -short: it imports for some seconds")
	}
	conformReal(t, realData(t), 16)
}

// The long form: all records.
func TestProveARealCatalogueConforms(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED: the long form runs with VITRINE_PROVE=1, as `make prove` does")
	}
	conformReal(t, realData(t), 1)
}

// conformReal imports a whole catalogue of electronics and every stride-th record of a large one of computer parts, and
// checks the answers.
func conformReal(t *testing.T, dir string, stride int) {
	db := schematest.Open(t)
	for _, file := range []struct{ kind, name string }{
		{"category", "categories_bestbuy"}, {"product", "products_bestbuy"}, {"merchant", "stores_bestbuy"},
	} {
		importFile(t, db.Pool, importer.Options{Kind: file.kind, Tenant: "shop",
			File: filepath.Join(dir, file.name+".jsonl.gz")})
	}
	importFile(t, db.Pool, importer.Options{Kind: "product", Tenant: "parts", File: "-",
		Stdin: everyNth(t, filepath.Join(dir, "products_pcparts.jsonl.gz"), stride)})
	h := kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.Demo = db.URL, false })

	shop := newCrawl(t, h, "shop")
	shop.products(1, 2000, 150)
	shop.shops(0)
	shop.filters(shop.categories(0), 20, 60)
	parts := newCrawl(t, h, "parts")
	parts.products(5, 500, 50)
	parts.shops(0)
	parts.filters(parts.categories(0), 0, 30)
	for _, c := range []*crawl{shop, parts} {
		t.Logf("%s: %d answers judged", c.tenant, c.asked)
		if c.asked < 700 {
			t.Errorf("%s: only %d answers: the import has changed", c.tenant, c.asked)
		}
	}
}

func importFile(t *testing.T, pool *pgxpool.Pool, o importer.Options) {
	t.Helper()
	o.Rejects = filepath.Join(t.TempDir(), "rejects.jsonl")
	r, err := importer.Run(t.Context(), pool, o)
	if err != nil {
		t.Fatalf("import %s for %s: %v", o.File, o.Tenant, err)
	}
	if r.Read == 0 || r.Rejected*100 > r.Read {
		t.Fatalf("import %s for %s: %d read, %d rejected: %v", o.File, o.Tenant, r.Read, r.Rejected, r.Reasons)
	}
	t.Logf("%s for %s: %d records in %.1f s", filepath.Base(o.File), o.Tenant, r.Read, r.Seconds)
}

// everyNth reads every n-th line of a gzip file.
func everyNth(t *testing.T, file string, n int) io.Reader {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	go func() {
		defer f.Close()
		in.CloseWithError(copyNth(in, f, n))
	}()
	t.Cleanup(func() { out.Close() })
	return out
}

func copyNth(dst io.Writer, src io.Reader, n int) error {
	z, err := gzip.NewReader(src)
	if err != nil {
		return fmt.Errorf("read gzip: %w", err)
	}
	lines := bufio.NewReader(z)
	for i := 0; ; i++ {
		line, err := lines.ReadBytes('\n')
		if i%n == 0 {
			if _, err := dst.Write(line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
