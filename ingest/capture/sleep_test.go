package capture

import "testing"

// A transaction with a number above the last one that ended is in no snapshot. It may have been sealed before the relay
// fell asleep, and then sends no wake-up.
func TestARelayThatFallsAsleepListsAllOpenTransactions(t *testing.T) {
	t.Parallel()
	w, r := openRelay(t)
	asleep, err := w.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer asleep.Rollback(t.Context()) //nolint:errcheck // it is committed below
	if _, err := asleep.Exec(t.Context(), "UPDATE drain_state SET asleep = true"); err != nil {
		t.Fatal(err)
	}
	editor, err := w.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer editor.Rollback(t.Context()) //nolint:errcheck // it changes nothing that stays
	var number string
	for _, sql := range []string{"UPDATE tenant SET name = 'Acme 2'", "SET CONSTRAINTS ALL IMMEDIATE"} {
		if _, err := editor.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := editor.QueryRow(t.Context(), "SELECT pg_current_xact_id()::text").Scan(&number); err != nil {
		t.Fatal(err)
	}
	if err := asleep.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	open, err := r.open()
	if err != nil {
		t.Fatal(err)
	}
	if !open[number] {
		t.Errorf("%v are open, without %s; the snapshot is %s", open, number, r.snapshot)
	}
}
