package cache

import (
	"encoding/json"
	"hash/fnv"
	"strconv"
	"time"
)

// Names on the bus. Changes travel through the JetStream stream, so that a publisher knows they were taken; heartbeats do not.
const (
	Stream       = "VITRINE_CHANGES"  // the JetStream stream that keeps changes for an hour
	ChangePrefix = "vitrine.change."  // then the shard of the tenant
	ChangesAll   = "vitrine.change.*" // every shard
	BeatSubject  = "vitrine.beat"     // the leading drain's heartbeat, every 100 ms
	busShards    = 16

	ReportSubject = "vitrine.report" // what gateways have applied; the leading worker acknowledges each to its sender
	NewsSubject   = "vitrine.news"   // what was signalled, and what became searchable: a list of News
	RosterSubject = "vitrine.roster" // every second: which gateways the leading worker knows, and how it fares
)

// A Message tells gateways what a tenant's changes touched. Records are read again from Postgres by whoever shows them; only where little happens, the
// one record that a change was about may come with it.
type Message struct {
	Epoch  string    `json:"e"` // the life of the tenant's numbers; another epoch means they may have gone back
	Tenant string    `json:"t"`
	Seq    uint64    `json:"s"`  // the last change it covers
	Prev   uint64    `json:"p"`  // the change before its first: a receiver that has not applied Prev missed something
	Tags   []string  `json:"g"`  // what the changes touched; a span of rungs is one of them (rung.go)
	At     time.Time `json:"at"` // when the last of them was sealed, by Postgres's clock
	Shown  *Shown    `json:"r,omitempty"`
}

// A Beat is the heartbeat of the leading drain. It says what was announced since the beat before, so that whoever hears it knows whether
// a message was lost, though no other message of its tenant follows.
type Beat struct {
	Leader string    `json:"leader"`
	N      uint64    `json:"n"` // counts the leader's beats: one that is missing may have told of something
	At     time.Time `json:"at"`
	Heads  []Head    `json:"heads,omitempty"` // tenants of which something was announced since the last, and up to where
	Many   bool      `json:"many,omitempty"`  // there are more than BeatHeads of them: where all stand is to be read from Postgres
}

// BeatHeads is how many tenants a heartbeat names.
const BeatHeads = 1000

// A Report tells the leading worker what a gateway has applied. Signals of a change leave once every gateway that reports has applied it.
type Report struct {
	Gateway string `json:"g"`               // names one run of one gateway
	Name    string `json:"name"`            // for people: where it listens
	N       uint64 `json:"n"`               // counts the gateway's reports
	Heads   []Head `json:"h,omitempty"`     // tenants that moved, and up to where they are applied
	Leaving bool   `json:"leave,omitempty"` // it serves nobody any more
}

// An Ack answers a report: the leader will wait for the gateway, and for at least 1.5 s from now if it hears no more of it.
type Ack struct {
	Leader string `json:"leader"`
	N      uint64 `json:"n"`
}

// News tells gateways of something that became true of a tenant's changes: Signalled, that those outside may hear of them; Searchable, that an index
// outside Postgres shows them. It may get lost; what it tells stands in Postgres.
type News struct {
	What   string    `json:"w"`
	Tenant string    `json:"t"`
	Seq    uint64    `json:"s"`
	At     time.Time `json:"at"`  // when the change was sealed
	Was    time.Time `json:"was"` // when it became true; both by Postgres's clock
}

// What News tell of.
const (
	Signalled  = "signalled"
	Searchable = "searchable"
)

// A Roster says how the leading worker fares, for people.
type Roster struct {
	Leader   string    `json:"leader"`
	Term     int64     `json:"term"`
	At       time.Time `json:"at"`
	Ready    bool      `json:"ready"`   // it has waited long enough after its term began to signal
	Waiting  int       `json:"waiting"` // tenants with changes that are not signalled yet
	Signals  uint64    `json:"signals"` // of this term
	Gateways []Listed  `json:"gateways"`

	// Since the worker was started:
	Behind      int64   `json:"behind"`         // tenants with changes that are known and not published, now
	Late        float64 `json:"lateP99Seconds"` // 99 of the last 100 changes were on the bus so soon after their seal
	Retried     uint64  `json:"retried"`        // messages that the bus did not take at once
	Holes       uint64  `json:"holes"`          // change numbers that were missing; it must stay 0
	HeldBeats   uint64  `json:"heldBeats"`      // heartbeats held back: gateways asked Postgres
	PostErrors  uint64  `json:"postErrors"`     // attempts to post to webhooks that failed
	Compared    uint64  `json:"compared"`       // indexes of a tenant's kind that were compared with Postgres
	Drift       uint64  `json:"drift"`          // of these, those that differed; it must stay 0
	IndexErrors uint64  `json:"indexErrors"`    // attempts to index that an engine outside Postgres refused
}

// Listed is a gateway on the roster.
type Listed struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Silent  int64  `json:"silentMs"` // since its last report
	Tenants int    `json:"tenants"`  // of which it has reported something
	Behind  int    `json:"behind"`   // of these, how many have not reached what others have applied
	Applied uint64 `json:"applied"`  // the changes it has applied, over all tenants
	Bus     bool   `json:"bus"`      // it reports on the bus, not through Postgres
}

// Encode renders m for the bus.
func (m Message) Encode() ([]byte, error) { return json.Marshal(m) }

// Decode reads a message from the bus.
func Decode(data []byte) (Message, error) {
	var m Message
	err := json.Unmarshal(data, &m)
	return m, err
}

// Subject is where the messages of a tenant travel. Tenant ids may hold characters that subjects may not, so they travel by shard.
func Subject(tenant string) string {
	h := fnv.New32a()
	h.Write([]byte(tenant))
	return ChangePrefix + strconv.Itoa(int(h.Sum32()%busShards))
}
