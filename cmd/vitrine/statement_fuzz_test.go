package main

import (
	"strings"
	"testing"
)

// A statement of any form yields lines or an error. No line has a negative amount.
func FuzzStatement(f *testing.F) {
	for _, s := range []string{"", "{}", "id,iban,amount,currency,description,bookedAt\nL1,TR,1,TRY,x,2026-11-21\n",
		`{"id":"L1","amount":12.5,"bookedAt":"2026-11-21"}`, "id,iban,amount,currency,description,bookedAt\n1\n", "\xff{",
		"id,id,iban,amount,currency,description,bookedAt\n\"", `{"amount":[[[`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, _ := readStatement(strings.NewReader(text))
		for _, l := range lines {
			if strings.HasPrefix(string(l.Amount), "-") {
				t.Errorf("%q: %+v", text, l)
			}
		}
	})
}
