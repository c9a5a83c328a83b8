package web

import (
	"net/http"
	"net/netip"
	"strings"
	"unicode"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
)

// A Request is one that passed its route's guards.
type Request struct {
	HTTP   *http.Request
	ID     string         // what it is called in the log and in errors
	Tenant *tenant.Tenant // whose it is; nil only on routes that need none
	Caller *Caller        // who the bearer token names; nil where none was sent
	Client netip.Addr     // who asks: the gateway's word, where the gateway asks
	Body   []byte         // all of it; the guard has bounded it
}

// A Caller is who a bearer token stands for. His session was alive when the request came.
type Caller struct {
	AccountID string
	SessionID string
}

// Decode reads the body into v, strictly. What is wrong with it is a 400 that names the member.
func (rq *Request) Decode(v any) error { return Decode(rq.Body, v) }

// most is how many bytes of a user agent are kept.
const mostAgent = 256

// UserAgent is the client's name for itself, in one line and of bounded length.
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

// Address is the client's address as text, "" where it is not known.
func (rq *Request) Address() string {
	if !rq.Client.IsValid() {
		return ""
	}
	return rq.Client.String()
}

// Query is a parameter of the address, which may be given once.
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
