package purge

import (
	"context"
	"time"
)

// due is what an edge has to be purged of now.
type due struct {
	first []Announcement // for the first time
	again []Announcement // for the second time: no fetch that began before them can be under way
	whole bool           // everything, for the second time
	to    int64          // if whole: the announcement up to which everything was purged for the first time
}

func (d *due) none() bool { return len(d.first)+len(d.again) == 0 && !d.whole }

// read reads what is due for an edge.
func (w *worker) read(ctx context.Context, e *Edge) (d due, err error) {
	if e.Backlog > 0 {
		if d.first, err = w.p.cfg.Store.Announcements(ctx, e.Tenant, e.N, e.Head.Seq, readMost); err != nil {
			return d, err
		}
	}
	w.mu.Lock()
	again := w.settleDueLocked(e, time.Now())
	d.whole, d.to = again && e.wholeAgain(), w.wholeTo
	w.mu.Unlock()
	if !again || d.whole {
		return d, nil
	}
	d.again, err = w.p.cfg.Store.Announcements(ctx, e.Tenant, e.Settled, e.N, readMost)
	n := 0
	for n < len(d.again) && d.again[n].Age >= e.Settle.Duration() {
		n++
	}
	d.again = d.again[:n]
	return d, err
}

// progress is how far an edge is once so many tags of a plan were purged from it.
func (pl *plan) progress(e *Edge, tags int) Progress {
	to := e.Progress
	for _, m := range pl.again {
		if m.tags <= tags {
			to.Settled = max(to.Settled, m.seq)
		}
	}
	late := to.Settled == e.N // so that announcements were purged once no earlier fetch was under way
	for _, m := range pl.first {
		if m.tags > tags {
			break
		}
		to.N = m.seq
		if late = late && m.age >= e.Settle.Duration(); late {
			to.Settled = m.seq
		}
	}
	return to
}
