// Package openapi derives the OpenAPI document of Vitrine from the code: the views of internal/catalog, the operations
// of internal/writeapi and the errors of internal/api. Names, types and required members come from structs and their
// json tags. A description is the first paragraph of a Go comment.
//
//	document.go   the parts of an OpenAPI document
//	comments.go   Go comments, read from the source
//	schema.go     a Go type as a schema
//	words.go      descriptions of fields that many records share
//	parameter.go  path and query parameters
//	answer.go     envelopes, errors, headers
//	write.go      the operations of the write service
//	widget.go     the paths of search widgets
//	build.go      the whole document
//
// The package reads the source, so it runs in a test. The document is kept in internal/api/openapi.json, which the
// binary embeds. The test fails if the two differ; `make golden` rewrites the file.
package openapi
