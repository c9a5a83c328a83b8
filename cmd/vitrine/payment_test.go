package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

func TestStatementLinesCountOnce(t *testing.T) {
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
	csv := file("a.csv", "id,iban,amount,currency,description,bookedAt\nL1,TR33 0006,12.50,TRY,\"a, "+
		"b\",2026-11-21\nL2,TR330006,-3,TRY,out,2026-11-21\n")
	lines := file("a.jsonl", `{"id":"L1","iban":"TR330006","amount":12.50,"currency":"TRY","description":"x",`+
		`"bookedAt":"2026-11-21T10:00:00Z"}`+"\n"+
		`{"id":"L3","iban":"TR330006","amount":"7","currency":"TRY","description":"x","bookedAt":"2026-11-21T10:00:00Z"}`)
	for path, want := range map[string]string{csv: "1 line, 0 already known",
		lines: "2 lines, 1 already known"} {
		if path == lines {
			continue
		}
		if out, err := call("statement", "import", path, "--tenant", "shop", "--wait",
			"0s"); err != nil || !strings.Contains(out, want) || !strings.Contains(out, "as soon as one runs") {
			t.Errorf("%s: %q, %v", filepath.Base(path), out, err)
		}
	}
	if out, err := call("statement", "import", "--tenant", "shop", "--wait", "0s",
		lines); err != nil || !strings.Contains(out, "2 lines, 1 already known") {
		t.Errorf("the second: %q, %v", out, err)
	}
	var n, sum int
	err := db.Pool.QueryRow(t.Context(),
		`SELECT count(*), sum(amount) FROM statement_line WHERE tenant_id = 'shop' AND iban = 'TR330006'`).Scan(&n, &sum)
	if err != nil || n != 2 || sum != 1950 {
		t.Errorf("%d lines of %d, %v", n, sum, err)
	}
	for what, text := range map[string]string{"no head": "1,2,3\n",
		"no date":   "id,iban,amount,currency,description,bookedAt\nL9,TR,1,TRY,x,soon\n",
		"no amount": `{"id":"L9","iban":"T","amount":"x","currency":"TRY","bookedAt":"2026-11-21"}`, "nothing": ""} {
		if out, err := call("statement", "import", file("bad", text), "--tenant", "shop", "--wait", "0s"); err == nil {
			t.Errorf("%s: %q", what, out)
		}
	}
	if out, err := call("gate-key", "shop", "door"); err != nil || !strings.HasPrefix(out, "gate_") {
		t.Errorf("gate-key: %q, %v", out, err)
	}
	if _, err := call("payment", "refund", "shop", "0123456789abcdef01234567"); err == nil {
		t.Error("a payment that does not exist was refunded")
	}
	set := file("s.json", `{"provider":"nestpay","returnUrl":"https://shop.example/paid","nestpay":{"clientId":"1",`+
		`"user":"u","password":"env:P","storeKey":"file:/k","gateUrl":"https://bank.example/gate",`+
		`"apiUrl":"https://bank.example/api"}}`)
	if out, err := call("payment", "settings", "shop", set); err != nil || !strings.Contains(out, `"nestpay"`) {
		t.Errorf("settings: %q, %v", out, err)
	}
	if out, err := call("payment", "settings", "shop", file("bad.json", `{"privider":"x"}`)); err == nil {
		t.Errorf("settings with a misspelled field: %q", out)
	}
}

// Errors name the tenant, payment or setting that is wrong.
func TestPaymentCommandsNameWhatIsWrong(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`); err != nil {
		t.Fatal(err)
	}
	vars := env.Map(map[string]string{"VITRINE_DATABASE_URL": db.URL})
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	call := func(args ...string) (string, int) {
		var out bytes.Buffer
		err := runWith(t.Context(), args, &out, &out, vars)
		if err != nil {
			return err.Error(), exit(err, &out)
		}
		return out.String(), 0
	}
	const nobody, nothing = `unknown tenant "shpo"`, "tenant shop has no payment 0123456789abcdef01234567"
	lines := file("lines.jsonl", `{"id":"L1","iban":"TR330006","amount":12.50,"currency":"TRY","description":"x",`+
		`"bookedAt":"2026-11-21T10:00:00Z"}`)
	good := `"chains":[{"id":1,"name":"Ethereum","nodes":["env:NODE"],"assets":[{"symbol":"ETH","decimals":18,` +
		`"rates":{"TRY":"1"}}]}]`
	files := 0
	const address = `"address":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"`
	settings := func(text string) []string {
		files++
		return []string{"payment", "settings", "shop", file(fmt.Sprintf("%d.json", files), text)}
	}
	coins := func(before, after string) []string {
		return settings(`{"crypto":{` + address + `,` + strings.Replace(good, before, after, 1) + `}}`)
	}
	for _, f := range []struct {
		want string
		args []string
	}{
		{nobody, []string{"payment", "list", "shpo"}},
		{nobody, []string{"payment", "show", "shpo", "0123456789abcdef01234567"}},
		{nobody, []string{"payment", "settings", "shpo"}},
		{nobody, []string{"payment", "settings", "shpo", file("ok.json", `{}`)}},
		{nobody, []string{"payment", "refund", "shpo", "0123456789abcdef01234567"}},
		{nobody, []string{"payment", "void", "shpo", "0123456789abcdef01234567"}},
		{nobody, []string{"statement", "import", lines, "--tenant", "shpo"}},
		{nobody, []string{"gate-key", "shpo", "door"}},
		{nothing, []string{"payment", "show", "shop", "0123456789abcdef01234567"}},
		{nothing, []string{"payment", "refund", "shop", "0123456789abcdef01234567"}},
		{nothing, []string{"payment", "void", "shop", "0123456789abcdef01234567"}},
		{"no such file", []string{"payment", "settings", "shop", filepath.Join(dir, "none.json")}},
		{`provider="nestpya"`, settings(`{"provider":"nestpya"}`)},
		{"provider=nestpay: the account nestpay is missing", settings(`{"provider":"nestpay"}`)},
		{"iyzico: apiKey, secretKey and url are required", settings(`{"provider":"iyzico","iyzico":{"apiKey":"x"}}`)},
		{"returnUrl", settings(`{"returnUrl":"javascript:alert(1)"}`)},
		{"iban", settings(`{"transfer":{}}`)},
		{"40 hexadecimal digits", settings(`{"crypto":{"address":"0x1",` + good + `}}`)},
		{"checksum", settings(`{"crypto":{"address":"0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",` + good + `}}`)},
		{"must be https", coins("env:NODE", "http://node.example")},
		{"rate TRY", coins(`"1"}`, `"1e3"}`)},
		{"decimals", coins("18", "2")},
	} {
		if out, code := call(f.args...); code != 1 || !strings.Contains(out, f.want) || strings.Contains(out, "SQLSTATE") {
			t.Errorf("vitrine %s: exit %d, %q; want %q", strings.Join(f.args, " "), code, out, f.want)
		}
	}
	var n int
	err := db.Pool.QueryRow(t.Context(),
		`SELECT (SELECT count(*) FROM tenant_payment) + (SELECT count(*) FROM statement_line)`).Scan(&n)
	if err != nil || n != 0 {
		t.Errorf("%d rows were written, %v", n, err)
	}
	if out, code := call("payment", "list", "shop"); code != 0 || !strings.Contains(out, "no payments yet") {
		t.Errorf("tenant without payments: exit %d, %q", code, out)
	}
	if out, code := call("payment", "settings", "shop"); code != 0 ||
		!strings.Contains(out, "sandbox bank") || !strings.Contains(out, "{}") {
		t.Errorf("tenant without settings: exit %d, %q", code, out)
	}
	if out, code := call("payment", "settings", "shop", file("b.json", `{"crypto":{`+address+`,`+good+`}}`)); code != 0 {
		t.Errorf("settings with coins: exit %d, %q", code, out)
	}
}
