package widget

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
)

// Record decodes a hit. Numbers keep their digits.
func (h Hit) Record() (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(h.JSON))
	d.UseNumber()
	var rec map[string]any
	if err := d.Decode(&rec); err != nil {
		return nil, fmt.Errorf("read the record %s: %w", h.ID, err)
	}
	return rec, nil
}

// Paths are attributes that a client names: a path stands for everything below it, and * for everything.
type Paths struct {
	All  bool     // everything but Not
	Only []string // these, if not All
	Not  []string // but none of these
}

// NewPaths reads a list of attributes. "-name" leaves one out.
func NewPaths(names []string) (p Paths) {
	for _, name := range names {
		if rest, ok := strings.CutPrefix(name, "-"); ok {
			p.Not = append(p.Not, rest)
		} else if name == "*" {
			p.All = true
		} else {
			p.Only = append(p.Only, name)
		}
	}
	return p
}

// Has reports whether the attribute at a path is one of them, or below one of them.
func (p Paths) Has(path string) bool {
	if within(p.Not, path) {
		return false
	}
	return p.All || within(p.Only, path)
}

// leads reports whether an attribute below a path is one of them.
func (p Paths) leads(path string) bool {
	for _, only := range p.Only {
		if strings.HasPrefix(only, path) && only[len(path):] != "" && only[len(path)] == '.' {
			return true
		}
	}
	return false
}

func within(paths []string, path string) bool {
	for _, p := range paths {
		if rest, ok := strings.CutPrefix(path, p); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// Pick returns the attributes of a value that p has, nil if it has none.
func (p Paths) Pick(v any, path string) any {
	if path != "" && p.Has(path) && !p.leavesOut(path) {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, inner := range v {
			if picked := p.Pick(inner, below(path, name)); picked != nil {
				out[name] = picked
			}
		}
		if len(out) > 0 || path == "" {
			return out
		}
	case []any:
		var out []any
		for _, inner := range v {
			if picked := p.Pick(inner, path+"."); picked != nil {
				out = append(out, picked)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// leavesOut reports whether an attribute below a path is left out.
func (p Paths) leavesOut(path string) bool { return Paths{Only: p.Not}.leads(path) }

// below is the path of a member. Lists have the path of their items.
func below(path, name string) string {
	path = strings.TrimSuffix(path, ".")
	if path == "" {
		return name
	}
	return path + "." + name
}

// Each builds a tree of what leaf returns for the values of a record, nil if leaf returns nil for all of them. Objects
// and lists keep their form: an item without a result is empty.
func Each(v any, path string, leaf func(path string, v any) any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, inner := range v {
			if got := Each(inner, below(path, name), leaf); got != nil {
				out[name] = got
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case []any:
		out, some := make([]any, len(v)), false
		for i, inner := range v {
			if out[i] = Each(inner, path, leaf); out[i] == nil {
				out[i] = map[string]any{}
			} else {
				some = true
			}
		}
		if some {
			return out
		}
		return nil
	}
	return leaf(path, v)
}

// Shown is the text of a value at a path: as it is, or without its markup if it is HTML.
func (x *Index) Shown(path, text string) string {
	if x.module.html[path] {
		return markup.PlainText(text)
	}
	return text
}

// Texts are the attributes that a search compares.
func (x *Index) Texts() Paths { return Paths{Only: x.module.texts} }

// Place is the place of a record on the map.
func Place(rec map[string]any) (lat, lng json.Number, ok bool) {
	at, _ := rec["location"].(map[string]any)
	if at == nil {
		inner, _ := rec["place"].(map[string]any)
		at, _ = inner["location"].(map[string]any)
	}
	lat, ok = at["lat"].(json.Number)
	lng, too := at["lng"].(json.Number)
	return lat, lng, ok && too
}

// AppendObject appends a hit with members before and after those of its record. before and after are JSON members.
func (h Hit) AppendObject(dst []byte, before, record, after []byte) []byte {
	dst = append(append(dst, '{'), before...)
	if inner := bytes.TrimSpace(record[1 : len(record)-1]); len(inner) > 0 {
		if len(before) > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, inner...)
	}
	if len(after) > 0 {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, after...)
	}
	return append(dst, '}')
}

// AppendMember appends a member of an object, with a comma unless it is the first.
func AppendMember(dst []byte, name string, v any) ([]byte, error) {
	if n := len(dst); n > 0 && dst[n-1] != '{' && dst[n-1] != ',' {
		dst = append(dst, ',')
	}
	for i, part := range []any{name, v} {
		b, err := catalog.Marshal(part)
		if err != nil {
			return dst, fmt.Errorf("write %s: %w", name, err)
		}
		if dst = append(dst, b...); i == 0 {
			dst = append(dst, ':')
		}
	}
	return dst, nil
}
