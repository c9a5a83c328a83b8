package algolia

import (
	"strings"

	"vitrine/gateway/widget"
)

// filterOf reads all filters of a search, which must all hold.
func filterOf(x *widget.Index, p params) (f widget.Filter, err error) {
	var parts []widget.Filter
	text, err := p.text("filters")
	if err == nil {
		f, err = x.ParseFilter(text)
	}
	if err != nil {
		return f, err
	}
	parts = append(parts, f.Parts()...)
	for _, in := range []struct {
		name string
		read func(*widget.Index, string) (widget.Filter, error)
	}{
		{"facetFilters", facetFilter}, {"numericFilters", numericFilter},
	} {
		more, err := nested(x, in.name, p[in.name], in.read)
		if err != nil {
			return f, err
		}
		parts = append(parts, more...)
	}
	more, err := places(p)
	if err != nil {
		return f, err
	}
	if parts = append(parts, more...); len(parts) == 0 {
		return widget.Filter{}, nil
	}
	f = widget.NewAll(parts...)
	return f, x.CheckFilter(f)
}

// nested reads a list of filters that must all hold. An inner list holds if any of its filters does.
func nested(x *widget.Index, name string, v any, read func(*widget.Index, string) (widget.Filter, error)) (
	parts []widget.Filter, err error,
) {
	if s, ok := v.(string); ok {
		if v, err = unfold(name, s); err != nil {
			return nil, err
		}
	}
	if v == nil {
		return nil, nil
	}
	outer, ok := v.([]any)
	if !ok {
		return nil, invalid(name, "a list of filters")
	}
	n := 0
	one := func(v any) (f widget.Filter, err error) {
		s, ok := v.(string)
		if n++; !ok || n > widget.MaxHits {
			return f, invalid(name, "a list of at most 1000 texts, or of lists of texts")
		}
		return read(x, s)
	}
	for _, item := range outer {
		inner, isList := item.([]any)
		if !isList {
			inner = []any{item}
		}
		var any []widget.Filter
		for _, v := range inner {
			f, err := one(v)
			if err != nil {
				return nil, err
			}
			any = append(any, f)
		}
		if len(any) > 0 {
			parts = append(parts, widget.NewAny(any...))
		}
	}
	return parts, nil
}

// unfold reads filters in a text: JSON, or separated by commas with the alternatives in parentheses.
func unfold(name, s string) (v any, err error) {
	if s = strings.TrimSpace(s); s == "" {
		return nil, nil
	}
	if s[0] == '[' {
		if err := decode(s, &v); err != nil {
			return nil, invalid(name, "a list in JSON")
		}
		return v, nil
	}
	var outer []any
	for s != "" {
		var part string
		if rest, ok := strings.CutPrefix(s, "("); ok {
			if part, s, ok = strings.Cut(rest, ")"); !ok {
				return nil, invalid(name, "a closing parenthesis")
			}
			var inner []any
			for v := range strings.SplitSeq(part, ",") {
				inner = append(inner, v)
			}
			outer = append(outer, inner)
			s = strings.TrimPrefix(s, ",")
			continue
		}
		part, s, _ = strings.Cut(s, ",")
		outer = append(outer, part)
	}
	return outer, nil
}

// facetFilter reads NAME:VALUE. A hyphen before the value negates it; \- is a hyphen.
func facetFilter(x *widget.Index, s string) (f widget.Filter, err error) {
	name, value, ok := widget.SplitValue(s)
	if !ok {
		return f, invalid("facetFilters", "NAME:VALUE, such as brand:Acme")
	}
	rest, not := strings.CutPrefix(value, "-")
	if not {
		value = rest
	} else if strings.HasPrefix(value, `\-`) {
		value = value[1:]
	}
	if name, negated := strings.CutPrefix(name, "-"); negated && !not { // -NAME:VALUE
		f = x.NewEqual(name, value)
		return widget.NewNot(f), nil
	}
	if f = x.NewEqual(name, value); not {
		f = widget.NewNot(f)
	}
	return f, nil
}

// numericFilter reads NAME>=NUMBER or NAME:NUMBER TO NUMBER.
func numericFilter(x *widget.Index, s string) (widget.Filter, error) {
	f, err := x.ParseFilter(s)
	if err == nil && f.Op != widget.Compare && f.Op != widget.All && f.Op != widget.Not {
		return f, invalid("numericFilters", "a comparison of numbers, such as price>=10")
	}
	return f, err
}

// places reads the filters of places on the map.
func places(p params) (parts []widget.Filter, err error) {
	around, err := p.text("aroundLatLng")
	if err != nil {
		return nil, err
	}
	if radius, _ := p["aroundRadius"].(string); around != "" && p["aroundRadius"] != nil && radius != "all" {
		metres, err := p.whole("aroundRadius", 0, 1, 1e9)
		if err != nil {
			return nil, err
		}
		at, ok := widget.Coordinates(around)
		if !ok || len(at) != 2 {
			return nil, invalid("aroundLatLng", "LATITUDE,LONGITUDE")
		}
		f, err := widget.NewNear(at[0], at[1], float64(metres))
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	f, ok, err := boxes(p["insideBoundingBox"])
	if ok {
		parts = append(parts, f)
	}
	return parts, err
}

// boxes reads a box, or several, each of two opposite corners.
func boxes(v any) (f widget.Filter, ok bool, err error) {
	const expected = "LATITUDE,LONGITUDE,LATITUDE,LONGITUDE, or a list of lists of four numbers"
	var numbers []float64
	switch v := v.(type) {
	case nil:
		return f, false, nil
	case string:
		if strings.HasPrefix(strings.TrimSpace(v), "[") {
			var inner any
			if err := decode(v, &inner); err != nil {
				return f, false, invalid("insideBoundingBox", expected)
			}
			return boxes(inner)
		}
		numbers, ok = widget.Coordinates(v)
	case []any:
		var flat []string
		for _, item := range v {
			inner, isList := item.([]any)
			if !isList {
				inner = []any{item}
			}
			for _, x := range inner {
				s, _ := params{"x": x}.text("x")
				flat = append(flat, s)
			}
		}
		if len(v) == 0 {
			return f, false, nil
		}
		numbers, ok = widget.Coordinates(strings.Join(flat, ","))
	}
	if !ok || len(numbers)%4 != 0 || len(numbers) > 40 {
		return f, false, invalid("insideBoundingBox", expected)
	}
	var all []widget.Filter
	for i := 0; i < len(numbers); i += 4 {
		box, err := widget.NewBox(numbers[i], numbers[i+1], numbers[i+2], numbers[i+3])
		if err != nil {
			return f, false, err
		}
		all = append(all, box)
	}
	return widget.NewAny(all...), true, nil
}
