package load

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

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
	p.key = k
	p.byLabel = p.ownNames(k)
	p.Uses(k.Fields...)
}

// Key returns the key of the records.
func (p *Plan) Key() identity.Key { return p.key }

// An Identity says how a Reader finds the rows of records.
type Identity struct {
	By    *identity.Matcher    // by the key of the plan
	Rekey bool                 // the plan's key replaces another
	Old   *identity.Matcher    // by the key that it replaces; nil if the file does not have it
	Twice *identity.Duplicates // the keys that several records of the file have
}

// Identify says how to find the rows of records. Without it, ids are derived from keys alone.
func (r *Reader) Identify(by Identity) { r.by = by }

// IDs returns the ids of the records of a chunk that can be identified. unknown counts the others.
func (r *Reader) IDs(ctx context.Context, chunk []source.Item) (ids []string, unknown int, err error) {
	if err := r.lookUp(ctx, chunk); err != nil {
		return nil, 0, err
	}
	for _, item := range chunk {
		if item.Err != nil {
			unknown++
			continue
		}
		if !r.p.Selects(item.Record) {
			continue
		}
		id, _, err := r.identify(item.Record)
		switch {
		case err == nil:
			if r.by.Rekey {
				r.lines[id] = item.Record.Line
			}
			ids = append(ids, id)
		case !isDuplicate(err): // the row of a duplicate is that of the other record
			unknown++
		}
	}
	return ids, unknown, nil
}

// lookUpRows finds the rows that the keys of a chunk belong to, and those that its records reference by key.
func (r *Reader) lookUpRows(ctx context.Context, chunk []source.Item) error {
	p := r.p
	r.found, p.rowOf = identity.Rows{}, nil
	if r.by.By == nil || p.byLabel || p.key.IsContent() { // identify needs no rows
		return nil
	}
	var err error
	keys := r.keysOf(p.key, chunk)
	var referenced []string
	if len(p.key.Fields) == 1 {
		referenced = p.references(chunk)
		for _, key := range referenced {
			keys = append(keys, identity.Derived{Values: []string{key}, ID: p.derive(p.Main.Table.Name, key)})
		}
	}
	if r.found, err = r.by.By.Find(ctx, keys); err != nil {
		return err
	}
	if r.by.Old != nil {
		if r.foundOld, err = r.by.Old.Find(ctx, r.keysOf(r.by.Old.Key(), chunk)); err != nil {
			return err
		}
	}
	if r.by.Rekey {
		return nil // the rows of references are not known before their records come
	}
	p.rowOf = map[string]string{}
	for _, key := range referenced {
		p.rowOf[key], _ = r.row([]string{key})
	}
	return nil
}

// keysOf returns the keys of a chunk with the ids that derive from them.
func (r *Reader) keysOf(k identity.Key, chunk []source.Item) []identity.Derived {
	var keys []identity.Derived
	times := map[string]int{}
	for _, item := range chunk {
		if item.Err != nil {
			continue
		}
		if k.IsContent() {
			content := source.Fingerprint(item.Record.Fields)
			times[content]++
			keys = append(keys, identity.Derived{ID: r.contentID(content, r.times[content]+times[content])})
			continue
		}
		if values, err := k.Values(item.Record.Fields); err == nil {
			keys = append(keys, identity.Derived{Values: values, ID: r.p.derive(r.p.Main.Table.Name, joined(values))})
		}
	}
	return keys
}

// references returns the keys by which a chunk references rows of the records' own table.
func (p *Plan) references(chunk []source.Item) (keys []string) {
	for _, s := range p.idSources {
		if s.table != p.Main.Table.Name {
			continue
		}
		if s.constant != "" {
			keys = append(keys, s.constant)
		}
		for _, item := range chunk {
			v, _ := source.Object(item.Record.Fields).Get(s.field)
			if key, err := source.NameOf(v); err == nil && key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// joined returns a key as ids derive from it.
func joined(values []string) string { return strings.Join(values, "\x00") }

func (r *Reader) contentID(content string, nth int) string {
	return table.DeriveID(r.p.Tenant, r.p.Main.Table.Name, "content", content, strconv.Itoa(nth))
}

// identify returns the id of a record. It is that of the row with the record's key, or else derived from the key, or
// from the content and the number of equal records before it. stored is the key if the id does not follow from it.
func (r *Reader) identify(rec source.Record) (id, stored string, err error) {
	p := r.p
	content := ""
	if p.key.IsContent() || r.by.Old != nil && r.by.Old.Key().IsContent() {
		content = source.Fingerprint(rec.Fields)
		r.times[content]++
	}
	if p.key.IsContent() {
		return r.contentID(content, r.times[content]), "", nil
	}
	values, err := p.key.Values(rec.Fields)
	if err != nil {
		return "", "", err
	}
	switch refs := p.refs[p.Main.Table.Name]; {
	case refs != nil && p.byLabel: // an earlier record, or an editor, may have created it
		e, err := refs.Named(values[0])
		if err != nil {
			return "", "", err
		}
		id = e.id
	case r.by.Rekey:
		id, stored = r.rekeyed(rec, values, content)
	default:
		id, stored = r.row(values)
	}
	if line := r.lines[id]; line > 0 {
		return "", "", duplicateError(fmt.Sprintf("key %s %q duplicates line %d", strings.Join(p.key.Fields, ", "),
			strings.Join(values, ", "), line))
	}
	r.unique = r.by.By != nil && !r.by.Rekey && !r.by.Twice.Has(values)
	return id, stored, nil
}

// A duplicateError is the reason for a record whose key an earlier record has.
type duplicateError string

func (d duplicateError) Error() string { return string(d) }

func isDuplicate(err error) bool {
	var d duplicateError
	return errors.As(err, &d)
}

// row returns the id of the row with a key, or else the id that a new row gets.
func (r *Reader) row(values []string) (id, stored string) {
	derived := r.p.derive(r.p.Main.Table.Name, joined(values))
	if id, ok := r.found.Stored(values); ok {
		return id, ""
	}
	if id, ok := r.found.Held(values, derived); ok {
		if id != derived {
			stored, _ = r.p.key.Text(values)
		}
		return id, stored
	}
	if r.found.Foreign(derived) { // an older key had the same text
		return r.apart(values)
	}
	return derived, ""
}

// apart returns an id for a key whose derived id belongs to a row with another key.
func (r *Reader) apart(values []string) (id, stored string) {
	stored, _ = r.p.key.Text(values)
	return table.DeriveID(r.p.Tenant, r.p.Main.Table.Name, "apart", stored), stored
}

// rekeyed is row while a key replaces an older one: rows are found by either. Their new keys are stored.
func (r *Reader) rekeyed(rec source.Record, values []string, content string) (id, stored string) {
	p := r.p
	derived := p.derive(p.Main.Table.Name, joined(values))
	stored, _ = p.key.Text(values)
	var candidates []string
	if id, ok := r.found.Stored(values); ok {
		candidates = append(candidates, id)
	}
	if id, ok := r.found.Held(values, derived); ok {
		candidates = append(candidates, id)
	}
	candidates = append(candidates, r.byOld(rec, content)...)
	if !r.found.Own(derived) && !r.found.Foreign(derived) {
		candidates = append(candidates, derived)
	}
	for _, id := range candidates {
		if r.lines[id] == 0 {
			return id, stored
		}
	}
	id, _ = r.apart(values)
	return id, stored
}

// byOld returns the rows that a record had by the key that is replaced.
func (r *Reader) byOld(rec source.Record, content string) (ids []string) {
	if r.by.Old == nil {
		return nil
	}
	old := r.by.Old.Key()
	if old.IsContent() {
		if id := r.contentID(content, r.times[content]); r.foundOld.Own(id) {
			ids = append(ids, id)
		}
		return ids
	}
	was, err := old.Values(rec.Fields)
	if err != nil {
		return nil
	}
	if id, ok := r.foundOld.Stored(was); ok {
		ids = append(ids, id)
	}
	if id := r.p.derive(r.p.Main.Table.Name, joined(was)); r.foundOld.Own(id) {
		ids = append(ids, id)
	}
	return ids
}

// Hits counts the records that have rows under the ids derived from a key. It shows by which key earlier imports
// identified the records.
func (r *Reader) Hits(ctx context.Context, m *identity.Matcher, chunk []source.Item) (n int, err error) {
	if err := r.lookUpIDs(ctx, chunk, []idSource{{field: firstField(m.Key()), table: r.p.Main.Table.Name}}); err != nil {
		return 0, err
	}
	keys := r.keysOf(m.Key(), chunk)
	found, err := m.Find(ctx, keys)
	if err != nil {
		return 0, err
	}
	for _, k := range keys {
		if found.Own(k.ID) {
			n++
		}
	}
	return n, nil
}

func firstField(k identity.Key) string {
	if len(k.Fields) != 1 {
		return ""
	}
	return k.Fields[0]
}

// lookUpIDs finds the ids of a chunk that are rows of the tenant.
func (r *Reader) lookUpIDs(ctx context.Context, chunk []source.Item, sources []idSource) error {
	p := r.p
	p.existing = map[string]map[string]bool{}
	for _, s := range sources {
		var ids []string
		if table.IsID(s.constant) {
			ids = append(ids, s.constant)
		}
		for _, item := range chunk {
			if v, _ := source.Object(item.Record.Fields).Get(s.field); v != nil {
				if text, _ := v.(string); table.IsID(text) {
					ids = append(ids, text)
				}
			}
		}
		if len(ids) == 0 {
			continue
		}
		rows, err := r.pool.Query(ctx, "SELECT id FROM "+p.Tables[s.table].Quoted()+
			" WHERE tenant_id = (SELECT $1) AND id = ANY($2)", p.Tenant, ids)
		if err != nil {
			return fmt.Errorf("look up ids of %s: %w", s.table, err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("look up ids of %s: %w", s.table, err)
		}
		if p.existing[s.table] == nil {
			p.existing[s.table] = map[string]bool{}
		}
		for _, id := range list {
			p.existing[s.table][id] = true
		}
	}
	return nil
}
