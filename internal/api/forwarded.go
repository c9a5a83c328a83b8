package api

import (
	"net/netip"
	"strings"
)

// forwardedAddr parses one address of X-Forwarded-For: 203.0.113.9, 2001:db8::1 or [2001:db8::1], and with a port
// 203.0.113.9:567 or [2001:db8::1]:567. Some proxies write the port of the connection.
func forwardedAddr(s string) (netip.Addr, bool) {
	s = strings.TrimSpace(s)
	addr, err := netip.ParseAddr(s)
	if inner, ok := strings.CutPrefix(s, "["); err != nil && ok && strings.HasSuffix(inner, "]") {
		addr, err = netip.ParseAddr(inner[:len(inner)-1])
		if err == nil && addr.Is4() {
			return netip.Addr{}, false // brackets are for IPv6
		}
	}
	if err != nil {
		var with netip.AddrPort
		with, err = netip.ParseAddrPort(s)
		addr = with.Addr()
	}
	return addr.Unmap().WithZone(""), err == nil
}

// ForwardedFor returns the addresses of Forwarded headers (RFC 7239) in the form of X-Forwarded-For. An element without
// a for parameter, and one whose address is hidden (unknown, _name), becomes a hyphen, which is no address: ClientAddr
// then counts the request as the proxy's. So does a header that cannot be parsed.
func ForwardedFor(header string) string {
	var all []string
	for header != "" {
		element, rest, ok := cutElement(header)
		if !ok {
			return "-"
		}
		all, header = append(all, element), rest
	}
	return strings.Join(all, ",")
}

// cutElement parses the first element of Forwarded and returns the rest after its comma. A form that RFC 7239 does not
// allow is refused: a client's text could otherwise hide the element that a proxy appends.
func cutElement(s string) (addr, rest string, ok bool) {
	addr = "-"
	seen := false
	for {
		s = strings.TrimLeft(s, " \t")
		switch {
		case s == "":
			return addr, "", true
		case s[0] == ',':
			return addr, s[1:], true
		case s[0] == ';':
			s = s[1:]
			continue
		}
		name, after, found := strings.Cut(s, "=")
		if !found || !isToken(name) {
			return "", "", false
		}
		value, tail, ok := cutValue(after)
		if !ok {
			return "", "", false
		}
		if strings.EqualFold(name, "for") {
			if seen {
				return "", "", false
			}
			seen = true
			// The parsed form, because a zone may hold a comma, which would make two elements of one.
			if parsed, known := forwardedAddr(value); known {
				addr = parsed.String()
			}
		}
		if s = strings.TrimLeft(tail, " \t"); s != "" && s[0] != ',' && s[0] != ';' {
			return "", "", false
		}
	}
}

// isToken reports whether a text is a token of HTTP (RFC 9110).
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(s[i])) {
			return false
		}
	}
	return s != ""
}

// cutValue parses a token or a quoted string and returns the text after it.
func cutValue(s string) (value, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		end := strings.IndexAny(s, ",; \t")
		if end < 0 {
			end = len(s)
		}
		return s[:end], s[end:], end > 0 && !strings.Contains(s[:end], `"`)
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), s[i+1:], true
		case '\\':
			if i++; i == len(s) {
				return "", "", false
			}
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}
