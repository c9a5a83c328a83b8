package cells

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/history"
	"vitrine/internal/proving"
)

// A world is a Vitrine, a follower, a file and an edge. One goroutine makes their steps in random order. Steps of the
// others happen between any two loads of a check, and between any two stores of the follower, which may also be killed
// there.
type world struct {
	t *testing.T
	r *rand.Rand
	h *history.History

	clock int64

	// Vitrine
	epoch     string
	seq       uint64
	version   uint64 // the newest, over all keys and epochs
	value     map[string]uint64
	log       []proposed // of the epoch
	announced int        // how many of them
	reported  question   // by the follower
	until     int64      // the end of its lease, as Vitrine counts it; 0: none

	// the follower
	words  words
	tenant *Tenant
	core   *core
	pos    int // in the log
	asked  *question
	answer *question // granted, and on its way

	// the edge
	reader   *Reader
	store    map[string]object
	fetching []object

	depth                              int
	reads, hits, kills, leases, epochs int
}

type proposed struct {
	seq     uint64
	tags    []string
	version uint64
	at      int64
}

// An object is an answer that the edge keeps.
type object struct {
	key, stamp string
	version    uint64
	tags       []string
}

const (
	leaseTime = int64(time.Second)
	modelID   = "demo"
)

var modelKeys = []string{"a", "b", "c"}

func tagsOf(key string) []string {
	return []string{catalog.PublicTag(modelID, "*"), catalog.PublicTag(modelID, "product:"+key),
		catalog.PublicTag(modelID, "product/slug="+key)}
}

func newWorld(t *testing.T, r *rand.Rand) *world {
	w := &world{t: t, r: r, h: history.New(), clock: 1e9, epoch: "00000001", value: map[string]uint64{},
		store: map[string]object{}}
	w.newFile()
	return w
}

// newFile starts the follower with a new file. Readers notice it once the old one gives no lease.
func (w *world) newFile() {
	if w.words != nil {
		w.words.section(0).head[wordLease].Store(0)
	}
	const cells = 64
	w.words = make(words, sizeOf(1, cells))
	w.words.initialize([]string{modelID}, cells, 1, 2)
	if w.reader == nil {
		w.remap()
	}
	w.start()
}

func (w *world) remap() {
	r, err := newReader(w.words, 1, func() int64 { return w.clock })
	if err != nil {
		w.t.Fatal(err)
	}
	r.step = func() { w.others(3) }
	w.reader = r
}

// start starts the follower's process.
func (w *world) start() {
	w.tenant = &Tenant{ID: modelID, section: w.words.section(0)}
	w.core = newCore(w.tenant)
	w.asked, w.answer = nil, nil
	w.connect()
}

// connect opens the stream.
func (w *world) connect() {
	tenant, seq, epoch, ok := catalog.ParseConsistency(w.core.resume())
	switch {
	case !ok || tenant != modelID:
		w.pos = len(w.log)
		w.handle(catalog.Consistency(modelID, w.epoch, w.seq), nil)
	case epoch != w.epoch:
		w.pos = len(w.log)
		w.handle(catalog.Consistency(modelID, w.epoch, w.seq), []string{catalog.PublicTag(modelID, catalog.TenantTag)})
	default:
		for w.pos = 0; w.pos < len(w.log) && w.log[w.pos].seq <= seq; w.pos++ {
			continue
		}
		if w.pos < len(w.log) && w.r.IntN(3) == 0 { // too late: they are no longer kept
			w.pos = len(w.log)
			w.handle(catalog.Consistency(modelID, w.epoch, w.seq), []string{catalog.PublicTag(modelID, catalog.TenantTag)})
		}
	}
}

type killed struct{}

// handle gives the follower an event. It may be killed while it applies it.
func (w *world) handle(id string, tags []string) {
	data := ""
	if tags != nil {
		text, err := json.Marshal(change{tags})
		if err != nil {
			w.t.Fatal(err)
		}
		data = string(text)
	}
	w.tenant.step = func() {
		if w.r.IntN(50) == 0 {
			panic(killed{})
		}
		if w.depth < 2 && w.r.IntN(4) == 0 {
			w.depth++
			w.read()
			w.depth--
		}
	}
	dead := func() (dead bool) {
		defer func() {
			if e := recover(); e != nil {
				if e != (killed{}) {
					panic(e)
				}
				dead = true
			}
		}()
		if _, err := w.core.handle(id, data); err != nil {
			w.t.Fatal(err)
		}
		return false
	}()
	w.tenant.step = nil
	if dead {
		w.kills++
		w.start()
	}
}

// others makes some steps of everything but readers.
func (w *world) others(rarity int) {
	if w.depth > 1 || w.tenant.step != nil { // the follower is in the middle of a step
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	n := 0
	switch w.r.IntN(20 * rarity) {
	case 0:
		n = 60 // the check stands still for long
	case 1, 2, 3, 4, 5:
		n = 1 + w.r.IntN(5)
	}
	for range n {
		w.step()
	}
}

func (w *world) step() {
	switch n := w.r.IntN(200); {
	case n < 20:
		w.commit()
	case n < 60:
		w.announce()
	case n < 100:
		w.deliver()
	case n < 125:
		if q, ok := w.core.ask(w.clock); ok {
			w.asked = &q
		}
	case n < 150:
		w.receive()
	case n < 175:
		if w.answer != nil {
			w.core.granted(*w.answer, time.Duration(leaseTime))
			w.answer = nil
		}
	case n < 186:
		w.clock += w.r.Int64N(400e6)
	case n < 189:
		w.start()
	case n < 190:
		w.newFile()
	case n < 192:
		w.core.desync()
		w.connect()
	case n < 193:
		w.leave()
	case n < 194:
		w.restore()
	default:
		if len(w.fetching) > 0 {
			w.keep(w.fetching[0])
			w.fetching = w.fetching[1:]
		}
	}
}

func (w *world) write(key string) {
	w.version++
	w.value[key] = w.version
	w.h.Wrote(history.Write{Tenant: modelID, Key: key, Version: w.version, Seq: w.version, Sent: w.h.Now()})
}

func (w *world) commit() {
	key := modelKeys[w.r.IntN(len(modelKeys))]
	w.seq++
	w.write(key)
	w.log = append(w.log, proposed{w.seq, tagsOf(key)[1:], w.version, w.clock})
}

// restore takes Vitrine back to an earlier state, in a new epoch.
func (w *world) restore() {
	w.epochs++
	w.epoch = fmt.Sprintf("%08x", w.epochs+1)
	w.seq = w.seq/2 + 1
	for _, key := range modelKeys {
		w.write(key)
	}
	w.log = []proposed{{w.seq, []string{catalog.PublicTag(modelID, catalog.TenantTag)}, w.version, w.clock}}
	w.announced, w.pos = 0, 0
}

// announce announces what the follower has applied, or all if it has no lease.
func (w *world) announce() {
	for w.announced < len(w.log) {
		p := w.log[w.announced]
		if w.clock <= w.until && (w.reported.epoch != w.epoch || w.reported.applied < p.seq) {
			return
		}
		w.announced++
		w.h.Announce(modelID, p.version)
	}
}

func (w *world) deliver() {
	if w.pos >= len(w.log) {
		return
	}
	at := w.pos
	if w.r.IntN(5) == 0 {
		at = max(0, at-1-w.r.IntN(4)) // once more
	} else {
		w.pos++
	}
	w.handle(catalog.Consistency(modelID, w.epoch, w.log[at].seq), w.log[at].tags)
}

// receive decides on the follower's question, as the ingest worker does.
func (w *world) receive() {
	if w.asked == nil {
		return
	}
	w.reported = *w.asked
	w.asked = nil
	if w.reported.epoch != w.epoch || w.announced > 0 && w.reported.applied < w.log[w.announced-1].seq {
		return // behind
	}
	for _, p := range w.log[w.announced:] {
		if w.reported.applied < p.seq && w.clock-p.at > leaseTime {
			return // slow
		}
	}
	w.until = w.clock + leaseTime + leaseTime/20 + 10e6
	w.leases++
	if w.r.IntN(10) > 0 {
		q := w.reported
		w.answer = &q
	}
}

// leave stops the follower as it stops by itself, and starts it again.
func (w *world) leave() {
	w.tenant.End()
	w.until = 0
	w.announce()
	w.start()
}

func (w *world) keep(o object) { w.store[o.key] = o }

// fetch reads an answer from Vitrine. It is valid at the last change, and may be known to be valid only at an earlier
// one.
func (w *world) fetch(key string) object {
	return object{key, catalog.Consistency(modelID, w.epoch, w.seq), w.value[key], tagsOf(key)}
}

// read is a request at the edge.
func (w *world) read() {
	key := modelKeys[w.r.IntN(len(modelKeys))]
	w.reads++
	r := history.Read{Gateway: fmt.Sprint("read ", w.reads), Tenant: modelID, Key: key, Start: w.h.Now()}
	o, kept := w.store[key]
	if kept && w.reader.Fresh(o.stamp, o.tags) {
		w.hits++
	} else {
		if o = w.fetch(key); w.r.IntN(3) == 0 {
			w.fetching = append(w.fetching, o) // it is stored later
		} else {
			w.keep(o)
		}
		if &w.reader.words[0] != &w.words[0] {
			w.remap()
		}
	}
	r.Version, r.Of, r.End = o.version, modelID+"/"+o.key, w.h.Now()
	w.h.Saw(r)
}

// However the steps of Vitrine, follower and edge interleave, no hit is older than announced before it began.
func TestHistoryOfAnEdgeWithCells(t *testing.T) {
	t.Parallel()
	seed := proving.Seed(t, 20261125)
	runs := proving.Rounds(200, 5000)
	var reads, hits, leases, kills, epochs int
	for i := range runs {
		w := newWorld(t, rand.New(rand.NewPCG(seed, uint64(i))))
		for range 1500 {
			if w.r.IntN(3) == 0 {
				w.read()
			} else {
				w.step()
			}
		}
		if err := w.h.Check(); err != nil {
			t.Fatalf("run %d: %v", i, err)
		}
		reads, hits, leases, kills, epochs = reads+w.reads, hits+w.hits, leases+w.leases, kills+w.kills, epochs+w.epochs
	}
	t.Logf("%d reads, %d of them hits, %d leases, killed %d times, %d epochs", reads, hits, leases, kills, epochs)
	if hits < reads/20 || leases == 0 || kills == 0 || epochs == 0 {
		t.Error("this proves nothing")
	}
}
