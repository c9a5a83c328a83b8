package api

import (
	"errors"
	"fmt"
)

// A Code names an error to programs. The sentence beside it is for people.
type Code string

// The codes a reader may meet, and the status each goes with.
const (
	TenantRequired   Code = "TENANT_REQUIRED"    // 400: the x-service-client header is missing, or there twice
	TenantMismatch   Code = "TENANT_MISMATCH"    // 400: header and URL name different tenants
	TenantUnknown    Code = "TENANT_UNKNOWN"     // 404: no shop has this name
	TenantDisabled   Code = "TENANT_DISABLED"    // 403: the shop is switched off
	InvalidRequest   Code = "INVALID_REQUEST"    // 400: the request itself is malformed; 431: its head is too large
	PayloadTooLarge  Code = "PAYLOAD_TOO_LARGE"  // 413: the body is larger than any that is needed here
	InvalidParameter Code = "INVALID_PARAMETER"  // 400: errors say which
	NotFound         Code = "NOT_FOUND"          // 404: not there, or not yours
	MethodNotAllowed Code = "METHOD_NOT_ALLOWED" // 405: Allow says what may be done
	NotAcceptable    Code = "NOT_ACCEPTABLE"     // 406: Accept-Encoding leaves nothing that can be sent
	TooManyRequests  Code = "TOO_MANY_REQUESTS"  // 429: Retry-After says when to come back
	Internal         Code = "INTERNAL"           // 500: the cause is in the log, under requestId
	Unavailable      Code = "UNAVAILABLE"        // 503: come back later
)

// An Error is what a reader is told: a status, a code, and a sentence a customer may read. Any other error is Internal outside and a
// full line in the log.
type Error struct {
	Status  int
	Code    Code
	Message string
	Fields  []Field
	Cause   error // for the log only

	RetryAfter int  // seconds to wait, where that is known
	Barred     bool // of a 429: everybody who asks the same of this shop from the same network address would be told it (Network)
}

// BarredHeader is how the write service tells a gateway that an answer was Barred. It goes no further.
const BarredHeader = "X-Barred-Address"

// A Field says what is wrong with one parameter or member.
type Field struct {
	Field   string `json:"field"`   // the parameter's name, as it was given
	Code    string `json:"code"`    // INVALID: the value is not accepted. CONFLICT: given twice, or beside what it excludes
	Message string `json:"message"` // what was given and what is accepted
}

// Error says code and sentence, and the cause where there is one.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Errorf makes an error with a sentence.
func Errorf(status int, code Code, format string, args ...any) *Error {
	return &Error{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Invalid is a 400 for one parameter: what was given and what is accepted.
func Invalid(parameter, given, accepted string) *Error {
	const most = 60
	if r := []rune(given); len(r) > most {
		given = string(r[:most]) + "…"
	}
	m := fmt.Sprintf("%s=%q is not accepted: it takes %s", parameter, given, accepted)
	return &Error{Status: 400, Code: InvalidParameter, Message: m,
		Fields: []Field{{Field: parameter, Code: "INVALID", Message: m}}}
}

// Conflict is a 400 for parameters that exclude one another or may be given once only.
func Conflict(parameter, why string) *Error {
	return &Error{Status: 400, Code: InvalidParameter, Message: why,
		Fields: []Field{{Field: parameter, Code: "CONFLICT", Message: why}}}
}

// Of makes any error one that may be shown.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Status: 500, Code: Internal, Message: "Something went wrong on our side.", Cause: err}
}

// Busy is the 503 for a request that Postgres does not answer in time.
func Busy(err error) *Error {
	return &Error{Status: 503, Code: Unavailable, Message: "The shop is busy. Try again in a moment.", Cause: err}
}

// UnknownTenant is the 404 for a request whose tenant does not exist.
func UnknownTenant() *Error { return Errorf(404, TenantUnknown, "There is no such shop.") }
