package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/bench/rig"
)

// reads are the results of the readers.
type reads struct {
	took         rig.Times // from the scheduled start
	due          []time.Time
	missed       rig.Times // of took, those that no cache answered
	hits         int       // from a cache
	names, stale int       // products in the answers; those older than an announced version
}

// between returns the reads that were answered in a part of the time.
func (r *reads) between(from, to time.Time) *reads {
	part := &reads{}
	for i, due := range r.due {
		if at := due.Add(r.took[i]); !at.Before(from) && at.Before(to) {
			part.took = append(part.took, r.took[i])
		}
	}
	return part
}

// hit returns the hit ratio in percent.
func (r *reads) hit() float64 { return 100 * float64(r.hits) / float64(len(r.took)) }

// rate returns the reads per second.
func (r *reads) rate(span time.Duration) float64 { return float64(len(r.took)) / span.Seconds() }

// A question is a request and the products in its answer. Edits change only names, so the products stay the same.
type question struct {
	tenant  int
	request []byte
	shows   []int
}

// questions are the possible reads: pages of products, and lists of ten: plain, by price and by category.
type questions struct {
	pages [][]question // by tenant and product
	lists []question
	zipf  *rig.Zipf // chooses the page
}

func (b *bench) ask() *questions {
	q := &questions{zipf: rig.NewZipf(b.o.products, 1)}
	for tenant := range b.o.tenants {
		of := func(path string) question {
			return question{tenant: tenant, request: rig.Request("/t/"+rig.TenantID(tenant)+"/v1/"+path, "")}
		}
		var pages []question
		for p := range b.o.products {
			page := of("product/" + rig.Item(p))
			page.shows = []int{p}
			pages = append(pages, page)
		}
		q.pages = append(q.pages, pages)
		for page := 1; page <= 5; page++ {
			q.lists = append(q.lists, of("product?page="+strconv.Itoa(page)),
				of("product?order=asc&page="+strconv.Itoa(page)+"&sort=price"))
		}
		for c := range 10 {
			q.lists = append(q.lists, of("product?category=category-"+strconv.Itoa(c)))
		}
	}
	return q
}

// draw chooses a question: one in five is a random list, the others pages of a random tenant, by Zipf's law.
func (q *questions) draw(r *rand.Rand) *question {
	if r.IntN(5) == 0 {
		return &q.lists[r.IntN(len(q.lists))]
	}
	pages := q.pages[r.IntN(len(q.pages))]
	return &pages[q.zipf.Draw(r)]
}

var nameField = []byte(`"name":"item-`)

// names calls f for every product in an answer, with its version.
func names(body []byte, f func(product int, version uint64)) {
	for {
		i := bytes.Index(body, nameField)
		if i < 0 {
			return
		}
		body = body[i+len(nameField):]
		product, rest := digits(body)
		if !bytes.HasPrefix(rest, []byte(" v")) {
			continue
		}
		version, rest := digits(rest[2:])
		body = rest
		f(int(product), version)
	}
}

func digits(b []byte) (n uint64, rest []byte) {
	for len(b) > 0 && b[0] >= '0' && b[0] <= '9' {
		n, b = n*10+uint64(b[0]-'0'), b[1:]
	}
	return n, b
}

// warm requests every list from each gateway, records its products, and reads for a while.
func (b *bench) warm(ctx context.Context) error {
	b.questions = b.ask()
	for _, gate := range b.gates {
		c, err := rig.Dial(gate.Addr)
		if err != nil {
			return err
		}
		defer c.Close()
		for i := range b.questions.lists {
			q := &b.questions.lists[i]
			a, err := c.Ask(q.request)
			if err != nil || a.Status != http.StatusOK {
				return fmt.Errorf("%.80s: %d %.200s %w", q.request, a.Status, a.Body, err)
			}
			q.shows = q.shows[:0]
			names(a.Body, func(p int, _ uint64) { q.shows = append(q.shows, p) })
		}
	}
	_, err := b.read(ctx, 0, b.o.warm, nil)
	return err
}

// read reads at a rate, or at full speed if it is 0, for a while or until stop is closed.
func (b *bench) read(ctx context.Context, rate int, span time.Duration, stop <-chan struct{}) (*reads, error) {
	out := &reads{}
	var mu sync.Mutex
	began := time.Now()
	n := b.o.readers * len(b.gates)
	g, gctx := errgroup.WithContext(ctx)
	b.seq++
	seed := b.o.seed + b.seq
	for i := range n {
		c, err := rig.Dial(b.gates[i%len(b.gates)].Addr)
		if err != nil {
			return nil, err
		}
		g.Go(func() error {
			defer c.Close()
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			var own reads
			var known [100]uint64
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				out.took, out.hits = append(out.took, own.took...), out.hits+own.hits
				out.due, out.missed = append(out.due, own.due...), append(out.missed, own.missed...)
				out.names, out.stale = out.names+own.names, out.stale+own.stale
			}()
			for k := 0; gctx.Err() == nil; k++ {
				due := time.Now()
				if rate > 0 { // each connection has its share of the schedule; a late one continues at once
					due = began.Add(time.Duration(float64(k*n+i) / float64(rate) * float64(time.Second)))
					time.Sleep(time.Until(due))
				}
				select {
				case <-stop:
					return nil
				default:
				}
				if span > 0 && time.Since(began) > span {
					return nil
				}
				hits := own.hits
				if err := b.one(c, b.questions.draw(r), known[:], &own); err != nil {
					if gctx.Err() != nil {
						return nil // stop was closed
					}
					return err
				}
				took := time.Since(due)
				own.took, own.due = append(own.took, took), append(own.due, due)
				if own.hits == hits {
					own.missed = append(own.missed, took)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if out.names == 0 {
		return nil, errors.New("nothing was read: the measurement is void")
	}
	return out, nil
}

// one reads once and compares every name in the answer with the version announced before the read.
func (b *bench) one(c *rig.Conn, q *question, known []uint64, own *reads) error {
	for i, p := range q.shows {
		known[i] = b.items.at(q.tenant, p).announced.Load()
	}
	a, err := c.Ask(q.request)
	if err != nil {
		return err
	}
	if a.Status != http.StatusOK {
		return fmt.Errorf("%.80s: %d %.200s", q.request, a.Status, a.Body)
	}
	if a.Hit {
		own.hits++
	}
	seen := 0
	names(a.Body, func(p int, v uint64) {
		if seen < len(q.shows) && q.shows[seen] == p {
			if v < known[seen] {
				own.stale++
			}
			own.names++
		}
		seen++
	})
	if seen != len(q.shows) {
		return fmt.Errorf("%.80s: %d products, expected %d", q.request, seen, len(q.shows))
	}
	return nil
}

// loadReport holds the results of writers and readers.
type loadReport struct {
	edits *edits
	reads *reads
	span  time.Duration
	pace  float64 // of the machine, by rig.Pace
	used  string  // processors that each part used
	waits waits
}

// load runs writers and readers until a function returns.
func (b *bench) load(ctx context.Context, meanwhile func(context.Context) error) (*loadReport, error) {
	l := &loadReport{}
	stop := make(chan struct{})
	writing, end := context.WithCancel(ctx)
	defer end()
	conns, err := b.writers(ctx)
	if err != nil {
		return nil, err
	}
	began, used := time.Now(), b.using()
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		l.reads, err = b.read(gctx, b.o.rate, 0, stop)
		return err
	})
	g.Go(func() (err error) {
		l.edits, err = b.write(writing, b.o.seed, conns)
		return err
	})
	g.Go(func() (err error) {
		l.waits, err = b.sampleWaits(writing)
		return err
	})
	g.Go(func() error {
		defer close(stop)
		defer end()
		pace := rig.Pace()
		err := meanwhile(gctx)
		l.span, l.pace, l.used = time.Since(began), pace(), used()
		return err
	})
	err = g.Wait()
	if err == nil && len(l.edits.visible) == 0 {
		err = errors.New("no edit was watched: the measurement is void")
	}
	return l, err
}
