// Package openapi writes the OpenAPI document of Vitrine from what Vitrine is: the views of internal/catalog, the types they answer with,
// the operations of internal/writeapi, the errors of internal/api. Nothing is said twice: names, types and what may be missing come from the structs and their json tags; what
// a thing means is the first paragraph of its Go comment.
//
//	document.go   what an OpenAPI document is made of
//	comments.go   Go comments, read from the source
//	schema.go     a Go type as a schema
//	words.go      what the names mean that many records share
//	parameter.go  path and query parameters, and what they accept
//	answer.go     envelopes, errors, headers
//	write.go      what the write service is asked and answers
//	build.go      the whole document
//
// Since it reads the source, it runs in a test: the document is kept in internal/api/openapi.json, from where the binary embeds, prints
// and serves it. The test fails when the two differ; `make golden` writes it anew.
package openapi
