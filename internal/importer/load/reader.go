package load

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/source"
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
