package dataset

import (
	"strings"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
)

// All passes the value on to several targets.
func All(to ...load.Target) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		puts := make([]load.Put, len(to))
		for i, t := range to {
			var err error
			if puts[i], err = t(p); err != nil {
				return nil, err
			}
		}
		return func(d *load.Draft, v any) error {
			for _, put := range puts {
				if err := put(d, v); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
}

// Each passes on the parts of a text one by one.
func Each(separator string, to load.Target) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			s, ok := v.(string)
			if !ok {
				return inner(d, v)
			}
			for part := range strings.SplitSeq(s, separator) {
				if err := inner(d, strings.TrimSpace(part)); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
}

// listed passes on the parts of a text between commas. A comma after a backslash is part of a value.
func listed(to load.Target) load.Target {
	return changed(to, func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return v, nil
		}
		parts := []any{}
		for _, part := range source.SplitList(s) {
			parts = append(parts, part)
		}
		return parts, nil
	})
}

// First passes on the part of a text before the separator, such as the first of several authors.
func First(separator string, to load.Target) load.Target {
	return changedText(to, func(s string) string {
		s, _, _ = strings.Cut(s, separator)
		return strings.TrimSpace(s)
	})
}

// Trimmed passes on a text without surrounding white space, and null for a text of nothing else.
func Trimmed(to load.Target) load.Target {
	return changed(to, func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return v, nil
		}
		if s = strings.TrimSpace(s); s == "" {
			return nil, nil
		}
		return s, nil
	})
}

// Prefixed adds a prefix to a text that is not empty and not a URL, such as the URL of a folder to a file name.
func Prefixed(prefix string, to load.Target) load.Target {
	return changedText(to, func(s string) string {
		if s = strings.TrimPrefix(strings.TrimSpace(s), "./"); s == "" || strings.Contains(s, "://") {
			return s
		}
		return prefix + s
	})
}

// Mapped translates the words of a source. It passes on other words unchanged.
func Mapped(words map[string]string, to load.Target) load.Target {
	return changedText(to, func(s string) string {
		if word, ok := words[s]; ok {
			return word
		}
		return s
	})
}

// Joined passes on the elements of a list as one text.
func Joined(separator string, to load.Target) load.Target {
	return changed(to, func(v any) (any, error) {
		if list, ok := v.([]any); ok {
			return source.Join(list, separator)
		}
		return v, nil
	})
}

// Spaced adds a space after each comma of a text.
func Spaced(to load.Target) load.Target {
	return changedText(to, func(s string) string { return strings.ReplaceAll(s, ",", ", ") })
}

// changedText is changed for texts. It passes on other values unchanged.
func changedText(to load.Target, change func(s string) string) load.Target {
	return changed(to, func(v any) (any, error) {
		if s, ok := v.(string); ok {
			return change(s), nil
		}
		return v, nil
	})
}

// changed makes a target that passes a value on as change returns it. Nil is passed on unchanged.
func changed(to load.Target, change func(v any) (any, error)) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			if v != nil {
				if v, err = change(v); err != nil {
					return err
				}
			}
			return inner(d, v)
		}, nil
	}
}
