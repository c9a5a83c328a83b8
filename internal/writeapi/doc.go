// Package writeapi declares the operations of the write service: paths, bodies, answers and error codes. writesvc
// serves them; internal/openapi describes them.
package writeapi
