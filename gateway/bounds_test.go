package gateway

import (
	"testing"

	"vitrine/gateway/accept"
	"vitrine/gateway/upstream"
)

// Requests that wait for the write service, streams and reads that wait do not take the connections of other reads. The
// sum of their bounds was larger than the number of connections.
func TestWaitingRequestsLeaveConnectionsToReads(t *testing.T) {
	t.Parallel()
	waiting := upstream.MaxWaiting() + DefaultConfig().StreamsAll + maxWaits
	if spare := accept.MaxConns - waiting; spare < accept.MaxConns/5 {
		t.Errorf("%d of %d connections may wait; at least a fifth must be left", waiting, accept.MaxConns)
	}
}
