package admin

import (
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"

	"vitrine/internal/secret"
)

// serve checks a request and passes it to its page.
func (s *Server) serve(w http.ResponseWriter, rq *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer") // the links in caught emails contain tokens
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("admin request failed", "path", rq.URL.Path, "panic", p, "stack", string(debug.Stack()))
			http.Error(w, "Internal error.", http.StatusInternalServerError)
		}
	}()
	slots, many := s.many[rq.URL.Path]
	if !many {
		slots = s.slots
	}
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	default:
		h.Set("Retry-After", "1")
		http.Error(w, "Too many requests are in progress.", http.StatusServiceUnavailable)
		return
	}
	switch {
	case !many && !s.knows(rq.Host):
		http.Error(w, "This name does not belong to the admin listener. Use its IP address, localhost or the host of "+
			"VITRINE_ADMIN_ADDR.", http.StatusMisdirectedRequest)
	case foreign(rq):
		http.Error(w, "Requests from other sites are not accepted.", http.StatusForbidden)
	case many && !bearer(rq), !s.public[rq.URL.Path] && !s.admits(rq):
		h.Set("WWW-Authenticate", `Bearer realm="vitrine"`)
		h.Add("WWW-Authenticate", `Basic realm="vitrine", charset="UTF-8"`)
		http.Error(w, "The token is missing or wrong. Send it as a bearer token, or as the password of any user.",
			http.StatusUnauthorized)
	case rq.Method != http.MethodGet && rq.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "Allowed methods: GET, HEAD.", http.StatusMethodNotAllowed)
	default:
		s.mux.ServeHTTP(w, rq)
	}
}

// knows reports whether a Host header names this listener. An IP address always does: a site that makes its own name
// resolve to this machine sends that name.
func (s *Server) knows(host string) bool {
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if s.hosts[name] {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil
}

// foreign reports whether a page of another site sent the request. A link that the operator follows is accepted,
// because the other site cannot read its answer.
func foreign(rq *http.Request) bool {
	for _, origin := range rq.Header.Values("Origin") {
		if origin != "http://"+rq.Host && origin != "https://"+rq.Host {
			return true
		}
	}
	site := rq.Header.Get("Sec-Fetch-Site")
	if slices.Contains([]string{"", "none", "same-origin"}, site) {
		return false
	}
	return rq.Header.Get("Sec-Fetch-Mode") != "navigate" || rq.Header.Get("Sec-Fetch-Dest") != "document"
}

// bearer reports whether a request carries its token as a program does.
func bearer(rq *http.Request) bool {
	scheme, _, _ := strings.Cut(rq.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer")
}

// admits compares the token of a request in constant time.
func (s *Server) admits(rq *http.Request) bool {
	if len(rq.Header.Values("Authorization")) != 1 {
		return false
	}
	_, given, ok := rq.BasicAuth()
	if !ok {
		scheme, rest, _ := strings.Cut(rq.Header.Get("Authorization"), " ")
		if strings.EqualFold(scheme, "Bearer") {
			given = strings.TrimSpace(rest)
		}
	}
	sum := sha256.Sum256([]byte(given))
	return secret.Equal(string(sum[:]), string(s.want[:]))
}

// index lists the pages.
func (s *Server) index(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><html lang=\"en\"><title>Vitrine: admin</title><ul>")
	for _, p := range s.pages {
		fmt.Fprintf(w, "<li><a href=\"%s\">%s</a>", p, p)
	}
	fmt.Fprint(w, "</ul></html>\n")
}
