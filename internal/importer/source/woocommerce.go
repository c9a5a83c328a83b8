package source

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A wooReader reads the export of a WooCommerce shop. A product with variations has a row, and so has each variation,
// anywhere in the file. The reader keeps the text of all rows and makes one record of each product.
type wooReader struct {
	in   *csvReader
	read bool
	rows []wooRow
	n    int // of the next row
}

// A wooRow is a row of the file: a product, or a row that cannot be imported. Variations are kept with their product.
type wooRow struct {
	row        Record // without its fields
	variations []Record
	err        error
}

// maxWoo is the limit of the rows in bytes, which are kept in memory.
const maxWoo = 128 << 20

// The fields that a record has besides those of the file. Variants and options are those of the export of Shopify.
const (
	wooPrice = "Price"
	wooList  = "List price"
)

const wooNote = "The file is an export of WooCommerce: a product and its variations are one product. It has the " +
	"lowest price of its variations, and the sum of their stock, if all is counted. Columns have their English names."

func (w *wooReader) next() (Record, error) {
	if !w.read {
		if err := w.load(); err != nil {
			return Record{}, err
		}
	}
	if w.n == len(w.rows) {
		return Record{}, io.EOF
	}
	one := &w.rows[w.n]
	w.n++
	if one.err != nil {
		return one.row, one.err
	}
	return w.product(one)
}

// load reads the file and gives each variation to its product.
func (w *wooReader) load() error {
	w.read = true
	products, variations, size := map[string]int{}, []Record{}, 0
	for {
		r, err := w.in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.As(err, new(RowError)) {
			return err // the variations of any product may be in the rest
		}
		if size += len(r.Raw); size > maxWoo {
			return fmt.Errorf("the rows are longer than %s; export the products of some categories at a time",
				formatBytes(maxWoo))
		}
		if err == nil && r.wooType() == "variation" {
			r.Fields = []Field{{"Parent", r.text("Parent")}}
			variations = append(variations, r)
			continue
		}
		for _, key := range []string{"id:" + r.text("ID"), r.text("SKU")} {
			if _, known := products[key]; !known && err == nil {
				products[key] = len(w.rows)
			}
		}
		w.rows = append(w.rows, wooRow{row: Record{Line: r.Line, Raw: r.Raw}, err: err})
	}
	for _, v := range variations {
		parent := v.text("Parent")
		at, known := products[parent]
		v.Fields = nil
		if !known || parent == "" {
			err := rowErrorf("a variation of the product %q, which is not in the file", Clip(parent, 60))
			w.rows = append(w.rows, wooRow{row: v, err: err})
			continue
		}
		w.rows[at].variations = append(w.rows[at].variations, v)
	}
	return nil
}

// wooType returns the type of a row: "simple" for one that is also virtual.
func (r *Record) wooType() string {
	kind, _, _ := strings.Cut(r.text("Type"), ",")
	return strings.ToLower(strings.TrimSpace(kind))
}

// product makes one record of a product and its variations.
func (w *wooReader) product(one *wooRow) (Record, error) {
	p, err := w.in.record(one.row)
	if err != nil {
		return p, err
	}
	size := len(p.Raw)
	for _, v := range one.variations {
		size += 1 + len(v.Raw)
	}
	if size > w.in.lines.max || len(one.variations) > MaxMany {
		return p, rowErrorf("the rows of the product are more than %d, or longer than %d bytes", MaxMany, w.in.lines.max)
	}
	variations := make([]Record, len(one.variations))
	for i, v := range one.variations {
		p.Raw = append(append(slices.Clip(p.Raw), '\n'), v.Raw...)
		if variations[i], err = w.in.record(v); err != nil {
			return p, rowErrorf("the variation in line %d: %v", v.Line, err)
		}
	}
	if p.text("ID") == "" && p.text("SKU") == "" {
		return p, rowErrorf("the product has neither an ID nor a SKU")
	}
	p.set("ID", cmp.Or(p.text("ID"), "sku:"+p.text("SKU")))
	shown := slices.DeleteFunc(slices.Clone(variations), func(v Record) bool { return v.wooStatus() == "DRAFT" })
	options := p.wooOptions(shown)
	variants := make([]any, len(shown))
	for i := range shown {
		variants[i] = shown[i].wooVariant(&p)
	}
	p.wooOffer(shown)
	p.set("Published", p.wooStatus())
	p.set(shopVariants, variants)
	p.set(shopOptions, options)
	return p, nil
}

// wooStatus returns the status of a product or variation. A word that it does not know is returned as it is.
func (r *Record) wooStatus() string {
	published := r.text("Published")
	switch strings.ToLower(published) {
	case "1", "true", "yes", "publish", "published":
	case "0", "-1", "false", "no", "draft", "private", "pending": // 0: for those who may read private products
		return "DRAFT"
	default:
		return published
	}
	switch {
	case r.text("Visibility in catalog") == "hidden":
		return "DRAFT"
	case r.text("In stock?") == "0":
		return "OUT_OF_STOCK"
	}
	return "PUBLISHED"
}

// wooOffer gives a product the price and the stock of its variations, or its own if it has none.
func (r *Record) wooOffer(variations []Record) {
	amount, list := r.wooPrices(time.Now())
	least := math.Inf(1)
	stock, counted := r.wooStock()
	shared := counted
	unlimited := false
	for i := range variations {
		v := &variations[i]
		a, l := v.wooPrices(time.Now())
		if n, ok := wooNumber(a); ok && n < least {
			amount, list, least = a, l, n
		}
		n, has := v.wooStock()
		stock += max(n, 0)
		counted = counted || has
		unlimited = unlimited || !has && !(shared && v.text("Stock") == "parent")
	}
	r.set(wooPrice, amount)
	r.set(wooList, list)
	if _, listed := own(r.Fields, "Stock"); !listed {
		return
	}
	if len(variations) > 0 && unlimited || !counted {
		r.set("Stock", nil)
		return
	}
	r.set("Stock", strconv.Itoa(min(stock, math.MaxInt32)))
}

// wooStock returns the stock of a row. ok is false if the shop does not count it, or sells more than it has.
func (r *Record) wooStock() (n int, ok bool) {
	f, ok := wooNumber(r.text("Stock"))
	if !ok || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return 0, false
	}
	switch strings.ToLower(r.text("Backorders allowed?")) {
	case "1", "yes", "notify":
		return 0, false
	}
	return int(f), true
}

// wooPrices returns the price of a row at a time, and its regular price if that is higher.
func (r *Record) wooPrices(now time.Time) (amount, list string) {
	regular, sale := r.text("Regular price"), r.text("Sale price")
	reduced, ok := wooNumber(sale)
	full, has := wooNumber(regular)
	today := now.UTC().Format(time.DateOnly)
	starts, ends := r.text("Date sale price starts"), r.text("Date sale price ends")
	early := len(starts) >= len(today) && starts[:len(today)] > today
	late := len(ends) >= len(today) && ends[:len(today)] < today
	if !ok || early || late || has && reduced >= full {
		return regular, ""
	}
	return sale, regular
}

// wooNumber reads a number, which may have a decimal comma.
func wooNumber(s string) (float64, bool) {
	if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// wooVariant makes a variant of a variation.
func (r *Record) wooVariant(p *Record) Object {
	amount, list := r.wooPrices(time.Now())
	stock := ""
	if n, ok := r.wooStock(); ok {
		stock = strconv.Itoa(n)
	}
	v, properties := Object{}, []any{}
	for n := 1; ; n++ {
		name, value, there := r.wooAttribute(n)
		if !there {
			break
		}
		if name = cmp.Or(name, p.text(fmt.Sprintf("Attribute %d name", n))); value != "" {
			properties = append(properties, Object{{"name", name}, {"value", value}})
		}
	}
	image, _, _ := strings.Cut(r.text("Images"), ",")
	for _, m := range [][2]string{
		{"sku", r.text("SKU")}, {"barcode", r.text("GTIN, UPC, EAN, or ISBN")}, {"amount", amount}, {"listPrice", list},
		{"stock", stock}, {"image", strings.TrimSpace(image)}, {"description", r.text("Description")},
	} {
		if m[1] == "" {
			continue
		}
		if f, ok := wooNumber(m[1]); ok && (m[0] == "amount" || m[0] == "listPrice") {
			m[1] = strconv.FormatFloat(f, 'f', -1, 64)
		}
		v = append(v, Field{m[0], shopValue(m[0], m[1])})
	}
	return append(v, Field{"properties", properties})
}

// wooAttribute returns the name and the values of the attribute with a number. there is false if the file has no such
// column.
func (r *Record) wooAttribute(n int) (name, values string, there bool) {
	_, there = own(r.Fields, fmt.Sprintf("Attribute %d name", n))
	return r.text(fmt.Sprintf("Attribute %d name", n)), r.text(fmt.Sprintf("Attribute %d value(s)", n)), there
}

// wooOptions returns the attributes that the shop shows, with their values: the visible ones and those in which the
// variations differ.
func (r *Record) wooOptions(variations []Record) Object {
	options := Object{}
	for n := 1; ; n++ {
		name, values, there := r.wooAttribute(n)
		if !there {
			return options
		}
		varies := slices.ContainsFunc(variations, func(v Record) bool {
			_, value, _ := v.wooAttribute(n)
			return value != ""
		})
		if name == "" || r.text(fmt.Sprintf("Attribute %d visible", n)) == "0" && !varies {
			continue
		}
		for _, value := range SplitList(values) {
			options = addOption(options, name, value)
		}
	}
}

// SplitList divides a text at its commas, or at bars if it has those. A comma after a backslash is part of a value.
func SplitList(s string) (all []string) {
	sign := ","
	if strings.Contains(s, "|") {
		sign = "|"
	}
	const comma = "\x00"
	for part := range strings.SplitSeq(strings.ReplaceAll(s, `\,`, comma), sign) {
		if part = strings.TrimSpace(strings.ReplaceAll(part, comma, ",")); part != "" {
			all = append(all, part)
		}
	}
	return all
}
