package alarm

import (
	"cmp"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// An Alarm is a condition that lasts until an operator ends it.
type Alarm struct {
	Name    string    `json:"name"`              // the kind, such as payment-settings; a label of the metric
	Subject string    `json:"subject,omitempty"` // what it concerns, such as a tenant; "" if there is only one
	Message string    `json:"message"`           // the condition and the remedy, without secrets
	Since   time.Time `json:"since"`             // when it began
}

// Hold is how long an alarm of Raise lasts after its last cause. It is also the pause between its log lines.
const Hold = time.Hour

// most limits the active alarms of one kind. Further ones are counted in the log line of the last, not listed.
const most = 1000

// A Board holds the active alarms of a process. A nil Board ignores everything.
type Board struct {
	log *slog.Logger
	now func() time.Time

	mu     sync.Mutex
	active map[key]entry
	names  map[string]bool // every kind that was ever active, so that its metric returns to 0
}

type key struct{ name, subject string }

type entry struct {
	Alarm
	ends time.Time // zero: until the next Replace
}

// New returns a board without alarms.
func New(log *slog.Logger) *Board {
	return &Board{log: log, now: time.Now, active: map[key]entry{}, names: map[string]bool{}}
}

// Replace makes the given alarms the active ones of a kind. Each needs a subject and a message. A new alarm is logged
// as an error, and one that ended as a warning.
func (b *Board) Replace(name string, all []Alarm) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names[name] = true
	if len(all) > most {
		all = all[:most]
	}
	now, kept := b.now(), map[key]bool{}
	for _, a := range all {
		k := key{name, a.Subject}
		kept[k] = true
		old, was := b.active[k]
		a.Name, a.Since = name, now
		if was {
			a.Since = old.Since
		}
		if !was || old.Message != a.Message {
			b.log.Error("alarm", "name", name, "subject", a.Subject, "message", a.Message)
		}
		b.active[k] = entry{Alarm: a}
	}
	for k, e := range b.active {
		if k.name == name && !kept[k] {
			b.log.Warn("alarm ended", "name", name, "subject", k.subject, "lasted", now.Sub(e.Since).Round(time.Second))
			delete(b.active, k)
		}
	}
}

// Raise begins an alarm that ends by itself Hold after the last call. It is logged at most once in that time.
func (b *Board) Raise(name, subject, message string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names[name] = true
	b.expireLocked()
	k, now := key{name, subject}, b.now()
	e, was := b.active[k]
	if !was {
		if len(b.active) >= most {
			return
		}
		e = entry{Alarm: Alarm{Name: name, Subject: subject, Message: message, Since: now}}
		b.log.Warn("alarm", "name", name, "subject", subject, "message", message)
	}
	e.ends = now.Add(Hold)
	b.active[k] = e
}

// All returns the active alarms, in the order of kind and subject.
func (b *Board) All() []Alarm {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expireLocked()
	all := make([]Alarm, 0, len(b.active))
	for _, e := range b.active {
		all = append(all, e.Alarm)
	}
	slices.SortFunc(all, func(x, y Alarm) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Subject, y.Subject))
	})
	return all
}

func (b *Board) expireLocked() {
	now := b.now()
	for k, e := range b.active {
		if !e.ends.IsZero() && e.ends.Before(now) {
			delete(b.active, k)
		}
	}
}

var described = prometheus.NewDesc("vitrine_alarms",
	"Active alarms by kind. /status of the admin listener says what each concerns.", []string{"name"}, nil)

// Describe and Collect make a Board a prometheus.Collector.
func (b *Board) Describe(to chan<- *prometheus.Desc) { to <- described }

// Collect sends the number of active alarms of each kind that this process has had.
func (b *Board) Collect(to chan<- prometheus.Metric) {
	counts := map[string]int{}
	for _, a := range b.All() {
		counts[a.Name]++
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for name := range b.names {
		to <- prometheus.MustNewConstMetric(described, prometheus.GaugeValue, float64(counts[name]), name)
	}
}
