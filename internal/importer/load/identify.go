package load

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// KeyOf makes a key of fields. Files of known data sets have keys of their own, which no column holds but the slug.
func (p *Plan) KeyOf(fields []string) identity.Key {
	k := identity.Key{Fields: fields}
	for _, f := range fields {
		k.Names = append(k.Names, p.KeyName(f))
	}
	if len(fields) != 1 || p.ownNames(k) {
		return k
	}
	if c := p.Main.Table.Column(p.columns[fields[0]]); c != nil && (p.plain || c.Name == "slug") {
		switch c.Type {
		case "text", "integer", "bigint", "smallint":
			k.Column = c.Name
		}
	}
	return k
}

// KeyName returns the name of a field in keys.
func (p *Plan) KeyName(field string) string {
	column := p.columns[strings.TrimSuffix(field, "?")]
	if !p.plain && column != "slug" {
		column = "" // a field of a known data set may fill several columns
	}
	return identity.NameOf(field, column)
}

// ownNames reports whether the key is the name of records that reference each other by name.
func (p *Plan) ownNames(k identity.Key) bool {
	return p.refs[p.Main.Table.Name] != nil && len(k.Fields) == 1 && table.Snake(k.Fields[0]) == p.Main.Table.Label
}

// UseKey sets the key of the records. Call it before the first Read.
func (p *Plan) UseKey(k identity.Key) {
	p.key, p.joinedKey = k, identity.Joined(k.Names)
	p.byLabel = p.ownNames(k)
	p.Uses(k.Fields...)
}

// Key returns the key of the records.
func (p *Plan) Key() identity.Key { return p.key }

// ByName reports whether the key is the name of records that reference each other by name, so that every row has it.
func (p *Plan) ByName(k identity.Key) bool { return p.ownNames(k) }

// An Identity says how a Reader finds the rows of records.
type Identity struct {
	By        *identity.Matcher    // by the key of the plan
	Several   bool                 // some rows may be known by another key only
	Old       []*identity.Matcher  // by the other keys that the file has
	Unsure    string               // why a record without a row is rejected; empty: it is new
	Inherited *string              // joined names of the key of rows that no import registered; nil: of none
	Twice     *identity.Duplicates // the keys that several records of the file have
}

// An owner is the row of a record.
type owner struct {
	id    string
	by    *string // joined names of the key that the id derives from; nil: of none, or an earlier import registered it
	value string  // the text of the key, for Identity.Several
	keys  []rowKey
}

// A rowKey is a key that is stored beside a row.
type rowKey struct {
	names, value string
	current      bool // it is the plan's key
}

// Identify says how to find the rows of records. Without it, ids are derived from keys alone.
func (r *Reader) Identify(by Identity) { r.by = by }

func joined(values []string) string { return strings.Join(values, "\x00") }

func (r *Reader) contentID(content string, nth int) string {
	return table.DeriveID(r.p.Tenant, r.p.Main.Table.Name, "content", content, strconv.Itoa(nth))
}

// identify returns the row of a record. It is the one with the record's key, or else its id derives from the key, or
// from the content and the number of equal records before it.
func (r *Reader) identify(rec source.Record) (owner, error) {
	p := r.p
	content := ""
	if p.key.IsContent() || slices.ContainsFunc(r.by.Old, func(m *identity.Matcher) bool { return m.Key().IsContent() }) {
		content = source.Fingerprint(rec.Fields)
		r.times[content]++
	}
	if p.key.IsContent() {
		return owner{id: r.contentID(content, r.times[content]), by: new(p.joinedKey)}, nil
	}
	values, err := p.key.Values(rec.Fields)
	if err != nil {
		return owner{}, err
	}
	var o owner
	switch refs := p.refs[p.Main.Table.Name]; {
	case refs != nil && p.byLabel: // an earlier record, or an editor, may have created it
		e, err := refs.Named(values[0])
		if err != nil {
			return owner{}, err
		}
		o = owner{id: e.id, by: new(p.joinedKey)}
	case r.by.Several:
		if o, err = r.amongSeveral(rec, values, content); err != nil {
			return o, err
		}
	default:
		o = r.row(values)
	}
	line := r.lines[o.id]
	if r.by.Several && line == 0 {
		line = r.keys[o.value]
	}
	if line > 0 {
		return o, duplicateError(fmt.Sprintf("key %s %q duplicates line %d", strings.Join(p.key.Fields, ", "),
			strings.Join(values, ", "), line))
	}
	r.unique = r.by.By != nil && !r.by.Several && !r.by.Twice.Has(values)
	return o, nil
}

// took records that a record of the file has this row and key.
func (r *Reader) took(o owner, line int) {
	r.lines[o.id] = line
	if r.by.Several && o.value != "" {
		r.keys[o.value] = line
	}
}

// A duplicateError is the reason for a record whose key an earlier record has.
type duplicateError string

func (d duplicateError) Error() string { return string(d) }

func isDuplicate(err error) bool {
	var d duplicateError
	return errors.As(err, &d)
}

// row returns the row with a key, or else the one that a new row becomes.
func (r *Reader) row(values []string) owner {
	derived := r.p.derive(r.p.Main.Table.Name, joined(values))
	if id, ok := r.found.Stored(values); ok {
		return owner{id: id}
	}
	if id, ok := r.found.Held(values, derived); ok {
		return r.adopted(id, derived, values)
	}
	if r.found.Foreign(derived) { // another key had the same text
		return r.apart(values)
	}
	return owner{id: derived, by: new(r.p.joinedKey)}
}

// adopted returns a row that was found by its column.
func (r *Reader) adopted(id, derived string, values []string) owner {
	if id == derived && !r.found.Foreign(derived) {
		return owner{id: id, by: new(r.p.joinedKey)}
	}
	o := owner{id: id, by: r.by.Inherited}
	r.p.store(&o, r.p.key, values)
	return o
}

// store adds a key that is stored beside a row.
func (p *Plan) store(o *owner, k identity.Key, values []string) {
	if text, ok := identity.Text(values); ok {
		names := identity.Joined(k.Names)
		o.keys = append(o.keys, rowKey{names, text, names == p.joinedKey})
	}
}

// apart returns a new row for a key whose derived id belongs to a row with another key.
func (r *Reader) apart(values []string) owner {
	text, _ := identity.Text(values)
	o := owner{id: table.DeriveID(r.p.Tenant, r.p.Main.Table.Name, "apart", strings.Join(r.p.key.Names, ",")+"="+text)}
	r.p.store(&o, r.p.key, values)
	return o
}

// amongSeveral is row while some rows may be known by another key only: rows are found by any. All keys of a record are
// stored beside its row.
func (r *Reader) amongSeveral(rec source.Record, values []string, content string) (owner, error) {
	p := r.p
	derived := p.derive(p.Main.Table.Name, joined(values))
	var candidates []owner
	if id, ok := r.found.Stored(values); ok {
		candidates = append(candidates, owner{id: id})
	}
	if r.found.Own(derived) {
		candidates = append(candidates, owner{id: derived, by: new(p.joinedKey)})
	}
	if id, ok := r.found.Held(values, derived); ok {
		candidates = append(candidates, owner{id: id, by: r.by.Inherited})
	}
	for i, old := range r.by.Old {
		candidates = append(candidates, r.byOld(old.Key(), r.foundOld[i], rec, content)...)
	}
	at := slices.IndexFunc(candidates, func(o owner) bool { return r.lines[o.id] == 0 })
	var o owner
	text, _ := identity.Text(values)
	switch {
	case at >= 0:
		o = candidates[at]
	case r.keys[text] > 0: // the caller reports the duplicate
		return owner{value: text}, nil
	case r.by.Unsure != "":
		return owner{}, fmt.Errorf("key %s %q matches no row; %s", strings.Join(p.key.Fields, ", "),
			strings.Join(values, ", "), r.by.Unsure)
	case !r.found.Foreign(derived) && r.lines[derived] == 0:
		o = owner{id: derived, by: new(p.joinedKey)}
	default:
		o = r.apart(values)
		o.keys = nil
	}
	o.value = text
	if o.by == nil || *o.by != p.joinedKey || o.id != derived {
		p.store(&o, p.key, values)
	}
	for _, old := range r.by.Old {
		k := old.Key()
		if was, err := k.Values(rec.Fields); err == nil && !k.IsContent() && (o.by == nil ||
			*o.by != identity.Joined(k.Names)) {
			p.store(&o, k, was)
		}
	}
	return o, nil
}

// byOld returns the rows that a record has by another key than the plan's.
func (r *Reader) byOld(k identity.Key, found identity.Rows, rec source.Record, content string) (rows []owner) {
	by := new(identity.Joined(k.Names))
	if k.IsContent() {
		if id := r.contentID(content, r.times[content]); found.Own(id) {
			rows = append(rows, owner{id: id, by: by})
		}
		return rows
	}
	was, err := k.Values(rec.Fields)
	if err != nil {
		return nil
	}
	if id, ok := found.Stored(was); ok {
		rows = append(rows, owner{id: id})
	}
	derived := r.p.derive(r.p.Main.Table.Name, joined(was))
	if found.Own(derived) {
		rows = append(rows, owner{id: derived, by: by})
	}
	if id, ok := found.Held(was, derived); ok {
		rows = append(rows, owner{id: id, by: r.by.Inherited})
	}
	if refs := r.p.refs[r.p.Main.Table.Name]; r.p.ownNames(k) {
		if e := refs.find(was[0]); e != nil && e.stored.Load() {
			rows = append(rows, owner{id: e.id, by: by})
		}
	}
	return rows
}
