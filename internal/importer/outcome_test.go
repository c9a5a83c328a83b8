package importer

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

// An import that is refused, or whose rows are all rejected, leaves no tenant.
func TestRefusedImportsCreateNoTenant(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	good := file(t, "g.csv", "sku,name\n1,A\n")
	for _, args := range [][]string{
		{"product", file(t, "f.csv", "name,colour\nA,red\n")},
		{"product", file(t, "f.csv", "name,price\nA,cheap\nB,-1\n"), "--strict"},
		{"product", file(t, "f.csv", "sku,title\n1,A\n"), "--map", "title=-"},
		{"product", good, "--set", "status=LIVE"},
		{"product", good, "--as", "nothing"},
		{"product", file(t, "f.csv", "name,price\nA,cheap\n"), "--strict", "--rejects", t.TempDir() + "/no/such/folder/r"},
		{"product", good, "--prune=some"},
		{"product", good, "--prune-limit", "0"},
		{"product", file(t, "f", "")},
	} {
		args = append(args, "--tenant", "new", "--create-tenant")
		if _, _, err := command(t, db, args...); err == nil {
			t.Errorf("%v was not refused", args)
		}
		same(t, strings.Join(args[2:], " "), rows(t, db.Pool, "SELECT id FROM tenant"), []string{})
	}
}

// The command prints text, also about a file of random bytes.
func TestBinaryIsNeverPrinted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rng := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(1 + rng.IntN(255))
	}
	png := "\x89PNG\r\n\x1a\n" + string(noise)
	for _, content := range []string{
		png, string(noise), "name,\x1b[31mred\nA,B\n", "name,x\nA,\x1b]0;title\x07\n", "name,price\nA,\x9b31m\x01\n",
		"{\"name\":\"A\",\"\\u001b[2J\":1}\n", "name\n" + png, strings.Repeat(png+"\n", 20),
	} {
		for _, flags := range [][]string{nil, {"--skip-unknown"}, {"--skip-unknown", "--dry-run"}, {"--key", "sku"}} {
			args := append([]string{"product", file(t, "f.csv", content), "--tenant", "new", "--create-tenant"}, flags...)
			stdout, stderr, err := command(t, db, args...)
			if err != nil {
				stderr += err.Error()
			}
			if i := strings.IndexFunc(stdout+stderr, func(r rune) bool {
				return r < ' ' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\ufffd'
			}); i >= 0 {
				t.Errorf("%q, %v: printed %q", content[:20], flags, (stdout + stderr)[max(0, i-20):min(i+20, len(stdout+stderr))])
			}
			if len(stderr) > 5000 {
				t.Errorf("%q: a message of %d bytes", content[:20], len(stderr))
			}
		}
	}
}

// Ctrl-C: the message says how much is in. A file that ends early is a part, too.
func TestBrokenOffImportsSayHowMuchIsIn(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	name := catalogue(t, skuHeader, 2000, func(int) int { return 7 })
	run := func(stop func(n int) bool) (string, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var out, errs bytes.Buffer
		cmd := Command(func(context.Context, *cli.Call) (*pgxpool.Pool, error) {
			config, err := pgxpool.ParseConfig(db.URL)
			if err != nil {
				return nil, err
			}
			b := &breaker{cease: cancel}
			config.ConnConfig.Tracer = tracerFunc(func() {
				if stop(int(b.n.Add(1))) {
					cancel()
				}
			})
			return pgxpool.NewWithConfig(t.Context(), config)
		})
		c := &cli.Call{Stdout: &out, Stderr: &errs, Env: env.Map(nil)}
		err := cmd.Execute(ctx, c, "vitrine", []string{"product", name, "--tenant",
			"real", "--create-tenant", "--batch", "50", "--workers", "1", "--rejects", t.TempDir() + "/r"})
		return errs.String(), err
	}
	said, err := run(func(n int) bool { return n == 5 })
	const nothing = "vitrine: broken off before the first row was in; nothing was changed\n"
	if !errors.Is(err, context.Canceled) || !strings.HasSuffix(said, nothing) {
		t.Errorf("%v\n%s", err, said)
	}
	same(t, "tenants", rows(t, db.Pool, "SELECT id FROM tenant"), []string{})
	said, err = run(func(int) bool {
		var n int
		return db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM product").Scan(&n) == nil && n >= 300
	})
	in := rows(t, db.Pool, "SELECT count(*) FROM product")[0]
	if !errors.Is(err, context.Canceled) || !strings.Contains(said, "vitrine: broken off: "+in+" of the ") ||
		!strings.HasSuffix(said, " rows read so far are in. Run the same command again to complete the import\n") {
		t.Errorf("%s are in: %v\n%s", in, err, said)
	}
	r := imported(t, db.Pool, Options{Kind: "product", File: name})
	same(t, "completed", r.Inserted+r.Unchanged, 2000)
}

type tracerFunc func()

func (f tracerFunc) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	f()
	return ctx
}

func (f tracerFunc) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
