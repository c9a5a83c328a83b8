package kit

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/testkit"
)

// An Editor runs SQL as psql does: by the simple protocol, on a connection that Vitrine does not know.
type Editor struct {
	T    testing.TB
	Conn *pgx.Conn
}

// Exec runs statements, separated by semicolons. They are committed when it returns.
func (e *Editor) Exec(sql string) {
	e.T.Helper()
	if err := e.TryExec(sql); err != nil {
		e.T.Fatalf("%v\n%s", err, sql)
	}
}

func (e *Editor) TryExec(sql string) error {
	_, err := e.Conn.Exec(e.T.Context(), sql)
	return err
}

// One returns a single text.
func (e *Editor) One(sql string, args ...any) string {
	e.T.Helper()
	var s string
	if err := e.Conn.QueryRow(e.T.Context(), sql, args...).Scan(&s); err != nil {
		e.T.Fatalf("%v\n%s", err, sql)
	}
	return s
}

// Head returns the last change number of a tenant.
func (e *Editor) Head(tenant string) (n uint64) {
	e.T.Helper()
	if err := e.Conn.QueryRow(e.T.Context(), "SELECT n FROM tenant_seq WHERE tenant_id = $1",
		tenant).Scan(&n); err != nil {
		e.T.Fatalf("read the head of %s: %v", tenant, err)
	}
	return n
}

func (h *App) NewEditor(t testing.TB) *Editor {
	t.Helper()
	cfg, err := pgx.ParseConfig(h.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatalf("connect the editor: %v", err)
	}
	e := &Editor{T: t, Conn: conn}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
		defer cancel()
		_ = e.Conn.Close(ctx) // its server may be stopped: some tests do that
	})
	return e
}

// WaitApplied waits until an app's gateway has applied everything committed before the call.
func (h *App) WaitApplied(t testing.TB, e *Editor, tenants ...string) {
	t.Helper()
	for _, tenant := range tenants {
		n := e.Head(tenant)
		testkit.Until(t, fmt.Sprintf("change %d of %s is applied", n, tenant), func() bool {
			m := h.Gateway.Replica().Tenant(tenant)
			return m != nil && m.Applied() >= n
		})
	}
}

// WaitAnnounced waits until every change of a tenant is announced, or concerns no subscriber. A worker announces
// nothing for its first 1.5 s.
func WaitAnnounced(t testing.TB, db postgres.Queryer, tenant string) {
	t.Helper()
	testkit.Until(t, "everything of "+tenant+" is announced", func() bool {
		var all bool
		if err := db.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM signal_cursor JOIN tenant_seq "+
			"USING (tenant_id, epoch, n) WHERE tenant_id = $1)", tenant).Scan(&all); err != nil {
			t.Fatal(err)
		}
		return all
	})
}
