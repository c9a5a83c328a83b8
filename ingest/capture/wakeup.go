package capture

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
	"vitrine/internal/wire"
)

// channel is where writers send wake-ups while the relay sleeps.
const channel = "vitrine"

// A wakeup is what notifications have said. Every role that may write content can send any text. The text therefore
// selects a record to read, and nothing else.
type wakeup struct {
	notified bool
	view     *catalog.View // of the named record's kind; nil: no record was named, or several
	tenant   string
	slug     string
}

// add adds a notification.
func (w *wakeup) add(said string) {
	first := !w.notified
	*w = wakeup{notified: true}
	if kind, rest, ok := strings.Cut(said, "/"); ok && first {
		if w.tenant, w.slug, ok = strings.Cut(rest, "/"); ok {
			w.view = catalog.BySlug(kind)
		}
	}
}

// statement is the statement for the poll after it.
func (w *wakeup) statement() string {
	kind := ""
	if w.view != nil {
		kind = w.view.Plan().Resource.Name
	}
	if few := pollFewSQL[kind]; w.notified && few != "" {
		return few
	}
	return pollSQL
}

const (
	recordTimeout = time.Second          // timeout of reading a record
	recordWait    = 2 * time.Millisecond // how long a change waits for its record
	recordRate    = 50                   // limit of faster above which no record is read: most would be discarded
)

// poll polls, and reads the record that a wake-up named at the same time. Otherwise every gateway that shows the
// record would read it from Postgres at once.
func (r *Relay) poll(w wakeup) (
	snapshot string, fresh []Change, more bool, inlined *wire.Inlined, err error,
) {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	reading := r.readRecord(ctx, w)
	snapshot, fresh, more, err = pollChanges(ctx, r.conn, w.statement(), r.snapshot)
	if err != nil || reading == nil || len(fresh) != 1 {
		return snapshot, fresh, more, nil, err
	}
	late := time.NewTimer(recordWait)
	defer late.Stop()
	select {
	case read := <-reading:
		inlined = w.inlined(fresh[0], read)
	case <-late.C: // gateways read it themselves
	}
	return snapshot, fresh, more, inlined, nil
}

// A record is the record that a wake-up named, and when it was read.
type record struct {
	catalog.Headed
	now time.Time
}

// readRecord starts reading the record that a wake-up named, one at a time. It returns nil if it reads nothing. The
// channel is closed empty if reading fails.
func (r *Relay) readRecord(ctx context.Context, w wakeup) <-chan record {
	if w.view == nil || r.cfg.Records == nil || r.faster(recordRate) || !r.reading.CompareAndSwap(false, true) {
		return nil
	}
	out := make(chan record, 1)
	go func() {
		defer r.reading.Store(false)
		defer close(out)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		b := record{now: r.clock.Now().Truncate(time.Microsecond)}
		args := catalog.Args(w.tenant, b.now, []string{w.slug})
		rows, err := r.cfg.Records.Query(ctx, w.view.Headed(catalog.ByPath), args...)
		if err == nil {
			b.Headed, err = w.view.ScanHeaded(rows)
		}
		if err != nil {
			if !r.failed {
				r.cfg.Log.Warn("records are not inlined in changes", "kind", w.view.Plan().Resource.Name, "err", err)
			}
			r.failed = true
			return
		}
		r.failed = false
		out <- b
	}()
	return out
}

// inlined is the record that a wake-up named, provided that the change is of this record alone and that it was read as
// of the change.
func (w wakeup) inlined(found Change, read record) *wire.Inlined {
	if len(read.Records) != 1 || len(read.Records[0].JSON) > wire.MaxInlined {
		return nil
	}
	if rec := read.Records[0]; len(rec.Faults) > 0 || rec.Lost != (markup.Losses{}) {
		return nil // gateways read it themselves, to note what they leave out
	}
	rec, kind := read.Records[0], w.view.Plan().Resource.Name
	switch {
	case found.Tenant != w.tenant || found.Epoch != read.Epoch || found.Seq != read.Seq:
		return nil // of another change
	case found.Rows != 1 || len(found.few) != 1 || found.few[0].Kind != kind || found.few[0].ID != rec.ID:
		return nil // the change has other rows too
	}
	return &wire.Inlined{
		Kind: kind, Slug: w.slug, Form: w.view.Form(),
		JSON: rec.JSON, Tags: rec.Tags, Now: read.now, Until: read.Until,
	}
}
