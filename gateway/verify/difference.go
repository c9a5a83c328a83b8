package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Difference is the first place at which a cached answer and the answer of Postgres differ.
type Difference struct {
	Path     string `json:"path"`     // such as $.data.price.amount
	Cached   string `json:"cached"`   // the JSON there, at most maxExcerpt bytes; "(nothing)" if there is none
	Postgres string `json:"postgres"` // likewise
}

const (
	maxExcerpt = 120 // bytes
	nothing    = "(nothing)"
)

// firstDifference compares two JSON answers. An empty answer stands for 404. It returns nil if they are equal byte for
// byte. Answers that differ in spelling alone, such as in the order of members, differ at the root.
func firstDifference(cached, postgres []byte) *Difference {
	if bytes.Equal(cached, postgres) {
		return nil
	}
	a, okA := decode(cached)
	b, okB := decode(postgres)
	if okA && okB {
		if d := compare("$", a, b); d != nil {
			return d
		}
	}
	return &Difference{"$", text(cached), text(postgres)}
}

func decode(body []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber() // 1.10 is not 1.1
	return v, d.Decode(&v) == nil
}

// compare compares members in the order of their names, and elements in theirs.
func compare(path string, a, b any) *Difference {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			break
		}
		names := slices.AppendSeq(slices.Collect(maps.Keys(x)), maps.Keys(y))
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if d := compareAt(path+"."+name, x, y, name); d != nil {
				return d
			}
		}
		return nil
	case []any:
		y, ok := b.([]any)
		if !ok {
			break
		}
		for i := range max(len(x), len(y)) {
			at := fmt.Sprintf("%s[%d]", path, i)
			switch {
			case i >= len(x):
				return &Difference{at, nothing, textOf(y[i])}
			case i >= len(y):
				return &Difference{at, textOf(x[i]), nothing}
			}
			if d := compare(at, x[i], y[i]); d != nil {
				return d
			}
		}
		return nil
	default:
		if !isComposite(b) && a == b {
			return nil
		}
	}
	return &Difference{path, textOf(a), textOf(b)}
}

func compareAt(path string, x, y map[string]any, name string) *Difference {
	a, inX := x[name]
	b, inY := y[name]
	switch {
	case !inX:
		return &Difference{path, nothing, textOf(b)}
	case !inY:
		return &Difference{path, textOf(a), nothing}
	}
	return compare(path, a, b)
}

func isComposite(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

func textOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return text(b)
}

// text shortens JSON for people.
func text(b []byte) string {
	switch {
	case len(b) == 0:
		return nothing
	case len(b) > maxExcerpt:
		return string(bytes.ToValidUTF8(b[:maxExcerpt], nil)) + "…"
	}
	return string(b)
}
