package operator

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc/auth/session"
)

// An operator deletes an account whose customer signs out at this moment. Delete waits for the sign-out, and neither
// ends in a deadlock.
func TestDeleteWaitsForASignOut(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	var account, id string
	if err := db.Pool.QueryRow(t.Context(), `WITH t AS (
  INSERT INTO tenant (id, name) VALUES ('shop', 'Shop') RETURNING id
), a AS (
  INSERT INTO account (tenant_id, email, first_name, last_name) SELECT id, 'ada@example.com', 'A', 'B' FROM t
  RETURNING id
), b AS (
  INSERT INTO basket (tenant_id, account_id) SELECT 'shop', id FROM a RETURNING id
), i AS (
  INSERT INTO basket_item (tenant_id, basket_id, kind, item_id, quantity)
  SELECT 'shop', id, 'product', '0123456789abcdef01234567', 1 FROM b
), s AS (
  INSERT INTO account_session (tenant_id, account_id, salt, method, created_at, refreshed_at, expires_at)
  SELECT 'shop', id, '\x0123456789abcdef0123456789abcdef', 'password', now(), now(), now() + interval '1 day' FROM a
  RETURNING id
)
SELECT a.id, s.id FROM a, s`).Scan(&account, &id); err != nil {
		t.Fatal(err)
	}
	deleted := make(chan error, 1)
	if err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
		// As LogOut does.
		if _, err := tx.Exec(t.Context(), `SELECT FROM account_session WHERE tenant_id = 'shop' AND id = $1 FOR UPDATE`,
			id); err != nil {
			return err
		}
		go func() {
			_, err := Delete(context.WithoutCancel(t.Context()), db.Pool, "shop", "ada@example.com")
			deleted <- err
		}()
		testkit.Until(t, "the deletion waits for the session", func() bool {
			var waits bool
			err := db.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
			return err == nil && waits
		})
		return session.End{Tenant: "shop", Account: account, At: time.Now(), Why: "logout"}.One(t.Context(), tx, id)
	}); err != nil {
		t.Errorf("the sign-out: %v", err)
	}
	if err := <-deleted; err != nil {
		t.Errorf("the deletion: %v", err)
	}
	var left int
	if err := db.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM account) + (SELECT count(*) FROM basket)`).
		Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}
