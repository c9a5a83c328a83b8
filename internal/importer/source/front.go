package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

// Limits of the front matter of a document.
const (
	maxFrontMatter   = 64 << 10 // bytes
	maxFrontRepeated = 10_000   // values that aliases repeat
)

// A frontForm is a way to write front matter.
type frontForm struct {
	begin, ends string // the line before it; the line after it, in words
	end         *regexp.Regexp
	parse       func(text string) (Object, error)
}

var frontForms = []frontForm{
	{"---\n", "three hyphens", regexp.MustCompile(`(?m)^(---|\.\.\.)[ \t]*$`), frontYAML},
	{"+++\n", "three plus signs", regexp.MustCompile(`(?m)^\+\+\+[ \t]*$`), frontTOML},
}

// frontMatter divides a document into the fields of its front matter, which is YAML between two lines of hyphens or
// TOML between two lines of plus signs, and its text.
func frontMatter(text string) (fields Object, body string, err error) {
	for _, form := range frontForms {
		rest, ok := strings.CutPrefix(text, form.begin)
		if !ok {
			continue
		}
		limit := rest[:min(len(rest), maxFrontMatter)]
		end := form.end.FindStringIndex(limit)
		switch {
		case end == nil && len(rest) > maxFrontMatter:
			return nil, "", fmt.Errorf("the front matter is longer than %d KB; move long texts below it", maxFrontMatter>>10)
		case end == nil:
			return nil, "", fmt.Errorf("the front matter does not end: a line of %s is missing", form.ends)
		}
		fields, err := form.parse(limit[:end[0]])
		return fields, strings.TrimPrefix(rest[end[1]:], "\n"), err
	}
	return nil, text, nil
}

func frontYAML(text string) (Object, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, fmt.Errorf("invalid YAML in the front matter: %s", yamlReason(err, 0))
	}
	if doc.Kind == 0 {
		return nil, nil // nothing between the lines
	}
	y := &yamlValues{most: maxFrontRepeated}
	v, err := y.value(content(&doc), 1)
	if err != nil {
		return nil, fmt.Errorf("the front matter: %w", err)
	}
	fields, ok := v.(Object)
	if !ok {
		return nil, fmt.Errorf("expected fields in the front matter, got %s", Describe(v))
	}
	return fields, nil
}

// frontTOML reads TOML. Its tables have no order, so their fields come in that of the alphabet.
func frontTOML(text string) (Object, error) {
	var table map[string]any
	if err := toml.Unmarshal([]byte(text), &table); err != nil {
		reason := strings.TrimPrefix(err.Error(), "toml: ")
		if at := new(toml.DecodeError); errors.As(err, &at) {
			line, _ := at.Position()
			reason = fmt.Sprintf("line %d: %s", line, reason)
		}
		return nil, fmt.Errorf("invalid TOML in the front matter: %s", Clip(reason, 300))
	}
	v, err := tomlValue(table, 1)
	if err != nil {
		return nil, fmt.Errorf("the front matter: %w", err)
	}
	fields, _ := v.(Object)
	return fields, nil
}

// tomlValue converts a value of TOML. A date is a text, with a zone only if the document gives one.
func tomlValue(v any, depth int) (any, error) {
	if depth > MaxDepth {
		return nil, rowErrorf("nested deeper than %d levels", MaxDepth)
	}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > MaxMany {
			return nil, rowErrorf("a table has more than %d fields", MaxMany)
		}
		o := Object{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner, err := tomlValue(v[name], depth+1)
			if err != nil {
				return nil, err
			}
			o = append(o, Field{name, inner})
		}
		return o, nil
	case []any:
		list := []any{}
		for _, e := range v {
			inner, err := tomlValue(e, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, inner)
		}
		return list, nil
	case time.Time:
		return v.Format(time.RFC3339Nano), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v), nil
		}
		b, err := json.Marshal(v)
		return json.Number(b), err
	case int64:
		return json.Number(fmt.Sprint(v)), nil
	case fmt.Stringer: // a date or time without a zone
		return v.String(), nil
	}
	return v, nil
}
