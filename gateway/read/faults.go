package read

import (
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
)

// faults counts what answers leave out. It also logs values that no answer can show, such as an infinite date. Readers
// leave out the field or the record. Only an editor can give the right value, so each version of a record is logged
// once, however often it is read.
type faults struct {
	log     *slog.Logger
	records atomic.Uint64  // that were left out of an answer
	fields  atomic.Uint64  // that were left out of a record
	removed markup.Counter // parts of the HTML of records

	mu     sync.Mutex
	logged map[fault]struct{}
}

// A fault is a version of a record.
type fault struct {
	tenant, kind, id string
	version          uint64
}

// mostLogged is how many versions of records are remembered as logged. Beyond that, the log starts anew.
const mostLogged = 10_000

// note notes the faults of a record.
func (f *faults) note(tenant, kind, id string, all []catalog.Fault) {
	if len(all) == 0 {
		return
	}
	if catalog.Unreadable(all) {
		f.records.Add(1)
	} else {
		f.fields.Add(uint64(len(all)))
	}
	if f.log == nil || !f.first(fault{tenant, kind, id, all[0].Version}) {
		return
	}
	var fields, reasons []string
	for _, x := range all {
		fields = append(fields, x.Field)
		reasons = append(reasons, x.Err.Error())
	}
	what := "a field is left out of a record"
	if catalog.Unreadable(all) {
		what = "a record is left out of answers"
	}
	reason := strings.Join(reasons, "; ")
	f.log.Warn(what+", because a value cannot be shown", "tenant", tenant, "kind", kind, "id", id,
		"fields", strings.Join(fields, ","), "err", reason[:min(len(reason), 300)])
}

// first reports whether a version was not logged before.
func (f *faults) first(x fault) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.logged[x]; known {
		return false
	}
	if f.logged == nil || len(f.logged) >= mostLogged {
		f.logged = map[fault]struct{}{}
	}
	f.logged[x] = struct{}{}
	return true
}

// noteAll notes the faults of records of a view, and what was removed from their HTML.
func (f *faults) noteAll(tenant string, v *catalog.View, recs []catalog.Record) {
	for _, rec := range recs {
		f.removed.Add(tenant, rec.Lost)
		f.note(tenant, v.Plan().Resource.Name, rec.ID, rec.Faults)
	}
}

// Note notes the faults of a record that a special view reads.
func (s *Snapshot) Note(kind, id string, all []catalog.Fault) {
	s.faults.note(s.Tenant, kind, id, all)
	s.noted = append(s.noted, catalog.RecordTag(kind, id))
}

// Removed counts what was removed from the HTML of a record that a special view reads.
func (s *Snapshot) Removed(lost markup.Losses) { s.faults.removed.Add(s.Tenant, lost) }

// Noted returns the tags of the records that Note was called for. The answer depends on them even if it does not show
// them.
func (s *Snapshot) Noted() []string { return s.noted }
