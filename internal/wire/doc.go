// Package wire holds the messages that gateways and ingest workers exchange over NATS, and the subjects they travel
// on.
//
// Postgres is the log of changes and NATS only transport: every message may be lost, repeated or reordered. Receivers
// check continuity (Message.Prev, Beat.Number) and read what they missed from Postgres.
//
// Files:
//
//	subject.go  subjects and the JetStream stream
//	change.go   from the relay to gateways: changes, inlined records, heartbeats
//	follow.go   from followers of changes to the leading worker, through a gateway, and back
//	edge.go     from the leading worker to gateways: the declared edges
//	hottest.go  between gateways: which answers are requested most
//	parent.go   between gateways of two regions: an answer
//	report.go   between gateways and the leading worker: reports, acknowledgements, news, members
package wire
