package dataset

import (
	"fmt"
	"slices"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Attribute adds an attribute of this name and type: one for each element of a list, none for null. A text may hold the
// list as JSON.
func Attribute(name, typ string) load.Target { return attribute(name, typ, "") }

// AttributeJoined is Attribute, but writes a list of numbers as one value, such as 1920x1080.
func AttributeJoined(name, typ, separator string) load.Target { return attribute(name, typ, separator) }

func attribute(name, typ, separator string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		kind := p.Main.Table.Name
		st, err := p.Stage(kind+"_attribute", kind+"_id", "name", "value", "type", "position")
		if err != nil {
			return nil, err
		}
		label, err := st.Columns[1].Constant(name)
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", source.Clip(name, 60), err)
		}
		p.Describe("attribute:" + label)
		one := func(d *load.Draft, v any) error {
			if word, isText := v.(string); isText && table.IsNothing(word) {
				d.Blank(name, word)
				return nil
			}
			text, ok, err := st.Columns[2].Text(v)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			d.Changed(st.Columns[2], label, v, text, ok)
			if !ok || d.Has(st, name+"\x00"+text) {
				return nil
			}
			r := d.Add(st, name+"\x00"+text)
			r.Cells[1], r.Cells[2], r.Cells[3] = load.Text(label), load.Text(text), load.Text(typ)
			r.Cells[4] = load.Number(d.Count(st) - 1)
			return nil
		}
		all := func(d *load.Draft, v any) error {
			list, ok := v.([]any)
			if s, isText := v.(string); isText {
				if list, ok = plainList(s); !ok && source.LooksLikeJSON(s) {
					d.KeptJSON(name)
				}
			}
			if ok && separator != "" && !slices.ContainsFunc(list, isText) {
				text, err := source.Join(list, separator)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return one(d, text)
			}
			if !ok {
				list = []any{v}
			}
			if len(list) > source.MaxMany {
				return fmt.Errorf("%s: more than %d values", name, source.MaxMany)
			}
			for _, e := range list {
				if err := one(d, e); err != nil {
					return err
				}
			}
			return nil
		}
		return func(d *load.Draft, v any) error {
			err := all(d, v)
			if err != nil {
				d.Keep(st, "name", label)
			}
			return err
		}, nil
	}
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

// plainList returns the list that a text holds as JSON, if its elements are neither lists nor objects.
func plainList(s string) ([]any, bool) {
	list, ok := source.Embedded(s).([]any)
	if slices.ContainsFunc(list, isNested) {
		return nil, false
	}
	return list, ok
}

func isNested(v any) bool {
	switch v.(type) {
	case []any, source.Object:
		return true
	}
	return false
}

// attributes reads an object of names and values, or a list of {name, value, type}.
func attributes() load.Target {
	return func(p *load.Plan) (load.Put, error) {
		if _, err := Attribute("x", "TEXT")(p); err != nil {
			return nil, err
		}
		st, err := p.Stage(p.Main.Table.Name + "_attribute")
		if err != nil {
			return nil, err
		}
		one := func(d *load.Draft, name string, v any, typ string) error {
			put, err := Attribute(name, typ)(p)
			if err != nil {
				return err
			}
			return put(d, v)
		}
		all := func(d *load.Draft, v any) error {
			if word, isText := v.(string); isText && table.IsNothing(word) {
				d.Blank("attributes", word)
				return nil
			}
			switch v := source.Embedded(v).(type) {
			case nil:
				return nil
			case source.Object:
				for _, f := range v {
					if err := one(d, f.Name, f.Value, "TEXT"); err != nil {
						return err
					}
				}
				return nil
			case []any:
				for i, e := range v {
					o, _ := e.(source.Object)
					name, _ := o.Get("name")
					label, err := source.NameOf(name)
					if err != nil || label == "" {
						return fmt.Errorf("attributes: element %d has no name", i+1)
					}
					typ := "TEXT"
					if t, _ := o.Get("type"); t != nil {
						typ = fmt.Sprint(t)
					}
					value, _ := o.Get("value")
					if err := one(d, label, value, typ); err != nil {
						return err
					}
				}
				return nil
			}
			return fmt.Errorf("attributes: expected an object of names and values, got %s", source.Describe(v))
		}
		return func(d *load.Draft, v any) error {
			err := all(d, v)
			if err != nil {
				d.Keep(st, "", "")
			}
			return err
		}, nil
	}
}
