package api

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Limits of pages. The specification gives the defaults.
const (
	DefaultPage  = 1
	DefaultLimit = 10
	MaxLimit     = 100
	MaxPage      = 1 << 30 // far beyond any list; keeps the offset in range
)

// Limits of parameters, in characters.
const (
	MaxText      = 200
	MaxPairName  = 100
	MaxPairValue = 500 // the limit of attribute values in the database
)

// A PageInfo is the position of a page.
type PageInfo struct {
	Total, Page, Limit int
}

// Pagination is the position of a page in a product list.
//
// AppendPagination writes it.
type Pagination struct {
	TotalRecords int `json:"totalRecords"` // the number of records on all pages
	TotalPages   int `json:"totalPages"`   // the number of pages
	CurrentPage  int `json:"currentPage"`  // the page, from 1; a page past the end is empty
	Limit        int `json:"limit"`        // the maximum number of records on a page
}

// PageMeta is the position of a page in any other list.
//
// AppendMeta writes it.
type PageMeta struct {
	Pagination
	HasNextPage bool `json:"hasNextPage"`         // whether a next page exists
	HasPrevPage bool `json:"hasPrevPage"`         // whether a previous page exists
	Truncated   bool `json:"truncated,omitempty"` // true if there are more matches than are counted
}

// FoundMeta is the position of a page in a list that can be searched, other than of products.
type FoundMeta struct {
	PageMeta
	Relaxed    []string     `json:"relaxed,omitempty"`    // words of the search that some of the records lack
	Corrected  []Correction `json:"corrected,omitempty"`  // words that no record has
	DidYouMean string       `json:"didYouMean,omitempty"` // another text that finds something
}

// UnreadMeta is the position of a page of notifications.
type UnreadMeta struct {
	PageMeta
	UnreadCount int `json:"unreadCount"` // the number of unread notifications on all pages
}

// ListMeta is present only on a list that was truncated.
type ListMeta struct {
	Truncated bool `json:"truncated"` // true: there are more records
}

// SearchMeta tells how the text of a search was read. It is present only on the answer to a search that found nothing,
// whose words were not all taken as they were typed, or that was truncated.
type SearchMeta struct {
	Truncated bool `json:"truncated,omitempty"` // true if there are more matches than are counted
	// Words of the search that some of the records lack, because too few records have all of them.
	Relaxed   []string     `json:"relaxed,omitempty"`
	Corrected []Correction `json:"corrected,omitempty"` // words that no record has
	// Another text: with the words that were searched instead of mistyped ones or, if nothing was found, with words that
	// find something.
	DidYouMean string `json:"didYouMean,omitempty"`
}

// Correction is a mistyped word and the word that was searched instead.
type Correction struct {
	Typed string `json:"typed"` // the word as it was typed, folded
	Meant string `json:"meant"` // the word that was searched instead
}

// Pages returns the number of pages.
func (p PageInfo) Pages() int { return (p.Total + p.Limit - 1) / p.Limit }

// AppendPagination appends the four members of product lists.
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

// AppendMeta appends the six members of all other lists, and truncated if capped is true.
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

// AppendFound appends the six members of lists that can be searched, and what is said of the search.
func (p PageInfo) AppendFound(dst []byte, m SearchMeta) []byte {
	dst = p.AppendMeta(dst, m.Truncated)
	m.Truncated = false
	if said := m.JSON(); said != nil {
		dst = append(append(dst[:len(dst)-1], ','), said[1:]...)
	}
	return dst
}

// JSON returns the members that are present, nil if there are none.
func (m SearchMeta) JSON() []byte {
	if len(m.Relaxed) == 0 && len(m.Corrected) == 0 && m.DidYouMean == "" && !m.Truncated {
		return nil
	}
	text, err := json.Marshal(m)
	if err != nil { // strings always encode
		return nil
	}
	return text
}

// afterArray is about the length of what follows the array of an answer. A small answer gets no room for it, because
// the room stays in the cache.
const (
	afterArray = 512
	smallArray = 4096
)

// AppendArray appends records, which are JSON, as an array. It makes room for the rest of a large answer, so that
// it is not copied when it grows.
func AppendArray(dst []byte, records [][]byte) []byte {
	n := len("[]")
	for _, r := range records {
		n += len(r) + len(",")
	}
	if n > smallArray {
		n += afterArray
	}
	dst = append(slices.Grow(dst, n), '[')
	for i, r := range records {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, r...)
	}
	return append(dst, ']')
}

// Success opens the envelope. The caller appends the data and closes it.
const Success = `{"status":"success","data":`

// ErrorBody is the error envelope.
type ErrorBody struct {
	Status     string  `json:"status"`           // always error
	Code       Code    `json:"code"`             // the error code
	Message    string  `json:"message"`          // the error in a sentence for people
	StatusCode int     `json:"statusCode"`       // the HTTP status
	Errors     []Field `json:"errors,omitempty"` // the invalid parameters
	RequestID  string  `json:"requestId"`        // the id of the request in the log
}

// Problem is an error in the form of RFC 9457, application/problem+json, if Accept asks for it.
type Problem struct {
	Type      string  `json:"type"`             // the type of the error: urn:vitrine:error: and the code
	Title     string  `json:"title"`            // the code
	Status    int     `json:"status"`           // the HTTP status
	Detail    string  `json:"detail"`           // the error in a sentence for people
	Code      Code    `json:"code"`             // the error code
	Errors    []Field `json:"errors,omitempty"` // the invalid parameters
	RequestID string  `json:"requestId"`        // the id of the request in the log
}

// Body returns the error envelope.
func (e *Error) Body(requestID string) []byte {
	b, err := json.Marshal(ErrorBody{"error", e.Code, e.Message, e.Status, e.Fields, requestID})
	if err != nil {
		return []byte(`{"status":"error"}`)
	}
	return b
}

// Problem returns the error as application/problem+json.
func (e *Error) Problem(requestID string) []byte {
	code := string(e.Code)
	b, err := json.Marshal(Problem{"urn:vitrine:error:" + code, code, e.Status, e.Message, e.Code, e.Fields, requestID})
	if err != nil {
		return []byte(`{}`)
	}
	return b
}
