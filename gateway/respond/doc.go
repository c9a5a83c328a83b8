// Package respond gives cache entries and errors their form in HTTP: status, header fields, codings, entity tags and
// 304.
//
// Everything that is the same for each reader of an entry is made once and kept with the entry: its compressed bodies
// and the header blocks in front of them. Sending an entry allocates nothing.
//
// Files, in the order an answer meets them:
//
//	send.go      an entry as an answer, or 304
//	block.go     an entry's header block for the fast path, which writes to the connection itself
//	edge.go      the lines about caching: for browsers only, or also for declared edges
//	plain.go     answers that are no entries: texts and files
//	error.go     Responder: errors as JSON
//	refusal.go   errors that many requests receive: one answer is made, the others are copies
//	status.go    the values of Cache-Status
//	coding.go    Accept-Encoding and If-None-Match: which form of an entry a reader receives
//	compress.go  br and gzip, and the entity tags of a body
//	fields.go    the header fields that all answers share
package respond
