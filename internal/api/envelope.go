package api

import (
	"encoding/json"
	"strconv"
)

// Bounds of a page (the specification gives the defaults, the rest is ours).
const (
	DefaultPage  = 1
	DefaultLimit = 10
	MaxLimit     = 100
	MaxPage      = 1 << 30 // far beyond any list; keeps the offset in range
)

// Bounds of what a parameter may hold, in characters.
const (
	MaxText      = 200
	MaxPairName  = 100
	MaxPairValue = 500 // of an attribute's value: as many as a product's may have
)

// A PageInfo says where a page stands.
type PageInfo struct {
	Total, Page, Limit int
}

// Pagination is where a page of a product list stands.
//
// AppendPagination writes it.
type Pagination struct {
	TotalRecords int `json:"totalRecords"` // how many records there are on all pages
	TotalPages   int `json:"totalPages"`   // how many pages there are
	CurrentPage  int `json:"currentPage"`  // which page this is, from 1; one past the end is empty
	Limit        int `json:"limit"`        // how many records a page has
}

// PageMeta is where a page of any other list stands.
//
// AppendMeta writes it.
type PageMeta struct {
	Pagination
	HasNextPage bool `json:"hasNextPage"`         // whether there is a page after this one
	HasPrevPage bool `json:"hasPrevPage"`         // whether there is a page before this one
	Truncated   bool `json:"truncated,omitempty"` // true where more was found than is counted
}

// UnreadMeta is where a page of notifications stands.
type UnreadMeta struct {
	PageMeta
	UnreadCount int `json:"unreadCount"` // how many are unread, on all pages
}

// ListMeta is part of a list that was cut where it was, and of no other.
type ListMeta struct {
	Truncated bool `json:"truncated"` // true: there are more records than these
}

// Pages is how many pages there are.
func (p PageInfo) Pages() int { return (p.Total + p.Limit - 1) / p.Limit }

// AppendPagination writes the four members that product lists show.
func (p PageInfo) AppendPagination(dst []byte) []byte {
	dst = append(dst, `{"totalRecords":`...)
	dst = strconv.AppendInt(dst, int64(p.Total), 10)
	dst = append(dst, `,"totalPages":`...)
	dst = strconv.AppendInt(dst, int64(p.Pages()), 10)
	dst = append(dst, `,"currentPage":`...)
	dst = strconv.AppendInt(dst, int64(p.Page), 10)
	dst = append(dst, `,"limit":`...)
	dst = strconv.AppendInt(dst, int64(p.Limit), 10)
	return append(dst, '}')
}

// AppendMeta writes the six members that all other lists show, and that a list was cut where it was.
func (p PageInfo) AppendMeta(dst []byte, capped bool) []byte {
	dst = p.AppendPagination(dst)
	dst = append(dst[:len(dst)-1], `,"hasNextPage":`...)
	dst = strconv.AppendBool(dst, p.Page < p.Pages())
	dst = append(dst, `,"hasPrevPage":`...)
	dst = strconv.AppendBool(dst, p.Page > 1)
	if capped {
		dst = append(dst, `,"truncated":true`...)
	}
	return append(dst, '}')
}

// AppendArray writes records, each JSON already, as an array.
func AppendArray(dst []byte, records [][]byte) []byte {
	dst = append(dst, '[')
	for i, r := range records {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, r...)
	}
	return append(dst, ']')
}

// Success opens the envelope; the caller appends the data and closes it.
const Success = `{"status":"success","data":`

// ErrorBody is the error envelope.
type ErrorBody struct {
	Status     string  `json:"status"`           // always error
	Code       Code    `json:"code"`             // what went wrong, for programs
	Message    string  `json:"message"`          // what went wrong, in a sentence a customer may read
	StatusCode int     `json:"statusCode"`       // the status of the answer
	Errors     []Field `json:"errors,omitempty"` // which parameters are wrong, and why
	RequestID  string  `json:"requestId"`        // what the request is called in the log
}

// Problem is an error as RFC 9457 has it: application/problem+json, for those whose Accept asks for it.
type Problem struct {
	Type      string  `json:"type"`             // a name for the kind of error: urn:vitrine:error: and the code
	Title     string  `json:"title"`            // the code
	Status    int     `json:"status"`           // the status of the answer
	Detail    string  `json:"detail"`           // what went wrong, in a sentence a customer may read
	Code      Code    `json:"code"`             // what went wrong, for programs
	Errors    []Field `json:"errors,omitempty"` // which parameters are wrong, and why
	RequestID string  `json:"requestId"`        // what the request is called in the log
}

// Body writes the error envelope.
func (e *Error) Body(requestID string) []byte {
	b, err := json.Marshal(ErrorBody{"error", e.Code, e.Message, e.Status, e.Fields, requestID})
	if err != nil {
		return []byte(`{"status":"error"}`)
	}
	return b
}

// Problem writes the error as application/problem+json.
func (e *Error) Problem(requestID string) []byte {
	b, err := json.Marshal(Problem{"urn:vitrine:error:" + string(e.Code), string(e.Code), e.Status, e.Message, e.Code, e.Fields, requestID})
	if err != nil {
		return []byte(`{}`)
	}
	return b
}
