package cells

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"vitrine/internal/catalog"
)

// core turns what a follower receives into words of the file. It knows no network.
type core struct {
	cells *Tenant
	all   string // the tag that stands for everything

	mu     sync.Mutex
	synced bool   // the file is as of id
	id     string // of the last event; the stream resumes after it
}

// newCore resumes what the file holds.
func newCore(t *Tenant) *core {
	c := &core{cells: t, all: catalog.PublicTag(t.ID, catalog.TenantTag)}
	if epoch, seq, ok := t.Position(); ok {
		c.synced, c.id = true, catalog.Consistency(t.ID, epoch, seq)
	}
	return c
}

// resume is the id after which the stream is to resume; empty: it begins anew.
func (c *core) resume() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.synced {
		return ""
	}
	return c.id
}

// desync notes that the last id is of no use: the next id or event begins anew.
func (c *core) desync() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.synced = false
}

// A change is the part of an event's data that a follower needs.
type change struct {
	Tags []string `json:"tags"`
}

// handle applies an event, or the id with which the stream begins, which has no data. It reports whether there is
// something to acknowledge.
func (c *core) handle(id, data string) (news bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if data == "" && (id == c.id && c.synced || id == "") {
		return false, nil // a heartbeat
	}
	tenant, seq, epoch, ok := catalog.ParseConsistency(id)
	if !ok || tenant != c.cells.ID || epoch == "" {
		return false, fmt.Errorf("the change stream sent the id %.100q, which is none of tenant %s", id, c.cells.ID)
	}
	var ch change
	if data != "" {
		if err := json.Unmarshal([]byte(data), &ch); err != nil {
			return false, fmt.Errorf("the change stream sent an event of another form: %w", err)
		}
		if len(ch.Tags) == 0 {
			return false, errors.New("the change stream sent an event without tags")
		}
	}
	known, _, _ := c.cells.Position()
	switch {
	case !c.synced || known != epoch:
		c.cells.Reset(epoch, seq)
	case data == "":
		c.cells.Advance(seq)
	case slices.Contains(ch.Tags, c.all):
		c.cells.ApplyAll(seq)
	default:
		c.cells.Apply(seq, ch.Tags)
	}
	c.id, c.synced = id, true
	return true, nil
}

// A question is what a follower asks a lease for.
type question struct {
	epoch   string
	applied uint64
	asked   int64 // by the host's clock: the lease counts from here
}

// ask begins a question. It reports false if nothing was applied yet.
func (c *core) ask(now int64) (q question, ok bool) {
	q.asked = now
	q.epoch, q.applied, ok = c.cells.Position()
	return q, ok
}

// granted notes the lease that a question got.
func (c *core) granted(q question, lease time.Duration) {
	c.cells.Grant(q.epoch, q.asked+int64(min(lease, maxLease)))
}
