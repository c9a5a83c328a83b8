package cells

import (
	"errors"
	"strings"

	"vitrine/internal/catalog"
)

// maxLease is the longest time for which a lease is believed, in nanoseconds. Leases are much shorter.
const maxLease = 10e9

// A Reader checks answers against a file. It is the model of the readers in deploy/edge, and says how a tenant is.
type Reader struct {
	words
	boot uint64
	now  func() int64

	step func() // tests run other processes between two loads; nil: nothing
}

// errLayout is the error for a file of another form, or of an earlier start of the machine.
var errLayout = errors.New("this is no file of vitrine edge follow, or one from before the machine was started")

func newReader(w words, boot uint64, now func() int64) (*Reader, error) {
	if !w.valid(boot) {
		return nil, errLayout
	}
	return &Reader{words: w, boot: boot, now: now}, nil
}

// Fresh reports whether an answer may be served that was valid at a stamp and has these tags: the tenant has a lease,
// the epoch is that of the stamp, and no later change has one of its tags.
//
// The order matters. A lease that holds now means that every change announced so far was applied before; so the cells
// that are loaded afterwards show it. The state is loaded before and after the cells, because a follower that begins
// anew clears them.
func (r *Reader) Fresh(stamp string, tags []string) bool {
	tenant, seq, epoch, ok := catalog.ParseConsistency(stamp)
	if !ok {
		return false
	}
	s, ok := r.find(tenant)
	if !ok || !r.leased(s) {
		return false
	}
	r.between()
	was := state(s.head[wordState].Load())
	n, ok := parseEpoch(epoch)
	if !ok || was.changing() || was.count() == 0 || was.epoch() != n {
		return false
	}
	r.between()
	if seq < s.head[wordFloor].Load() || len(tags) == 0 {
		return false
	}
	for _, tag := range tags {
		r.between()
		i, ok := s.cellOf(tag)
		if !ok || s.cells[i].Load() > seq {
			return false
		}
	}
	r.between()
	return state(s.head[wordState].Load()) == was
}

// Reached reports whether the changes up to that of a token are applied. Fresh, if it is called afterwards, compares
// the answer with them.
func (r *Reader) Reached(token string) bool {
	tenant, seq, epoch, ok := catalog.ParseConsistency(token)
	if !ok {
		return false
	}
	s, ok := r.find(tenant)
	if !ok {
		return false
	}
	was := state(s.head[wordState].Load())
	n, ok := parseEpoch(epoch)
	return ok && !was.changing() && was.count() != 0 && was.epoch() == n && s.head[wordApplied].Load() >= seq &&
		state(s.head[wordState].Load()) == was
}

// leased reports whether a lease holds. The clock is read after the lease.
func (r *Reader) leased(s section) bool {
	until := int64(s.head[wordLease].Load())
	r.between()
	now := r.now()
	return now < until && until-now <= maxLease
}

func (r *Reader) find(tenant string) (section, bool) {
	if tenant == "" || strings.IndexByte(tenant, 0) >= 0 {
		return section{}, false
	}
	for i := range int(r.words[wordTenants].Load()) {
		if r.id(i) == tenant {
			return r.section(i), true
		}
	}
	return section{}, false
}

func (r *Reader) between() {
	if r.step != nil {
		r.step()
	}
}

// A Status describes a tenant in a file, for people.
type Status struct {
	Tenant  string
	Epoch   string // empty: nothing was followed yet
	Floor   uint64
	Applied uint64
	Leased  bool
}

// Tenants describes the tenants of the file.
func (r *Reader) Tenants() []Status {
	all := make([]Status, 0, r.words[wordTenants].Load())
	for i := range int(r.words[wordTenants].Load()) {
		s := r.section(i)
		of := Status{Tenant: r.id(i), Leased: r.leased(s)} // first, as Fresh does
		of.Floor, of.Applied = s.head[wordFloor].Load(), s.head[wordApplied].Load()
		if st := state(s.head[wordState].Load()); st.count() != 0 && !st.changing() {
			of.Epoch = epochText(st.epoch())
		}
		all = append(all, of)
	}
	return all
}
