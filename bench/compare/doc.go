// Command compare measures the processor time of a cached answer from Vitrine, and from the caches that are usually put
// in front of an API, in one run.
//
//	make bench-compare
//
// It starts Vitrine with its demo tenants and requests a list of ten products. All others hold the same bytes: the
// cache of HAProxy, proxy_cache of nginx, Varnish, and a bare fasthttp handler that writes the answer from memory
// without any lookup. A bare event loop, which does not even read the request, shows the least that any server needs:
// receiving a request and sending such an answer. wrk loads the servers in turn, round after round, so that a slow
// minute of the machine affects all of them. The result is the median processor time for each answer, user and system.
// Everything listens on loopback.
//
// -other measures a second binary in the same run. -edge measures a Vitrine whose answers carry tags and lifetimes for
// an edge, and a bare event loop that sends the same head.
//
// In reading order: main.go has the rounds, subject.go the servers, peers.go their configurations, load.go wrk and
// processor times, origin.go the origin of the peers and the bare handler, loop.go the bare event loop.
package main
