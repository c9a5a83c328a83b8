// Package parent lets a gateway that is far from Postgres get answers from one that is near it, its parent.
//
// A fill far from Postgres would wait for several round trips: to begin a snapshot, to search, to read records. The
// parent has most answers in its cache, makes the others, and needs one round trip. Changes, leases and announcements
// are the same for both gateways: each gets its own messages and checks each of its hits itself.
//
// An answer of the parent is as fresh as one that is read here. The request names the last change that is applied
// here, and the parent answers once it has applied that change too. The answer names the change that it shows, the
// last change at which the parent found it valid, its tags and its end time. Here it is stamped and kept like any other
// answer. So it is not served before the change that it shows is applied here.
//
// If the parent does not answer, or answers with an error, the gateway reads from Postgres itself. After three such
// failures in a row it sends one request a second. If the parent refuses because it is overloaded, the client gets the
// refusal: reading from Postgres would add to that load.
//
// The files:
//
//	fetch.go    what an answer of the parent is worth here
//	client.go   Client: requests answers from the parent
//	handler.go  Handler: answers as a parent, at the admin listener
package parent
