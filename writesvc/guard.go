package writesvc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/tenant"
	"vitrine/internal/trace"
	"vitrine/writesvc/web"
)

// guards are the checks that a request must pass before its handler. They belong to the route, never to a prefix of the
// path.
type guards struct {
	tenant tenantGuard
	bearer bearerGuard
	body   bodyGuard
	stream bool // the answer has no time limit
}

type tenantGuard int

const (
	tenantNamed    tenantGuard = iota // x-service-client is required
	tenantOptional                    // the request itself names the tenant; the handler compares a given header with it
	tenantNone                        // the route serves all tenants
)

type bearerGuard int

const (
	bearerNone     bearerGuard = iota // Authorization is ignored
	bearerOptional                    // a given token must be valid
	bearerNeeded
)

type bodyGuard int

const (
	bodyNone bodyGuard = iota // no body, or {}
	bodyJSON
	bodyMay  // a body as bodyJSON, or none
	bodyForm // application/x-www-form-urlencoded, as banks post it
	bodyRaw  // any type; the handler reads it, for example a webhook whose signature covers the bytes
)

// A handler answers a request that has passed its guards.
type handler func(ctx context.Context, rq *web.Request) (*web.Answer, error)

// serve answers a request.
func (s *Server) serve(to http.ResponseWriter, rq *http.Request) {
	w := &observedAnswer{ResponseWriter: to, start: time.Now()}
	defer s.counted.note(w, rq)
	id := fmt.Sprintf("%s-%d", s.run, s.lastID.Add(1))
	h := w.Header()
	h.Set("X-Request-Id", id)
	h.Set("Cache-Control", web.NoStore)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, WWW-Authenticate, Location")
	defer func() {
		if p := recover(); p != nil {
			if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			s.fail(w, rq, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		s.fail(w, rq, api.Errorf(503, api.Unavailable, "The service is overloaded. Try again in a moment."))
		return
	}
	if !plain(rq.URL.EscapedPath()) {
		s.fail(w, rq, errNothing)
		return
	}
	s.mux.ServeHTTP(w, rq)
}

// at answers a request for an address.
func (s *Server) at(w http.ResponseWriter, rq *http.Request, at *address) {
	span := s.traced(rq)
	defer span.End()
	if span != nil {
		rq = rq.WithContext(trace.With(rq.Context(), span))
	}
	if err := s.answer(w, rq, at); err != nil {
		s.fail(w, rq, err)
	}
}

// traced starts the span of a request, if it is recorded. Gateways decide it for the requests that they pass on.
func (s *Server) traced(rq *http.Request) *trace.Span {
	if s.cfg.Trace == nil {
		return nil
	}
	peer, _ := netip.ParseAddrPort(rq.RemoteAddr)
	method, parent := trace.MethodName(rq.Method), ""
	if lines := rq.Header.Values(trace.Header); len(lines) == 1 {
		parent = lines[0]
	}
	span := s.cfg.Trace.Accept(method+" "+rq.Pattern, parent, api.Trusts(s.cfg.Trusted, peer.Addr().Unmap()))
	span.Set(trace.Method, method)
	span.Set(trace.Route, rq.Pattern)
	return span
}

// answer finds the route, checks the guards, and writes the handler's answer.
func (s *Server) answer(w http.ResponseWriter, rq *http.Request, at *address) error {
	if rq.Method == http.MethodOptions {
		h := w.Header()
		h.Set("Allow", at.allow)
		h.Set("Access-Control-Allow-Methods", at.allow)
		h.Set("Access-Control-Allow-Headers", "x-service-client, content-type, authorization, idempotency-key, "+
			"last-event-id, x-device-token")
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	r, ok := at.methods[rq.Method]
	if !ok {
		w.Header().Set("Allow", at.allow)
		return api.Errorf(405, api.MethodNotAllowed, "Allowed methods: %s.", at.allow)
	}
	ctx := rq.Context()
	if !r.guards.stream {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.cfg.Timeout)
		defer cancel()
	}
	q := &web.Request{HTTP: rq, ID: requestID(w), Client: s.client(rq)}
	if err := s.guard(ctx, w, q, r.guards); err != nil {
		return err
	}
	span := trace.Of(ctx)
	if q.Tenant != nil {
		span.Set(trace.Tenant, q.Tenant.ID())
	}
	a, err := s.attempt(ctx, r, q)
	if err != nil {
		return err
	}
	span.Status(cmp.Or(a.Status, http.StatusOK))
	return a.Write(w, rq)
}

// client returns the client's network address.
func (s *Server) client(rq *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(rq.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	forwarded := strings.Join(rq.Header.Values("X-Forwarded-For"), ",")
	s.proxies.See(peer.Addr(), forwarded != "")
	return api.ClientAddr(peer.Addr(), forwarded, s.cfg.Trusted)
}

// guard checks a request against its route's guards.
func (s *Server) guard(ctx context.Context, w http.ResponseWriter, q *web.Request, g guards) (err error) {
	if g.stream {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // the handler sets its own deadline
	}
	if q.Body, err = s.readBody(w, q.HTTP, g.body); err != nil {
		return err
	}
	if q.Tenant, err = s.whose(ctx, q.HTTP, g.tenant); err != nil {
		return err
	}
	later := g.tenant == tenantOptional && q.Tenant == nil && g.bearer == bearerOptional // the handler finds the tenant
	if g.bearer != bearerNone && !later {
		if q.Caller, err = s.auth.Caller(ctx, q, g.bearer == bearerNeeded); err != nil {
			return err
		}
	}
	return nil
}

// readBody reads a body and checks its type and size.
func (s *Server) readBody(w http.ResponseWriter, rq *http.Request, want bodyGuard) ([]byte, error) {
	if rq.ContentLength > s.cfg.MaxBody {
		w.Header().Set("Connection", "close")
		return nil, s.tooLarge()
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, rq.Body, s.cfg.MaxBody))
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		w.Header().Set("Connection", "close") // MaxBytesReader does so only for a ResponseWriter of net/http
		return nil, s.tooLarge()
	}
	if err != nil {
		return nil, &api.Error{Status: 400, Code: api.InvalidRequest, Message: "The body could not be read."}
	}
	if want == bodyRaw || (want == bodyNone || want == bodyMay) && len(body) == 0 {
		return body, nil
	}
	if len(rq.Header.Values("Content-Encoding")) > 0 {
		return nil, api.Errorf(415, api.UnsupportedMediaType, "The body must not have a Content-Encoding.")
	}
	accepted := "application/json"
	if want == bodyForm {
		accepted = "application/x-www-form-urlencoded"
	}
	if types := rq.Header.Values("Content-Type"); len(types) != 1 || !isType(types[0], accepted) {
		return nil, api.Errorf(415, api.UnsupportedMediaType, "The body must be %s in UTF-8.", accepted)
	}
	if want == bodyNone {
		return body, web.Decode(body, &struct{}{})
	}
	return body, nil
}

func (s *Server) tooLarge() error {
	return api.Errorf(413, api.PayloadTooLarge, "The body is larger than %d bytes.", s.cfg.MaxBody)
}

// isType reports whether a Content-Type has the wanted type and no charset but UTF-8. A header with a control character
// other than a tab has no type (RFC 9110, section 5.5).
func isType(header, want string) bool {
	if strings.ContainsFunc(header, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
		return false
	}
	got, params, err := mime.ParseMediaType(header)
	charset, ok := params["charset"]
	return err == nil && got == want && (!ok || strings.EqualFold(charset, "utf-8"))
}

// whose returns the tenant that x-service-client names.
func (s *Server) whose(ctx context.Context, rq *http.Request, g tenantGuard) (*tenant.Tenant, error) {
	if g == tenantNone {
		return nil, nil
	}
	names := rq.Header.Values("x-service-client")
	switch {
	case len(names) > 1:
		return nil, api.Errorf(400, api.TenantRequired, "x-service-client may be given once.")
	case len(names) == 0 || names[0] == "":
		if g == tenantOptional {
			return nil, nil
		}
		return nil, api.Errorf(400, api.TenantRequired, "The header x-service-client must name a tenant.")
	}
	return s.activeTenant(ctx, names[0])
}

// maxTenant is the maximal length of a tenant's name (0002_tenant.sql).
const maxTenant = 64

// activeTenant returns a tenant that is active.
func (s *Server) activeTenant(ctx context.Context, id string) (*tenant.Tenant, error) {
	unknown := api.UnknownTenant()
	if len(id) > maxTenant || slices.ContainsFunc([]byte(id), func(c byte) bool { return c <= ' ' || c > '~' }) {
		return nil, unknown
	}
	t, err := tenant.Find(ctx, s.cfg.Pool, id)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, unknown
	}
	if !t.Active {
		return nil, api.Errorf(403, api.TenantDisabled, "This tenant is disabled.")
	}
	return t, nil
}

// fail answers with an error. Internal details go to the log once, under the request's id. The log names the route but
// not the query, which may contain a token.
func (s *Server) fail(w http.ResponseWriter, rq *http.Request, err error) {
	id := requestID(w)
	e := api.Of(err)
	if e.Status >= 500 && e.Code == api.Internal {
		if known := unavailable(err); known != nil {
			e = known
		}
	}
	span := trace.Of(rq.Context())
	span.Status(e.Status)
	if e.Status == 503 {
		s.away.note(s.log, rq, id, err)
	} else if e.Status >= 500 && rq.Context().Err() == nil {
		attributes := []any{"id", id, "method", rq.Method, "route", rq.Pattern, "status", e.Status, "err", err}
		s.failed.Log(s.log, slog.LevelError, "request failed", append(attributes, span.Log()...)...)
	}
	web.Fail(w, rq, e, id)
}

// requestID returns the id that serve gave to a request.
func requestID(w http.ResponseWriter) string { return w.Header().Get("X-Request-Id") }
