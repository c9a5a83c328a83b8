package catalog

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Fields returns the names of the fields that the view's records may have, in alphabetical order: those that fields=
// takes. It returns nil if the view has no such parameter, because its answer is more than records.
func (v *View) Fields() []string {
	if v.Special != "" {
		return nil
	}
	return v.plan.fields
}

// Explains reports whether the records of the view can say how a search found them, and mark what it found.
func (v *View) Explains() bool { return v.Search && !v.Across && v.Special == "" }

// fields are the names of a row's fields that answers show, in alphabetical order.
func (r Row) fields() (all []string) {
	for i := range r.Type.NumField() {
		if f := r.Type.Field(i); f.Tag.Get("json") != "-" {
			all = append(all, jsonName(f))
		}
	}
	slices.Sort(all)
	return all
}

// With returns a record in JSON with another member at its end.
func With(record []byte, name string, value []byte) []byte {
	end := bytes.LastIndexByte(record, '}')
	if end < 0 {
		return record
	}
	out := append(make([]byte, 0, len(record)+len(name)+len(value)+4), bytes.TrimRight(record[:end], " \n\t")...)
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	out = append(append(append(append(out, '"'), name...), `":`...), value...)
	return append(out, '}')
}

// Only returns a record in JSON with the fields of these names only, in the order and with the bytes that it has them.
// names is sorted; nil means all.
func Only(record []byte, names []string) []byte {
	if names == nil {
		return record
	}
	out := append(make([]byte, 0, len(record)), '{')
	d := jsontext.NewDecoder(bytes.NewBuffer(record))
	if _, err := d.ReadToken(); err != nil {
		return record
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return record
		}
		_, shown := slices.BinarySearch(names, string(bytes.Trim(name, `"`)))
		if shown {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(out, name...), ':')
		}
		value, err := d.ReadValue() // name is not valid any more
		if err != nil {
			return record
		}
		if shown {
			out = append(out, value...)
		}
	}
	return append(out, '}')
}
