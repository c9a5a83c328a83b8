// Package writesvc is the write service: it handles every request that changes something for a customer. The gateway
// forwards such requests unchanged and uncached. The service keeps its own tables in the same Postgres.
//
// Files, in the order a request meets them:
//
//	server.go        Config, Server, Start, Stop
//	guard.go         the checks before every handler: size, type, tenant, bearer token
//	requests.go      how many answers of each status, and how long they took
//	routes.go        every URL with its guards
//	routes_order.go  the URLs of baskets, payments, tickets and notifications
//	orders.go        construction of the parts for orders
//	unavailable.go   errors that pass: Postgres is away, or undid a transaction
//	tenants.go       alarms about payment settings; metrics
//	backlog.go       what the write services have yet to do, for the admin listener
//	sweep.go         deletion of expired rows
//
// The handlers are in auth, basket, payment, ticket and notify. Messages leave through notify. limit counts requests.
// web defines requests and answers.
package writesvc
