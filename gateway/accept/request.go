package accept

import "bytes"

// A parsed request has the strict form that the fast path reads: GET, HTTP/1.1, every line ended by CR LF, only headers
// of known, none of the single ones twice, and not a byte after the head. Its slices are of the bytes it was read from.
type parsed struct {
	url, host, tenant []byte
	accept            []byte       // the last line of Accept
	accepts           int          // lines of Accept
	lines             [2][1][]byte // Accept-Encoding, If-None-Match
	has               [2]bool
}

// encodings are the lines of Accept-Encoding.
func (rq *parsed) encodings() [][]byte { return rq.values(0) }

// matches are the lines of If-None-Match.
func (rq *parsed) matches() [][]byte { return rq.values(1) }

func (rq *parsed) values(i int) [][]byte {
	if !rq.has[i] {
		return nil
	}
	return rq.lines[i][:]
}

// Kinds of headers.
const (
	ignored = iota + 1
	host
	tenant
	encoding
	match
	connectionHeader
	accept
)

// known are the headers that reads use or ignore, by name in lower case. A request with any other header goes to
// fasthttp.
var known = func() map[string]int {
	m := map[string]int{"host": host, "x-service-client": tenant, "accept-encoding": encoding, "if-none-match": match,
		"connection": connectionHeader, "accept": accept}
	for _, name := range []string{
		"accept-language", "authorization", "cache-control", "cdn-loop", "cookie", "dnt", "forwarded",
		"if-modified-since", "origin", "pragma", "priority", "range", "referer", "save-data", "sec-ch-ua",
		"sec-ch-ua-mobile", "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
		"sec-gpc", "traceparent", "tracestate", "upgrade-insecure-requests", "user-agent", "via", "x-forwarded-for",
		"x-forwarded-host", "x-forwarded-proto", "x-real-ip", "x-request-id",
	} {
		m[name] = ignored
	}
	return m
}()

// maxName is the length of the longest name in known.
const maxName = len("upgrade-insecure-requests")

var (
	start     = []byte("GET /")
	version   = []byte(" HTTP/1.1\r\n")
	keepAlive = []byte("keep-alive")
)

// parse reads a request. It reports false for everything that is not certainly of the strict form.
func (rq *parsed) parse(b []byte) bool {
	*rq = parsed{}
	if !bytes.HasPrefix(b, start) {
		return false
	}
	b = b[len(start)-1:]
	end := bytes.IndexByte(b, ' ')
	if end < 0 || !bytes.HasPrefix(b[end:], version) || !printable(b[:end]) {
		return false
	}
	rq.url, b = b[:end], b[end+len(version):]
	for {
		if len(b) == len(lineEnd) {
			return string(b) == lineEnd && rq.host != nil
		}
		colon := bytes.IndexByte(b, ':')
		if colon <= 0 || colon > maxName {
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

// printable reports whether bytes are ASCII without control characters.
func printable(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// take notes a header. It reports false if the request cannot be answered on the fast path.
func (rq *parsed) take(name, value []byte) bool {
	var lower [maxName]byte
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	switch known[string(lower[:len(name)])] {
	case ignored:
		return true
	case host:
		ok := rq.host == nil && len(value) > 0 && plainHost(value)
		rq.host = value
		return ok
	case tenant:
		ok := rq.tenant == nil && len(value) > 0
		rq.tenant = value
		return ok
	case encoding:
		return rq.note(0, value)
	case match:
		return rq.note(1, value)
	case accept:
		rq.accept, rq.accepts = value, rq.accepts+1
		return true
	case connectionHeader:
		return bytes.EqualFold(value, keepAlive)
	default:
		return false
	}
}

func (rq *parsed) note(i int, value []byte) bool {
	ok := !rq.has[i]
	rq.lines[i][0], rq.has[i] = value, true
	return ok
}

// plainHost reports whether a Host is a name or an address in lower case, with or without a port of digits.
func plainHost(b []byte) bool {
	port := false
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9':
		case port:
			return false
		case c == ':':
			port = true
		case (c < 'a' || c > 'z') && c != '.' && c != '-':
			return false
		}
	}
	return true
}
