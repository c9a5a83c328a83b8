// Package web is what the parts of the write service have in common at their edge: a request whose guards have passed, and its answer.
//
//	request.go  Request, Caller
//	json.go     bodies, read strictly: no unknown members, none twice, names to the letter
//	answer.go   Answer, and how it is written
package web
