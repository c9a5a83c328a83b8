// Package writeapi holds the words between the write service and those who talk to it: the bodies it takes and gives. writesvc serves
// them, and the OpenAPI document is written from them.
package writeapi
