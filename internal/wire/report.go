package wire

import "time"

// A Report tells the leading worker which changes a gateway has applied. A change is announced once every reporting
// gateway has applied it.
type Report struct {
	Gateway string `json:"g"`           // identifies one run of one gateway
	Name    string `json:"name"`        // the address it listens on, for people
	Number  uint64 `json:"n"`           // counts the gateway's reports
	Heads   []Head `json:"h,omitempty"` // the tenants with newly applied changes, and the last change of each
	// When each of Heads was applied, in microseconds since 1970 by Postgres's clock. Gateways of earlier versions omit
	// it.
	At      []int64 `json:"at,omitempty"`
	Leaving bool    `json:"leave,omitempty"` // the gateway no longer serves requests
}

// An Ack acknowledges a report. The leader waits for the gateway before it announces a change. It stops waiting 1.5 s
// after the gateway's last report.
type Ack struct {
	Leader string `json:"leader"`
	Number uint64 `json:"n"`
	// Pause is the least time between reports, in microseconds. It grows with the number of gateways.
	Pause int64 `json:"p,omitempty"`
	// Awaits tells that the leader waits for this gateway before it writes to an index outside Postgres.
	Awaits bool `json:"w,omitempty"`
}

// News reports that a change was announced, or that an engine outside Postgres has indexed it. A lost one does no
// harm: Postgres holds the same facts.
type News struct {
	What   string    `json:"w"` // Announced or Searchable
	Tenant string    `json:"t"`
	Seq    uint64    `json:"s"`
	At     time.Time `json:"at"`  // when the change was sealed, by Postgres's clock
	Since  time.Time `json:"was"` // when it was announced or indexed, by Postgres's clock
}

// Values of News.What.
const (
	Proposed   = "proposed"   // every gateway has applied the change, and followers may see it before it is announced
	Announced  = "signalled"  // every gateway has applied the change, and subscribers may learn of it
	Searchable = "searchable" // search results show the change
)

// Members lists the gateways that the leading worker knows, and describes the worker's own state, for people.
type Members struct {
	Leader    string    `json:"leader"`
	Term      int64     `json:"term"`
	At        time.Time `json:"at"`
	Ready     bool      `json:"ready"`   // enough of its term has passed for it to announce changes
	Waiting   int       `json:"waiting"` // tenants with changes that are not announced yet
	Announced uint64    `json:"signals"` // announcements of this term
	// Gateways are at most MaxListed, first those that are stuck or behind. All gateways receive the list, so that a list
	// of all would grow with the square of their number.
	Gateways  []Member `json:"gateways"`
	Others    int      `json:"others,omitempty"` // gateways that are not in the list
	Followers int      `json:"followers"`        // caches outside Vitrine that acknowledge changes

	// Since the worker was started:
	Behind int64 `json:"behind"` // tenants with unpublished changes, now
	// 99th percentile of the time from seal to publication, over the last 1,024 messages. 0: there was none. Changes that
	// were sealed before the worker was made are not counted.
	LagP99      float64 `json:"lateP99Seconds"`
	Retried     uint64  `json:"retried"`     // messages that the bus did not accept at once
	Holes       uint64  `json:"holes"`       // missing change numbers; must stay 0
	HeldBeats   uint64  `json:"heldBeats"`   // suppressed heartbeats; gateways read from Postgres meanwhile
	PostErrors  uint64  `json:"postErrors"`  // failed webhook deliveries
	Compared    uint64  `json:"compared"`    // comparisons of an index with Postgres, by tenant and kind
	Drift       uint64  `json:"drift"`       // comparisons that found a difference; must stay 0
	IndexErrors uint64  `json:"indexErrors"` // indexing requests that an engine outside Postgres rejected
}

// MaxListed is the most gateways of Members.
const MaxListed = 50

// A Member is one gateway of Members.
type Member struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	LastReportMS int64  `json:"silentMs"` // time since its last report, in milliseconds
	Tenants      int    `json:"tenants"`  // tenants in its reports
	Behind       int    `json:"behind"`   // tenants for which it lags behind another gateway
	Applied      uint64 `json:"applied"`  // changes applied, over all tenants
	OnBus        bool   `json:"bus"`      // it reports over the bus, not through Postgres
	// Stuck says that it reports and applies no changes: announcements do not wait for it, and it verifies every hit.
	Stuck bool `json:"stuck,omitempty"`
}
