package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// fixtures are the files of testdata, each with its kind.
var fixtures = [][2]string{
	{"category", "testdata/tree.jsonl"}, {"product", "testdata/shop.jsonl"}, {"merchant", "testdata/stores.jsonl"},
	{"product", "testdata/books.jsonl"}, {"product", "testdata/parts.jsonl"}, {"merchant", "testdata/breweries.jsonl"},
	{"place", "testdata/stadiums.jsonl"}, {"place", "testdata/airports.jsonl"}, {"place", "testdata/cities.jsonl"},
	{"event", "testdata/conferences.jsonl"}, {"event", "testdata/races.jsonl"}, {"dictionary_term",
		"testdata/wordset.jsonl"},
	{"dictionary_term", "testdata/glossary.jsonl"}, {"blog_post", "testdata/posts.jsonl"}, {"page",
		"testdata/manual.jsonl"},
	{"page", "testdata/help.jsonl"}, {"faq", "testdata/faqs.jsonl"}, {"organization", "testdata/landscape.jsonl"},
	{"project", "testdata/landscape.jsonl"},
}

// parts writes a file of n parts with few names, many equal records, and some invalid ones.
func parts(t *testing.T, n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range n {
		switch rng.IntN(40) {
		case 0:
			b.WriteString("{\"name\":\n")
		case 1:
			fmt.Fprintf(&b, "{\"_category\":\"shelf %d\",\"name\":\"Bad %d\",\"price\":-1}\n", rng.IntN(9), i)
		default:
			fmt.Fprintf(&b, "{\"_category\":\"shelf %d\",\"name\":\"Part %d\",\"price\":%d,\"color\":\"c%d\",\"size\":%d}\n",
				rng.IntN(9), rng.IntN(n/10+1), rng.IntN(3), rng.IntN(2), rng.IntN(2))
		}
	}
	return file(t, "parts.jsonl", b.String())
}

func TestSecondRunChangesNothing(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	var first []Report
	for _, f := range fixtures {
		first = append(first, imported(t, db.Pool, Options{Kind: f[0], File: f[1]}))
	}
	before, n := content(t, db.Pool, "real"), sequence(t, db.Pool, "real")
	for i, f := range fixtures {
		r := imported(t, db.Pool, Options{Kind: f[0], File: f[1]})
		same(t, f[1], fates(r), []int{first[i].Read, 0, 0, first[i].Inserted, first[i].Rejected})
		for table, c := range r.Tables {
			if c.Inserted+c.Updated > 0 {
				t.Errorf("%s: %s %+v", f[1], table, *c)
			}
		}
	}
	same(t, "content", content(t, db.Pool, "real"), before)
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
}

func TestBatchesAndWorkersMakeNoDifference(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	big := parts(t, 400)
	var want map[string]string
	for i, o := range []Options{{Batch: 1000, Workers: 1}, {Batch: 1}, {Batch: 7, Workers: 5}, {Batch: 60}} {
		// The same tenant, so that ids and slugs must be the same too.
		do(t, db.Pool, "DELETE FROM tenant")
		for _, f := range append(fixtures, [2]string{"product", big}) {
			o.Kind, o.File = f[0], f[1]
			imported(t, db.Pool, o)
		}
		got := content(t, db.Pool, "real")
		if i == 0 {
			want = got
		}
		same(t, fmt.Sprintf("batches of %d", o.Batch), got, want)
	}
}

func TestTenantsAreIndependent(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, tenant := range []string{"one", "two"} {
		for _, f := range fixtures {
			imported(t, db.Pool, Options{Kind: f[0], File: f[1], Tenant: tenant})
		}
	}
	for _, kind := range []string{"product", "brand", "category", "merchant", "product_attribute", "product_category",
		"brand_location"} {
		same(t, kind, rows(t, db.Pool, "SELECT count(*) FILTER (WHERE tenant_id = 'one') - count(*) FILTER (WHERE "+
			"tenant_id = 'two') FROM "+kind), []string{"0"})
	}
}

// stopper is a reader that cancels an import after a number of bytes.
type stopper struct {
	in    io.Reader
	left  int64
	cease func()
}

func (s *stopper) Read(p []byte) (int, error) {
	n, err := s.in.Read(p[:min(len(p), 512)])
	if s.left -= int64(n); s.left < 0 {
		s.cease()
	}
	return n, err
}

func TestStoppedImportIsCompletedByRepeating(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := parts(t, 3000)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := imported(t, db.Pool, Options{Kind: "product", File: name})
	hash := content(t, db.Pool, "real")
	do(t, db.Pool, "DELETE FROM tenant")
	rng := rand.New(rand.NewPCG(3, 4))
	stopped := 0
	for range 6 {
		ctx, cancel := context.WithCancel(t.Context())
		in := &stopper{bytes.NewReader(whole), rng.Int64N(int64(len(whole))), cancel}
		r, err := Run(ctx, db.Pool, Options{Kind: "product", File: "-", Stdin: in, Tenant: "real", Batch: 50,
			Rejects: filepath.Join(t.TempDir(), "r")})
		cancel()
		if err != nil {
			stopped++
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(),
				"run the same command again to complete the import") {
				t.Fatalf("after %d rows: %v", r.Read, err)
			}
		}
	}
	if stopped < 3 {
		t.Fatalf("only %d of 6 runs were stopped", stopped)
	}
	r := imported(t, db.Pool, Options{Kind: "product", File: name})
	same(t, "content", content(t, db.Pool, "real"), hash)
	same(t, "records", []int{r.Read, r.Inserted + r.Unchanged, r.Updated, r.Rejected}, []int{want.Read, want.Inserted, 0,
		want.Rejected})
}

// TestMain makes the test binary an import that TestKilledImportIsCompletedByRepeating can kill.
func TestMain(m *testing.M) {
	url := os.Getenv("IMPORTER_TEST_URL")
	if url == "" {
		os.Exit(m.Run())
	}
	cmd := Command(func(ctx context.Context, _ *cli.Call) (*pgxpool.Pool, error) { return pgxpool.New(ctx, url) })
	args := []string{"product", os.Getenv("IMPORTER_TEST_FILE"), "--tenant", "real", "--create-tenant", "--batch", "20"}
	c := &cli.Call{Stdout: os.Stdout, Stderr: os.Stderr, Env: env.Map(nil)}
	err := cmd.Execute(context.Background(), c, "vitrine", args)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func TestKilledImportIsCompletedByRepeating(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := parts(t, 3000)
	want := imported(t, db.Pool, Options{Kind: "product", File: name})
	hash := content(t, db.Pool, "real")
	do(t, db.Pool, "DELETE FROM tenant")
	for kill := 1; kill <= 3; kill++ {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "IMPORTER_TEST_URL="+db.URL, "IMPORTER_TEST_FILE="+name)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		testkit.Until(t, "the first batches are written", func() bool {
			return len(rows(t, db.Pool, "SELECT FROM product LIMIT $1", kill*400)) == kill*400
		})
		cmd.Process.Kill()
		cmd.Wait()
	}
	left := len(rows(t, db.Pool, "SELECT FROM product"))
	if left >= want.Inserted {
		t.Fatal("the import ended before it was killed")
	}
	r := imported(t, db.Pool, Options{Kind: "product",
		File: name}) // waits for the backend of the killed run
	same(t, "content", content(t, db.Pool, "real"), hash)
	if r.Unchanged < left {
		t.Errorf("%d rows before the repetition, %d unchanged", left, r.Unchanged)
	}
}

func TestTwoImportsOfOneTenantTakeTurns(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := parts(t, 1000)
	var waited atomic.Int32
	errs := make(chan error, 3)
	for range cap(errs) {
		go func() {
			_, err := Run(t.Context(), db.Pool, Options{Kind: "product", File: name, Tenant: "real", Batch: 100,
				Rejects: filepath.Join(t.TempDir(), "r"),
				Progress: writerFunc(func(p []byte) {
					if bytes.Contains(p, []byte("waiting for another import into tenant real")) {
						waited.Add(1)
					}
				})})
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if waited.Load() == 0 {
		t.Error("no import waited for another")
	}
	got := content(t, db.Pool, "real")
	do(t, db.Pool, "DELETE FROM tenant")
	imported(t, db.Pool, Options{Kind: "product", File: name})
	same(t, "content", got, content(t, db.Pool, "real"))
}

type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}
