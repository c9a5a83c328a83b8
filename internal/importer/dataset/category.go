package dataset

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Path puts the record into a category: the last of a path of names from the root down. Categories on the path are
// created if they are missing.
func Path() load.Target {
	return func(p *load.Plan) (load.Put, error) {
		join, err := joinCategory(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			list, ok := v.([]any)
			if !ok {
				list = []any{v}
			}
			path := make([]string, len(list))
			for i, step := range list {
				name, err := source.NameOf(step)
				if err != nil {
					return fmt.Errorf("category: %w", err)
				}
				path[i] = name
			}
			return join(d, path)
		}, nil
	}
}

// Categories puts the record into several categories, each a name at the root or a path such as "Audio > Headphones".
// (A name below the root is not searched for, because the match could differ in the next run.)
func Categories() load.Target {
	return func(p *load.Plan) (load.Put, error) {
		join, err := joinCategory(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			list, ok := v.([]any)
			if s, isText := v.(string); isText {
				ok = true
				for part := range strings.SplitSeq(s, "|") {
					list = append(list, part)
				}
			}
			if !ok && v != nil {
				return fmt.Errorf("expected a name, a path or a list of them, got %s", source.Describe(v))
			}
			return eachText(list, func(s string, _ bool) error { return join(d, strings.Split(s, ">")) })
		}, nil
	}
}

// eachText calls f for each text of a field that lists categories. whole is set for the name in an object.
func eachText(list []any, f func(s string, whole bool) error) error {
	if len(list) > source.MaxMany {
		return fmt.Errorf("category: more than %d of them", source.MaxMany)
	}
	for _, one := range list {
		_, whole := one.(source.Object)
		s, err := source.NameOf(NameIn(one))
		if err != nil {
			return fmt.Errorf("category: %w", err)
		}
		if err := f(s, whole); err != nil {
			return err
		}
	}
	return nil
}

// A Syntax says how a field writes categories.
type Syntax struct {
	Step string // between the steps of a path; empty: one of > » › →
	Many string // between several categories; empty: a bar or a semicolon
	Each bool   // each element of a list is a category; otherwise a list may be a path
}

// arrows matches the signs between the steps of a path that no name has.
var arrows = regexp.MustCompile(`\s*(?:>+|»|›|→)\s*`)

// ParseSyntax reads the signs after "category:": commas, semicolons and bars separate categories, other signs the steps
// of a path.
func ParseSyntax(signs string) Syntax {
	var s Syntax
	for _, r := range signs {
		if strings.ContainsRune(",;|", r) {
			s.Many += string(r)
		} else {
			s.Step += string(r)
		}
	}
	return s
}

// String returns the signs for ParseSyntax.
func (s Syntax) String() string { return s.Step + s.Many }

// GuessSyntax finds how the values of a field write categories. A slash separates steps only if most values have one
// and several paths begin alike: "TV/Video" is a name. A comma separates categories only between paths that begin so.
func GuessSyntax(values []string) Syntax {
	var s Syntax
	if slices.ContainsFunc(values, arrows.MatchString) {
		if slices.ContainsFunc(values, func(v string) bool {
			n := 0
			for part := range strings.SplitSeq(v, ",") {
				if arrows.MatchString(part) {
					n++
				}
			}
			return n > 1
		}) {
			s.Many = ","
		}
		return s
	}
	slashed, under := 0, map[string]string{}
	alike := false
	for _, v := range values {
		first, rest, ok := strings.Cut(strings.Trim(v, "/ "), "/")
		if rooted := strings.HasPrefix(v, "/"); rooted || ok {
			slashed++
			alike = alike || rooted
		}
		if first = strings.TrimSpace(first); ok {
			alike = alike || under[first] != "" && under[first] != rest
			under[first] = rest
		}
	}
	if alike && slashed*2 > len(values) {
		s.Step = "/"
		if slices.ContainsFunc(values, func(v string) bool { return areRooted(strings.Split(v, ","), under) }) {
			s.Many = ","
		}
	}
	return s
}

// areRooted reports whether several parts of a text are paths, each from a name that begins other paths too.
func areRooted(parts []string, roots map[string]string) bool {
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool {
		first, _, _ := strings.Cut(strings.Trim(part, "/ "), "/")
		_, known := roots[strings.TrimSpace(first)]
		return !known
	})
}

// ShowsSyntax reports whether some values have a sign that may stand between the steps of a path, so that a guess about
// it is more than an assumption.
func ShowsSyntax(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, "/") || arrows.MatchString(v) })
}

// paths divides a text into categories, each a path of names.
func (s Syntax) paths(text string) (paths [][]string) {
	many := s.Many
	if many == "" {
		many = "|;"
	}
	const comma = "\x00" // a comma that a backslash makes part of a name
	text = strings.ReplaceAll(text, `\,`, comma)
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(many, r) }) {
		part = strings.TrimSpace(strings.ReplaceAll(part, comma, ","))
		var path []string
		if s.Step == "" {
			path = arrows.Split(part, -1)
		} else {
			path = strings.Split(part, s.Step)
		}
		paths = append(paths, path)
	}
	return paths
}

// IsPath reports whether a value is a list that is one path from the root down: of objects with names, or, written as
// JSON in a text, of names without a sign between steps.
func (s Syntax) IsPath(v any) bool {
	list, ok := source.Embedded(v).([]any)
	_, written := v.(string)
	return ok && !s.Each && len(list) > 1 && !slices.ContainsFunc(list, func(step any) bool {
		name, ok := step.(string)
		return ok && (!written || arrows.MatchString(name) || s.Step != "" && strings.Contains(name, s.Step))
	})
}

// NameIn returns the name in an object, such as a step of a path: {"name": …} or {"title": …}. It returns other values
// unchanged.
func NameIn(v any) any {
	o, _ := v.(source.Object)
	for _, member := range []string{"name", "title"} {
		if name, ok := o.Get(member); ok {
			return name
		}
	}
	return v
}

// CategoriesIn puts the record into the categories that a field writes in this syntax. A list is a path, or one of
// names and paths.
func CategoriesIn(s Syntax) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		join, err := joinCategory(p)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			isPath := s.IsPath(v)
			v = source.Embedded(v)
			list, ok := v.([]any)
			if !ok {
				list = []any{v}
			}
			d.Trimmed("category", v)
			var path []string
			err := eachText(list, func(text string, whole bool) error {
				switch {
				case table.IsNothing(text):
					d.Blank("category", text)
					return nil
				case isPath:
					path = append(path, text)
					return nil
				case whole:
					return join(d, []string{text})
				}
				for _, path := range s.paths(text) {
					if err := join(d, path); err != nil {
						return err
					}
				}
				return nil
			})
			if err == nil && isPath {
				err = join(d, path)
			}
			return err
		}, nil
	}
}

// levelSign separates the levels that several fields give. No name has it.
const levelSign = "\x1f"

// Levels makes one path of several fields.
func Levels(fields []string) load.Made {
	return load.Made{Of: fields, With: levelSign, To: CategoriesIn(Syntax{Step: levelSign, Many: "\x1e"})}
}

// joinCategory binds the join table between a kind and its categories.
func joinCategory(p *load.Plan) (func(d *load.Draft, path []string) error, error) {
	refs, err := p.References("category")
	if err != nil {
		return nil, err
	}
	kind := p.Main.Table.Name
	st, err := p.Stage(kind+"_category", kind+"_id", "category_id", "position")
	if err != nil {
		return nil, err
	}
	st.Pair = []string{kind + "_id", "category_id"}
	p.Describe("category")
	return func(d *load.Draft, path []string) error {
		if len(path) > source.MaxDepth {
			return fmt.Errorf("category: a path of more than %d steps", source.MaxDepth)
		}
		var leaf *load.Entry
		for _, step := range path {
			name := strings.TrimSpace(step)
			if name == "" {
				continue
			}
			child, err := refs.Child(leaf, name, "")
			if err != nil {
				return fmt.Errorf("category: %w", err)
			}
			leaf = child
		}
		if leaf != nil {
			d.Join(st, leaf)
		}
		return nil
	}, nil
}

// Ancestors reads the path from the root down to the record itself, as objects {id, name}. The last but one becomes its
// parent. Ancestors that are not records of the file are created from the path.
func Ancestors(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		refs, err := p.References(p.Main.Table.Name)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			list, ok := v.([]any)
			if !ok {
				return fmt.Errorf("expected the path as a list, got %s", source.Describe(v))
			}
			if len(list) > source.MaxDepth {
				return fmt.Errorf("a path of more than %d steps", source.MaxDepth)
			}
			var parent *load.Entry
			for i := 0; i < len(list)-1; i++ {
				step, _ := list[i].(source.Object)
				id, _ := step.Get("id")
				name, _ := step.Get("name")
				key, err := source.NameOf(id)
				if err != nil || key == "" {
					return fmt.Errorf("ancestor %d of the path has no id", i+1)
				}
				label, err := source.NameOf(name)
				if err != nil || label == "" {
					return fmt.Errorf("ancestor %s of the path has no name", key)
				}
				if parent, err = refs.Child(parent, label, key); err != nil {
					return err
				}
			}
			d.Parent = parent
			d.Main.Cells[at] = load.Null
			if parent != nil {
				d.Main.Cells[at] = d.Reference(parent)
			}
			return nil
		}, nil
	}
}
