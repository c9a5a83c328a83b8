package capture

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// doorbell is the channel on which writers ring, while the drain says that it sleeps.
const doorbell = "vitrine"

// A ring is what the doorbell said. Anybody who may write content may ring, and say what he likes: it decides what is read beside the changes, and nothing else.
type ring struct {
	heard  bool
	view   *catalog.View // of one record of the kind that was named; nil: none was, or several
	tenant string
	slug   string
}

// add takes another ring.
func (r *ring) add(said string) {
	first := !r.heard
	*r = ring{heard: true}
	if kind, rest, ok := strings.Cut(said, "/"); ok && first {
		if r.tenant, r.slug, ok = strings.Cut(rest, "/"); ok {
			r.view = catalog.BySlug(kind)
		}
	}
}

// statement is what Postgres is polled with after it.
func (r *ring) statement() string {
	kind := ""
	if r.view != nil {
		kind = r.view.Plan().Resource.Name
	}
	if few := pollFewSQL[kind]; r.heard && few != "" {
		return few
	}
	return pollSQL
}

// Beside a poll.
const (
	besideLimit = time.Second          // the most the reading of a record may take
	besideWait  = 2 * time.Millisecond // what a change waits for its record, once it is known itself
	besideRate  = 50                   // changes a second above which none waits: most of what would be read is not looked at
)

// look polls. What a ring named is read at the same time: gateways that show it would each read it from Postgres next, all at once.
func (d *Relay) look(ctx context.Context, r ring) (snapshot string, fresh []Change, more bool, shown *wire.Inlined, err error) {
	reading := d.readBeside(ctx, r)
	snapshot, fresh, more, err = poll(ctx, d.conn, r.statement(), d.snapshot)
	if err != nil || reading == nil || len(fresh) != 1 {
		return snapshot, fresh, more, nil, err
	}
	late := time.NewTimer(besideWait)
	defer late.Stop()
	select {
	case read := <-reading:
		shown = r.shown(fresh[0], read)
	case <-late.C: // whoever shows it reads it himself
	}
	return snapshot, fresh, more, shown, nil
}

// A beside is what was read beside a poll, and what time it was.
type beside struct {
	catalog.Headed
	now time.Time
}

// readBeside begins to read what a ring named, one thing at a time; nil where nothing is read. What cannot be read comes empty.
func (d *Relay) readBeside(ctx context.Context, r ring) <-chan beside {
	if r.view == nil || d.cfg.Records == nil || d.faster(besideRate) || !d.reading.CompareAndSwap(false, true) {
		return nil
	}
	out := make(chan beside, 1)
	go func() {
		defer d.reading.Store(false)
		defer close(out)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), besideLimit)
		defer cancel()
		b := beside{now: time.Now().Add(d.skew).Truncate(time.Microsecond)}
		rows, err := d.cfg.Records.Query(ctx, r.view.Headed(catalog.ByPath), catalog.Args(r.tenant, b.now, []string{r.slug})...)
		if err == nil {
			b.Headed, err = r.view.ScanHeaded(rows)
		}
		if err != nil {
			if !d.unread {
				d.cfg.Log.Warn("records are not sent with their changes", "kind", r.view.Plan().Resource.Name, "err", err)
			}
			d.unread = true
			return
		}
		d.unread = false
		out <- b
	}()
	return out
}

// shown is the record that a ring named, if it is all that the one change that was found is about, and was read as of it.
func (r ring) shown(found Change, read beside) *wire.Inlined {
	if len(read.Records) != 1 || len(read.Records[0].JSON) > wire.MaxInlined {
		return nil
	}
	rec, kind := read.Records[0], r.view.Plan().Resource.Name
	switch {
	case found.Tenant != r.tenant || found.Epoch != read.Epoch || found.Seq != read.Seq:
		return nil // another change's
	case found.Rows != 1 || len(found.few) != 1 || found.few[0].Kind != kind || found.few[0].ID != rec.ID:
		return nil // it is about something else as well
	}
	return &wire.Inlined{Kind: kind, Slug: r.slug, Form: r.view.Form(), JSON: rec.JSON, Tags: rec.Tags, Now: read.now, Until: read.Until}
}
