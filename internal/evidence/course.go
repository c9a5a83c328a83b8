package evidence

import (
	"sync"
	"testing"
	"time"
)

// A Course is how counters grew, or gauges changed, while things were done.
type Course struct {
	Gauges bool // the values of the series are amounts, such as bytes in use, and not counters
	Series []Series
	Events []Event
}

// A Series is a counter, read at times since the beginning.
type Series struct {
	Name   string
	Points []Point
}

// A Point is a counter at a time.
type Point struct {
	At    time.Duration
	Value int64
}

// An Event is something that was done from one time to another.
type Event struct {
	Name     string
	From, To time.Duration
}

// mostPoints bounds the points of a series. A longer course has every other point only, and so on.
const mostPoints = 1200

// A Recorder reads counters several times a second.
type Recorder struct {
	mu     sync.Mutex
	began  time.Time
	every  time.Duration
	names  []string
	read   func() []int64
	course Course
	end    chan struct{}
	ended  chan struct{}
}

// Watch begins to read counters; read returns one for each name, and calls nothing of the recorder. It ends with the
// test, or at Course.
func Watch(t testing.TB, names []string, read func() []int64) *Recorder {
	t.Helper()
	r := &Recorder{began: time.Now(), every: 100 * time.Millisecond, names: names, read: read,
		end: make(chan struct{}), ended: make(chan struct{})}
	for _, name := range names {
		r.course.Series = append(r.course.Series, Series{Name: name})
	}
	go r.run()
	t.Cleanup(r.stop)
	return r
}

// WatchGauges is Watch for amounts, which are drawn as they are.
func WatchGauges(t testing.TB, names []string, read func() []int64) *Recorder {
	t.Helper()
	r := Watch(t, names, read)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.course.Gauges = true
	return r
}

// stop ends the reading. It may be called twice.
func (r *Recorder) stop() {
	r.mu.Lock()
	select {
	case <-r.end:
	default:
		close(r.end)
	}
	r.mu.Unlock()
	<-r.ended
}

func (r *Recorder) run() {
	defer close(r.ended)
	for {
		r.sample()
		r.mu.Lock()
		every := r.every
		r.mu.Unlock()
		select {
		case <-r.end:
			return
		case <-time.After(every):
		}
	}
}

// sample reads the counters once. Samples are read one after the other, so that none is kept behind a later one.
func (r *Recorder) sample() {
	r.mu.Lock()
	defer r.mu.Unlock()
	values, at := r.read(), time.Since(r.began)
	for i, v := range values {
		s := &r.course.Series[i]
		s.Points = append(s.Points, Point{at, v})
		if len(s.Points) > mostPoints {
			kept := s.Points[:0]
			for k := 0; k < len(s.Points); k += 2 {
				kept = append(kept, s.Points[k])
			}
			s.Points = kept
			if i == 0 {
				r.every *= 2
			}
		}
	}
}

// Do records that something is done while do runs.
func (r *Recorder) Do(name string, do func()) {
	from := time.Since(r.began)
	do()
	to := time.Since(r.began)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.course.Events = append(r.course.Events, Event{name, from, to})
}

// Course ends the reading and returns what was read.
func (r *Recorder) Course() *Course {
	r.stop()
	return &r.course
}
