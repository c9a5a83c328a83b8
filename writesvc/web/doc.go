// Package web defines requests and answers for the parts of the write service.
//
//	request.go  Request, Caller
//	json.go     strict parsing of bodies: no unknown or duplicate members, exact names
//	answer.go   Answer, and how it is written
//	id.go       record ids
package web
