// Package ticket issues tickets of events, shows them, and checks them in.
//
// A ticket is a text that a gate can check without us: T1, a payload, and an Ed25519 signature over both, with dots between. The algorithm is
// the version's and never the text's own word. What a gate cannot know without us, that a ticket was used or given back, it learns by
// checking in, or from the signed list of revoked tickets.
//
// Files:
//
//	service.go  Config, Service: Issue, Revoke
//	sign.go     the text of a ticket
//	list.go     GET /event/tickets and /event/tickets/{orderId}
//	checkin.go  POST /event/tickets/check-in, for gates
//	qr.go       a text as an SVG
package ticket
