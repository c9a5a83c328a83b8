package main

import (
	"strings"
	"testing"
)

func TestATenantHasANameALanguageAndACurrency(t *testing.T) {
	t.Parallel()
	type values struct{ name, language, currency string }
	for _, c := range []struct{ in, want values }{
		{values{"", "en", "USD"}, values{"shop", "en", "USD"}},
		{values{"Çiçek & Söhne “24”", "tr", "try"}, values{"Çiçek & Söhne “24”", "tr", "TRY"}},
		{values{"花屋", "en_gb", "gbp"}, values{"花屋", "en-GB", "GBP"}},
		{values{"a", "zh-hant", "VES"}, values{"a", "zh-Hant", "VES"}},
		{values{strings.Repeat("ü", 500), "sr-Latn-RS", "XCG"}, values{strings.Repeat("ü", 500), "sr-Latn-RS", "XCG"}},
	} {
		n := newTenant{id: "shop", name: c.in.name, language: c.in.language, currency: c.in.currency}
		if err := n.check(); err != nil || (values{n.name, n.language, n.currency}) != c.want {
			t.Errorf("%+v: %+v %v", c.in, n, err)
		}
	}
	for flag, all := range map[string][]values{
		"--name": {{"a\nb", "en", "USD"}, {"a\r", "en", "USD"}, {"a\u2028b", "en", "USD"}, {"a\x00b", "en", "USD"},
			{"a\x1b[2Jb", "en", "USD"}, {"a\u202eb", "en", "USD"}, {" a", "en", "USD"}, {"\xff", "en", "USD"}},
		"--language": {{"a", "", "USD"}, {"a", "english", "USD"}, {"a", "xx", "USD"}, {"a", "und", "USD"},
			{"a", "en GB", "USD"}, {"a", "en-GB\n", "USD"}, {"a", "e", "USD"}, {"a", "x-own", "USD"}},
		"--currency": {{"a", "en", ""}, {"a", "en", "ABC"}, {"a", "en", "US"}, {"a", "en", "USDT"}, {"a", "en", "XXX"},
			{"a", "en", "XTS"}, {"a", "en", "DEM"}, {"a", "en", "US\n"}},
	} {
		for _, v := range all {
			n := newTenant{id: "shop", name: v.name, language: v.language, currency: v.currency}
			if err := n.check(); err == nil || !strings.Contains(err.Error(), flag) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v", v, err)
			}
		}
	}
}
