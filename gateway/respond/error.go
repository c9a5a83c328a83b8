package respond

import (
	"bytes"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
	"vitrine/internal/trace"
)

// A Responder answers with errors and numbers the requests that it names in them.
type Responder struct {
	log     *slog.Logger
	name    string // of the gateway
	started uint32
	lastID  atomic.Uint64

	// Errors count the answers with an error, by the class of their status.
	Errors struct{ Client, Limited, Unavailable, Server atomic.Uint64 }

	refusals [maxKept]atomic.Pointer[kept] // by the seconds of Retry-After

	away   lograte.Limit // answers with 503
	failed lograte.Limit // other answers with 5xx, so that an outage does not hide them
}

// New makes a responder that logs errors of the gateway itself. Its name holds only characters of a token.
func New(log *slog.Logger, name string) *Responder {
	return &Responder{log: log, name: gatewayID(name), started: uint32(time.Now().UnixNano())}
}

// maxLogged is how many bytes of a path are logged. A client could otherwise write 16 KB a request into the log.
const maxLogged = 200

// Error answers with an error. An error that is none of the client's is logged in full, under the id that the answer
// carries, unless too many were logged before. An Allow header, and a decision to close the connection, survive.
func (r *Responder) Error(ctx *fasthttp.RequestCtx, err error) {
	e, id := r.begin(ctx, err)
	if wantsProblem(ctx.Request.Header.PeekAll("Accept")) {
		ctx.Response.Header.SetContentType(problemType)
		ctx.Response.SetBodyRaw(e.Problem(id))
	} else {
		ctx.Response.SetBodyRaw(e.Body(id))
	}
}

// ErrorAs answers with an error in the form that body writes, as Error does otherwise.
func (r *Responder) ErrorAs(ctx *fasthttp.RequestCtx, err error, body func(*api.Error) []byte) {
	e, _ := r.begin(ctx, err)
	ctx.Response.SetBodyRaw(body(e))
}

// begin answers with an error, all but its body, and returns the error and the id of the request.
func (r *Responder) begin(ctx *fasthttp.RequestCtx, err error) (*api.Error, string) {
	e := api.Of(err)
	id := r.RequestID()
	r.count(e.Status)
	if e.Status >= 500 {
		r.note(ctx.Path(), []byte(id), e.Status, err, trace.Of(ctx).Log()...)
	}
	allow, last := string(ctx.Response.Header.Peek("Allow")), ctx.Response.ConnectionClose()
	ctx.Response.Reset()
	if last {
		ctx.SetConnectionClose()
	}
	r.fields(&ctx.Response, e, id)
	if allow != "" {
		ctx.Response.Header.Set("Allow", allow)
	}
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
	return e, id
}

// fields sets the status and the fields of an answer with an error.
func (r *Responder) fields(res *fasthttp.Response, e *api.Error, id string) {
	h := &res.Header
	commonFields(h)
	h.Set("Vary", varyError)
	h.Set("Cache-Control", NoStore)
	h.SetCanonical(nameCDN, []byte(CDNNoStore)) // as the lines for edges name it, which replace it
	h.Set("Proxy-Status", r.proxyStatus(e.Status))
	h.Set("X-Request-Id", id)
	if e.Status == fasthttp.StatusServiceUnavailable || e.Status == fasthttp.StatusTooManyRequests {
		h.Set("Retry-After", strconv.Itoa(max(1, e.RetryAfter)))
	}
	if e.Limit > 0 {
		h.Set("X-RateLimit-Limit", strconv.Itoa(e.Limit))
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset", strconv.Itoa(max(1, e.RetryAfter)))
	}
	res.SetStatusCode(e.Status)
	h.SetContentType(JSONType)
}

// count counts an answer with an error.
func (r *Responder) count(status int) {
	switch {
	case status == fasthttp.StatusTooManyRequests:
		r.Errors.Limited.Add(1)
	case status == fasthttp.StatusServiceUnavailable:
		r.Errors.Unavailable.Add(1)
	case status >= 500:
		r.Errors.Server.Add(1)
	default:
		r.Errors.Client.Add(1)
	}
}

// Register registers the metric of answers with an error.
func (r *Responder) Register(reg prometheus.Registerer) {
	for status, n := range map[string]*atomic.Uint64{"4xx": &r.Errors.Client, "429": &r.Errors.Limited,
		"503": &r.Errors.Unavailable, "5xx": &r.Errors.Server} {
		reg.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "vitrine_errors_total",
			Help: "Answers of the gateway with an error, by their status: 4xx without 429, 429, 503, and 5xx without " +
				"503. What the write service answers is not counted.",
			ConstLabels: prometheus.Labels{"status": status}}, func() float64 { return float64(n.Load()) }))
	}
}

// proxyStatus says which gateway made an error, and for what reason (RFC 9209).
func (r *Responder) proxyStatus(status int) string {
	kind := "http_request_error"
	switch {
	case status == fasthttp.StatusServiceUnavailable || status == fasthttp.StatusBadGateway:
		kind = "destination_unavailable"
	case status == fasthttp.StatusGatewayTimeout:
		kind = "http_response_timeout"
	case status >= 500:
		kind = "proxy_internal_error"
	}
	return r.name + "; error=" + kind
}

// note logs a server error: a passing one as a warning, any other as an error.
func (r *Responder) note(path, id []byte, status int, err error, more ...any) {
	limit, level := &r.failed, slog.LevelError
	if status == fasthttp.StatusServiceUnavailable {
		limit, level = &r.away, slog.LevelWarn
	}
	limit.LogFunc(r.log, level, "request failed", func() []any {
		attributes := []any{"id", string(id), "path", string(path[:min(len(path), maxLogged)]), "status", status, "err", err}
		return append(attributes, more...)
	})
}

// wantsProblem reports whether Accept names application/problem+json.
func wantsProblem(lines [][]byte) bool {
	for _, line := range lines {
		for part := range bytes.SplitSeq(line, []byte(",")) {
			name, params, _ := bytes.Cut(part, []byte(";"))
			if bytes.EqualFold(bytes.TrimSpace(name), []byte("application/problem+json")) {
				q, ok := quality(params)
				return q > 0 || !ok
			}
		}
	}
	return false
}

// RequestID makes an id that names a request in its answer and in the log.
func (r *Responder) RequestID() string {
	var room [32]byte
	return string(r.appendID(room[:0]))
}

func (r *Responder) appendID(dst []byte) []byte {
	dst = append(strconv.AppendUint(dst, uint64(r.started), 16), '-') //nolint:mnd // hexadecimal
	return strconv.AppendUint(dst, r.lastID.Add(1), 10)
}
