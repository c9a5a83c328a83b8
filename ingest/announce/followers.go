package announce

import (
	"sync"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

const (
	maxFollowers    = 32                    // maximum followers of a tenant with a lease
	maxAllFollowers = 2000                  // the same of all tenants
	maxProposals    = 4096                  // announcements of a tenant that wait for followers one by one
	leaseSlack      = 10 * time.Millisecond // added to a lease here, with a twentieth of it: clocks may run differently
)

// followers are the caches outside Vitrine that acknowledge changes: edges, and processes of web frameworks. A change
// is first proposed to the followers of its tenant. It is announced once every follower with a lease has acknowledged
// it.
//
// A follower serves what it keeps only while it has a lease. The lease is granted only to a follower that has applied
// every announced change, and that leaves no change unacknowledged for longer than a lease. It ends at the follower one
// lease after the follower asked for it. Here it ends later, because it is counted from when the request arrived, plus
// 5 % and 10 ms. So a follower that is no longer waited for serves nothing without asking, and a silent follower delays
// an announcement by no more than its lease.
//
// Leases are not handed over to the next leader. It announces nothing for settleTime, which is longer than any lease.
type followers struct {
	wake run.Wake // a change was acknowledged, or a tenant has its first follower

	mu      sync.Mutex
	total   int
	tenants map[string]*followed // only of tenants with a follower or a proposal
}

// A followed tenant has followers.
type followed struct {
	known     bool // announced is filled in
	announced position
	proposals []proposal // proposed and not written as announced, in order
	released  int        // how many of them count as announced: they are being written
	followers map[string]*follower
}

// A position is a change that concerns subscribers.
type position struct {
	epoch string
	seq   uint64
}

// A proposal is a change that followers may see, and others may not yet.
type proposal struct {
	position
	to   capture.Cursor // the change up to which nothing else concerns subscribers
	at   time.Time      // when the change was sealed
	sent time.Time      // when it was proposed
}

type follower struct {
	applied position  // as it reports
	until   time.Time // the end of its lease
}

func newFollowers() *followers {
	return &followers{wake: run.NewWake(), tenants: map[string]*followed{}}
}

// ask processes the report of a follower and decides on its lease.
func (r *followers) ask(rq wire.Follow, now time.Time) wire.Grant {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tenants[rq.Tenant]
	if t == nil {
		if rq.Leaving {
			return wire.Grant{}
		}
		t = &followed{followers: map[string]*follower{}}
		r.tenants[rq.Tenant] = t
	}
	defer r.wake.Notify()
	f := t.followers[rq.Name]
	if rq.Leaving {
		if f != nil {
			delete(t.followers, rq.Name)
			r.total--
		}
		return wire.Grant{}
	}
	if f == nil {
		r.expireLocked(t, now)
		if len(t.followers) >= maxFollowers || r.total >= maxAllFollowers {
			return wire.Grant{Why: wire.FollowerLimit}
		}
		f = &follower{}
		t.followers[rq.Name] = f
		r.total++
	}
	f.applied = position{rq.Epoch, rq.Applied}
	answer := wire.Grant{Epoch: t.announced.epoch, Seq: t.announced.seq}
	if answer.Why = t.refuses(f, now); answer.Why == "" {
		answer.Granted = true
		f.until = now.Add(wire.FollowerLease + wire.FollowerLease/20 + leaseSlack)
	}
	return answer
}

// expireLocked removes the followers of a tenant without a lease. It has no effect on what is waited for.
func (r *followers) expireLocked(t *followed, now time.Time) {
	for name, f := range t.followers {
		if now.After(f.until) {
			delete(t.followers, name)
			r.total--
		}
	}
}

// refuses says why a follower gets no lease; "" if it gets one.
func (t *followed) refuses(f *follower, now time.Time) string {
	if !t.known {
		return wire.NotReady
	}
	covered := t.covers(f)
	if covered < 0 {
		return wire.FollowerBehind
	}
	if covered < t.released { // it lacks a change that counts as announced, and that is still among the proposals
		return wire.FollowerBehind
	}
	if covered < len(t.proposals) && now.Sub(t.proposals[covered].sent) > wire.FollowerLease {
		return wire.FollowerSlow
	}
	return ""
}

// covers counts the proposals that a follower has applied, -1 if it has not even applied what was announced.
func (t *followed) covers(f *follower) int {
	for i := len(t.proposals) - 1; i >= 0; i-- {
		if t.proposals[i].appliedBy(f) {
			return i + 1
		}
	}
	if t.announced.appliedBy(f) {
		return 0
	}
	return -1
}

func (p position) appliedBy(f *follower) bool {
	return catalog.SameEpoch(p.epoch, f.applied.epoch) && f.applied.seq >= p.seq
}

// direct reports whether the changes up to the last one that concerns subscribers need no acknowledgement, and then
// notes it as announced: before it is written, so that a follower that has not applied it gets no lease from now on.
// last is zero if none of the changes concerns subscribers.
func (r *followers) direct(tenant string, last position, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tenants[tenant]
	switch {
	case t == nil:
		return true
	case len(t.proposals) > 0:
		return false
	case last == position{}:
		return true
	case t.waits(now):
		return false
	}
	t.announced = last
	return true
}

// waits reports whether a follower of the tenant has a lease.
func (t *followed) waits(now time.Time) bool {
	for _, f := range t.followers {
		if !now.After(f.until) {
			return true
		}
	}
	return false
}

// propose notes changes that were written for the followers of a tenant, in order.
func (r *followers) propose(tenant string, all []proposal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tenants[tenant]
	if t == nil { // its last follower left meanwhile
		t = &followed{followers: map[string]*follower{}}
		r.tenants[tenant] = t
	}
	for _, p := range all {
		if n := len(t.proposals); n >= maxProposals && t.released < n {
			p.sent = t.proposals[n-1].sent // announced together, and as late as the first of them is slow
			t.proposals[n-1] = p
			continue
		}
		t.proposals = append(t.proposals, p)
	}
}

// acknowledged finds, for each tenant, the last proposal that every follower with a lease has applied. It counts as
// announced from now on, also if it cannot be written yet.
func (r *followers) acknowledged(now time.Time) map[string]proposal {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all map[string]proposal
	for tenant, t := range r.tenants {
		n := len(t.proposals)
		for _, f := range t.followers {
			if !now.After(f.until) {
				n = min(n, t.covers(f))
			}
		}
		if n = max(n, t.released); n <= 0 { // what counts as announced stays so
			continue
		}
		if all == nil {
			all = map[string]proposal{}
		}
		all[tenant] = t.proposals[n-1]
		t.released, t.announced = n, t.proposals[n-1].position
	}
	return all
}

// announcedNow removes the proposals up to one that was written as announced, and tenants without followers.
func (r *followers) announcedNow(written map[string]proposal, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for tenant, p := range written {
		t := r.tenants[tenant]
		for i := range t.proposals {
			if t.proposals[i].position == p.position {
				t.proposals = append(t.proposals[:0:0], t.proposals[i+1:]...)
				t.released = max(0, t.released-i-1)
				break
			}
		}
		if r.expireLocked(t, now); len(t.followers) == 0 && len(t.proposals) == 0 {
			delete(r.tenants, tenant)
		}
	}
}

// extend notes that the changes of a tenant up to a cursor are written, and that those after the last proposal concern
// no subscriber.
func (r *followers) extend(tenant string, to capture.Cursor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.tenants[tenant]; t != nil && len(t.proposals) > 0 {
		t.proposals[len(t.proposals)-1].to = to
	}
}

// pending reports whether a tenant has proposals that are not announced.
func (r *followers) pending(tenant string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tenants[tenant]
	return t != nil && len(t.proposals) > 0
}

// unknown lists the tenants of which nothing is known but that they have followers.
func (r *followers) unknown() (tenants []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for tenant, t := range r.tenants {
		if !t.known {
			tenants = append(tenants, tenant)
		}
	}
	return tenants
}

// know fills in what was announced last to the subscribers of a tenant.
func (r *followers) know(tenant string, last position) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.tenants[tenant]; t != nil && !t.known {
		t.known, t.announced = true, last
	}
}

// forget removes a tenant that was deleted.
func (r *followers) forget(tenant string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.tenants[tenant]; t != nil {
		r.total -= len(t.followers)
		delete(r.tenants, tenant)
	}
}

// next is when the first lease ends that a proposal may wait for; the limit if none ends before.
func (r *followers) next(now, limit time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tenants {
		if len(t.proposals) == 0 {
			continue
		}
		for _, f := range t.followers {
			if f.until.After(now) && f.until.Before(limit) {
				limit = f.until.Add(time.Millisecond)
			}
		}
	}
	return limit
}

// count is the number of followers, for people.
func (r *followers) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.total
}
