package limit

import (
	"fmt"
	"net/netip"
	"sync"

	"vitrine/internal/bound"
)

// MaxRows is the maximal number of rows of the table rate, about 270 MB with its indexes. Each process counts the rows
// that it adds, and the whole table when it sweeps. So the table may exceed MaxRows by what other processes add between
// two sweeps, at most a twentieth each.
const MaxRows = 1_000_000

// An origin may have at most a quarter as many rows as are free, and a tenant 4 times as many. So an origin alone has
// at most a fifth of the table, and several together always leave a part that is free. The share of each becomes
// smaller the more of them there are.
const (
	originShare = 0.25
	tenantShare = 4.0
)

const (
	leastTallied = 10_000  // a sweep counts origins and tenants that have one of so many rows, that is 100 rows
	mostTallied  = 200_000 // origins that are counted between two sweeps
	uncounted    = 20      // the table is counted again once a process has added one of so many rows
)

// A tally is the number of rows of the table rate when it was last counted, and of those that this process added since.
type tally struct {
	mu sync.Mutex
	counts
	ever  bool // whether it was counted
	added int64
}

// counts are numbers of rows.
type counts struct {
	all     int64
	tenants map[string]int64
	origins map[netip.Prefix]int64
}

// set replaces the numbers by those of a sweep.
func (t *tally) set(c counts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts, t.ever, t.added = c, true, 0
}

// known reports whether the numbers are recent enough for a table of a size.
func (t *tally) known(most int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ever && t.added <= most/uncounted
}

// add counts a new row.
func (t *tally) add(tenant string, from netip.Prefix) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all++
	t.added++
	if t.tenants == nil {
		t.tenants, t.origins = map[string]int64{}, map[netip.Prefix]int64{}
	}
	t.tenants[tenant]++
	if _, ok := t.origins[from]; from.IsValid() && (ok || len(t.origins) < mostTallied) {
		t.origins[from]++
	}
}

// full returns the error for charges that have no room in a table of a size, or nil. A client whose origin has its
// share gets a 429, and the others a 503.
func (t *tally) full(most int64, tenant string, charges []Charge) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	free := float64(most - t.all)
	for _, c := range charges {
		switch {
		case c.sure:
		case free <= 0:
			return unavailable(fmt.Errorf("the table of rate limits is full: %d rows", t.all))
		case c.origin.IsValid() && float64(t.origins[c.origin]) >= originShare*free:
			return TooManyHere(sweepEvery)
		case float64(t.tenants[tenant]) >= tenantShare*free:
			return unavailable(fmt.Errorf("tenant %s has its share of the table of rate limits: %d rows", tenant,
				t.tenants[tenant]))
		}
	}
	return nil
}

// from returns the origin of a charge as a parameter of a query.
func (c Charge) from() *netip.Prefix {
	if !c.origin.IsValid() {
		return nil
	}
	return &c.origin
}

// rowBounds returns the bounds of the table, for the document.
func rowBounds() []bound.Bound {
	row := func(name, counts, size, hurts, past string) bound.Bound {
		return bound.Bound{Part: "write service", Name: name, Key: counts, Size: size,
			Window: "until the limits are paid back", Hurts: hurts, Past: past}
	}
	const past = "a device token or a live session: always counted"
	return []bound.Bound{
		row("rows of a network", "IPv4 /16 or IPv6 /32 of the client; rows of the table `rate`",
			fmt.Sprintf("a quarter of the free rows, at most %d rows", MaxRows/5), "strangers in the same network, with 429",
			past+"; another network"),
		row("rows of a tenant", "tenant; rows of the table `rate`",
			fmt.Sprintf("4 times the free rows, at most %d rows", MaxRows*4/5), "strangers in the same shop, with 503", past),
		row("rows", "all rows of the table `rate`", fmt.Sprintf("%d rows", MaxRows), "all strangers, with 503", past),
	}
}
