package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/filter"
	"vitrine/internal/importer/source"
)

// Text converts a value to the text form that Postgres reads for this column. ok is false for no value: null, an empty
// cell, or a word such as "NA" in a column of numbers. The error describes the value and does not name the column.
// With an error, ok is true if the text has the other items of a list.
func (c *Column) Text(v any) (text string, ok bool, err error) {
	if v == nil {
		return "", false, nil
	}
	if strings.HasSuffix(c.Type, "[]") {
		return c.array(v)
	}
	if c.IsNumber() {
		return c.number(v)
	}
	switch c.Type {
	case "jsonb", "json":
		return c.json(v)
	case "boolean":
		return ParseBool(v)
	case "timestamp with time zone", "timestamp without time zone", "date":
		return c.time(v)
	}
	return c.plain(v)
}

// ErrNUL is the error for a text that Postgres cannot store.
var ErrNUL = errors.New("contains a NUL character, which Postgres cannot store")

func (c *Column) plain(v any) (string, bool, error) {
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case json.Number:
		s = v.String()
	case bool:
		s = strconv.FormatBool(v)
	default:
		return "", false, fmt.Errorf("expected text, got %s", source.Describe(v))
	}
	if source.HasNUL(s) {
		return "", false, ErrNUL
	}
	if c.Trimmed() {
		s = strings.TrimSpace(s)
	}
	switch {
	case c.Tidy:
		s = filter.Tidy(s)
	case c.Slug:
		s = norm.NFC.String(s)
	}
	if !c.NotNull && slices.Contains(blankText, s) {
		return "", false, nil
	}
	if c.Type == "character" {
		if s = strings.ToUpper(strings.TrimSpace(s)); len(s) != 3 {
			return "", false, fmt.Errorf("expected three letters such as USD, got %s", source.Describe(v))
		}
	}
	if c.OneOf != nil && s != "" && !slices.Contains(c.OneOf, s) {
		word := s
		if usual := statusWords[strings.ToLower(s)]; c.Name == "status" && slices.Contains(c.OneOf, usual) {
			word = usual
		}
		i := slices.IndexFunc(c.OneOf, func(one string) bool { return strings.EqualFold(one, word) })
		if i < 0 {
			return "", false, fmt.Errorf("expected one of %s, got %s", strings.Join(c.OneOf, ", "), source.Describe(v))
		}
		s = c.OneOf[i]
	}
	if c.Longest > 0 && utf8.RuneCountInString(s) > c.Longest {
		return "", false, fmt.Errorf("is longer than %d characters", c.Longest)
	}
	if c.Slug && s != "" && !IsSlug(s) {
		return "", false, fmt.Errorf("%s is not a slug: expected 1 to 200 characters without spaces or / \\ ? # %% ;, "+
			"and no word that a route uses", source.Describe(v))
	}
	if strings.TrimSpace(s) == "" && (c.OneOf != nil || c.NotNull || c.Target != "") {
		return "", false, nil
	}
	return s, true, nil
}

// statusWords are the words of other programs for a status.
var statusWords = map[string]string{
	"publish": "PUBLISHED", "active": "PUBLISHED", "enabled": "PUBLISHED", "visible": "PUBLISHED",
	"aktif": "PUBLISHED", "yayında": "PUBLISHED", "inactive": "DRAFT", "disabled": "DRAFT", "hidden": "DRAFT",
	"private": "DRAFT", "pending": "DRAFT", "unpublished": "DRAFT", "pasif": "DRAFT", "taslak": "DRAFT",
	"outofstock": "OUT_OF_STOCK", "out of stock": "OUT_OF_STOCK", "sold out": "SOLD_OUT", "canceled": "CANCELLED",
}

// ParseBool converts a truth value to "true", "false", "1" or "0". ok is false for an empty text.
func ParseBool(v any) (string, bool, error) {
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
		}
		if IsBlank(v) {
			return "", false, nil
		}
	}
	return "", false, fmt.Errorf("expected true or false, got %s", source.Describe(v))
}

// The unambiguous forms of a day and of a time. Between dots, the day comes first. Without a zone the time is UTC.
var (
	dayLayouts  = []string{"2006-01-02", "2006-1-2", "2.1.2006", "January 2, 2006", "2 January 2006", "2 Jan 2006"}
	timeLayouts = []string{
		time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
		"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05.999999999",
		"2006-01-02 15:04", "2.1.2006 15:04", "2.1.2006, 15:04", "2.1.2006 15:04:05", time.RFC1123Z, time.RFC1123,
	}
)

// time reads a day or a time. A day without a time in a column of ends is the last second of that day.
func (c *Column) time(v any) (string, bool, error) {
	s, isText := v.(string)
	s = strings.TrimSpace(s)
	if isText && IsBlank(s) {
		return "", false, nil
	}
	at, isDay := c.parse(dayLayouts, s)
	ok := isDay
	if !isDay {
		at, ok = c.parse(timeLayouts, s)
	}
	switch {
	case !isText || !ok:
		return "", false, fmt.Errorf("expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got %s",
			source.Describe(v))
	case c.Type == "date":
		return at.Format("2006-01-02"), true, nil
	case isDay && c.IsEnd():
		at = at.AddDate(0, 0, 1).Add(-time.Second)
	}
	return at.UTC().Format("2006-01-02 15:04:05.999999+00"), true, nil
}

// IsEnd reports whether the column holds the end of a period.
func (c *Column) IsEnd() bool { return c.Name == "ends_at" }

// parse reads a time in the first layout that fits.
func (c *Column) parse(layouts []string, s string) (time.Time, bool) {
	for _, layout := range layouts {
		at, err := time.ParseInLocation(layout, s, cmp.Or(c.Zone, time.UTC))
		if err == nil && 1 <= at.Year() && at.Year() <= 9999 {
			return at, true
		}
	}
	return time.Time{}, false
}

// IsDay reports whether a text is a day without a time.
func IsDay(s string) bool {
	_, ok := new(Column).parse(dayLayouts, strings.TrimSpace(s))
	return ok
}

// LacksZone reports whether a text is a time of day without a zone.
func LacksZone(s string) bool { return clock.MatchString(s) && !zone.MatchString(s) }

var (
	clock = regexp.MustCompile(`\d{1,2}:\d{2}`)
	zone  = regexp.MustCompile(`(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{3,4})\s*$`)
)

func (c *Column) json(v any) (string, bool, error) {
	v = source.Embedded(v)
	if _, isList := v.([]any); !isList && c.EmptyList() == "[]" {
		v = []any{v} // one image for a column that holds a list
	}
	if source.HasNUL(v) {
		return "", false, ErrNUL
	}
	return string(source.AppendJSON(nil, v, false)), true, nil
}

func (c *Column) array(v any) (string, bool, error) {
	element := Column{Name: c.Name, Type: strings.TrimSuffix(c.Type, "[]")}
	list, ok := source.Embedded(v).([]any)
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
	var bad error
	b.WriteByte('{')
	for i, e := range list {
		text, ok, err := element.Text(e)
		if err != nil && bad == nil {
			bad = fmt.Errorf("element %d: %w", i+1, err)
		}
		if err != nil || !ok || strings.TrimSpace(text) == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteByte('"')
		b.WriteString(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text))
		b.WriteByte('"')
	}
	good := b.Len() > 1
	b.WriteByte('}')
	if bad != nil && !good {
		return "", false, bad
	}
	return b.String(), true, bad
}

// Constant converts a value that must not be empty.
func (c *Column) Constant(s string) (string, error) {
	text, ok, err := c.Text(s)
	if err == nil && !ok {
		err = errors.New("is empty")
	}
	return text, err
}
