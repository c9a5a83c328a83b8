// Package capture reads the log of changes, plans which tags each change invalidates, and publishes the changes to the
// gateways.
//
// A change is published at least once, and in its tenant's order. The heartbeat stops as soon as a committed change
// stays unpublished for a moment. A gateway that receives the heartbeat may therefore rely on having received every
// change.
//
// Files, in the order a change meets them:
//
//	relay.go       Relay: the loop that polls, publishes and moves the cursors
//	sleep.go       how the relay waits for a wake-up, and what it does if one is lost
//	wakeup.go      the wake-up, and the record that a change may carry
//	outbox.go      Change, and the poll that finds new ones
//	ranges.go      Range: the changes after a position
//	rows.go        the rows of changes
//	categories.go  the categories that the changed records are in
//	tags.go        Row, and the tags that it invalidates
//	plan.go        Planned: a change with its tags; planned changes to messages
//	publish.go     how planned changes are sent, and what the bus answers
//	bus.go         Bus: the stream, acknowledgements, the heartbeat
//	heads.go       cursors and heads; new epochs
//	read.go        Source: the same changes, for gateways that missed them
//	stats.go       Stats
package capture
