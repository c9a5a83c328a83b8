package main

import (
	"strings"
	"testing"
)

// Commands show names from tables, which customers and editors choose. A terminal must not obey what is in them.
func TestCommandsPrintNoControlCharacters(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('shop', E'\\x1b[2JShop\\u009b1m')",
		"INSERT INTO account (tenant_id, email, first_name, last_name, status) " +
			"VALUES ('shop', 'ada@shop.example', E'A\\x1b]0;x\\x07da', 'L', 'ACTIVE')",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"tenant list", "tenant show shop", "user list shop", "user show shop ada@shop.example",
		"tenant delete shop --yes shop"} {
		out, err := c.run(strings.Fields(line)...)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if strings.ContainsAny(out, "\x1b\x07\u009b") || out == "" {
			t.Errorf("%s prints %q", line, out)
		}
	}
}
