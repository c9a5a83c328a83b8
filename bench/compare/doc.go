// Command compare measures what a cached answer costs Vitrine and what it costs the caches that people put before an API, in one run.
//
//	make bench-compare
//
// It starts Vitrine with its demo shops and asks it for a list of ten products; that answer, byte for byte, is what all the others hold: HAProxy's
// cache, nginx's proxy_cache, Varnish, and a bare fasthttp handler which writes it from memory and looks nothing up. Beside them is a bare event loop, which does not
// even look at what is asked: what the system takes for receiving a request and sending such an answer, and so the least that any server can. Each is loaded by wrk in
// turn, round after round, so that a slow minute of the machine meets all of them; what is compared is the processor time a server used for
// each answer, user and system, by the median of the rounds. Everything listens on loopback.
//
// Reading order: main.go (the rounds), subject.go (what is measured), peers.go (their configurations), load.go (wrk, processor time),
// origin.go (where peers fetch the answer, and the bare handler), loop.go (the bare event loop).
package main
