package gateway

import "bytes"

// A laneRequest is a request in the strict form that the lane reads: GET, HTTP/1.1, every line ended by CR LF, no header that is not in laneHeaders, none of
// those that count twice, and not a byte after its head. Its slices are of the bytes it was read from.
type laneRequest struct {
	url, host, shop []byte
	lines           [2][1][]byte // Accept-Encoding, If-None-Match
	has             [2]bool
}

// encodings and matches are the lines of a header, as others take them.
func (rq *laneRequest) encodings() [][]byte { return rq.values(0) }
func (rq *laneRequest) matches() [][]byte   { return rq.values(1) }

func (rq *laneRequest) values(i int) [][]byte {
	if !rq.has[i] {
		return nil
	}
	return rq.lines[i][:]
}

// What a header is to the lane.
const (
	laneIgnored = iota + 1
	laneHost
	laneShop
	laneEncoding
	laneMatch
	laneConnection
)

// laneHeaders are the headers that reads take note of, and those that say nothing to them, by their names in lower case. A request with any other goes the long way.
var laneHeaders = map[string]int{
	"host": laneHost, "x-service-client": laneShop, "accept-encoding": laneEncoding, "if-none-match": laneMatch, "connection": laneConnection,

	"accept": laneIgnored, "accept-language": laneIgnored, "authorization": laneIgnored, "cache-control": laneIgnored, "cdn-loop": laneIgnored,
	"cookie": laneIgnored, "dnt": laneIgnored, "forwarded": laneIgnored, "if-modified-since": laneIgnored, "origin": laneIgnored,
	"pragma": laneIgnored, "priority": laneIgnored, "range": laneIgnored, "referer": laneIgnored, "save-data": laneIgnored,
	"sec-ch-ua": laneIgnored, "sec-ch-ua-mobile": laneIgnored, "sec-ch-ua-platform": laneIgnored,
	"sec-fetch-dest": laneIgnored, "sec-fetch-mode": laneIgnored, "sec-fetch-site": laneIgnored, "sec-fetch-user": laneIgnored, "sec-gpc": laneIgnored,
	"traceparent": laneIgnored, "tracestate": laneIgnored, "upgrade-insecure-requests": laneIgnored, "user-agent": laneIgnored, "via": laneIgnored,
	"x-forwarded-for": laneIgnored, "x-forwarded-host": laneIgnored, "x-forwarded-proto": laneIgnored, "x-real-ip": laneIgnored, "x-request-id": laneIgnored,
}

// longestName is the length of the longest of laneHeaders.
const longestName = len("upgrade-insecure-requests")

var (
	laneStart   = []byte("GET /")
	laneVersion = []byte(" HTTP/1.1\r\n")
	keepAlive   = []byte("keep-alive")
)

// parse reads a request. It reports false for whatever it is not sure of.
func (rq *laneRequest) parse(b []byte) bool {
	*rq = laneRequest{}
	if !bytes.HasPrefix(b, laneStart) {
		return false
	}
	b = b[len(laneStart)-1:]
	end := bytes.IndexByte(b, ' ')
	if end < 0 || !bytes.HasPrefix(b[end:], laneVersion) || !printable(b[:end]) {
		return false
	}
	rq.url, b = b[:end], b[end+len(laneVersion):]
	for {
		if len(b) == len(lineEnd) {
			return string(b) == lineEnd && rq.host != nil
		}
		colon := bytes.IndexByte(b, ':')
		if colon <= 0 || colon > longestName {
			return false
		}
		line := bytes.IndexByte(b, '\r')
		if line < colon || line+1 >= len(b) || b[line+1] != '\n' {
			return false
		}
		value := bytes.Trim(b[colon+1:line], " ")
		if !printable(value) || !rq.take(b[:colon], value) {
			return false
		}
		b = b[line+len(lineEnd):]
	}
}

// take notes a header, and reports whether the request may still be answered.
func (rq *laneRequest) take(name, value []byte) bool {
	var lower [longestName]byte
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	switch laneHeaders[string(lower[:len(name)])] {
	case laneIgnored:
		return true
	case laneHost:
		ok := rq.host == nil && len(value) > 0 && plainHost(value)
		rq.host = value
		return ok
	case laneShop:
		ok := rq.shop == nil && len(value) > 0
		rq.shop = value
		return ok
	case laneEncoding:
		return rq.note(0, value)
	case laneMatch:
		return rq.note(1, value)
	case laneConnection:
		return bytes.EqualFold(value, keepAlive)
	default:
		return false
	}
}

func (rq *laneRequest) note(i int, value []byte) bool {
	ok := !rq.has[i]
	rq.lines[i][0], rq.has[i] = value, true
	return ok
}

// printable reports whether bytes are ASCII without control characters. Of a URL, which ends at a space, it has none.
func printable(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// plainHost reports whether a Host is a name or an address, in lower case, and perhaps a port.
func plainHost(b []byte) bool {
	for _, c := range b {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' && c != ':' {
			return false
		}
	}
	return true
}
