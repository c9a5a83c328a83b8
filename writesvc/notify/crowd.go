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
	streamsEach = 5    // of one customer
	streamsShop = 400  // of one shop
	streamsAll  = 1000 // of this process
)

// A crowd bounds the streams of a process. A customer who has as many as permitted gives the oldest one up for a new
// one: a broken connection counts until a write to it fails. If a shop or the process is full, a customer with several
// streams gives one up for a customer with fewer, and the largest shop gives one up for a smaller one. So neither one
// customer nor one shop keeps the others out.
type crowd struct {
	mu    sync.Mutex
	all   int
	shops map[string]*shop
}

// A shop has the seats of each of its accounts.
type shop struct {
	all      int
	accounts map[string][]*seat
}

// A seat is the place of one stream.
type seat struct {
	tenant, account string
	gone            chan struct{} // closed when the seat was given to another stream
	news            run.Wake      // the account may have a new notification

	// Notifications of the account that transactions have written and the stream has not read, while they are recent. A
	// transaction may not be committed yet, or may never be.
	unread int
	until  time.Time
}

// enter returns a seat, or nil if there is none.
func (c *crowd) enter(tenant, account string) *seat {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shops == nil {
		c.shops = map[string]*shop{}
	}
	s := c.shops[tenant]
	if s == nil {
		s = &shop{accounts: map[string][]*seat{}}
	}
	own := len(s.accounts[account])
	switch {
	case own >= streamsEach:
		c.end(s.accounts[account][0])
	case s.all >= streamsShop:
		if !c.giveUp(s, own+2) {
			return nil
		}
	case c.all >= streamsAll:
		largest := s
		for _, other := range c.shops {
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
	at := &seat{tenant: tenant, account: account, gone: make(chan struct{}), news: run.NewWake()}
	s.accounts[account] = append(s.accounts[account], at)
	s.all++
	c.all++
	c.shops[tenant] = s
	return at
}

// giveUp ends the newest stream of the account of a shop that has most, if it has at least so many.
func (c *crowd) giveUp(s *shop, least int) bool {
	var most []*seat
	for _, seats := range s.accounts {
		if len(seats) > len(most) {
			most = seats
		}
	}
	if len(most) < least {
		return false
	}
	c.end(most[len(most)-1])
	return true
}

// end ends a stream.
func (c *crowd) end(at *seat) {
	close(at.gone)
	c.remove(at)
}

// leave returns a seat.
func (c *crowd) leave(at *seat) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-at.gone: // another stream has it
	default:
		c.remove(at)
	}
}

func (c *crowd) remove(at *seat) {
	s := c.shops[at.tenant]
	var rest []*seat
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
		delete(c.shops, at.tenant)
	}
}

// commitWait is how long a written notification may wait for its commit. Later ones are found when the stream polls.
const commitWait = 5 * time.Second

// written notes that a transaction has written a notification of an account.
func (c *crowd) written(tenant, account string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.shops[tenant]
	if s == nil {
		return
	}
	for _, at := range s.accounts[account] {
		at.unread++
		at.until = now.Add(commitWait)
	}
}

// wake wakes the streams that have not read a notification that was written.
func (c *crowd) wake(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.shops {
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
func (c *crowd) read(at *seat, n int) {
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
		row("streams of a shop", "process and tenant; streams of notifications", streamsShop,
			"customers of the shop, if as many accounts are streaming",
			"an account with several streams gives one up for an account with fewer; `GET /notification`"),
		row("streams", "process; streams of notifications", streamsAll, "nobody",
			"the shop with most streams gives one up; `GET /notification`"),
	}
}
