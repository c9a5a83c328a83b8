package testkit_test

import (
	"net"
	"testing"

	"vitrine/internal/testkit"
)

// Two free addresses of one test were the same, because the first was free again when the second was asked for.
func TestFreeAddressesDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 500 {
		addr := testkit.FreeAddr(t)
		if seen[addr] {
			t.Fatalf("%s was given twice", addr)
		}
		seen[addr] = true
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		ln.Close()
	}
}
