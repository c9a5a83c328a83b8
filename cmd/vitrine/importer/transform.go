package importer

import (
	"encoding/json"
	"fmt"
	"strings"
)

// changed makes a target that passes a value on as change returns it. Nil is passed on as it is.
func changed(to Target, change func(v any) (any, error)) Target {
	return func(p *plan) (put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			if v != nil {
				if v, err = change(v); err != nil {
					return err
				}
			}
			return inner(d, v)
		}, nil
	}
}

// changedText is changed for texts: other values are passed on as they are.
func changedText(to Target, change func(s string) string) Target {
	return changed(to, func(v any) (any, error) {
		if s, ok := v.(string); ok {
			return change(s), nil
		}
		return v, nil
	})
}

// Trimmed passes on a text without white space around it; nothing, where there is nothing else.
func Trimmed(to Target) Target {
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

// Prefixed puts a prefix before a text that is not empty: the address of a folder before the name of a file in it.
func Prefixed(prefix string, to Target) Target {
	return changedText(to, func(s string) string {
		if s = strings.TrimPrefix(strings.TrimSpace(s), "./"); s == "" || strings.Contains(s, "://") {
			return s
		}
		return prefix + s
	})
}

// Mapped passes on our word for the source's; a word that it does not know, as it is.
func Mapped(words map[string]string, to Target) Target {
	return changedText(to, func(s string) string {
		if ours, ok := words[s]; ok {
			return ours
		}
		return s
	})
}

// Joined passes on the elements of a list as one text.
func Joined(with string, to Target) Target {
	return changed(to, func(v any) (any, error) {
		if list, ok := v.([]any); ok {
			return joined(list, with)
		}
		return v, nil
	})
}

// Spaced passes on a text with a space after each comma between its parts.
func Spaced(to Target) Target {
	return changedText(to, func(s string) string { return strings.ReplaceAll(s, ",", ", ") })
}

// DayEnd passes on the last second of a day, in UTC: what ends on a day is not over when that day begins.
func DayEnd(to Target) Target {
	return changedText(to, func(s string) string {
		if s = strings.TrimSpace(s); len(s) == len("2006-01-02") {
			return s + "T23:59:59Z"
		}
		return s
	})
}

// When fills a column with a constant where the value is true, and says nothing about it elsewhere.
func When(column, constant string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		text, err := p.main.columns[at].textOf(constant)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", column, err)
		}
		return func(d *draft, v any) error {
			if v == nil {
				return nil
			}
			yes, _, err := boolean(v)
			if err != nil {
				return fmt.Errorf("%s: %w", p.main.columns[at].Name, err)
			}
			if yes == "true" || yes == "1" {
				d.main.cells[at] = cell{state: given, text: text}
			}
			return nil
		}, nil
	}
}

// InOrder fills a column with the number of the record's line: its rows then stand as they stand in the file. The value goes
// to the other target.
func InOrder(column string, to Target) Target {
	return func(p *plan) (put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			d.main.cells[at] = number(d.rec.Line)
			return inner(d, v)
		}, nil
	}
}

// Slug makes the slug of a text, where the name would make none that is good: as it is, if that is possible. Of several rows
// that ask for one slug, the later ones get theirs with a suffix.
func Slug() Target {
	return func(p *plan) (put, error) {
		if p.main.table.Column("slug") == nil {
			return nil, fmt.Errorf("%s has no slug", p.main.table.Name)
		}
		return func(d *draft, v any) error {
			s, err := nameOf(v)
			if err != nil {
				return fmt.Errorf("slug: %w", err)
			}
			if d.naming = s; !isSlug(s) || !usable(s) || strings.ToLower(s) != s || len(s) > slugLength {
				d.naming = slugify(s)
			}
			return nil
		}, nil
	}
}

// Member fills one member of a column that holds an object, such as social.github. Empty values are left out.
func Member(column, member string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			s, err := nameOf(v)
			if err != nil {
				return fmt.Errorf("%s: %w", member, err)
			}
			if s == "" {
				return nil
			}
			if hasNUL(s) {
				return fmt.Errorf("%s: %w", member, errNUL)
			}
			object := map[string]string{}
			c := &d.main.cells[at]
			if c.state == given {
				if err := json.Unmarshal([]byte(c.text), &object); err != nil {
					return fmt.Errorf("%s: %w", column, err)
				}
			}
			object[member] = s
			b, err := json.Marshal(object)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			*c = cell{state: given, text: string(b)}
			return nil
		}, nil
	}
}
