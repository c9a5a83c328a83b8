// Package meilitest has a real Meilisearch for tests.
//
//	server.go  the server, which all tests of a process share
//	proxy.go   a proxy before it, which holds requests back
package meilitest
