package query

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// A query holds nothing of the request that ResolveURL parses, because the next call reuses its memory.
func TestAQueryStaysAsItIsWhenTheNextOneIsResolved(t *testing.T) {
	t.Parallel()
	r := NewRouter(false)
	const url = "/v1/product?brand=b&minPrice=17.50&q=lamp"
	first, err := r.ResolveURL(url)
	if err != nil {
		t.Fatal(err)
	}
	want := string(first.AppendURL(nil))
	for _, url := range []string{"/t/x/v1/product/some-lamp?fields=name", "/v1/nothing?brand=c", "//",
		"/v1/product?page=0", "/v1/product?brand=c&minPrice=99.25&q=sofa"} {
		_, _ = r.ResolveURL(url) // some of them are errors
	}
	if got := string(first.AppendURL(nil)); got != want {
		t.Errorf("the query is %s now, and was %s", got, want)
	}
	for _, at := range []string{"/v1/brand", "/v1/product/a"} { // nothing of an earlier path or of its parameters is left
		q, err := r.ResolveURL(at)
		if err != nil {
			t.Fatal(err)
		}
		if got := "/v1" + string(q.AppendURL(nil)); got != at {
			t.Errorf("%s: the canonical URL is %s", at, got)
		}
	}
}

// exactly is number by exact arithmetic.
func exactly(s string, integer bool) (string, bool) {
	r, ok := new(big.Rat).SetString(s)
	if !ok || s == "" || len(s) > maxNumber || strings.Trim(s[1:], "0123456789.") != "" ||
		strings.Trim(s[:1], "-0123456789.") != "" {
		return "", false
	}
	if integer {
		n := r.Num()
		small := n.Cmp(big.NewInt(math.MinInt32)) >= 0 && n.Cmp(big.NewInt(math.MaxInt32)) <= 0
		return n.String(), small && !strings.Contains(s, ".")
	}
	out := strings.TrimRight(strings.TrimRight(r.FloatString(maxNumber), "0"), ".")
	if out == "-0" {
		out = "0"
	}
	return out, len(out) <= maxNumber
}

func checkNumber(t *testing.T, s string) {
	t.Helper()
	for _, integer := range []bool{false, true} {
		got, ok := number(s, integer)
		want, valid := exactly(s, integer)
		if ok != valid || ok && got != want {
			t.Errorf("number(%q, %t) = %q, %t; want %q, %t", s, integer, got, ok, want, valid)
		}
	}
}

func TestANumberHasOneForm(t *testing.T) {
	t.Parallel()
	for _, s := range numbers {
		checkNumber(t, s)
	}
	for i := range 2000 {
		checkNumber(t, fmt.Sprintf("%d.%03d", i%17, i))
		checkNumber(t, fmt.Sprintf("%03d", i-1000))
	}
}

var numbers = []string{"", "0", "00", "-0", "-", ".", "-.", "0.", ".0", "-.0", "1", "01", "-01", "10", "100", "100.",
	"10.0", "1.50", "-1.50", ".5", "-.5", "0.05", "00.50", "1..2", "1.2.3", "1-2", "--1", "+1", "1e3", "0x1", " 1", "1/2",
	"٣", "2147483647", "2147483648", "-2147483648", "-2147483649", "002147483647", "9223372036854775808",
	"12345678901234567890", "123456789012345678901", ".1234567890123456789", "0.123456789012345678",
	"-.123456789012345678"}

func FuzzNumber(f *testing.F) {
	for _, s := range numbers {
		f.Add(s)
	}
	f.Fuzz(checkNumber)
}
