package wire

import (
	"hash/fnv"
	"strconv"
)

// Names on the bus. Changes travel through the JetStream stream, so that the publisher receives an acknowledgement.
// The others do not.
const (
	Stream       = "VITRINE_CHANGES"  // the JetStream stream that keeps changes for an hour
	ChangePrefix = "vitrine.change."  // followed by the tenant's shard
	AllChanges   = "vitrine.change.*" // every shard

	BeatSubject = "vitrine.beat" // the relay's heartbeat, every 100 ms
	// What gateways have applied; the leading worker acknowledges each report to its sender.
	ReportSubject  = "vitrine.report"
	NewsSubject    = "vitrine.news"   // announcements and indexed changes: a list of News
	MembersSubject = "vitrine.roster" // every second: the gateways that the leading worker knows, and its own state
	EdgesSubject   = "vitrine.edges"  // every second: the declared edges, and whether their purges are on time
)

const shards = 16

// Subject is the subject of a tenant's messages. It names a shard, because tenant ids may hold characters that
// subjects may not.
func Subject(tenant string) string {
	h := fnv.New32a()
	h.Write([]byte(tenant))
	return ChangePrefix + strconv.Itoa(int(h.Sum32()%shards))
}
