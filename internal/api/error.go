package api

import (
	"errors"
	"fmt"
)

// A Code identifies an error for programs.
type Code string

// The codes of reads, each with its status.
const (
	TenantRequired   Code = "TENANT_REQUIRED"    // 400: the x-service-client header is missing or repeated
	TenantMismatch   Code = "TENANT_MISMATCH"    // 400: header and URL name different tenants
	TenantUnknown    Code = "TENANT_UNKNOWN"     // 404: the tenant does not exist
	TenantDisabled   Code = "TENANT_DISABLED"    // 403: the tenant is disabled
	InvalidRequest   Code = "INVALID_REQUEST"    // 400: the request is malformed; 431: its headers are too large
	PayloadTooLarge  Code = "PAYLOAD_TOO_LARGE"  // 413: the body is too large
	InvalidParameter Code = "INVALID_PARAMETER"  // 400: a parameter is not valid; errors name it
	NotFound         Code = "NOT_FOUND"          // 404: the record does not exist or belongs to another account
	MethodNotAllowed Code = "METHOD_NOT_ALLOWED" // 405: Allow lists the accepted methods
	NotAcceptable    Code = "NOT_ACCEPTABLE"     // 406: Accept-Encoding excludes all codings
	TooManyRequests  Code = "TOO_MANY_REQUESTS"  // 429: too many requests; wait for Retry-After
	Internal         Code = "INTERNAL"           // 500: internal error; the log has the cause under requestId
	Unavailable      Code = "UNAVAILABLE"        // 503: temporarily unavailable; retry later
)

// An Error is an error that clients may see: a status, a code and a sentence for people. Any other error becomes
// Internal for the client and a line in the log.
type Error struct {
	Status  int
	Code    Code
	Message string
	Fields  []Field
	Cause   error // for the log only

	RetryAfter int  // seconds to wait; 0: unknown
	Limit      int  // of a 429, how many requests may be in progress at once; 0: not said
	Barred     bool // a 429 for every client of the same network address (Network)
}

// BarredHeader marks a Barred answer on its way from the write service to the gateway, which removes it.
const BarredHeader = "X-Barred-Address"

// A Field describes an invalid parameter or member.
type Field struct {
	Field   string `json:"field"`   // the parameter's name, as in the request
	Code    string `json:"code"`    // INVALID: wrong value. CONFLICT: the parameter is repeated or excludes another
	Message string `json:"message"` // the value and the expected form
}

// Error returns code, sentence and cause.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Errorf returns an error with a formatted sentence.
func Errorf(status int, code Code, format string, args ...any) *Error {
	return &Error{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Invalid returns a 400 for a parameter with its value and the expected form, such as "asc or desc".
func Invalid(parameter, given, expected string) *Error {
	const most = 60
	if r := []rune(given); len(r) > most {
		given = string(r[:most]) + "…"
	}
	m := fmt.Sprintf("%s=%q is not valid: expected %s", parameter, given, expected)
	return &Error{Status: 400, Code: InvalidParameter, Message: m,
		Fields: []Field{{Field: parameter, Code: "INVALID", Message: m}}}
}

// Conflict returns a 400 for a parameter that is repeated or excludes another.
func Conflict(parameter, why string) *Error {
	return &Error{Status: 400, Code: InvalidParameter, Message: why,
		Fields: []Field{{Field: parameter, Code: "CONFLICT", Message: why}}}
}

// Of returns err as an Error. An error of any other type becomes Internal, with err as the cause.
func Of(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Status: 500, Code: Internal, Message: "Internal error.", Cause: err}
}

// Busy returns the 503 for a request that Postgres does not answer in time.
func Busy(err error) *Error {
	return &Error{Status: 503, Code: Unavailable, Message: "The server is busy. Try again later.", Cause: err}
}

// UnknownTenant returns the 404 for a tenant that does not exist.
func UnknownTenant() *Error { return Errorf(404, TenantUnknown, "Unknown tenant.") }
