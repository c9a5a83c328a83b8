package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"vitrine/internal/cli"
)

// tenantForm is the form of a tenant's id in the schema (0002_tenant.sql).
var tenantForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// youngCurrencies are codes of ISO 4217 that are younger than the list of golang.org/x/text.
var youngCurrencies = []string{"MRU", "SLE", "STN", "UYW", "VED", "VES", "XCG", "ZWG"}

// check brings the values of a new tenant into their usual form, and returns the error of the first wrong one.
func (n *newTenant) check() error {
	n.currency, n.host = strings.ToUpper(n.currency), strings.ToLower(n.host)
	if !tenantForm.MatchString(n.id) {
		return cli.Usagef("tenant create %q: an id is 1 to 64 letters, digits, dots, hyphens or underscores, beginning with "+
			"a letter or digit", n.id)
	}
	if n.name == "" {
		n.name = n.id
	}
	unprintable := func(r rune) bool { return !unicode.IsGraphic(r) || r == '\u2028' || r == '\u2029' }
	switch {
	case !utf8.ValidString(n.name) || strings.ContainsFunc(n.name, unprintable):
		return cli.Usagef("tenant create: --name %q: expected one line of printable characters", n.name)
	case strings.TrimSpace(n.name) != n.name:
		return cli.Usagef("tenant create: --name %q: remove the space at its ends", n.name)
	case !inUse(n.currency):
		return cli.Usagef("tenant create: --currency %q: expected three letters of ISO 4217 for a currency in use, "+
			"such as TRY", n.currency)
	}
	tag, err := language.Parse(n.language)
	if base, _ := tag.Base(); err != nil || tag == language.Und || base.String() == "und" {
		return cli.Usagef("tenant create: --language %q: expected a language tag (BCP 47), such as tr or en-GB", n.language)
	}
	n.language = tag.String()
	return nil
}

// inUse reports whether a code of ISO 4217 is a currency that somebody pays with today.
func inUse(code string) bool {
	for all := currency.Query(); all.Next(); {
		if all.Unit().String() == code {
			return true
		}
	}
	return slices.Contains(youngCurrencies, code)
}
