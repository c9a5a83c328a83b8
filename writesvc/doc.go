// Package writesvc is the write service: whatever changes something for a customer. It stands behind the gateway, which passes its
// addresses on untouched and uncached, and keeps its own tables in the same Postgres.
//
// Files, in the order a request meets them:
//
//	server.go  Config, Server, Start, Stop
//	guard.go   what every request must pass before its handler: its size, its type, its tenant, its bearer
//	routes.go  every URL, its guards beside it
//	routes_order.go  those of baskets, payments, tickets and notifications
//	orders.go  the parts that sell: baskets, payments, tickets
//	mail.go    the local page of mail that was kept
//	sweep.go   what has had its day is removed
//
// The handlers are in auth/, basket/, payment/, ticket/ and notify/. What is to be sent leaves through notify/. web/ has the words of the edge.
package writesvc
