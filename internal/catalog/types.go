package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Money is a JSON number with at most two decimals.
//
// It keeps the digits of Postgres and is never converted to a float.
type Money string

// Scan reads a number as text. NaN and infinity are no amounts.
func (m *Money) Scan(src any) error {
	text, ok := src.(string)
	if !ok || !decimal.MatchString(text) {
		return fmt.Errorf("%.40v is no amount", src)
	}
	*m = Money(text)
	return nil
}

var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// MarshalJSON writes the amount without trailing zeros after the point.
func (m Money) MarshalJSON() ([]byte, error) {
	s := string(m)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "" {
		return []byte("null"), nil
	}
	return []byte(s), nil
}

// UnmarshalJSON keeps the number's own digits.
func (m *Money) UnmarshalJSON(data []byte) error {
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil {
		return err
	}
	*m = Money(n)
	return nil
}

// Time is an instant, written in UTC with milliseconds and Z.
type Time struct{ time.Time }

// timeLayout is ISO 8601 with milliseconds, in UTC.
const timeLayout = "2006-01-02T15:04:05.000Z"

// MarshalJSON writes the instant in UTC.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.UTC().Format(timeLayout) + `"`), nil
}

// Scan reads a timestamptz. ISO 8601 has no infinite times, and only the years 1 to 9999 have four digits.
func (t *Time) Scan(src any) error {
	v, ok := src.(time.Time)
	if !ok {
		return fmt.Errorf("%.40v is no time that can be shown", src)
	}
	if year := v.UTC().Year(); year < 1 || year > 9999 {
		return fmt.Errorf("the year %d cannot be shown", year)
	}
	t.Time = v
	return nil
}

// UnmarshalJSON reads a time as Postgres writes it in JSON.
func (t *Time) UnmarshalJSON(data []byte) error {
	var v time.Time
	if err := v.UnmarshalJSON(data); err != nil || string(data) == "null" {
		return fmt.Errorf("%.40s is no time that can be shown", data)
	}
	return t.Scan(v)
}

// Items is an array whose items are defined by the tenant's editors.
//
// It is JSON, passed through as it is stored.
type Items json.RawMessage

// MarshalJSON writes the array as it is.
func (r Items) MarshalJSON() ([]byte, error) { return json.RawMessage(r).MarshalJSON() }

// UnmarshalJSON keeps the array as it is.
func (r *Items) UnmarshalJSON(data []byte) error { return (*json.RawMessage)(r).UnmarshalJSON(data) }

// Object is an object whose members are defined by the tenant's editors.
//
// It is JSON, passed through as it is stored.
type Object json.RawMessage

// MarshalJSON writes the object as it is.
func (r Object) MarshalJSON() ([]byte, error) { return json.RawMessage(r).MarshalJSON() }

// UnmarshalJSON keeps the object as it is.
func (r *Object) UnmarshalJSON(data []byte) error { return (*json.RawMessage)(r).UnmarshalJSON(data) }

// A Ref refers to another record.
type Ref struct {
	Value string `json:"value"` // its id
	Label string `json:"label"` // its name
}

// A Link is the short form of another record.
type Link struct {
	ID          string `json:"id,omitempty"`
	Name        string `json:"name,omitempty"`
	Slug        string `json:"slug,omitempty"`
	Description HTML   `json:"description,omitempty"`
	Image       string `json:"image,omitempty"`
}

// A Point is a position on the map.
type Point struct {
	Lat     float64 `json:"lat"`
	Lng     float64 `json:"lng"`
	Address string  `json:"address"`
}

// Marshal writes v as JSON without escaping <, > and &. Answers are JSON, not HTML, so escaping would only make them
// longer.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
