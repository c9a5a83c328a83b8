package profile

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/writeapi"
)

// Addresses that look alike have one canonical form or none.
func TestAddressesThatLookAlike(t *testing.T) {
	t.Parallel()
	f := func(given, want string) {
		t.Helper()
		if got, err := Email(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%+q: %+q, %v; want %+q", given, got, err, want)
		}
	}
	f("ada@example.com", "ada@example.com")
	f(" Ada.Lovelace+Shop@EXAMPLE.com. ", "ada.lovelace+shop@example.com")
	f("o'hara_1%x@example.com", "o'hara_1%x@example.com")
	f("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com")
	f("ﬁona@example.com", "fiona@example.com")
	f("Kelvin@example.com", "kelvin@example.com") // U+212A
	f("İbrahim@example.com", "ibrahim@example.com")
	f("i\u0307brahim@example.com", "")
	f("ı\u0307brahim@example.com", "")
	f("ada@exam\u034fple.com", "ada@example.com") // as in DNS
	f("ada@exa\u00admple.com", "ada@example.com")
	for _, hidden := range []string{"\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u17b5",
		"\u180b", "\u180e",
		"\u200b", "\u200c", "\u200d", "\u2060", "\u206a", "\u3164", "\ufe00", "\ufe0f", "\ufeff", "\uffa0",
		"\U000e0001", "\U000e0061", "\U000e0100", "\u0640", "\u0301\u0301", "\u20dd"} {
		f("a"+hidden+"da@example.com", "")
		f("ada"+hidden+"@example.com", "")
		f(hidden+"ada@example.com", "")
	}
	// RFC 6531: addresses outside ASCII.
	for _, good := range []string{"şükrü@xn--rnek-4qa.com.tr", "用户@xn--fsqu00a.xn--0zwm56d", "ναύτης@example.gr",
		"иван.петров@example.org", "あい@example.jp", "山田taro@example.jp", "김철수@example.kr", "josé+1@example.es",
		"दीपक@example.in", "مستخدم@example.com", "משה1@example.com", "1ş_ü@example.com"} {
		f(good, good)
	}
	f("ŞÜKRÜ@ÖRNEK.com.tr", "şükrü@xn--rnek-4qa.com.tr")
	// Scripts that no language mixes, and unclear directions.
	for _, bad := range []string{"аda@example.com", "adа@example.com", "pаypal@example.com", "ραypal@example.com",
		"ада1a@example.com", "aא@example.com", "אa@example.com", "١2@example.com", "٣۴@example.com"} {
		f(bad, "")
	}
	// Who has such an address from before still signs in with it, and with no other.
	for _, older := range []string{"a\u034fda@example.com", "аda@example.com", "i\u0307brahim@example.com"} {
		if got, err := Known(older); got != older || err != nil || Canonical(older) {
			t.Errorf("%+q is found as %+q, %v", older, got, err)
		}
	}
	if got, err := Known("Ada@Example.com"); got != "ada@example.com" || err != nil || !Canonical(got) {
		t.Errorf("found as %q, %v", got, err)
	}
	for _, bad := range []string{"", "ada", "a\x00@example.com", "\xff@example.com", "a\u200bda@example.com"} {
		if got, err := Known(bad); err == nil {
			t.Errorf("%+q is found as %+q", bad, got)
		}
	}
}

// A name is refused if a mail program may show a part of it as a link.
func TestNamesWithLinksAreRefused(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"Ada", "Lovelace", "J.R.R.", "Ada B.", "St. John", "O'Hara", "d'Arc-2",
		"Ramasamy a/l Krishnan",
		"Ольга", "李小龙", "محمد", "Ada (Countess)", "Malcolm 10", "Jr.", "Ş. Ü."} {
		if s, err := Name("name.first", good, true); s != good || err != nil || Shown(good) != good {
			t.Errorf("%q: %q, %v", good, s, err)
		}
	}
	for _, bad := range []string{"evil.com", "Click www.evil.com now", "http://evil", "HTTPS://EVIL.COM/x",
		"a@evil", "eve＠evil.com",
		"evil．com", "evil。com", "evil․com", "пример.рф", "evil.c\u00adom", "evil\u200b.com", "mailto:eve", "tel:5551234",
		"Call +90 532 123 45 67", "５３２１２３４", "x.xn--p1ai", "bit.ly/x", "javascript:x"} {
		if s, err := Name("name.first", bad, true); err == nil || Shown(bad) != "" {
			t.Errorf("%q is accepted as %q and shown as %q", bad, s, Shown(bad))
		}
	}
}

// A canonical form is its own canonical form, fits the table, and has nothing that is not shown. The form by which an
// account is found is the canonical one if there is one.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"ada@example.com", "ADA@EXAMPLE.COM", "ａｄａ＠example.org", "ŞÜKRÜ@örnek.com.tr", "İ@x.co",
		"ß@x.co", "a@b@c.de", "a@[1.2.3.4]", "\"a b\"@c.de", "a\x00@c.de", "ﬁ@x.co", "Å@x.co",
		"K@x.co", "ǅ@x.co", "a@xn--a.co", "a@ａ。ｃｏ", "a\u034fb@x.co", "a\ufe0f@x.co", "\u3164@x.co", "\u17b5a@x.co",
		"аa@x.co", "אב@x.co", "a@xn--example-.co", "İi\u0307@x.co"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		once, err := Email(given)
		if err != nil {
			return
		}
		if !utf8.ValidString(once) || len(once) > maxEmail || strings.Count(once, "@") != 1 ||
			strings.ContainsAny(once, " \t\r\n<>\"\x00") {
			t.Errorf("%q becomes %q", given, once)
		}
		if twice, err := Email(once); err != nil || twice != once {
			t.Errorf("%q becomes %q, and that %q (%v)", given, once, twice, err)
		}
		if known, err := Known(given); err != nil || known != once {
			t.Errorf("%q becomes %q and is found as %q (%v)", given, once, known, err)
		}
		if upper, err := Email(strings.ToUpper(once)); err == nil && isASCII(once) && upper != once {
			t.Errorf("%q in capitals becomes %q", once, upper)
		}
		for _, r := range once {
			if unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf, unicode.Cc) {
				t.Errorf("%q becomes %q, which has the hidden %U", given, once, r)
			}
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// A name that is accepted has one line and no link.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"Ada", "evil.com", "a\u200b.b.com", "x@y", "12345 67", "J.R.R.", "\x00", "．com"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		s, err := Name("name.first", given, false)
		if err == nil && (strings.ContainsAny(s, "@\r\n\x00") || strings.Contains(s, "://") || Linkable(s) ||
			utf8.RuneCountInString(s) > maxName) {
			t.Errorf("%q is accepted as %q", given, s)
		}
	})
}

func FuzzNumber(f *testing.F) {
	f.Add(int64(532), int64(90), "TR", int64(1234567))
	f.Add(int64(0), int64(1), "US", int64(2025550100))
	f.Add(int64(-1), int64(90), "tr", int64(0))
	f.Fuzz(func(t *testing.T, area, country int64, iso string, rest int64) {
		first, err := Phones([]writeapi.MobileNumber{{AreaCode: area, CountryCode: country, IsoCode: iso, PhoneNumber: rest}})
		if err == nil && first != "" && (first[0] != '+' || len(first) < 8 || len(first) > 16) {
			t.Errorf("%d %d %s %d becomes %q", country, area, iso, rest, first)
		}
	})
}
