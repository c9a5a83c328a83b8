package load

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A Reader makes drafts from records, in the order of the file. It assigns the ids.
type Reader struct {
	p     *Plan
	pool  *pgxpool.Pool
	by    Identity
	lines map[string]int // line numbers of records whose key others may have, by id
	keys  map[string]int // the same by the text of the key, for Identity.Several
	times map[string]int // how often a content has appeared
	late  []*Draft       // rows that must wait until all records are written

	found    identity.Rows   // rows of the chunk
	foundOld []identity.Rows // by the keys of Identity.Old
	unique   bool            // no other record has the key of the one identified last
}

// NewReader makes a Reader for the records of one file.
func NewReader(p *Plan, pool *pgxpool.Pool) *Reader {
	return &Reader{p: p, pool: pool, lines: map[string]int{}, keys: map[string]int{}, times: map[string]int{}}
}

// Read makes the drafts of a chunk of records. The outcome counts those that were skipped or rejected. An error is the
// database's.
func (r *Reader) Read(ctx context.Context, chunk []source.Item) ([]*Draft, Outcome, error) {
	if err := r.lookUp(ctx, chunk); err != nil {
		return nil, Outcome{}, err
	}
	batch := make([]*Draft, 0, len(chunk))
	var o Outcome
	r.p.mu.RLock()
	defer r.p.mu.RUnlock()
	for _, item := range chunk {
		if item.Err == nil && !r.p.Selects(item.Record) {
			o.Skipped++
			continue
		}
		d, err := r.draft(item)
		if err != nil {
			o.Rejects = append(o.Rejects, Reject{item.Record, err.Error()})
			continue
		}
		batch = append(batch, d)
		if d.late != nil {
			r.late = append(r.late, &Draft{p: r.p, id: d.id, rows: d.late})
		}
	}
	return batch, o, nil
}

// Late returns the rows that must wait until all records are written. Call it after the last Read.
func (r *Reader) Late() []*Draft { return r.late }

// lookUp finds the rows of the tenant that a chunk names by id or by key.
func (r *Reader) lookUp(ctx context.Context, chunk []source.Item) error {
	p := r.p
	sources := p.idSources
	if field := firstField(p.key); field != "" {
		sources = append(sources[:len(sources):len(sources)], idSource{field: field, table: p.Main.Table.Name})
	}
	if err := r.lookUpIDs(ctx, chunk, sources); err != nil {
		return err
	}
	return r.lookUpRows(ctx, chunk)
}

func (r *Reader) draft(item source.Item) (*Draft, error) {
	if item.Err != nil {
		return nil, item.Err
	}
	o, err := r.identify(item.Record)
	if err != nil {
		return nil, err
	}
	d, err := r.p.build(item.Record, o.id)
	if err == nil {
		d.owner = o
		if !r.p.key.IsContent() && !r.unique {
			r.took(o, item.Record.Line)
		}
	}
	return d, err
}

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
		o, err := r.identify(item.Record)
		switch {
		case err == nil:
			if r.by.Several {
				r.took(o, item.Record.Line)
			}
			ids = append(ids, o.id)
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
	r.foundOld = make([]identity.Rows, len(r.by.Old))
	for i, old := range r.by.Old {
		if r.foundOld[i], err = old.Find(ctx, r.keysOf(old.Key(), chunk)); err != nil {
			return err
		}
	}
	p.rowOf = map[string]string{}
	for _, key := range referenced { // with Several, the rows of some are not known before their records come
		p.rowOf[key] = r.row([]string{key}).id
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

// Hits counts the records that have rows under the ids derived from a key. It shows by which key earlier imports
// identified the records. unregistered is set if no import registered some of the rows.
func (r *Reader) Hits(ctx context.Context, m *identity.Matcher, chunk []source.Item) (
	n int, unregistered bool, err error) {
	if err := r.lookUpIDs(ctx, chunk, []idSource{{field: firstField(m.Key()), table: r.p.Main.Table.Name}}); err != nil {
		return 0, false, err
	}
	keys := r.keysOf(m.Key(), chunk)
	found, err := m.Find(ctx, keys)
	if err != nil {
		return 0, false, err
	}
	for _, k := range keys {
		if found.Own(k.ID) {
			n++
			unregistered = unregistered || found.Unregistered(k.ID)
		}
	}
	return n, unregistered, nil
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
