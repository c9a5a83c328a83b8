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
)

// A Message tells gateways what a tenant's changes touched. It never carries content: records are read again from Postgres.
type Message struct {
	Epoch  string    `json:"e"` // the life of the tenant's numbers; another epoch means they may have gone back
	Tenant string    `json:"t"`
	Seq    uint64    `json:"s"`  // the last change it covers
	Prev   uint64    `json:"p"`  // the change before its first: a receiver that has not applied Prev missed something
	Tags   []string  `json:"g"`  // what the changes touched
	At     time.Time `json:"at"` // when the last of them was sealed, by Postgres's clock
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
