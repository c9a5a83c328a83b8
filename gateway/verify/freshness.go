package verify

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/wire"
)

// Freshness measures the time from a change to its effects, and keeps the last report of the leading worker. It learns
// of both over the bus, where messages may get lost: nothing relies on it.
type Freshness struct {
	applied, searchable, announced prometheus.Histogram // seconds from the seal of a change, inside its COMMIT

	outside     bool // search has an index outside Postgres
	onAnnounced func(tenant string, proposed bool)
	members     atomic.Pointer[membersAt]
	began       time.Time // by Postgres's clock; changes before it are not measured
	subs        []*nats.Subscription
}

// membersAt is the report of the leading worker, and when it arrived.
type membersAt struct {
	wire.Members
	at time.Time
}

// NewFreshness makes a Freshness. outside says that search has an index outside Postgres. onAnnounced is called for
// each change that is announced, or proposed to followers.
func NewFreshness(outside bool, onAnnounced func(tenant string, proposed bool)) *Freshness {
	histogram := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help,
			Buckets: []float64{.0005, .001, .002, .003, .005, .0075, .01, .015, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}})
	}
	return &Freshness{outside: outside, onAnnounced: onAnnounced,
		applied: histogram("vitrine_commit_to_applied_seconds",
			"Time from the seal of a change, inside its COMMIT, until this gateway has applied it."),
		searchable: histogram("vitrine_commit_to_searchable_seconds",
			"Time from the seal of a change until search finds it. An engine outside Postgres has to index it first."),
		announced: histogram("vitrine_commit_to_announced_seconds",
			"Time from the seal of a change until it is announced: every gateway has applied it."),
	}
}

// Applied records that a change was applied here, so long after its seal.
func (f *Freshness) Applied(after time.Duration) {
	seconds := max(0, after).Seconds()
	f.applied.Observe(seconds)
	if !f.outside {
		f.searchable.Observe(seconds) // search reads the same tables as any list
	}
}

// Start subscribes to announcements and to the reports of the leading worker. now is the time by Postgres's clock:
// changes before it waited for the start of a process, and would hide how long changes take.
func (f *Freshness) Start(nc *nats.Conn, now time.Time) error {
	f.began = now
	for subject, handle := range map[string]nats.MsgHandler{wire.NewsSubject: f.news, wire.MembersSubject: f.report} {
		sub, err := nc.Subscribe(subject, handle)
		if err != nil {
			f.Stop()
			return err
		}
		f.subs = append(f.subs, sub)
	}
	return nil
}

func (f *Freshness) news(msg *nats.Msg) {
	var all []wire.News
	if json.Unmarshal(msg.Data, &all) != nil {
		return
	}
	for _, n := range all {
		took, measured := max(0, n.Since.Sub(n.At)).Seconds(), !n.At.Before(f.began)
		switch n.What {
		case wire.Announced:
			if measured {
				f.announced.Observe(took)
			}
			f.onAnnounced(n.Tenant, false)
		case wire.Proposed:
			f.onAnnounced(n.Tenant, true)
		case wire.Searchable:
			if measured {
				f.searchable.Observe(took)
			}
		}
	}
}

func (f *Freshness) report(msg *nats.Msg) {
	m := membersAt{at: time.Now()}
	if json.Unmarshal(msg.Data, &m.Members) == nil {
		f.members.Store(&m)
	}
}

// Stop ends the subscriptions. It may be called again.
func (f *Freshness) Stop() {
	for _, sub := range f.subs {
		_ = sub.Unsubscribe() // the connection may be gone already
	}
	f.subs = nil
}
