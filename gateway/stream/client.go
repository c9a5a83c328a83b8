package stream

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"time"

	"vitrine/internal/catalog"
)

const (
	pollEvery    = 2 * time.Second  // Postgres is polled for announcements, in case a wake-up was lost
	writeTimeout = 10 * time.Second // a client that takes longer has gone
)

// A client is the stream of one client. It has no queue: it holds only the position up to which it has sent.
type client struct {
	s      *Streams
	log    *changeLog
	tenant string
	key    []byte // the stream key; nil with a token
	token  *token

	follower bool   // it acknowledges changes, and sees them before they are announced
	news     bool   // a follower that is also sent how far changes are announced
	told     string // the token of the last announced change that it was sent
	pos      uint64 // the change number of the last event
	reset    bool   // the client's position is of another epoch
	extend   func() // extends the write deadline
}

// run sends events until the client is gone, loses access, or the gateway stops.
func (c *client) run(w *bufio.Writer) {
	if c.s.cfg.Heartbeat <= 0 {
		return
	}
	beat, poll := time.NewTicker(c.s.cfg.Heartbeat), time.NewTicker(pollEvery)
	defer beat.Stop()
	defer poll.Stop()
	greeted, force := false, true
	for {
		changed := c.log.wait() // before the read, so that a change during the read is noticed
		for {
			events, to, err := c.next(force)
			if err != nil {
				return // the client reconnects with Last-Event-ID
			}
			c.extend()
			if force = false; !greeted {
				greeted = true
				c.greet(w, len(events) == 0, to)
			}
			for _, e := range events {
				if c.write(w, e) != nil {
					return
				}
			}
			c.pos = to.at
			if c.announce(w, to) != nil {
				return
			}
			if w.Buffered() > 0 && w.Flush() != nil {
				return
			}
			if len(events) < maxBatch {
				break
			}
		}
		select {
		case <-c.s.stopped:
			c.farewell(w)
			return
		case <-changed:
		case <-poll.C:
			force = true
		case <-beat.C:
			if !c.allowed() {
				return
			}
			c.extend()
			if _, err := w.WriteString(":\n\n"); err != nil || w.Flush() != nil {
				return
			}
		}
	}
}

// next reads the events that the client has not received.
func (c *client) next(force bool) ([]event, reach, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.s.cfg.Timeout)
	defer cancel()
	all := c.reset
	c.reset = false
	return c.log.next(ctx, c.s.cfg.Pool, c.pos, force, all)
}

// greet opens the stream. An id without data is no event: a client that loses its connection before the first event
// resumes from that id.
func (c *client) greet(w *bufio.Writer, empty bool, to reach) {
	greeting := ": listening\n\n"
	if empty {
		greeting = ": listening\nid: " + catalog.Consistency(c.tenant, to.epoch, to.at) + "\n\n"
	}
	_, _ = w.WriteString(greeting) // the flush reports an error
}

// Pauses that clients make before they reconnect, after the gateway has ended their streams.
const leastRetry, mostRetry = 500 * time.Millisecond, 5 * time.Second

// farewell asks the client to reconnect after a random pause, so that the clients of a gateway do not all reach the
// others at once.
func (c *client) farewell(w *bufio.Writer) {
	pause := leastRetry + rand.N(mostRetry-leastRetry) //nolint:gosec // it only spreads the clients over time
	c.extend()
	_, _ = w.WriteString("retry: " + strconv.FormatInt(pause.Milliseconds(), 10) + "\n\n")
	_ = w.Flush() // the client may be gone
}

// A change is the data of an event.
type change struct {
	Seq   uint64   `json:"seq"`
	Token string   `json:"token"`
	Tags  []string `json:"tags"`

	// When the change was sealed, applied by the slowest gateway, and announced.
	Sealed    millis `json:"sealed,omitzero"`
	Applied   millis `json:"applied,omitzero"`
	Announced millis `json:"announced,omitzero"`
}

func (c *client) write(w *bufio.Writer, e event) error {
	token := catalog.Consistency(c.tenant, e.epoch, e.seq)
	data, err := json.Marshal(change{Seq: e.seq, Token: token, Tags: e.tags,
		Sealed: millis{e.sealed}, Applied: millis{e.applied}, Announced: millis{e.announced}})
	if err != nil {
		return err
	}
	_, err = w.WriteString("id: " + token + "\nevent: change\ndata: " + string(data) + "\n\n")
	return err
}

// An announcement is the data of an event for followers: every change up to it is announced.
type announcement struct {
	Seq   uint64 `json:"seq"`
	Token string `json:"token"`
}

// announce sends a follower how far changes are announced, if it asked for that and was not sent it yet. The event has
// no id, and never names a change that the follower has not been sent.
func (c *client) announce(w *bufio.Writer, to reach) error {
	if !c.news {
		return nil
	}
	token := catalog.Consistency(c.tenant, to.epoch, to.announced)
	if token == c.told {
		return nil
	}
	c.told = token
	data, err := json.Marshal(announcement{to.announced, token})
	if err != nil {
		return err
	}
	_, err = w.WriteString("event: announced\ndata: " + string(data) + "\n\n")
	return err
}

// allowed reports whether the client may still read the stream: its key, or the key that its token was issued for, is
// current, and the tenant is active.
func (c *client) allowed() bool {
	if !c.s.cfg.Lookup.Serves(c.tenant) {
		return false
	}
	var ok bool
	var err error
	if c.token != nil {
		ok, err = c.s.opens(c.tenant, c.token)
	} else {
		ok, _, err = c.s.accepts(c.tenant, c.key)
	}
	return ok || err != nil // without Postgres there are no new events either
}
