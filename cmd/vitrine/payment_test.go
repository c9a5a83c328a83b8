package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

func TestAStatementIsImportedOnce(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`); err != nil {
		t.Fatal(err)
	}
	vars := env.Map(map[string]string{"VITRINE_DATABASE_URL": db.URL})
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	call := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := runWith(t.Context(), args, &out, &out, vars)
		return out.String(), err
	}
	csv := file("a.csv", "id,iban,amount,currency,description,bookedAt\nL1,TR33 0006,12.50,TRY,\"a, b\",2026-11-21\nL2,TR330006,-3,TRY,out,2026-11-21\n")
	lines := file("a.jsonl", `{"id":"L1","iban":"TR330006","amount":12.50,"currency":"TRY","description":"x","bookedAt":"2026-11-21T10:00:00Z"}`+"\n"+
		`{"id":"L3","iban":"TR330006","amount":"7","currency":"TRY","description":"x","bookedAt":"2026-11-21T10:00:00Z"}`)
	for path, want := range map[string]string{csv: "1 lines, 0 of them known already", lines: "2 lines, 1 of them known already"} {
		if path == lines {
			continue
		}
		if out, err := call("statement", "import", path, "--tenant", "shop", "--wait", "0s"); err != nil || !strings.Contains(out, want) || !strings.Contains(out, "as soon as one runs") {
			t.Errorf("%s: %q, %v", filepath.Base(path), out, err)
		}
	}
	if out, err := call("statement", "import", "--tenant", "shop", "--wait", "0s", lines); err != nil || !strings.Contains(out, "2 lines, 1 of them known already") {
		t.Errorf("the second: %q, %v", out, err)
	}
	var n, sum int
	if err := db.Pool.QueryRow(t.Context(), `SELECT count(*), sum(amount) FROM statement_line WHERE tenant_id = 'shop' AND iban = 'TR330006'`).Scan(&n, &sum); err != nil || n != 2 || sum != 1950 {
		t.Errorf("%d lines of %d, %v", n, sum, err)
	}
	for what, text := range map[string]string{"no head": "1,2,3\n", "no date": "id,iban,amount,currency,description,bookedAt\nL9,TR,1,TRY,x,soon\n", "no amount": `{"id":"L9","iban":"T","amount":"x","currency":"TRY","bookedAt":"2026-11-21"}`, "nothing": ""} {
		if out, err := call("statement", "import", file("bad", text), "--tenant", "shop", "--wait", "0s"); err == nil {
			t.Errorf("%s: %q", what, out)
		}
	}
	if out, err := call("gate-key", "shop", "door"); err != nil || !strings.HasPrefix(out, "gate_") {
		t.Errorf("gate-key: %q, %v", out, err)
	}
	if _, err := call("payment", "refund", "shop", "0123456789abcdef01234567"); err == nil {
		t.Error("a payment that is not there was refunded")
	}
	set := file("s.json", `{"provider":"nestpay","returnUrl":"https://shop.example/paid"}`)
	if out, err := call("payment", "settings", "shop", set); err != nil || !strings.Contains(out, `"nestpay"`) {
		t.Errorf("settings: %q, %v", out, err)
	}
	if out, err := call("payment", "settings", "shop", file("bad.json", `{"privider":"x"}`)); err == nil {
		t.Errorf("settings with a slip: %q", out)
	}
}
