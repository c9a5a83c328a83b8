// Package admin serves what only operators may see, at a listener of its own: caught emails, what a cache holds,
// metrics and status. The public address of a gateway has none of it, so no proxy can make it public.
//
// Every request needs the token, as a bearer token or as the password of HTTP Basic authentication. The host that a
// request names, and the site that it comes from, are checked as well: a page in the operator's browser cannot use the
// listener under a name of its own.
//
//	admin.go  Config, Server, Start, Stop
//	guard.go  the checks of a request
package admin
