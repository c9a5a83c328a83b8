package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// A Target is where the value of a field goes. It is bound to the tables once, before the first row, so that a column that
// is not there stops the import before it begins.
type Target func(p *plan) (put, error)

// A put puts a value of a record into the rows that are made of it. Its error is a sentence for the reject file.
type put func(d *draft, v any) error

// To fills columns of the record's row.
func To(names ...string) Target {
	return func(p *plan) (put, error) {
		at := make([]int, len(names))
		for i, name := range names {
			var err error
			if at[i], err = p.main.use(name); err != nil {
				return nil, err
			}
			p.check(p.main, at[i])
			if name == "slug" {
				p.slugField = p.binding
			}
		}
		currency := p.currencyFor(names)
		return func(d *draft, v any) error {
			for _, i := range at {
				if err := d.main.set(d, i, v); err != nil {
					return err
				}
			}
			if s, ok := v.(string); ok && currency >= 0 {
				if _, code := plainNumber(s); code != "" && d.main.cells[currency].state == absent {
					d.main.cells[currency] = cell{state: given, text: code}
				}
			}
			return nil
		}, nil
	}
}

// Named fills a foreign key with the row of that name, which is made on the way where there is none.
func Named(column string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		target := p.main.columns[at].Target
		if target == "" {
			return nil, fmt.Errorf("%s.%s points to no table", p.main.table.Name, column)
		}
		refs, err := p.refTable(target)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			name, err := nameOf(v)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			if name == "" {
				d.main.cells[at] = cell{state: null}
				return nil
			}
			e, err := refs.named(name)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			if target == p.main.table.Name {
				d.above = e
			}
			d.main.cells[at] = cell{state: given, ref: d.needs(e)}
			return nil
		}, nil
	}
}

// Path puts the record into a category: the last of a path of names from the root down. The categories on the path are
// made on the way.
func Path() Target {
	return func(p *plan) (put, error) {
		join, err := p.joinCategory()
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			list, ok := v.([]any)
			if !ok {
				list = []any{v}
			}
			return join(d, list)
		}, nil
	}
}

// Categories puts the record into several categories, each a name at the root or a path written "Audio > Headphones". (A
// name further down is not looked for: which one it meant could differ the next time.)
func Categories() Target {
	return func(p *plan) (put, error) {
		join, err := p.joinCategory()
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			list, ok := v.([]any)
			if s, isText := v.(string); isText {
				ok = true
				for part := range strings.SplitSeq(s, "|") {
					list = append(list, part)
				}
			}
			if !ok && v != nil {
				return fmt.Errorf("want a name, a path or a list of them, got %s", describe(v))
			}
			if len(list) > maxMany {
				return fmt.Errorf("category: more than %d of them", maxMany)
			}
			for _, one := range list {
				s, err := nameOf(one)
				if err != nil {
					return fmt.Errorf("category: %w", err)
				}
				var path []any
				for part := range strings.SplitSeq(s, ">") {
					path = append(path, part)
				}
				if err := join(d, path); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
}

// joinCategory binds the join table between a kind and its categories.
func (p *plan) joinCategory() (func(d *draft, path []any) error, error) {
	refs, err := p.refTable("category")
	if err != nil {
		return nil, err
	}
	kind := p.main.table.Name
	st, err := p.stage(kind+"_category", kind+"_id", "category_id", "position")
	if err != nil {
		return nil, err
	}
	st.pair = []string{kind + "_id", "category_id"}
	return func(d *draft, path []any) error {
		if len(path) > maxDepth {
			return fmt.Errorf("category: a path of more than %d steps", maxDepth)
		}
		var leaf *entry
		for _, step := range path {
			name, err := nameOf(step)
			if err != nil {
				return fmt.Errorf("category: %w", err)
			}
			if name == "" {
				continue
			}
			if leaf, err = refs.child(leaf, name, ""); err != nil {
				return fmt.Errorf("category: %w", err)
			}
		}
		if leaf == nil || d.has(st, leaf.id) {
			return nil
		}
		r := d.add(st, leaf.id)
		r.cells[1] = cell{state: given, ref: d.needs(leaf)}
		r.cells[2] = number(d.count(st) - 1)
		return nil
	}, nil
}

// Ancestors reads the way from the root down to the record itself, {id, name} each, and makes the last but one its parent.
// Ancestors that are no record of the file are made of what is said about them here.
func Ancestors(column string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		refs, err := p.refTable(p.main.table.Name)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			list, ok := v.([]any)
			if !ok {
				return fmt.Errorf("want the path as a list, got %s", describe(v))
			}
			if len(list) > maxDepth {
				return fmt.Errorf("a path of more than %d steps", maxDepth)
			}
			var parent *entry
			for i := 0; i < len(list)-1; i++ {
				step, _ := list[i].(Object)
				id, _ := step.Get("id")
				name, _ := step.Get("name")
				key, err := nameOf(id)
				if err != nil || key == "" {
					return fmt.Errorf("the ancestor %d of the path has no id", i+1)
				}
				label, err := nameOf(name)
				if err != nil || label == "" {
					return fmt.Errorf("the ancestor %s of the path has no name", key)
				}
				if parent, err = refs.child(parent, label, key); err != nil {
					return err
				}
			}
			d.above = parent
			d.main.cells[at] = cell{state: null}
			if parent != nil {
				d.main.cells[at] = cell{state: given, ref: d.needs(parent)}
			}
			return nil
		}, nil
	}
}

// Attribute adds an attribute of that name and type: one for each element of a list, none for null.
func Attribute(name, typ string) Target { return attribute(name, typ, "") }

// AttributeJoined is Attribute with a list of numbers written as one value, such as 1920x1080.
func AttributeJoined(name, typ, with string) Target { return attribute(name, typ, with) }

func attribute(name, typ, with string) Target {
	return func(p *plan) (put, error) {
		kind := p.main.table.Name
		st, err := p.stage(kind+"_attribute", kind+"_id", "name", "value", "type", "position")
		if err != nil {
			return nil, err
		}
		label, err := st.columns[1].textOf(name)
		if err != nil {
			return nil, fmt.Errorf("the attribute %s: %w", clip(name, 60), err)
		}
		one := func(d *draft, v any) error {
			text, ok, err := st.columns[2].text(v)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if !ok || d.has(st, name+"\x00"+text) {
				return nil
			}
			r := d.add(st, name+"\x00"+text)
			r.cells[1], r.cells[2] = cell{state: given, text: label}, cell{state: given, text: text}
			r.cells[3] = cell{state: given, text: typ}
			r.cells[4] = number(d.count(st) - 1)
			return nil
		}
		return func(d *draft, v any) error {
			list, ok := v.([]any)
			if ok && with != "" && !slices.ContainsFunc(list, isText) {
				text, err := joined(list, with)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return one(d, text)
			}
			if !ok {
				list = []any{v}
			}
			if len(list) > maxMany {
				return fmt.Errorf("%s: more than %d values", name, maxMany)
			}
			for _, e := range list {
				if err := one(d, e); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
}

// First passes on what stands before the separator: the first author of several.
func First(separator string, to Target) Target {
	return func(p *plan) (put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			if s, ok := v.(string); ok {
				s, _, _ = strings.Cut(s, separator)
				v = strings.TrimSpace(s)
			}
			return inner(d, v)
		}, nil
	}
}

// Each passes on each part of a text by itself.
func Each(separator string, to Target) Target {
	return func(p *plan) (put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
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

// All passes the value on to several targets.
func All(to ...Target) Target {
	return func(p *plan) (put, error) {
		puts := make([]put, len(to))
		for i, t := range to {
			var err error
			if puts[i], err = t(p); err != nil {
				return nil, err
			}
		}
		return func(d *draft, v any) error {
			for _, put := range puts {
				if err := put(d, v); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
}

// Language fills a column with the two-letter code of a language, however it was named: eng, en-US and en are en. What
// names no language leaves the column empty: the row is then for all.
func Language(column string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		return func(d *draft, v any) error {
			d.main.cells[at] = cell{state: null}
			s, _ := v.(string)
			if tag, err := language.Parse(strings.TrimSpace(s)); err == nil {
				if base, sure := tag.Base(); sure != language.No && base.String() != "mul" && base.String() != "und" {
					d.main.cells[at] = cell{state: given, text: base.String()}
				}
			}
			return nil
		}, nil
	}
}

// Ignore leaves a field out.
func Ignore() Target {
	return func(*plan) (put, error) { return nil, nil }
}

// nameOf reads a name: text, or a number that stands for one.
func nameOf(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return strings.TrimSpace(v), nil
	case json.Number:
		return v.String(), nil
	}
	return "", fmt.Errorf("want a name, got %s", describe(v))
}

// joined writes the values of a list that are not empty as one text; nil where none is.
func joined(list []any, with string) (any, error) {
	var parts []string
	for _, v := range list {
		if v == nil {
			continue
		}
		switch v.(type) {
		case []any, Object:
			return nil, fmt.Errorf("want text, got %s", describe(v))
		}
		if s := strings.TrimSpace(fmt.Sprint(v)); s != "" {
			parts = append(parts, s)
		}
	}
	if parts == nil {
		return nil, nil
	}
	return strings.Join(parts, with), nil
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}
