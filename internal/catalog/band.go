package catalog

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A list by price changes when a price passes where the list stands: its first row, its last, a bound. Most prices that are edited pass
// nothing of it. So a column that a resource declares as Graded has a ladder: every value stands on a rung, a greater one never on a lower.
// An answer carries the rungs it stands at in place of the column's tag (Stand), an edit fires all rungs from the old value to the new (Span).
//
// A tag of a rung is the column's tag with the rung before it, ^12:product/category=bags|amount. What an edit fires is written as one tag,
// ^12-87:product/category=bags|amount, and taken apart by who applies it (cache/rung.go). No other tag begins like that: they begin with a kind.

// A Ordering is the order in which values stand. Rows without a value come last whichever way they are sorted, so there are two: on the way up
// they stand above all values, on the way down, which is the same ladder read from its upper end, below all.
type Ordering byte

// The two ladders, by the sign that begins their tags.
const (
	Up   Ordering = '^'
	Down Ordering = '~'
)

// A rung is a sixteenth of an octave, 3 to 6 % wide, and never less than a cent. 2^40 cents are more than numeric(12,2) holds.
const (
	bandBits = 4 // 2^rungBits rungs an octave
	centBits = 40
	topBand  = (centBits - bandBits + 1) << bandBits
	noBand   = topBand + 1 // of no value on the way up; on the way down it is 0 and all others are one higher
)

// band finds where a value in decimal stands; "" is no value. It reports false for what is no decimal number.
func (l Ordering) band(value string) (int, bool) {
	if value == "" {
		if l == Down {
			return 0, true
		}
		return noBand, true
	}
	n, ok := cents(value)
	if !ok {
		return 0, false
	}
	r := topBand
	if n>>centBits == 0 {
		octave := max(bits.Len64(n)-bandBits-1, 0)
		r = octave<<bandBits + int(n>>octave) //nolint:gosec // below 2^(rungBits+1)
	}
	if l == Down {
		r++
	}
	return r, true
}

// cents is how many whole cents there are in a decimal number, none in a negative one, and at least 2^centBits in all that are too large to
// tell. Digits after the second are cut off, which leaves the order as it was. Postgres sorts NaN above all numbers.
func cents(value string) (uint64, bool) {
	switch value {
	case "NaN", "Infinity", "+Inf":
		return 1 << centBits, true
	case "-Infinity", "-Inf":
		return 0, true
	}
	digits, below := strings.CutPrefix(value, "-")
	whole, part, _ := strings.Cut(digits, ".")
	if whole == "" && part == "" {
		return 0, false
	}
	var n uint64
	add := func(c byte) bool {
		if n>>centBits == 0 {
			n = 10*n + uint64(c-'0')
		}
		return c >= '0' && c <= '9'
	}
	for i := range len(whole) {
		if !add(whole[i]) {
			return 0, false
		}
	}
	for i := range max(2, len(part)) {
		switch {
		case i >= len(part):
			add('0')
		case i < 2 && !add(part[i]) || part[i] < '0' || part[i] > '9':
			return 0, false
		}
	}
	if below {
		return 0, true
	}
	return n, true
}

// A Span is all that lies between two values of a graded column, on both ladders.
type Span struct{ up, down [2]int }

// SpanOf is the span of an edit, from one value to another; "" is no value. A value that is not known is passed as something that is no number,
// such as Unknown: the span is then the whole ladder.
func SpanOf(from, to string) Span {
	between := func(l Ordering) [2]int {
		a, known := l.band(from)
		b, ok := l.band(to)
		if !known || !ok {
			return [2]int{0, noBand}
		}
		return [2]int{min(a, b), max(a, b)}
	}
	return Span{between(Up), between(Down)}
}

// Unknown is a value that nobody told.
const Unknown = "?"

// Tags appends what the edit fires besides a tag of its column: one tag a ladder.
func (s Span) Tags(dst []string, tag string) []string {
	return append(dst, spanTag(Up, s.up, tag), spanTag(Down, s.down, tag))
}

func spanTag(l Ordering, between [2]int, tag string) string {
	if between[0] == between[1] {
		return string(l) + strconv.Itoa(between[0]) + ":" + tag
	}
	return string(l) + strconv.Itoa(between[0]) + "-" + strconv.Itoa(between[1]) + ":" + tag
}

// Banded reports whether a tag is of rungs.
func Banded(tag string) bool { return tag != "" && (tag[0] == byte(Up) || tag[0] == byte(Down)) }

// Unbanded is a tag of rungs without them, the column's own, which every edit of the column fires as well. Other tags it returns as they are.
func Unbanded(tag string) string {
	if Banded(tag) {
		return tag[strings.IndexByte(tag, ':')+1:]
	}
	return tag
}

// CountBands is how many rungs a tag that a Span has written stands for; 0 for other tags.
func CountBands(tag string) int {
	if between, ok := spanned(tag); ok {
		return between[1] - between[0] + 1
	}
	return 0
}

// spanned reads the rungs of a tag of a Span.
func spanned(tag string) (between [2]int, ok bool) {
	if !Banded(tag) {
		return between, false
	}
	span, _, _ := strings.Cut(tag[1:], ":")
	least, most, more := strings.Cut(span, "-")
	if !more {
		most = least
	}
	var errs [2]error
	between[0], errs[0] = strconv.Atoi(least)
	between[1], errs[1] = strconv.Atoi(most)
	return between, errs == [2]error{}
}

// MergeSpans says the spans among tags in fewer: all of one column, and one part, become one that reaches from the lowest rung to the highest.
func MergeSpans(tags []string) []string {
	type column struct {
		ladder byte
		tag    string
	}
	all := map[column][2]int{}
	out := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool {
		between, ok := spanned(tag)
		if !ok {
			return false
		}
		c := column{tag[0], Unbanded(tag)}
		if was, known := all[c]; known {
			between = [2]int{min(was[0], between[0]), max(was[1], between[1])}
		}
		all[c] = between
		return true
	})
	for c, between := range all {
		out = append(out, spanTag(Ordering(c.ladder), between, c.tag))
	}
	return out
}
