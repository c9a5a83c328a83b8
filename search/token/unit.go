package token

import "strings"

// units maps the spellings of units after a number to one of them.
var units = map[string]string{
	"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg",
	"g": "g", "gr": "g", "gm": "g", "gms": "g", "gram": "g", "grams": "g", "mg": "mg",
	"l": "l", "lt": "l", "ltr": "l", "litre": "l", "litres": "l", "liter": "l", "liters": "l",
	"ml": "ml", "cl": "cl", "millilitre": "ml", "milliliter": "ml", "mililitre": "ml",
	"m": "m", "mt": "m", "meter": "m", "meters": "m", "metre": "m", "metres": "m",
	"cm": "cm", "mm": "mm", "km": "km", "inch": "inch", "inches": "inch", "inc": "inch", "ft": "ft", "feet": "ft",
	"foot": "ft", "gb": "gb", "tb": "tb", "mb": "mb", "w": "w", "watt": "w", "watts": "w", "kw": "kw",
	"v": "v", "volt": "v", "volts": "v", "hz": "hz", "mhz": "mhz", "ghz": "ghz", "mah": "mah", "rpm": "rpm", "dpi": "dpi",
	"mp": "mp", "megapixel": "mp", "megapixels": "mp", "oz": "oz", "ounce": "oz", "ounces": "oz",
	"lb": "lb", "lbs": "lb", "pound": "lb", "pounds": "lb", "pcs": "pcs", "pc": "pcs", "adet": "pcs",
}

// HasDigit reports whether w contains a digit. Such words are numbers and model numbers.
func HasDigit(w string) bool {
	for i := range len(w) {
		if isDigit(w[i]) {
			return true
		}
	}
	return false
}

// number reports whether w consists of digits, or of digits with a point: 17.3.
func number(w string) bool { return w != "" && strings.Trim(w, "0123456789.") == "" }

// quantity splits a number with its unit, as 10kg. ok is false for any other word.
func quantity(w string) (digits, unit string, ok bool) {
	letters := strings.TrimLeft(w, "0123456789.")
	if letters == "" || len(letters) == len(w) {
		return "", "", false
	}
	unit, ok = units[letters]
	return w[:len(w)-len(letters)], unit, ok
}

// boundary returns the place where the letters and the digits of a model number meet, 0 if it is not one place: 3 of
// gtx1080.
func boundary(w string) int {
	at := 0
	for i := 1; i < len(w); i++ {
		a, b := isDigit(w[i-1]), isDigit(w[i])
		if a == b {
			continue
		}
		if at > 0 {
			return 0
		}
		at = i
	}
	return at
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
