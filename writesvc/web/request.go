package web

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
)

// A Request is a request that has passed its route's guards.
type Request struct {
	HTTP   *http.Request
	ID     string         // its id in the log and in errors
	Tenant *tenant.Tenant // nil only on routes without a tenant
	Caller *Caller        // the owner of the bearer token; nil if none was sent
	Client netip.Addr     // the client's address, as reported by the gateway
	Body   []byte         // the whole body, within the size limit
}

// A Caller is the account and the live session of a bearer token.
type Caller struct {
	AccountID string
	SessionID string
}

// Decode parses the body strictly into v. An error is a 400 that names the member.
func (rq *Request) Decode(v any) error { return Decode(rq.Body, v) }

// mostAgent is how many bytes of a user agent are stored.
const mostAgent = 256

// UserAgent returns the client's user agent as one line of bounded length.
func (rq *Request) UserAgent() string {
	s := rq.HTTP.UserAgent()
	if len(s) > mostAgent {
		s = s[:mostAgent]
	}
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// Address returns the client's address as text, or "".
func (rq *Request) Address() string {
	if !rq.Client.IsValid() {
		return ""
	}
	return rq.Client.String()
}

// Query returns a query parameter, which may be given once.
func (rq *Request) Query(name string) (string, error) {
	values := rq.HTTP.URL.Query()[name]
	if len(values) > 1 {
		return "", api.Conflict(name, name+" may be given once")
	}
	if len(values) == 0 {
		return "", nil
	}
	return values[0], nil
}

// Page returns the requested page of a list: page from 1, limit (or perPage) from 1 to 100.
func (rq *Request) Page() (api.PageInfo, error) {
	p := api.PageInfo{Page: api.DefaultPage, Limit: api.DefaultLimit}
	q := rq.HTTP.URL.Query()
	if q.Get("limit") != "" && q.Get("perPage") != "" {
		return p, api.Conflict("perPage", "limit and perPage are the same parameter: give one of them")
	}
	for _, f := range []struct {
		name string
		to   *int
		most int
	}{{"page", &p.Page, api.MaxPage}, {"limit", &p.Limit, api.MaxLimit}, {"perPage", &p.Limit, api.MaxLimit}} {
		given, err := rq.Query(f.name)
		if err != nil {
			return p, err
		}
		if given == "" {
			continue
		}
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 || n > f.most || strings.HasPrefix(given, "+") {
			return p, api.Invalid(f.name, strings.ToValidUTF8(given, "�"), "a whole number from 1 to "+strconv.Itoa(f.most))
		}
		*f.to = n
	}
	return p, nil
}
