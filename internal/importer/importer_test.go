package importer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// imported runs an import that must not fail.
func imported(t *testing.T, pool *pgxpool.Pool, o Options) Report {
	t.Helper()
	r, err := attempted(t, pool, o)
	if err != nil {
		t.Fatalf("import %s %s: %v", o.Kind, o.File, err)
	}
	return r
}

// attempted runs an import, with a reject file of its own.
func attempted(t *testing.T, pool *pgxpool.Pool, o Options) (Report, error) {
	t.Helper()
	if o.Tenant == "" {
		o.Tenant = "real"
	}
	if o.Rejects == "" {
		o.Rejects = filepath.Join(t.TempDir(), "rejects.jsonl")
	}
	return Run(t.Context(), pool, o)
}

// file writes a file for one test.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// same fails with the difference.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// fates returns the counts of a report: read, inserted, updated, unchanged, rejected.
func fates(r Report) []int { return []int{r.Read, r.Inserted, r.Updated, r.Unchanged, r.Rejected} }

// rows runs a query and returns its rows, with columns joined by bars.
func rows(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) []string {
	t.Helper()
	got, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(got, func(row pgx.CollectableRow) (string, error) {
		values, err := row.Values()
		parts := make([]string, len(values))
		for i, v := range values {
			parts[i] = fmt.Sprint(v)
		}
		return strings.Join(parts, "|"), err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func do(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// rejected reads a reject file and returns "line: reason" for each row.
func rejected(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		var r struct {
			Line   int
			Reason string
			Row    json.RawMessage
		}
		if err := json.Unmarshal(s.Bytes(), &r); err != nil || len(r.Row) == 0 {
			t.Fatalf("%s: %q: %v", name, s.Text(), err)
		}
		list = append(list, fmt.Sprintf("%d: %s", r.Line, r.Reason))
	}
	slices.SortFunc(list, func(a, b string) int {
		return strings.Compare(fmt.Sprintf("%9s", a[:strings.Index(a, ":")]), fmt.Sprintf("%9s", b[:strings.Index(b, ":")]))
	})
	return list
}

// content returns a digest of all rows of a tenant, by table, without timestamps. (A question without a date gets the
// time of the import.)
func content(t *testing.T, pool *pgxpool.Pool, tenant string) map[string]string {
	t.Helper()
	digests := map[string]string{}
	for _, kind := range rows(t, pool, "SELECT kind FROM watched WHERE kind NOT LIKE 'tenant%' ORDER BY kind") {
		if got := rows(t, pool, fmt.Sprintf(`
			SELECT count(*), coalesce(md5(string_agg(md5((to_jsonb(t) - ARRAY['created_at', 'updated_at', 'date'])::text), ''
			ORDER BY id)), '')
			FROM %s t WHERE tenant_id = $1`, kind), tenant); got[0] != "0|" {
			digests[kind] = got[0]
		}
	}
	return digests
}

// sequence returns the last change number of the tenant.
func sequence(t *testing.T, pool *pgxpool.Pool, tenant string) string {
	t.Helper()
	return rows(t, pool, "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant)[0]
}

const maskedSlug = `regexp_replace(slug, '-[0-9a-f]{6}$', '-*')`
