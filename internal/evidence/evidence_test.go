package evidence

import (
	"sync/atomic"
	"testing"
	"time"
)

// What a test records is read again, with whether it failed.
func TestWhatIsRecordedIsRead(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Folder, dir)
	t.Run("part", func(t *testing.T) {
		f := Begin(t, Finding{Promise: Equal, Title: "Random edits"})
		f.Count("edits", 7)
		Begin(t, Finding{Promise: NotStale, Title: "Faults"}).Faults = 2
		AddGuard(t, "the lease", "3 faults")
	})
	records, guards, err := Read(dir)
	if err != nil || len(records) != 2 || len(guards) != 1 {
		t.Fatalf("%+v, %+v, %v", records, guards, err)
	}
	if r := records[0]; r.Title != "Faults" || r.Faults != 2 || r.Failed {
		t.Errorf("first: %+v", r)
	}
	if r := records[1]; r.Package != "internal/evidence" || r.Test != t.Name()+"/part" ||
		r.Figures[0] != (Figure{"edits", 7}) {
		t.Errorf("second: %+v", r)
	}
	if guards[0] != (Guard{"the lease", "internal/evidence", "3 faults"}) {
		t.Errorf("guard: %+v", guards[0])
	}
}

// A course keeps its beginning and its end, however long it is.
func TestACourseIsBounded(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	r := Watch(t, []string{"reads", "hits"}, func() []int64 { return []int64{n.Add(1), 0} })
	for range 5000 {
		r.sample()
	}
	r.Do("the clock jumps", func() { time.Sleep(time.Millisecond) })
	c := r.Course()
	for _, s := range c.Series {
		if len(s.Points) > mostPoints || len(s.Points) < mostPoints/4 {
			t.Errorf("%s has %d points", s.Name, len(s.Points))
		}
	}
	points := c.Series[0].Points
	if first, last := points[0].Value, points[len(points)-1].Value; first > 2 || last < 4900 {
		t.Errorf("from %d to %d", first, last)
	}
	if e := c.Events; len(e) != 1 || e[0].To-e[0].From < time.Millisecond {
		t.Errorf("%+v", e)
	}
}
