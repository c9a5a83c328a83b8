package query

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// canonical reads the values of a filter into their one form: the form that is searched for, and that the cache key
// holds.
func canonical(f *catalog.Filter, got []string) ([]string, error) {
	switch f.Type {
	case catalog.Text:
		s, err := oneText(f.Name, got)
		if s == "" {
			return nil, err
		}
		return []string{s}, err
	case catalog.Letter:
		s, err := oneText(f.Name, got)
		if err != nil || s == "" {
			return nil, err
		}
		if r := []rune(s); len(r) != 1 || !unicode.IsLetter(r[0]) && !unicode.IsDigit(r[0]) {
			return nil, api.Invalid(f.Name, s, "one letter")
		}
		return []string{s}, nil
	case catalog.Number, catalog.Integer:
		if len(got) > 1 {
			return nil, api.Conflict(f.Name, f.Name+" may be given once")
		}
		s, ok := number(strings.TrimSpace(got[0]), f.Type == catalog.Integer)
		if !ok || f.Type == catalog.Number && s[0] == '-' {
			accepted := "a number that is not negative, such as 19.90"
			if f.Type == catalog.Integer {
				accepted = "a whole number such as 2024"
			}
			return nil, api.Invalid(f.Name, got[0], accepted)
		}
		return []string{s}, nil
	case catalog.Texts, catalog.IDs:
		return several(f, got)
	case catalog.Pairs:
		return pairs(f, got)
	case catalog.Box:
		return box(f, got)
	default:
		return nil, api.Errorf(500, api.Internal, "filter %s has no type", f.Name)
	}
}

// oneText reads a text into its tidy form.
func oneText(name string, got []string) (string, error) {
	if len(got) > 1 {
		return "", api.Conflict(name, name+" may be given once")
	}
	s := filter.Tidy(got[0])
	if utf8.RuneCountInString(s) > maxText {
		return "", api.Invalid(name, got[0], "at most "+strconv.Itoa(maxText)+" characters")
	}
	return s, nil
}

// several reads an array: repeated, comma-separated or name[]. The result is sorted, without duplicates.
func several(f *catalog.Filter, got []string) ([]string, error) {
	var out []string
	for _, g := range got {
		for part := range strings.SplitSeq(g, ",") {
			part = filter.Tidy(part)
			if part == "" {
				continue
			}
			if f.Type == catalog.IDs && !isObjectID(part) {
				return nil, api.Invalid(f.Name, part, "ids of 24 lower-case hex digits")
			}
			if utf8.RuneCountInString(part) > maxText {
				return nil, api.Invalid(f.Name, part, "values of at most "+strconv.Itoa(maxText)+" characters")
			}
			out = append(out, part)
		}
	}
	return unique(f, out)
}

// pairs reads name:value filters. A value may hold commas and colons; the name ends at the first colon without a
// backslash before it.
func pairs(f *catalog.Filter, got []string) ([]string, error) {
	var out []string
	for _, g := range got {
		name, val, ok := catalog.CutPair(g)
		name, val = filter.Tidy(name), filter.Tidy(val)
		long := utf8.RuneCountInString(name) > maxPairName || utf8.RuneCountInString(val) > maxPairText
		if !ok || name == "" || val == "" || long {
			return nil, api.Invalid(f.Name, g, "name:value, such as color:red")
		}
		out = append(out, catalog.PairName(name)+":"+val)
	}
	return unique(f, out)
}

// box reads minLng,minLat,maxLng,maxLat.
func box(f *catalog.Filter, got []string) ([]string, error) {
	const accepted = "minLng,minLat,maxLng,maxLat, such as 28.5,40.8,29.4,41.3"
	if len(got) > 1 {
		return nil, api.Conflict(f.Name, f.Name+" may be given once")
	}
	parts := strings.Split(got[0], ",")
	if len(parts) != 4 {
		return nil, api.Invalid(f.Name, got[0], accepted)
	}
	var edge [4]float64
	for i := range parts {
		s, ok := number(strings.TrimSpace(parts[i]), false)
		if !ok {
			return nil, api.Invalid(f.Name, got[0], accepted)
		}
		parts[i] = s
		edge[i], _ = strconv.ParseFloat(s, 64) // number made sure that it is one
	}
	lng := edge[0] >= -180 && edge[0] <= 180 && edge[2] >= -180 && edge[2] <= 180
	lat := edge[1] >= -90 && edge[3] <= 90 && edge[1] <= edge[3]
	if !lng || !lat {
		return nil, api.Invalid(f.Name, got[0], accepted)
	}
	return []string{strings.Join(parts, ",")}, nil
}

// unique sorts the values of an array and drops duplicates, if there are not too many.
func unique(f *catalog.Filter, all []string) ([]string, error) {
	if len(all) > catalog.MaxIDs {
		accepted := "at most " + strconv.Itoa(catalog.MaxIDs) + " values"
		return nil, api.Invalid(f.Name, strconv.Itoa(len(all))+" values", accepted)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// number reads a plain decimal number into its shortest form. It refuses exponents, infinities and numbers of more than
// maxNumber characters.
func number(s string, integer bool) (string, bool) {
	if s == "" || len(s) > maxNumber {
		return "", false
	}
	digits := 0
	for i, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '.' && !integer && strings.IndexByte(s, '.') == i:
		case c == '-' && i == 0:
		default:
			return "", false
		}
	}
	if digits == 0 {
		return "", false
	}
	out, negative := strings.CutPrefix(s, "-")
	out = strings.TrimLeft(out, "0")
	if strings.IndexByte(out, '.') >= 0 { // every other digit stays: a rounded bound is another bound
		out = strings.TrimRight(strings.TrimRight(out, "0"), ".")
	}
	if out == "" || out[0] == '.' {
		out = "0" + out
	}
	if negative && out != "0" {
		out = "-" + out
	}
	if integer {
		_, err := strconv.ParseInt(out, 10, 32)
		return out, err == nil
	}
	return out, len(out) <= maxNumber // .5 becomes 0.5, which may be too long to be read again
}

func isObjectID(s string) bool {
	if len(s) != 24 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
