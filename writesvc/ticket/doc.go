// Package ticket issues tickets for events, lists them, and checks them in.
//
// A ticket is a text that a gate can verify offline: T1, a payload and an Ed25519 signature over both, separated by
// dots. The version determines the algorithm; the text cannot choose it. Offline a gate cannot know that a ticket was
// used or refunded. It learns that by checking in, or from the signed list of revoked tickets.
//
// Files:
//
//	service.go  Config, Service: Issue, Revoke
//	key.go      the keys of tickets, GET /event/tickets/keys
//	sign.go     the text of a ticket
//	list.go     GET /event/tickets and /event/tickets/{orderId}
//	picture.go  GET /event/tickets/{id}/image, and the limits of pictures
//	qr.go       QR codes as SVG
//	gate.go     keys of gates
//	checkin.go  POST /event/tickets/check-in, for gates
//	revoked.go  GET /event/tickets/revoked, for gates
package ticket
