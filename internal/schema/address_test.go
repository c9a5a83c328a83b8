package schema_test

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// The migration to canonical addresses keeps every account of before and merges none.
func TestAccountsOfBeforeKeepTheirAddress(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec(`ALTER TABLE account DROP COLUMN email_older CASCADE, DROP COLUMN locked_from`)
	exec(`DROP FUNCTION hides(text)`)
	exec(`INSERT INTO tenant (id, name, language, status) VALUES ('shop', 'Shop', 'en', 'ACTIVE')`)
	account := func(email, verified, kind, status string) {
		t.Helper()
		exec(`INSERT INTO account (tenant_id, email, first_name, last_name, email_verified_at, type, company, status)
VALUES ('shop', $1, 'A', 'B', CASE WHEN $2 = 'verified' THEN now() END, $3,
  CASE WHEN $3 = 'B2B' THEN '{}'::jsonb END, $4)`,
			email, verified, kind, status)
	}
	account("ada@x.co", "verified", "B2C", "ACTIVE")
	account("a\u034fda@x.co", "verified", "B2C", "ACTIVE")
	account("ada\u3164@x.co", "", "B2C", "LOCKED")
	account("i\u0307bo@x.co", "", "B2C", "ACTIVE")         // becomes plain
	account("i\u0307da@x.co", "verified", "B2C", "ACTIVE") // was proved: it stays
	account("ida@x.co", "", "B2C", "ACTIVE")
	account("i\u0307lk@x.co", "", "B2C", "ACTIVE") // another has the plain one: it stays
	account("ilk@x.co", "", "B2C", "ACTIVE")
	account("şükrü@x.co", "", "B2B", "LOCKED") // never approved
	account("co@x.co", "", "B2B", "LOCKED")
	exec(`INSERT INTO account_audit (tenant_id, account_id, event)
SELECT tenant_id, id, 'approved by an operator' FROM account WHERE email = 'co@x.co'`)

	exec(migration(t, "_address.sql"))

	var got string
	if err := db.Pool.QueryRow(t.Context(), `
SELECT string_agg(email || ' ' || CASE WHEN email_older THEN 'older' ELSE '' END || coalesce(locked_from, ''),
  E'\n' ORDER BY email COLLATE "C")
FROM account`).Scan(&got); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{"ada@x.co ", "ada\u3164@x.co olderACTIVE", "a\u034fda@x.co older",
		"co@x.co ACTIVE", "ibo@x.co ", "ida@x.co ", "ilk@x.co ", "i\u0307da@x.co older", "i\u0307lk@x.co older",
		"şükrü@x.co PENDING"}, "\n")
	if got != want {
		t.Errorf("the accounts are\n%+q, want\n%+q", got, want)
	}
	var notes int
	if err := db.Pool.QueryRow(t.Context(), `SELECT count(*) FROM account_audit WHERE event LIKE '%canonical%'`).
		Scan(&notes); err != nil || notes != 4 {
		t.Errorf("%d notes, %v", notes, err)
	}
	if _, err := db.Pool.Exec(t.Context(), `UPDATE account SET email = $1 WHERE email = 'ada@x.co'`,
		"ad\ufe0fa@x.co"); err == nil {
		t.Error("a new address may have a hidden character")
	}
}
