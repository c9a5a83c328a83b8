package purge

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// A world is an origin with announcements, a store in memory, and edges that keep answers as gateways let them.
type world struct {
	*testing.T
	rand *rand.Rand

	mu     sync.Mutex
	epoch  string
	edits  []edit // seq is the index, plus 1
	kept   int64
	edges  map[string]*Edge
	next   map[string]time.Time // of the next attempt
	last   map[string]time.Time // of the last purge
	gone   map[string]time.Time // when an edge was removed
	report map[string]wire.Edge // as gateways know the edges
	heard  time.Time
	caches map[string]*edgeCache
	took   []time.Duration // from each announcement to its first purge, at all edges
}

// edit is an announced change of one record.
type edit struct {
	at     time.Time
	record int
	more   []string // tags beside those of the record
}

// edgeCache is what one edge holds: one answer a record, and a list of all.
type edgeCache struct {
	w       *world
	edge    string
	objects map[int]object
	hits    int
	stale   time.Duration // the most by which a hit was older than announced
}

type object struct {
	version int // the last edit of the record that it shows
	until   time.Time
}

const (
	records = 400
	theList = -1 // the object that shows all records
)

func newWorld(t *testing.T) *world {
	return &world{T: t, rand: rand.New(rand.NewPCG(1, 2)), epoch: "e1", edges: map[string]*Edge{},
		next: map[string]time.Time{}, last: map[string]time.Time{}, gone: map[string]time.Time{},
		report: map[string]wire.Edge{}, caches: map[string]*edgeCache{}}
}

// declare declares an edge whose API is f.
func (w *world) declare(name string, f *fakeAPI, settings ...string) {
	w.Helper()
	kind, _, _ := strings.Cut(f.kind, "-")
	for at, value := range f.settings() {
		settings = append(settings, at+"="+value)
	}
	d, err := Parse("demo", name, kind, settings)
	if err != nil {
		w.Fatal(err)
	}
	w.edges[name] = &Edge{Declaration: d, ID: name}
	c := &edgeCache{w: w, edge: name, objects: map[int]object{}}
	w.caches[name] = c
	f.purged = c.purge
}

func public(tag string) string { return catalog.PublicTag("demo", tag) }

func tagOf(record int) string { return public(fmt.Sprint("product:", record)) }

// edit changes a record and announces it.
func (w *world) edit() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.edits = append(w.edits, edit{at: time.Now(), record: w.rand.IntN(records)})
}

// lastLocked is the last edit of an object that was announced before a time.
func (w *world) lastLocked(of int, before time.Time) int {
	for i := len(w.edits) - 1; i >= 0; i-- {
		if e := w.edits[i]; e.at.Before(before) && (of == theList || e.record == of) {
			return i + 1
		}
	}
	return 0
}

// read reads an object through an edge. A miss fetches it: the answer is as of now, and is stored after a while.
func (c *edgeCache) read(of int) {
	w := c.w
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if o, ok := c.objects[of]; ok && now.Before(o.until) {
		c.hits++
		for i := o.version; i < len(w.edits); i++ { // the first announcement that it lacks
			if e := w.edits[i]; of == theList || e.record == of {
				c.stale = max(c.stale, now.Sub(e.at))
				break
			}
		}
		return
	}
	version := w.lastLocked(of, now.Add(1))
	e, known := w.report[c.edge]
	if !known {
		return // no header lets it keep the answer
	}
	life := e.Short
	if e.Healthy && now.Sub(w.heard) < 3*time.Second {
		life = e.Lifetime
	}
	slow := time.Nanosecond // a timer that is due at once can crash the race detector of Go 1.26 in testing/synctest
	if w.rand.IntN(4) == 0 {
		slow = time.Duration(w.rand.Int64N(int64(9 * time.Second)))
	}
	time.AfterFunc(slow, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.objects[of] = object{version, now.Add(time.Duration(life) * time.Second)}
	})
}

// purge drops the objects with one of some tags.
func (c *edgeCache) purge(tags []string) {
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	for _, tag := range tags {
		switch tag {
		case public("*"), public("product|*"):
			clear(c.objects)
		case public("product|any"), public("product|name"):
			delete(c.objects, theList)
		}
	}
	for of := range c.objects {
		if of != theList && slices.Contains(tags, tagOf(of)) {
			delete(c.objects, of)
		}
	}
}

// run runs a purger for some time, with edits and reads each so often.
func (w *world) run(f http.RoundTripper, rounds int, pause time.Duration, round func(i int)) *Purger {
	ctx, cancel := context.WithCancel(w.Context())
	p := New(Config{Store: w, Term: 1, Log: slog.New(slog.DiscardHandler), Transport: f, Lookup: secrets,
		Publish: func(m wire.Edges) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.heard = time.Now()
			w.report = map[string]wire.Edge{}
			for _, t := range m.Tenants {
				for _, e := range t.Edges {
					w.report[e.Name] = e
				}
			}
			return nil
		}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Run(ctx)
	}()
	for i := range rounds {
		round(i)
		p.wake.Notify()
		time.Sleep(pause) // virtual time
	}
	cancel()
	<-done
	return p
}

// Edges implements Store.
func (w *world) Edges(context.Context) ([]Edge, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	var all []Edge
	for _, name := range slices.Sorted(maps.Keys(w.edges)) {
		e := *w.edges[name]
		e.Head = Cursor{w.epoch, int64(len(w.edits)), w.kept}
		e.Backlog = min(countMost, int64(len(w.edits))-e.N)
		if e.Backlog > 0 {
			e.Oldest = now.Sub(w.edits[e.N].at)
		}
		if at := max(0, e.Settled); at < int64(len(w.edits)) {
			e.Unsettled = now.Sub(w.edits[at].at)
		}
		e.Wait = max(0, w.next[name].Sub(now))
		e.Idle = now.Sub(w.last[name])
		if at, removed := w.gone[name]; removed {
			e.Removed, e.RemovedFor = true, now.Sub(at)
		}
		all = append(all, e)
	}
	return all, nil
}

// Announcements implements Store.
func (w *world) Announcements(_ context.Context, tenant string, after, to int64, limit int) ([]Announcement, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []Announcement
	for i := after; i < to && len(all) < limit; i++ {
		e := w.edits[i]
		all = append(all, Announcement{Seq: i + 1, Age: time.Since(e.at),
			Tags:  append([]string{tagOf(e.record), public("product|any"), public("product|name")}, e.more...),
			Kinds: []string{public("product|*")}})
	}
	return all, nil
}

// Advance implements Store.
func (w *world) Advance(_ context.Context, id string, p Progress) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	e := w.edges[id]
	if e.Epoch == p.Epoch && (p.N < e.N || p.Settled < e.Settled && e.Settled >= 0 && p.Settled >= 0) {
		w.Errorf("the cursors of %s go back: %+v after %+v", id, p, e.Progress)
	}
	if e.Epoch == p.Epoch {
		for _, of := range w.edits[e.N:p.N] {
			w.took = append(w.took, time.Since(of.at))
		}
	}
	e.Progress, e.Attempts, w.last[id] = p, 0, time.Now()
	return nil
}

// Fail implements Store.
func (w *world) Fail(_ context.Context, id string, attempts int, wait time.Duration, message string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if strings.Contains(message, "t0ken") {
		w.Errorf("the error of %s contains a secret: %s", id, message)
	}
	w.edges[id].Attempts, w.edges[id].LastError = attempts, message
	w.next[id] = time.Now().Add(wait)
	return nil
}

// Delete implements Store.
func (w *world) Delete(_ context.Context, id string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.edges, id)
	return nil
}
