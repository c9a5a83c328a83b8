package match

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/table"
)

// levelNames match the fields that give one level of a category each, from the root down.
var levelNames = regexp.MustCompile(`^(?:(main|parent|top)_category|(sub)_?category|` +
	`(?:category|categories|cat)_?(?:level)?_?([1-9]))$`)

// levels finds the fields that are the levels of one path, in the order from the root down; nil if there are fewer than
// two.
func levels(fields []string) []string {
	type level struct {
		n     int
		field string
	}
	var found []level
	for _, f := range fields {
		m := levelNames.FindStringSubmatch(table.Snake(f))
		switch {
		case m == nil:
		case m[1] != "":
			found = append(found, level{0, f})
		case m[2] != "":
			found = append(found, level{10, f})
		default:
			n, _ := strconv.Atoi(m[3]) // one digit
			found = append(found, level{n, f})
		}
	}
	slices.SortStableFunc(found, func(a, b level) int { return a.n - b.n })
	if len(found) == 1 && found[0].n == 10 { // category, subcategory
		if i := slices.IndexFunc(fields, func(f string) bool { return table.Snake(f) == "category" }); i >= 0 {
			return []string{fields[i], found[0].field}
		}
	}
	if len(found) < 2 {
		return nil
	}
	names := make([]string, len(found))
	for i, l := range found {
		names[i] = l.field
	}
	return names
}

// withUnit matches a name that ends in a unit or a currency: "Weight (kg)", "Price [EUR]".
var withUnit = regexp.MustCompile(`^(.+?)\s*[([]([^()[\]]+)[)\]]$`)

// withCurrency matches a name that ends in a code: price_usd, "Price EUR".
var withCurrency = regexp.MustCompile(`^(.+)_(?:in_)?([a-z]{3})$`)

// unitOf divides the name of a field into what it names and its currency or other unit; unit is empty for none.
func unitOf(field string) (name, unit, code string) {
	if m := withUnit.FindStringSubmatch(field); m != nil {
		return m[1], m[2], table.Currency("1 " + m[2])
	}
	if m := withCurrency.FindStringSubmatch(table.Snake(field)); m != nil {
		if code := table.ISOCurrency(strings.ToUpper(m[2])); code != "" {
			return m[1], m[2], code
		}
	}
	return field, "", ""
}

// matchMoney finds prices with a currency in their name, as in price_usd. If a file has several currencies, the prices
// in one of them are taken, and the others are left out.
func (b *plain) matchMoney() {
	type price struct{ field, column, code string }
	var prices []price
	codes := map[string]bool{}
	for _, f := range b.fields {
		base, _, code := unitOf(f)
		if code == "" || b.m.Fields[f] != nil || b.t.Column("currency") == nil {
			continue
		}
		for _, name := range slices.Concat([]string{table.Snake(base)}, b.t.Synonyms(table.Snake(base))) {
			if c := b.t.Column(name); c != nil && c.Type == "numeric" && !b.claimed[name] {
				prices = append(prices, price{f, name, code})
				codes[code] = true
				break
			}
		}
	}
	if len(codes) > 1 && !codes[b.file.Money] {
		for _, p := range prices {
			b.why[p.field] = fmt.Sprintf("the file has prices in several currencies; --map \"%s=%s:%s\" takes this one",
				p.field, p.column, p.code)
		}
		return
	}
	for _, p := range prices {
		switch {
		case len(codes) > 1 && p.code != b.file.Money:
			b.m.Fields[p.field], b.m.Says[p.field] = dataset.Ignore(), "-"
		case !b.claimed[p.column]:
			b.take(p.field, p.column+":"+p.code)
		}
	}
}

// matchSale reads a price beside a reduced one, as in price and special_price, as the price before the discount. A
// record without a reduced price then costs its list price. Fields with the names of the columns stay as they are.
func (b *plain) matchSale() {
	price, sale := "", ""
	for _, f := range b.fields {
		switch _, given := b.taken[f]; ColumnOf(b.m.Says[f]) {
		case "amount":
			if given || !b.meansPrice(f) {
				return
			}
			price = f
		case "sale_price":
			if given || table.Snake(f) == "sale" { // which may say whether there is one
				return
			}
			sale = f
		}
	}
	list, amount := b.t.Column("list_price"), b.t.Column("amount")
	if price == "" || sale == "" || list == nil || b.claimed["list_price"] {
		return
	}
	delete(b.claimed, "sale_price")
	b.take(price, strings.Replace(b.m.Says[price], "amount", "list_price", 1))
	b.take(sale, strings.Replace(b.m.Says[sale], "sale_price", "amount", 1))
	amount.Decimal = cmp.Or(amount.Decimal, list.Decimal)
	b.full = price
	b.m.Notes = append(b.m.Notes, fmt.Sprintf("%s is read as the price before a discount, and %s as what customers pay, "+
		"because the file has both.", price, sale))
}

// meansPrice reports whether the name of a field says price, in any language.
func (b *plain) meansPrice(f string) bool {
	base, _, _ := unitOf(f)
	name := table.Snake(base)
	return name == "price" || name == "unit_price" || slices.Contains(b.t.Synonyms(name), "price")
}

// Suggest names the column that a field may mean, as " (did you mean x?)". It names no column that other fields fill;
// filled are their targets, as --map takes them.
func Suggest(tables map[string]*table.Table, t *table.Table, field string, filled []string) string {
	taken := map[string]bool{}
	for _, to := range filled {
		taken[ColumnOf(to)] = true
	}
	free := slices.DeleteFunc(dataset.Names(tables, t), func(column string) bool { return taken[column] })
	name := table.Snake(field)
	for _, column := range slices.Concat(t.Synonyms(name), table.Hints(name)) {
		if slices.Contains(free, column) {
			return fmt.Sprintf(" (did you mean %s?)", column)
		}
	}
	return table.DidYouMean(name, free)
}

// noteDecimals notes the columns whose numbers are written with a decimal comma.
func (b *plain) noteDecimals() {
	var names []string
	for _, c := range b.t.Columns {
		if c.Decimal == ',' && b.claimed[c.Name] {
			names = append(names, c.Name)
		}
	}
	if names != nil && b.file.Decimal == 0 {
		b.m.Notes = append(b.m.Notes, fmt.Sprintf("Numbers with a decimal comma: %s; --decimal says otherwise.",
			strings.Join(names, ", ")))
	}
}

// noteCurrencies notes prices without a currency among prices with another one than theirs: that of the command line or
// of the tenant, which is USD in a new one.
func (b *plain) noteCurrencies() {
	own := cmp.Or(b.file.Money, "USD")
	for _, f := range b.fields {
		if b.m.Says[f] != "amount" && b.taken[f] != "amount" && f != b.full || b.claimed["currency"] {
			continue
		}
		bare, codes := 0, map[string]bool{}
		for _, s := range b.file.Texts(f) {
			switch code := table.CurrencyOf(s, own); {
			case code == "" && table.Priced(s):
				bare++
			case code != "" && code != own:
				codes[code] = true
			}
		}
		if bare == 0 || len(codes) == 0 {
			continue
		}
		among := slices.Sorted(maps.Keys(codes))
		get := fmt.Sprintf("that of the tenant; --set currency=%s sets it", among[0])
		if b.file.Said {
			get = own
		}
		b.m.Notes = append(b.m.Notes, fmt.Sprintf("Prices without a currency: %d of %s, among prices in %s. They get %s.",
			bare, f, strings.Join(among, ", "), get))
	}
}

// earlierPrice matches the names of prices before a discount.
var earlierPrice = regexp.MustCompile(`(?:^|_)(?:initial|original|list|old|regular|full|base|was|retail|msrp|rrp)_`)

// notePrices names the fields that look like prices, if none is the price of a product.
func (b *plain) notePrices() {
	if b.t.Name != "product" || b.claimed["amount"] {
		return
	}
	price, before := "", ""
	for _, f := range b.fields {
		name := table.Snake(f)
		if !slices.Contains(strings.Split(name, "_"), "price") || b.m.Says[f] != "" || b.taken[f] != "" || b.object(f) ||
			b.why[f] != "" || len(b.file.values(f)) == 0 || !b.fits(f, "amount") {
			continue
		}
		switch earlier := earlierPrice.MatchString(name); {
		case !earlier && price == "":
			price = f
		case earlier && before == "":
			before = f
		}
	}
	if price == "" {
		price, before = before, ""
	}
	if price == "" {
		return
	}
	hint := fmt.Sprintf("No product gets a price. If %s is the price, add --map %q", price, price+"=amount")
	b.why[price] = fmt.Sprintf("it may be the price: --map %q", price+"=amount")
	if before != "" {
		hint += fmt.Sprintf("; if %s is the price before a discount, add --map %q", before, before+"=list_price")
		b.why[before] = fmt.Sprintf("it may be the price before a discount: --map %q", before+"=list_price")
	}
	b.m.Hints = append(b.m.Hints, hint+".")
}
