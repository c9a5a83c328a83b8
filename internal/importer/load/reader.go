package load

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A Reader makes drafts from records, in the order of the file. It assigns the ids.
type Reader struct {
	p     *Plan
	pool  *pgxpool.Pool
	lines map[string]int // line numbers of records that have a key, by id
	times map[string]int // how often a content has appeared
	late  []*Draft       // rows that must wait until all records are written
}

// NewReader makes a Reader for the records of one file.
func NewReader(p *Plan, pool *pgxpool.Pool) *Reader {
	return &Reader{p: p, pool: pool, lines: map[string]int{}, times: map[string]int{}}
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
		if item.Err == nil && r.p.only != nil && !r.p.only(item.Record.Fields) {
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

// lookUp finds the ids and slugs of a chunk that are rows of the tenant.
func (r *Reader) lookUp(ctx context.Context, chunk []source.Item) error {
	p := r.p
	p.existing = map[string]map[string]bool{}
	sources := p.idSources
	if len(p.key) == 1 {
		sources = append(sources[:len(sources):len(sources)], idSource{field: p.key[0], table: p.Main.Table.Name})
	}
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
	if !p.bySlug {
		return nil
	}
	return r.lookUpSlugs(ctx, chunk)
}

// lookUpSlugs finds the existing rows whose slugs are the keys of the chunk.
func (r *Reader) lookUpSlugs(ctx context.Context, chunk []source.Item) error {
	p := r.p
	var slugs []string
	for _, item := range chunk {
		if v, _ := source.Object(item.Record.Fields).Get(p.key[0]); v != nil {
			s, _ := source.NameOf(v)
			slugs = append(slugs, s)
		}
	}
	rows, err := r.pool.Query(ctx, "SELECT slug, id FROM "+p.Main.Table.Quoted()+
		" WHERE tenant_id = (SELECT $1) AND slug = ANY($2)", p.Tenant, slugs)
	if err != nil {
		return fmt.Errorf("look up slugs of %s: %w", p.Main.Table.Name, err)
	}
	p.slugs = map[string]string{}
	var slug, id string
	_, err = pgx.ForEachRow(rows, []any{&slug, &id}, func() error {
		p.slugs[slug] = id
		return nil
	})
	if err != nil {
		return fmt.Errorf("look up slugs of %s: %w", p.Main.Table.Name, err)
	}
	return nil
}

func (r *Reader) draft(item source.Item) (*Draft, error) {
	if item.Err != nil {
		return nil, item.Err
	}
	id, err := r.identify(item.Record)
	if err != nil {
		return nil, err
	}
	d, err := r.p.build(item.Record, id)
	if err == nil && len(r.p.key) > 0 {
		r.lines[id] = item.Record.Line
	}
	return d, err
}

// identify derives the id of a record from its key, or else from its content and the number of equal records before it.
func (r *Reader) identify(rec source.Record) (string, error) {
	kind := r.p.Main.Table.Name
	if len(r.p.key) == 0 {
		content := source.Fingerprint(rec.Fields)
		r.times[content]++
		return table.DeriveID(r.p.Tenant, kind, "content", content, strconv.Itoa(r.times[content])), nil
	}
	var values []string
	for _, field := range r.p.key {
		field, optional := strings.CutSuffix(field, "?")
		v, _ := source.Object(rec.Fields).Get(field)
		value, err := source.NameOf(v)
		if err != nil {
			return "", fmt.Errorf("key %s: %w", field, err)
		}
		if value == "" && !optional {
			return "", fmt.Errorf("key %s is missing", field)
		}
		values = append(values, value)
	}
	id := r.p.Refer(kind, strings.Join(values, "\x00")).id
	if refs := r.p.refs[kind]; refs != nil && r.p.byLabel { // an earlier record, or an editor, may have created it
		e, err := refs.Named(values[0])
		if err != nil {
			return "", err
		}
		id = e.id
	}
	if r.p.bySlug && r.p.slugs[values[0]] != "" {
		id = r.p.slugs[values[0]]
	}
	if line := r.lines[id]; line > 0 {
		return "", fmt.Errorf("key %s %q duplicates line %d", strings.Join(r.p.key, ", "), strings.Join(values, ", "), line)
	}
	return id, nil
}
