package notify

import (
	"fmt"
	"sync"
	"time"

	"vitrine/internal/bound"
	"vitrine/internal/run"
)

// Bounds of streams.
const (
	streamsEach   = 5    // of one customer
	streamsTenant = 400  // of one tenant
	streamsAll    = 1000 // of this process
)

// streamSlots bound the streams of a process. A customer who has as many as permitted gives the oldest one up for a new
// one: a broken connection counts until a write to it fails. If a tenant or the process is full, a customer with
// several streams gives one up for a customer with fewer. The tenant with most streams gives one up for a smaller
// tenant. So neither one customer nor one tenant keeps the others out.
type streamSlots struct {
	mu      sync.Mutex
	all     int
	tenants map[string]*tenantSlots
}

// tenantSlots are the streams of a tenant, by the id of its accounts.
type tenantSlots struct {
	all      int
	accounts map[string][]*slot
}

// A slot is that of one stream.
type slot struct {
	tenant, account string
	gone            chan struct{} // closed when the slot was given to another stream
	news            run.Wake      // the account may have a new notification

	// Notifications of the account that transactions have written and the stream has not read, while they are recent. A
	// transaction may not be committed yet, or may never be.
	unread int
	until  time.Time
}

// enter returns a slot, or nil if there is none.
func (c *streamSlots) enter(tenant, account string) *slot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tenants == nil {
		c.tenants = map[string]*tenantSlots{}
	}
	s := c.tenants[tenant]
	if s == nil {
		s = &tenantSlots{accounts: map[string][]*slot{}}
	}
	own := len(s.accounts[account])
	switch {
	case own >= streamsEach:
		c.end(s.accounts[account][0])
	case s.all >= streamsTenant:
		if !c.giveUp(s, own+2) {
			return nil
		}
	case c.all >= streamsAll:
		largest := s
		for _, other := range c.tenants {
			if other.all > largest.all {
				largest = other
			}
		}
		least := 1
		if largest.all < s.all+2 {
			largest, least = s, own+2
		}
		if !c.giveUp(largest, least) {
			return nil
		}
	}
	at := &slot{tenant: tenant, account: account, gone: make(chan struct{}), news: run.NewWake()}
	s.accounts[account] = append(s.accounts[account], at)
	s.all++
	c.all++
	c.tenants[tenant] = s
	return at
}

// giveUp ends the newest stream of the account of a tenant that has most, if it has at least so many.
func (c *streamSlots) giveUp(s *tenantSlots, least int) bool {
	var most []*slot
	for _, slots := range s.accounts {
		if len(slots) > len(most) {
			most = slots
		}
	}
	if len(most) < least {
		return false
	}
	c.end(most[len(most)-1])
	return true
}

// end ends a stream.
func (c *streamSlots) end(at *slot) {
	close(at.gone)
	c.remove(at)
}

// leave returns a slot.
func (c *streamSlots) leave(at *slot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-at.gone: // another stream has it
	default:
		c.remove(at)
	}
}

func (c *streamSlots) remove(at *slot) {
	s := c.tenants[at.tenant]
	var rest []*slot
	for _, other := range s.accounts[at.account] {
		if other != at {
			rest = append(rest, other)
		}
	}
	if s.accounts[at.account] = rest; len(rest) == 0 {
		delete(s.accounts, at.account)
	}
	c.all--
	if s.all--; s.all == 0 {
		delete(c.tenants, at.tenant)
	}
}

// commitWait is how long a written notification may wait for its commit. Later ones are found when the stream polls.
const commitWait = 5 * time.Second

// written notes that a transaction has written a notification of an account.
func (c *streamSlots) written(tenant, account string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.tenants[tenant]
	if s == nil {
		return
	}
	for _, at := range s.accounts[account] {
		at.unread++
		at.until = now.Add(commitWait)
	}
}

// wake wakes the streams that have not read a notification that was written.
func (c *streamSlots) wake(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.tenants {
		for _, own := range s.accounts {
			for _, at := range own {
				if at.unread == 0 || now.After(at.until) {
					at.unread = 0
					continue
				}
				at.news.Notify()
			}
		}
	}
}

// read notes that a stream has read notifications.
func (c *streamSlots) read(at *slot, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at.unread = max(0, at.unread-n)
}

// Bounds returns the bounds of this package, for the document.
func Bounds() []bound.Bound {
	row := func(name, counts string, size int, hurts, past string) bound.Bound {
		return bound.Bound{Part: "write service", Name: name, Key: counts, Size: fmt.Sprintf("%d streams", size),
			Window: "until one ends", Hurts: hurts, Past: past}
	}
	return []bound.Bound{
		row("streams of an account", "process, tenant and account; streams of notifications", streamsEach, "nobody else",
			"the oldest one ends for a new one"),
		row("streams of a tenant", "process and tenant; streams of notifications", streamsTenant,
			"customers of the tenant, if as many accounts are streaming",
			"an account with several streams gives one up for an account with fewer; `GET /notification`"),
		row("streams", "process; streams of notifications", streamsAll, "nobody",
			"the tenant with most streams gives one up; `GET /notification`"),
	}
}
