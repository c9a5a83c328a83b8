package wire

import (
	"encoding/json"
	"errors"
	"time"
)

// A Head is the last change number of a tenant, and its epoch.
type Head struct {
	Tenant string `json:"t"`
	Epoch  string `json:"e"`
	Seq    uint64 `json:"n"`
}

// ErrPruned means that Postgres no longer keeps the requested changes. The caller must invalidate the whole tenant.
var ErrPruned = errors.New("changes are no longer kept")

// A Message carries one or more consecutive changes of a tenant to the gateways, as the tags they invalidate. Gateways
// read the records again from Postgres. Under low load the message also carries the updated record.
type Message struct {
	Epoch   string    `json:"e"` // the epoch of Seq; in another epoch, numbers may have gone back
	Tenant  string    `json:"t"`
	Seq     uint64    `json:"s"`  // the last change of the message
	Prev    uint64    `json:"p"`  // the change before its first: a receiver that has not applied Prev has missed a message
	Tags    []string  `json:"g"`  // the invalidated tags; one tag may stand for a range of price bands
	At      time.Time `json:"at"` // when the last change was sealed, by Postgres's clock
	Inlined *Inlined  `json:"r,omitempty"`
	Trace   string    `json:"w,omitempty"` // the W3C traceparent of the change; "": it is not recorded
}

// Encode renders m for the bus.
func (m Message) Encode() ([]byte, error) { return json.Marshal(m) }

// Decode reads a message from the bus.
func Decode(data []byte) (Message, error) {
	var m Message
	err := json.Unmarshal(data, &m)
	return m, err
}

// An Inlined is a record as the change of its message left it. The worker reads the record once, so that the gateways
// need not. The change must be of this record alone.
type Inlined struct {
	Kind string `json:"k"` // the module; the record is shown in its view by slug
	Slug string `json:"s"`
	Form string `json:"f"` // names the query and the rendering, which another build may do differently (catalog.View.Form)

	JSON  []byte    `json:"j"`
	Tags  []string  `json:"g"` // the tags of the rendered record
	Now   time.Time `json:"n"` // when the record was read, by Postgres's clock; a visibility rule may depend on it
	Until time.Time `json:"u"` // when the record stops being valid though nothing changes; zero: never
}

// MaxInlined is the maximum length of Inlined.JSON in bytes.
const MaxInlined = 32 << 10

// A Beat is the heartbeat of the relay. It lists the tenants of the changes published since the last heartbeat. A
// gateway thereby detects a lost message even if no other message of its tenant follows.
type Beat struct {
	Leader   string    `json:"leader"`
	Number   uint64    `json:"n"` // counts the leader's heartbeats; a gap means that changes may have been missed
	At       time.Time `json:"at"`
	Heads    []Head    `json:"heads,omitempty"` // the tenants with published changes, and the last change of each
	Overflow bool      `json:"many,omitempty"`  // there are more than MaxBeatHeads: read all heads from Postgres
}

// MaxBeatHeads is the maximum number of tenants in a heartbeat.
const MaxBeatHeads = 1000
