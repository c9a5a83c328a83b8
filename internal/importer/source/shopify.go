package source

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A shopReader reads the export of a Shopify shop. A product there has a row for each variant and each picture, and
// only the first row has its texts. The reader makes one record of the rows that follow one another with one Handle.
type shopReader struct {
	in     *csvReader
	ahead  *Record // the first row of the next product
	failed []Item  // rows inside the last product that cannot be read
	end    error   // what ended the file
}

// isShopify reports whether a header is that of Shopify.
func isShopify(columns []string) bool {
	for _, name := range []string{"Handle", "Title", "Variant Price", "Image Src"} {
		if !slices.Contains(columns, name) {
			return false
		}
	}
	return true
}

// joinShop makes one record of the rows of a product, if the table is the export of a shop.
func (s *Source) joinShop(table *csvReader) {
	if isShopify(table.columns) {
		s.in = &shopReader{in: table}
		s.Notes = append(s.Notes, shopNote)
		return
	}
	if names := wooNames(table.columns); names != nil {
		copy(table.columns, names)
		s.in = &wooReader{in: table}
		s.Notes = append(s.Notes, wooNote)
	}
}

// The fields that a record has besides those of the file.
const (
	shopVariants = "Variants" // a list of objects; empty if the product has no options
	shopOptions  = "Options"  // an object: for each option its values
)

const shopNote = "The file is an export of Shopify: rows with one Handle are one product. It has the lowest price of " +
	"its variants, and the sum of their stock, if all is counted."

func (s *shopReader) next() (Record, error) {
	if len(s.failed) > 0 {
		item := s.failed[0]
		s.failed = s.failed[1:]
		return item.Record, item.Err
	}
	first := s.ahead
	if s.ahead = nil; first == nil {
		if s.end != nil {
			return Record{}, s.end
		}
		r, err := s.in.next()
		if err != nil {
			return r, err
		}
		first = &r
	}
	rows, size, broken := []Record{*first}, len(first.Raw), false
	for handle := first.text("Handle"); handle != "" && len(s.failed) < MaxMany; {
		r, err := s.in.next()
		if why := RowError(""); errors.As(err, &why) {
			s.failed = append(s.failed, Item{r, err})
			broken = true
			continue
		}
		if err != nil {
			if s.end = err; !errors.Is(err, io.EOF) {
				return Record{}, err // the rest of the product is not known
			}
			break
		}
		if r.text("Handle") != handle {
			s.ahead = &r
			break
		}
		if size += len(r.Raw) + 1; size <= s.in.lines.max && len(rows) < MaxMany {
			rows = append(rows, r)
		} else if size = math.MaxInt / 2; len(rows) > 1 {
			rows = rows[:1]
		}
	}
	if size > s.in.lines.max {
		return *first, rowErrorf("the rows of the product are more than %d, or longer than %d bytes", MaxMany, s.in.lines.max)
	}
	if broken { // a product without one of its variants would replace one that has it
		return *first, rowErrorf("a row of the product cannot be read")
	}
	return product(rows), nil
}

// counts reports whether the shop counts the stock of a variant, and sells no more than it has.
func (r *Record) counts() bool {
	_, listed := own(r.Fields, "Variant Inventory Tracker")
	return (!listed || r.text("Variant Inventory Tracker") != "") && r.text("Variant Inventory Policy") != "continue"
}

// text returns the text of a field without white space around it.
func (r *Record) text(name string) string {
	v, _ := own(r.Fields, name)
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

// set gives a field a value, and adds the field if there is none.
func (r *Record) set(name string, v any) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			r.Fields[i].Value = v
			return
		}
	}
	r.Fields = append(r.Fields, Field{name, v})
}

// product makes one record of the rows of a product.
func product(rows []Record) Record {
	p := Record{Line: rows[0].Line, Raw: rows[0].Raw, Fields: slices.Clone(rows[0].Fields)}
	for _, r := range rows[1:] {
		p.Raw = append(append(slices.Clip(p.Raw), '\n'), r.Raw...)
	}
	p.set("Image Src", shopImages(rows))
	status, shown := cmp.Or(p.text("Status"), "active"), !strings.EqualFold(p.text("Published"), "false")
	if status == "active" && !shown {
		p.set("Status", "draft")
	} else {
		p.set("Status", status)
	}
	variants, options := []any{}, Object{}
	cheapest, least, stock, counted, unlimited := &p, math.Inf(1), 0, false, false
	for i := range rows {
		r := &rows[i]
		if r.text("Option1 Value") == "" && r.text("Variant SKU") == "" && r.text("Variant Price") == "" {
			continue // a picture
		}
		if price, err := strconv.ParseFloat(r.text("Variant Price"), 64); err == nil && price < least {
			cheapest, least = r, price
		}
		if !r.counts() {
			r.set("Variant Inventory Qty", "")
			unlimited = true
		}
		if n, err := strconv.Atoi(r.text("Variant Inventory Qty")); err == nil {
			counted = true
			stock += min(max(n, 0), math.MaxInt32)
		}
		v, properties := Object{}, []any{}
		for n := 1; n <= 3; n++ {
			name, value := p.text(fmt.Sprintf("Option%d Name", n)), r.text(fmt.Sprintf("Option%d Value", n))
			if value == "" || name == "Title" && value == "Default Title" {
				continue
			}
			name = cmp.Or(name, fmt.Sprintf("Option %d", n))
			properties = append(properties, Object{{"name", name}, {"value", value}})
			options = addOption(options, name, value)
		}
		for _, m := range [][2]string{
			{"sku", "Variant SKU"}, {"barcode", "Variant Barcode"}, {"amount", "Variant Price"},
			{"listPrice", "Variant Compare At Price"}, {"stock", "Variant Inventory Qty"}, {"image", "Variant Image"},
		} {
			if text := r.text(m[1]); text != "" {
				v = append(v, Field{m[0], shopValue(m[0], text)})
			}
		}
		if len(properties) > 0 {
			variants = append(variants, append(v, Field{"properties", properties}))
		}
	}
	for _, name := range []string{"Variant Price", "Variant Compare At Price"} {
		v, _ := own(cheapest.Fields, name)
		p.set(name, v)
	}
	if before, err := strconv.ParseFloat(p.text("Variant Compare At Price"), 64); err == nil && before <= least {
		p.set("Variant Compare At Price", nil) // the shop shows no discount either
	}
	switch {
	case unlimited:
		p.set("Variant Inventory Qty", "")
	case counted:
		p.set("Variant Inventory Qty", strconv.Itoa(min(stock, math.MaxInt32)))
	}
	p.set(shopVariants, variants)
	p.set(shopOptions, options)
	return p
}

// shopValue makes a number of a price or a stock. A text that is no number stays.
func shopValue(member, text string) any {
	switch member {
	case "amount", "listPrice", "stock":
		if json.Valid([]byte(text)) && text[0] != '"' {
			return json.Number(text)
		}
	}
	return text
}

// addOption adds a value to an option, once.
func addOption(o Object, name, value string) Object {
	for i := range o {
		if o[i].Name == name {
			if list, _ := o[i].Value.([]any); !slices.Contains(list, any(value)) {
				o[i].Value = append(list, value)
			}
			return o
		}
	}
	return append(o, Field{name, []any{value}})
}

// shopImages returns the pictures of a product, each once, in the order of their positions.
func shopImages(rows []Record) []any {
	type image struct {
		position int
		address  string
	}
	var found []image
	for _, r := range rows {
		address := r.text("Image Src")
		if address == "" || slices.ContainsFunc(found, func(i image) bool { return i.address == address }) {
			continue
		}
		position, err := strconv.Atoi(r.text("Image Position"))
		if err != nil {
			position = math.MaxInt
		}
		found = append(found, image{position, address})
	}
	slices.SortStableFunc(found, func(a, b image) int { return cmp.Compare(a.position, b.position) })
	list := make([]any, len(found))
	for i, f := range found {
		list[i] = f.address
	}
	return list
}
