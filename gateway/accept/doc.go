// Package accept owns the gateway's connections. It answers requests for cached entries itself, and hands everything
// else to fasthttp.
//
// The fast path answers a request that arrives in one read and in a strict form, without fasthttp. The answer must be
// in the cache, still valid, and already in the wanted coding. Every other request reaches fasthttp as it arrived. So
// the fast path may fail to recognise a request, but it is never wrong about where a request ends:
//
//   - It looks only between requests: on a new connection, or after fasthttp was given exactly one request head in one
//     read and has called the handler. Once that cannot be said, the connection stays with fasthttp for good (conn.go).
//   - It accepts only headers that it knows, and none of them announces a body (request.go).
//
// The package knows no catalogue: it asks gateway/lookup for an entry and gateway/respond for its bytes.
//
// Files, in the order a request meets them:
//
//	accept.go          Config, limits
//	listener_linux.go  Listen: the event loop as a net.Listener
//	loop_linux.go      the event loop: new connections, and those with a request
//	handoff_linux.go   a connection that fasthttp, or a slow writer, has for a while
//	socket_linux.go    a connection of the loop: claiming, reading and writing it
//	other.go           Listen elsewhere
//	listener.go        without an event loop: a goroutine for each connection
//	conn.go            a connection as fasthttp has it
//	presence.go        whether a client still waits for its answer
//	fastpath.go        a hit, from raw bytes to raw bytes
//	request.go         the strict parser
//	hit.go             a hit of a request that fasthttp has parsed
//	head.go            heads that are ambiguous, malformed or too large
//	connections.go     all open connections; the idle ones above a limit are closed
package accept
