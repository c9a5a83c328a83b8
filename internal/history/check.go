package history

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Rules that a read can break.
const (
	Stale    = "stale read"        // older than the newest version that was announced, or due, before the read began
	Back     = "read went back"    // older than a version that the same gateway showed before
	Torn     = "read out of order" // older than a change that precedes one of another key that the gateway showed before
	Invented = "invented read"     // newer than every version that was sent before the read ended
	Mixed    = "answer of another" // of another key or tenant than the requested one
)

// A Fault is one read that breaks a rule.
type Fault struct {
	Rule string
	Read Read
	Want uint64 // the oldest permitted version; of an invented read, the newest
}

func (f Fault) String() string {
	r := f.Read
	if f.Rule == Mixed {
		return fmt.Sprintf("%s: a request to %s for %s/%s returned %s", f.Rule, r.Gateway, r.Tenant, r.Key, r.Of)
	}
	return fmt.Sprintf("%s: %s returned version %d of %s/%s in a read from %d to %d, want %d",
		f.Rule, r.Gateway, r.Version, r.Tenant, r.Key, r.Start, r.End, f.Want)
}

// Faults lists the reads that break a rule, in the order of the reads. Error prints the first few.
type Faults []Fault

func (f Faults) Error() string {
	const most = 5
	var b strings.Builder
	fmt.Fprintf(&b, "the history has %d faults", len(f))
	for _, fault := range f[:min(most, len(f))] {
		fmt.Fprintf(&b, "\n%s", fault)
	}
	return b.String()
}

// Count is the number of faults in an error of Check.
func Count(err error) int {
	var faults Faults
	_ = errors.As(err, &faults) // another error has none
	return len(faults)
}

// Check checks the history in O(n log n). It returns Faults if reads break a rule, and another error if the record is
// inconsistent.
//
// A read that overlaps a write may return the old or the new version. A read or write is before another one if it
// ended before the other began.
func (h *History) Check() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	keys, err := h.keysLocked()
	if err != nil {
		return err
	}
	var faults Faults
	least := h.leastAnnouncedLocked(keys)
	shown := h.leastShownLocked(keys)
	for i, r := range h.reads {
		k := keys[id{r.Tenant, r.Key}]
		fail := func(rule string, want uint64) { faults = append(faults, Fault{rule, r, want}) }
		switch newest := k.sentBefore(r.End); {
		case r.Of != "" && r.Of != r.Tenant+"/"+r.Key:
			fail(Mixed, 0)
		case r.Version > newest || r.Version > 0 && !k.has(r.Version):
			fail(Invented, newest)
		case r.Version < least[i]:
			fail(Stale, least[i])
		case r.Version < shown[i].own:
			fail(Back, shown[i].own)
		case r.Version < shown[i].others:
			fail(Torn, shown[i].others)
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

type id struct{ tenant, key string }

// A key holds the writes of a key, by version.
type key struct {
	writes []Write
	seqs   []uint64 // change numbers of the writes that have one, ascending
	at     []uint64 // their versions
	sent   []Write  // by Sent
	dues   []Write  // writes by time, by Due
}

// keysLocked sorts the announcements, and the writes by key. It checks that versions and change numbers ascend
// together.
func (h *History) keysLocked() (map[id]*key, error) {
	for _, all := range h.announced {
		slices.SortFunc(all, func(a, b announced) int { return cmp.Compare(a.at, b.at) })
		for i := range all {
			all[i].seq = max(all[i].seq, all[max(0, i-1)].seq)
		}
	}
	keys := map[id]*key{}
	for _, w := range h.writes {
		k := keys[id{w.Tenant, w.Key}]
		if k == nil {
			k = &key{}
			keys[id{w.Tenant, w.Key}] = k
		}
		k.writes = append(k.writes, w)
	}
	for of, k := range keys {
		slices.SortFunc(k.writes, func(a, b Write) int { return cmp.Compare(a.Version, b.Version) })
		for i, w := range k.writes {
			switch {
			case w.Version == 0 || i > 0 && w.Version == k.writes[i-1].Version:
				return nil, fmt.Errorf("the record of %s/%s has version %d twice, or version 0", of.tenant, of.key, w.Version)
			case w.Seq > 0 && len(k.seqs) > 0 && w.Seq <= k.seqs[len(k.seqs)-1]:
				return nil, fmt.Errorf("the record of %s/%s has version %d at change %d, and an earlier one at %d",
					of.tenant, of.key, w.Version, w.Seq, k.seqs[len(k.seqs)-1])
			case w.Seq > 0:
				k.seqs, k.at = append(k.seqs, w.Seq), append(k.at, w.Version)
			}
			if w.Due > 0 {
				if w.By > 0 {
					w.Due = max(w.Due, h.announcedLocked(w.Tenant, w.By))
				}
				k.writes[i].Due = w.Due
				k.dues = append(k.dues, w)
			}
		}
		k.sent = slices.SortedFunc(slices.Values(k.writes), func(a, b Write) int { return cmp.Compare(a.Sent, b.Sent) })
		for i := range k.sent {
			k.sent[i].Version = max(k.sent[i].Version, k.sent[max(0, i-1)].Version)
		}
		slices.SortFunc(k.dues, func(a, b Write) int { return cmp.Compare(a.Due, b.Due) })
		for i := range k.dues {
			k.dues[i].Version = max(k.dues[i].Version, k.dues[max(0, i-1)].Version)
		}
	}
	for _, r := range h.reads {
		if keys[id{r.Tenant, r.Key}] == nil {
			keys[id{r.Tenant, r.Key}] = &key{} // never written
		}
	}
	return keys, nil
}

// as is the newest version as of a change number.
func (k *key) as(of uint64) uint64 {
	i := sort.Search(len(k.seqs), func(i int) bool { return k.seqs[i] > of })
	if i == 0 {
		return 0
	}
	return k.at[i-1]
}

// seqOf is the change number of a version, 0 if it has none.
func (k *key) seqOf(version uint64) uint64 {
	i, found := k.find(version)
	if !found {
		return 0
	}
	return k.writes[i].Seq
}

// find finds the index of a version in writes.
func (k *key) find(version uint64) (int, bool) {
	return slices.BinarySearchFunc(k.writes, version, func(w Write, v uint64) int { return cmp.Compare(w.Version, v) })
}

func (k *key) has(version uint64) bool {
	_, found := k.find(version)
	return found
}

// sentBefore is the newest version that was sent before a time.
func (k *key) sentBefore(t Time) uint64 {
	i := sort.Search(len(k.sent), func(i int) bool { return k.sent[i].Sent >= t })
	if i == 0 {
		return 0
	}
	return k.sent[i-1].Version
}

// dueBefore is the newest version that was due before a time.
func (k *key) dueBefore(t Time) uint64 {
	i := sort.Search(len(k.dues), func(i int) bool { return k.dues[i].Due >= t })
	if i == 0 {
		return 0
	}
	return k.dues[i-1].Version
}

// forever is the end of a write that was never announced.
const forever = 1 << 60

// announcedLocked is when a change was announced.
func (h *History) announcedLocked(tenant string, seq uint64) Time {
	all := h.announced[tenant]
	i := sort.Search(len(all), func(i int) bool { return all[i].seq >= seq })
	if seq == 0 || i == len(all) {
		return forever
	}
	return all[i].at
}

// leastAnnouncedLocked finds, for each read, the newest version of its key that was announced, or due, before the read
// began.
func (h *History) leastAnnouncedLocked(keys map[id]*key) []uint64 {
	least := make([]uint64, len(h.reads))
	for i, r := range h.reads {
		all, k := h.announced[r.Tenant], keys[id{r.Tenant, r.Key}]
		least[i] = k.dueBefore(r.Start)
		if n := sort.Search(len(all), func(i int) bool { return all[i].at >= r.Start }); n > 0 {
			least[i] = max(least[i], k.as(all[n-1].seq))
		}
	}
	return least
}

// leastShown is what a read's gateway returned before the read began.
type leastShown struct {
	own    uint64 // the newest version of the key
	others uint64 // the version of the key at the newest change of any key
}

// leastShownLocked processes the starts and ends of reads in order, and tracks what each gateway has returned.
func (h *History) leastShownLocked(keys map[id]*key) []leastShown {
	type event struct {
		at   Time
		read int
		end  bool
	}
	events := make([]event, 0, 2*len(h.reads))
	for i, r := range h.reads {
		events = append(events, event{r.Start, i, false}, event{r.End, i, true})
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	type place struct{ gateway, tenant, key string }
	versions, seqs := map[place]uint64{}, map[place]uint64{}
	out := make([]leastShown, len(h.reads))
	for _, e := range events {
		r := h.reads[e.read]
		if r.Of != "" && r.Of != r.Tenant+"/"+r.Key {
			continue
		}
		k := keys[id{r.Tenant, r.Key}]
		here, all := place{r.Gateway, r.Tenant, r.Key}, place{r.Gateway, r.Tenant, ""}
		if e.end {
			versions[here] = max(versions[here], r.Version)
			seqs[all] = max(seqs[all], k.seqOf(r.Version))
			continue
		}
		out[e.read] = leastShown{own: versions[here], others: k.as(seqs[all])}
	}
	return out
}
