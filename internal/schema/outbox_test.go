package schema_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema/schematest"
)

// A querier is a pool, a connection or a transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// exec runs a statement that must succeed.
func exec(t testing.TB, q querier, sql string, args ...any) {
	t.Helper()
	if _, err := q.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%v\nin: %s", err, sql)
	}
}

// get reads one value.
func get[T any](t testing.TB, q querier, sql string, args ...any) T {
	t.Helper()
	var v T
	if err := q.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%v\nin: %s", err, sql)
	}
	return v
}

// refused runs a statement that must fail with the given SQLSTATE.
func refused(t testing.TB, q querier, state, sql string, args ...any) {
	t.Helper()
	_, err := q.Exec(t.Context(), sql, args...)
	if got := sqlState(err); got != state {
		t.Errorf("SQLSTATE %q (%v), want %s\nin: %s", got, err, state, sql)
	}
}

func sqlState(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// session opens a connection of its own: one whose settings and transactions the test minds itself.
func session(t testing.TB, db *schematest.DB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// eventually polls until a condition is true.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited 20 s in vain for: %s", what)
		}
	}
}

// A change is a row of the outbox, under the number it was sealed with.
type change struct {
	Seq           int64
	Kind, ID, Op  string
	Changed       []string
	Before, After map[string]*string
}

// changes reads a tenant's outbox, in order.
func changes(t testing.TB, q querier, tenant string) []change {
	t.Helper()
	rows, err := q.Query(t.Context(), `
SELECT t.seq, r.kind, r.id, r.op::text, r.changed, r.before, r.after
FROM change_tx t JOIN change_row r USING (xid, tenant_id)
WHERE t.tenant_id = $1
ORDER BY t.seq, r.kind, r.op, r.id`, tenant)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[change])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// brief writes the changes after the seq-th as "number-from-there op kind [changed…]", which most tests compare.
func brief(all []change, after int64) []string {
	lines := make([]string, 0, len(all))
	for _, c := range all {
		line := fmt.Sprintf("%d %s %s", c.Seq-after, c.Op, c.Kind)
		slices.Sort(c.Changed)
		if len(c.Changed) > 0 {
			line += " " + strings.Join(c.Changed, ",")
		}
		lines = append(lines, line)
	}
	return lines
}

// wantChanges compares the changes of a tenant after a number.
func wantChanges(t testing.TB, q querier, tenant string, after int64, want ...string) {
	t.Helper()
	all := slices.DeleteFunc(changes(t, q, tenant), func(c change) bool { return c.Seq <= after })
	if diff := cmp.Diff(want, brief(all, after), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("changes of %s after %d (-want +got):\n%s", tenant, after, diff)
	}
	if head := get[int64](t, q, "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant); len(all) > 0 &&
		all[len(all)-1].Seq != head {
		t.Errorf("the last change of %s is %d, tenant_seq says %d", tenant, all[len(all)-1].Seq, head)
	}
}

func head(t testing.TB, q querier, tenant string) int64 {
	t.Helper()
	return get[int64](t, q, "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant)
}

// open returns a database with tenants, each with one brand "acme" and one product "lamp" of that brand.
func open(t testing.TB, tenants ...string) *schematest.DB {
	t.Helper()
	db := schematest.Open(t)
	for _, tenant := range tenants {
		exec(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ($1, $1)", tenant)
		exec(t, db.Pool, `
WITH b AS (INSERT INTO brand (tenant_id, slug, name) VALUES ($1, 'acme', 'Acme') RETURNING id)
INSERT INTO product (tenant_id, slug, name, status, brand_id, amount, publish_at)
SELECT $1, 'lamp', 'Lamp', 'PUBLISHED', b.id, 10, '2030-05-01 12:00+03' FROM b`, tenant)
	}
	return db
}

func text(s string) *string { return &s }
