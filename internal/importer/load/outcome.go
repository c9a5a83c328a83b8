package load

import "vitrine/internal/importer/source"

// An Outcome counts the results of a batch.
type Outcome struct {
	Inserted, Updated, Unchanged int               // records
	Skipped                      int               // records of another kind
	Tables                       map[string]*Count // rows, by table
	Rejects                      []Reject
	Waiting                      []*Draft // records whose parent does not exist yet
}

// A Count counts the rows of one table. Deleted are child rows that their records no longer have.
type Count struct{ Inserted, Updated, Unchanged, Deleted int }

// Add adds another count.
func (c *Count) Add(d Count) {
	c.Inserted += d.Inserted
	c.Updated += d.Updated
	c.Unchanged += d.Unchanged
	c.Deleted += d.Deleted
}

// A Reject is a record that was not imported.
type Reject struct {
	Record source.Record
	Reason string
}

func (o *Outcome) count(table string) *Count {
	if o.Tables == nil {
		o.Tables = map[string]*Count{}
	}
	if o.Tables[table] == nil {
		o.Tables[table] = &Count{}
	}
	return o.Tables[table]
}

func (o *Outcome) add(p Outcome) {
	o.Inserted += p.Inserted
	o.Updated += p.Updated
	o.Unchanged += p.Unchanged
	o.Rejects = append(o.Rejects, p.Rejects...)
	o.Waiting = append(o.Waiting, p.Waiting...)
	for name, c := range p.Tables {
		o.count(name).Add(*c)
	}
}
