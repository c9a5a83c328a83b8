package importer

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/importer/table"
	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

// realFiles returns the files of an electronics shop in the data folder, in the order of import. The large ones are
// left to make prove, because they take minutes under the race detector.
func realFiles(t *testing.T) (folder string, files [][2]string) {
	t.Helper()
	folder = os.Getenv("VITRINE_REALDATA")
	if folder == "" {
		t.Skip("SKIPPED for want of real data: set VITRINE_REALDATA to the folder that has products_pcparts.jsonl.gz and " +
			"the others")
	}
	files = [][2]string{{"category", "categories_bestbuy"}, {"product", "products_bestbuy"}, {"merchant",
		"stores_bestbuy"}}
	if proving.Long() {
		files = append(files, [2]string{"product", "products_goodbooks"}, [2]string{"product", "products_pcparts"})
	} else {
		t.Log("NOTE: the large files, and what comes of repeating them, are left to make prove")
	}
	for i := range files {
		files[i][1] = filepath.Join(folder, files[i][1]+".jsonl.gz")
	}
	return folder, files
}

// records reads a file without the importer.
func records(t *testing.T, name string) (list []map[string]any) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(z); ; {
		var r map[string]any
		if err := dec.Decode(&r); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
}

func TestRealFilesAreImportedWhole(t *testing.T) {
	t.Parallel()
	folder, files := realFiles(t)
	db := schematest.Open(t)
	reports := map[string]Report{}
	for _, f := range files {
		r := imported(t, db.Pool, Options{Kind: f[0], File: f[1]})
		t.Logf("%s", r)
		shape := r.Dataset
		if filepath.Join(folder, shape+".jsonl.gz") != f[1] {
			t.Errorf("%s was recognised as %s", f[1], shape)
		}
		reports[shape] = r
	}
	same(t, "categories_bestbuy", fates(reports["categories_bestbuy"]), []int{4584, 4583, 0, 0, 1}) // one has no name
	same(t, "products_bestbuy", fates(reports["products_bestbuy"]), []int{3291, 3291, 0, 0, 0})
	same(t, "stores_bestbuy", fates(reports["stores_bestbuy"]), []int{1565, 1565, 0, 0, 0})
	same(t, "tree", rows(t, db.Pool, `WITH RECURSIVE d AS (SELECT id, 1 AS n FROM category WHERE parent_id IS NULL
		UNION ALL SELECT c.id, n + 1 FROM category c JOIN d ON c.parent_id = d.id) SELECT max(n) FROM d`), []string{"6"})
	same(t, "stores", rows(t, db.Pool, `SELECT (SELECT count(*) FROM merchant WHERE lat IS NOT NULL
		AND address LIKE '%, __, %'),
		(SELECT count(*) FROM brand_location l JOIN brand b ON b.id = l.brand_id
		AND b.name = 'Best Buy')`), []string{"1565|1565"})
	visits := 0.0
	for _, r := range records(t, files[1][1]) {
		visits += r["popularity"].(float64)
	}
	same(t, "every product of the shop has its brand, its price and its leaf", rows(t, db.Pool, `SELECT count(brand_id),
		count(amount), sum(visits),
		(SELECT count(*) FROM product_category j WHERE j.product_id = ANY (array_agg(p.id))) FROM product p
		WHERE thumbnail LIKE 'https://cdn-demo%'`),
		[]string{fmt.Sprintf("3291|3291|%.0f|3291", visits)})
	if proving.Long() {
		same(t, "products_goodbooks", fates(reports["products_goodbooks"]), []int{10000, 10000, 0, 0, 0})
		r := reports["products_pcparts"]
		same(t, "products_pcparts", fates(r), []int{66778, 66778, 0, 0, 0})
		checkParts(t, db, records(t, files[4][1]))
	}

	before, n := content(t, db.Pool, "real"), sequence(t, db.Pool, "real")
	for _, f := range files {
		r := imported(t, db.Pool, Options{Kind: f[0], File: f[1]})
		was := reports[r.Dataset]
		same(t, f[1]+" again", fates(r), []int{was.Read, 0, 0, was.Inserted, was.Rejected})
	}
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)

	// The same files in another database, with imports that are stopped several times.
	other := schematest.Open(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, f := range files {
		stopAndComplete(t, other, rng, f[0], f[1])
	}
	same(t, "content after interruptions", content(t, other.Pool, "real"), before)
}

// stopAndComplete stops three imports of a file at random places, and then completes it.
func stopAndComplete(t *testing.T, db *schematest.DB, rng *rand.Rand, kind, name string) {
	t.Helper()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		in := &stopper{bytes.NewReader(whole), rng.Int64N(int64(len(whole))), cancel}
		r, err := Run(ctx, db.Pool, Options{Kind: kind, File: "-", Stdin: in, Tenant: "real", Batch: 100 + rng.IntN(900),
			Rejects: filepath.Join(t.TempDir(), "r")})
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("%s after %d rows: %v", name, r.Read, err)
		}
	}
	imported(t, db.Pool, Options{Kind: kind, File: name})
}

// checkParts compares the parts in the database with the file.
func checkParts(t *testing.T, db *schematest.DB, parts []map[string]any) {
	t.Helper()
	attributes, colours, priced, names := 0, 0, 0, map[string]bool{}
	for _, r := range parts {
		names[table.Slugify(r["name"].(string))] = true
		if r["price"] != nil {
			priced++
		}
		for key, v := range r {
			if key == "name" || key == "price" || key == "_category" || v == nil {
				continue
			}
			distinct := map[any]bool{}
			if list, ok := v.([]any); ok && len(list) > 0 {
				if _, text := list[0].(string); text {
					for _, e := range list {
						distinct[e] = true
					}
				}
			}
			attributes += max(1, len(distinct))
			if key == "color" {
				colours++
			}
		}
	}
	const parted = "FROM product p WHERE p.currency = 'USD' AND p.thumbnail IS NULL"
	same(t, "parts", rows(t, db.Pool, "SELECT count(*), count(amount), count(DISTINCT slug) "+parted),
		[]string{fmt.Sprintf("66778|%d|66778", priced)})
	same(t, "priced", priced, 16222)
	same(t, "slugs with a suffix", rows(t, db.Pool, "SELECT count(*) FILTER (WHERE slug ~ '-[0-9a-f]{6}$' OR slug ~ "+
		"'-[0-9a-f]{9}$' AND slug !~ '-[0-9]{9}$') > 27000 "+parted), []string{"true"})
	t.Logf("%d names make %d slugs: %d get a suffix", len(parts), len(names), len(parts)-len(names))
	same(t, "attributes", rows(t, db.Pool, "SELECT count(*), count(*) FILTER (WHERE type = 'COLOR') FROM "+
		"product_attribute a WHERE a.name <> 'author'"), []string{fmt.Sprintf("%d|%d", attributes, colours)})
	same(t, "categories", rows(t, db.Pool, "SELECT count(DISTINCT j.category_id), count(*) FROM product_category j "+
		"JOIN product p ON p.id = j.product_id AND p.thumbnail IS NULL AND p.currency = 'USD'"), []string{"25|66778"})
}
