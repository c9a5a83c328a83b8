package token

import "strings"

// connectors separate a head noun from what describes it: in "bag for laptops", bag is the head.
var connectors = map[string]bool{"for": true, "with": true, "w": true, "from": true, "by": true, "in": true, "on": true,
	"to": true, "of": true, "icin": true, "ile": true, "and": true, "ve": true, "without": true}

// afterThem are the connectors after which no word is a head.
var afterThem = map[string]bool{"for": true, "with": true, "icin": true, "without": true}

// stops are words of a text that a row need not have. They are folded. Both languages count in every text: none of
// these words has a meaning of its own in the other language that a shopper searches for.
var stops = map[string]bool{"a": true, "an": true, "and": true, "the": true, "of": true, "for": true, "in": true,
	"with": true, "to": true, "by": true, "or": true, "on": true, "at": true, "from": true,
	"ve": true, "ile": true, "icin": true, "bir": true, "veya": true}

// units maps the spellings of units after a number to one of them.
var units = map[string]string{
	"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg",
	"g": "g", "gr": "g", "gm": "g", "gms": "g", "gram": "g", "grams": "g", "mg": "mg",
	"l": "l", "lt": "l", "ltr": "l", "litre": "l", "litres": "l", "liter": "l", "liters": "l",
	"ml": "ml", "cl": "cl", "millilitre": "ml", "milliliter": "ml",
	"m": "m", "mt": "m", "meter": "m", "meters": "m", "metre": "m", "metres": "m",
	"cm": "cm", "mm": "mm", "inch": "inch", "inches": "inch", "inc": "inch", "ft": "ft", "feet": "ft",
	"gb": "gb", "tb": "tb", "mb": "mb", "w": "w", "watt": "w", "watts": "w", "v": "v", "volt": "v", "volts": "v",
	"hz": "hz", "mhz": "mhz", "ghz": "ghz", "mah": "mah", "rpm": "rpm", "dpi": "dpi", "mp": "mp",
	"oz": "oz", "lb": "lb", "lbs": "lb", "pcs": "pcs", "pc": "pcs",
}

// Singular returns an English plural as its singular, and every other word as it is. It also changes words that only
// look like plurals, which does no harm, because texts and rows are changed alike.
func Singular(w string) string {
	n := len(w)
	if n < 4 || w[n-1] != 's' {
		return w
	}
	switch w[n-2] {
	case 's', 'u', 'i':
		return w
	}
	if n > 4 && strings.HasSuffix(w, "ies") {
		return w[:n-3] + "y"
	}
	w = w[:n-1]
	for _, end := range []string{"xe", "che", "she", "sse", "zze"} {
		if strings.HasSuffix(w, end) {
			return w[:n-2]
		}
	}
	return w
}

// HasDigit reports whether w contains a digit. Such words are numbers and model numbers.
func HasDigit(w string) bool { return strings.ContainsAny(w, "0123456789") }

// number reports whether w consists of digits.
func number(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// quantity splits a number with its unit, as 10kg. ok is false for any other word.
func quantity(w string) (digits, unit string, ok bool) {
	letters := strings.TrimLeft(w, "0123456789")
	if letters == "" || len(letters) == len(w) {
		return "", "", false
	}
	unit, ok = units[letters]
	return w[:len(w)-len(letters)], unit, ok
}

// Stop reports whether w is a word such as "the", which a row need not have. w must be folded.
func Stop(w string) bool { return stops[w] }

// Ends reports whether w ends the part of a text that can have a head noun, as "for" in "bag for laptops".
func Ends(w string) bool { return afterThem[w] }
