package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// text converts a value to the text form that Postgres reads for this column. ok is false for no value: null, an empty
// cell, or a word such as "NA" where a number is wanted. The error is a sentence about the value, without the column's name.
func (c *Column) text(v any) (text string, ok bool, err error) {
	if v == nil {
		return "", false, nil
	}
	if strings.HasSuffix(c.Type, "[]") {
		return c.array(v)
	}
	switch c.Type {
	case "jsonb", "json":
		return c.json(v)
	case "boolean":
		return boolean(v)
	case "smallint", "integer", "bigint", "numeric", "real", "double precision":
		return c.number(v)
	case "timestamp with time zone", "timestamp without time zone", "date":
		return c.moment(v)
	}
	return c.string(v)
}

var errNUL = errors.New("holds a NUL character, which Postgres cannot keep")

func (c *Column) string(v any) (string, bool, error) {
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case json.Number:
		s = v.String()
	case bool:
		s = strconv.FormatBool(v)
	default:
		return "", false, fmt.Errorf("want text, got %s", describe(v))
	}
	if hasNUL(s) {
		return "", false, errNUL
	}
	if c.Type == "character" {
		if s = strings.ToUpper(strings.TrimSpace(s)); len(s) != 3 {
			return "", false, fmt.Errorf("want three letters such as USD, got %s", describe(v))
		}
	}
	if c.OneOf != nil && s != "" && !slices.Contains(c.OneOf, s) {
		i := slices.IndexFunc(c.OneOf, func(one string) bool { return strings.EqualFold(one, s) })
		if i < 0 {
			return "", false, fmt.Errorf("want one of %s, got %s", strings.Join(c.OneOf, ", "), describe(v))
		}
		s = c.OneOf[i]
	}
	if c.Longest > 0 && utf8.RuneCountInString(s) > c.Longest {
		return "", false, fmt.Errorf("is longer than %d characters", c.Longest)
	}
	if c.Slug && s != "" && !isSlug(s) {
		return "", false, fmt.Errorf("%s is no slug: want 1 to 200 characters without spaces, / \\ ? # %% or ;, and none of the words that a route needs", describe(v))
	}
	if strings.TrimSpace(s) == "" && (c.OneOf != nil || c.NotNull || c.Target != "") {
		return "", false, nil
	}
	return s, true, nil
}

func boolean(v any) (string, bool, error) {
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v), true, nil
	case json.Number:
		if v == "0" || v == "1" {
			return string(v), true, nil
		}
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true", "t", "yes", "y", "on", "1":
			return "true", true, nil
		case "false", "f", "no", "n", "off", "0":
			return "false", true, nil
		case "":
			return "", false, nil
		}
	}
	return "", false, fmt.Errorf("want true or false, got %s", describe(v))
}

// blank are the words that stand for "no number" in the tables of this world. In a text column they are text: NA is Namibia.
var blank = []string{"", "na", "n/a", "null", "none", "nil", "-", "--", "–", "—", "?", "unknown", "tbd"}

func (c *Column) number(v any) (string, bool, error) {
	var s string
	switch v := v.(type) {
	case json.Number:
		if s = v.String(); len(s) > 60 {
			return "", false, fmt.Errorf("%s is absurd", describe(v))
		}
	case string:
		if slices.Contains(blank, strings.ToLower(strings.TrimSpace(v))) {
			return "", false, nil
		}
		if s, _ = plainNumber(v); s == "" {
			return "", false, fmt.Errorf("want a number, got %s", describe(v))
		}
	default:
		return "", false, fmt.Errorf("want a number, got %s", describe(v))
	}
	if c.Type == "real" || c.Type == "double precision" {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsInf(f, 0) {
			return "", false, fmt.Errorf("%s is too large", describe(v))
		}
		return s, true, nil
	}
	if _, exp, has := strings.Cut(strings.ToLower(s), "e"); has { // 1e999999999 must not become a billion digits
		if n, err := strconv.Atoi(exp); err != nil || n > 40 || n < -400 {
			return "", false, fmt.Errorf("%s is absurd", describe(v))
		}
	}
	n, good := new(big.Rat).SetString(s)
	if !good {
		return "", false, fmt.Errorf("want a number, got %s", describe(v))
	}
	if c.Positive && n.Sign() < 0 {
		return "", false, fmt.Errorf("%s is negative", describe(v))
	}
	if c.Type == "numeric" {
		if c.Digits > 0 {
			s = n.FloatString(c.Scale) // rounded half away from zero, as Postgres rounds
		}
		if c.Digits > 0 {
			limit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.Digits-c.Scale)), nil))
			if rounded, _ := new(big.Rat).SetString(s); new(big.Rat).Abs(rounded).Cmp(limit) >= 0 {
				return "", false, fmt.Errorf("%s is absurd: at most %d digits stand before the point", describe(v), c.Digits-c.Scale)
			}
		}
		return s, true, nil
	}
	if !n.IsInt() {
		return "", false, fmt.Errorf("want a whole number, got %s", describe(v))
	}
	bits := map[string]int{"smallint": 16, "integer": 32, "bigint": 64}[c.Type]
	if _, err := strconv.ParseInt(n.Num().String(), 10, bits); err != nil {
		return "", false, fmt.Errorf("%s does not fit a %s", describe(v), c.Type)
	}
	return n.Num().String(), true, nil
}

// plainNumber reads a number as people and spreadsheets write it: "$1,299.00", "1.299,00 €", "EUR 12", "1 299". It
// returns it in plain digits, and the currency where one was named. It is empty where the text is no number.
func plainNumber(s string) (number, currency string) {
	s = strings.TrimSpace(s)
	sign := ""
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "−") {
		sign, s = "-", strings.TrimLeft(s, "-−")
	}
	for _, c := range currencies {
		rest, ok := strings.CutPrefix(s, c[0])
		if !ok {
			rest, ok = strings.CutSuffix(s, c[0])
		}
		if ok {
			s, currency = rest, c[1]
			break
		}
	}
	s = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "").Replace(s)
	if strings.HasPrefix(s, "-") && sign == "" { // "$-5"
		sign, s = "-", s[1:]
	}
	dot, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	switch {
	case dot >= 0 && comma > dot: // 1.299,00
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	case dot >= 0 && comma >= 0: // 1,299.00
		if !grouped(s[:dot], ",") {
			return "", ""
		}
		s = strings.ReplaceAll(s, ",", "")
	case comma >= 0 && grouped(s, ","): // 1,299
		s = strings.ReplaceAll(s, ",", "")
	case comma >= 0: // 12,5
		s = strings.Replace(s, ",", ".", 1)
	case strings.Count(s, ".") > 1 && grouped(s, "."): // 1.299.000
		s = strings.ReplaceAll(s, ".", "")
	}
	if strings.Trim(s, "0123456789.eE+-") != "" || len(s) > 60 {
		return "", ""
	}
	if _, err := strconv.ParseFloat(s, 64); err != nil && !strings.Contains(err.Error(), "range") {
		return "", ""
	}
	return sign + s, currency
}

// grouped reports whether a text is digits in groups of three: 1,299,000.
func grouped(s, by string) bool {
	for i, part := range strings.Split(s, by) {
		if strings.Trim(part, "0123456789") != "" || len(part) > 3 || len(part) == 0 || i > 0 && len(part) != 3 {
			return false
		}
	}
	return true
}

// currencies are the marks that stand before or after a price, longer ones first, and the currency each names.
var currencies = [][2]string{
	{"US$", "USD"}, {"USD", "USD"}, {"EUR", "EUR"}, {"GBP", "GBP"}, {"TRY", "TRY"}, {"JPY", "JPY"}, {"TL", "TRY"},
	{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}, {"₺", "TRY"}, {"¥", "JPY"},
}

// moments are the forms of a date and time that leave no doubt which day is meant. Without a zone it is UTC.
var moments = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
	"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05.999999999",
	"2006-01-02 15:04", "2006-01-02", "2006-1-2", time.RFC1123Z, time.RFC1123, "January 2, 2006", "2 January 2006", "2 Jan 2006",
}

func (c *Column) moment(v any) (string, bool, error) {
	s, isText := v.(string)
	s = strings.TrimSpace(s)
	if isText && s == "" {
		return "", false, nil
	}
	for _, layout := range moments {
		if !isText {
			break
		}
		at, err := time.Parse(layout, s)
		if err != nil || at.Year() < 1 || at.Year() > 9999 {
			continue
		}
		if c.Type == "date" {
			return at.Format("2006-01-02"), true, nil
		}
		return at.UTC().Format("2006-01-02 15:04:05.999999+00"), true, nil
	}
	return "", false, fmt.Errorf("want a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got %s", describe(v))
}

func (c *Column) json(v any) (string, bool, error) {
	v = parsed(v)
	if _, isList := v.([]any); !isList && strings.HasPrefix(c.Default, "'[]'") {
		v = []any{v} // one image where a list of images is kept
	}
	if hasNUL(v) {
		return "", false, errNUL
	}
	return string(writeJSON(nil, v, false)), true, nil
}

// parsed is the list or object that a text holds, as a CSV cell may; anything else is itself.
func parsed(v any) any {
	s, _ := v.(string)
	if s = strings.TrimSpace(s); s == "" || s[0] != '[' && s[0] != '{' {
		return v
	}
	if fields, err := parseJSON([]byte(`{"v":` + s + `}`)); err == nil && len(fields) == 1 {
		return fields[0].Value
	}
	return v
}

func hasNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.IndexByte(v, 0) >= 0
	case []any:
		return slices.ContainsFunc(v, hasNUL)
	case Object:
		return slices.ContainsFunc(v, func(f Field) bool { return hasNUL(f.Name) || hasNUL(f.Value) })
	}
	return false
}

func (c *Column) array(v any) (string, bool, error) {
	element := Column{Name: c.Name, Type: strings.TrimSuffix(c.Type, "[]")}
	list, ok := parsed(v).([]any)
	if s, isText := v.(string); isText && !ok {
		ok = true
		for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ';' || r == '|' }) {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
	}
	if !ok {
		list = []any{v}
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, e := range list {
		text, ok, err := element.text(e)
		if err != nil {
			return "", false, fmt.Errorf("its element %d: %w", i+1, err)
		}
		if !ok {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteByte('"')
		b.WriteString(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text))
		b.WriteByte('"')
	}
	b.WriteByte('}')
	return b.String(), true, nil
}

// textOf converts a constant.
func (c *Column) textOf(s string) (string, error) {
	text, ok, err := c.text(s)
	if err == nil && !ok {
		err = errors.New("is empty")
	}
	return text, err
}
