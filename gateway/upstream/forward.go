package upstream

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	neturl "net/url"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
	"golang.org/x/net/http/httpguts"

	"vitrine/internal/api"
	"vitrine/internal/trace"
)

// ours are headers that the gateway sets itself, or that belong to one connection. They are not passed on.
var ours = func() map[string]bool {
	m := map[string]bool{api.BarredHeader: true}
	for _, name := range []string{
		"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade", "Host", "Content-Length", "Expect", "Date", "X-Forwarded-For", "X-Forwarded-Host",
		"X-Forwarded-Proto", "X-Forwarded-Port", "Forwarded", "X-Real-Ip", "X-Original-Host", "X-Original-Url",
		"X-Rewrite-Url", "X-Service-Client", "Traceparent",
	} {
		m[name] = true
	}
	return m
}()

// forward sends a request and writes the answer to ctx. Of the response it returns, the body is consumed.
func (p *Proxy) forward(ctx *fasthttp.RequestCtx, path string, tenant []byte, client netip.Addr) (
	*http.Response, error,
) {
	run, cancel := context.WithCancel(context.Background()) // fasthttp does not cancel ctx with its request
	late := time.AfterFunc(answerTimeout, cancel)
	rs, err := p.send(run, ctx, path, tenant, client)
	if err != nil {
		late.Stop()
		cancel()
		return nil, err
	}
	h := &ctx.Response.Header
	for name, values := range rs.Header {
		if ours[name] {
			continue
		}
		for _, v := range values {
			h.Add(name, v)
		}
	}
	if rs.Header.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-store")
	}
	ctx.Response.SetStatusCode(rs.StatusCode)
	if strings.HasPrefix(rs.Header.Get("Content-Type"), "text/event-stream") {
		late.Stop()
		stream(ctx, rs.Body, cancel)
		return rs, nil
	}
	defer cancel()
	defer late.Stop()
	defer rs.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(io.LimitReader(rs.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = errors.New("the answer is too large")
	}
	if err != nil {
		return nil, err
	}
	ctx.Response.SetBodyRaw(body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
	return rs, nil
}

// send makes the request to the write service. It copies everything of ctx, because net/http may use a body after it
// has answered.
func (p *Proxy) send(run context.Context, ctx *fasthttp.RequestCtx, path string, tenant []byte, client netip.Addr) (
	*http.Response, error,
) {
	url := p.cfg.URL + path
	if q := ctx.URI().QueryString(); len(q) > 0 {
		url += "?" + string(q)
	}
	body := bytes.NewReader(bytes.Clone(ctx.Request.Body()))
	rq, err := http.NewRequestWithContext(run, string(ctx.Method()), url, body)
	if err != nil {
		return nil, &api.Error{Status: 400, Code: api.InvalidRequest,
			Message: "The address or the method is not valid.", Cause: err}
	}
	hop := map[string]bool{}
	for _, v := range ctx.Request.Header.PeekAll("Connection") {
		for name := range strings.SplitSeq(string(v), ",") {
			hop[http.CanonicalHeaderKey(strings.TrimSpace(name))] = true
		}
	}
	for k, v := range ctx.Request.Header.All() {
		name := http.CanonicalHeaderKey(string(k))
		if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(string(v)) {
			return nil, api.Errorf(400, api.InvalidRequest, "A header line is malformed.")
		}
		if !ours[name] && !hop[name] {
			rq.Header[name] = append(rq.Header[name], string(v))
		}
	}
	if rq.Header["User-Agent"] == nil {
		rq.Header["User-Agent"] = []string{""} // otherwise net/http sets its own
	}
	rq.Header.Set("X-Forwarded-For", client.String())
	if tenant != nil {
		rq.Header.Set("X-Service-Client", string(tenant))
	}
	span := trace.Of(ctx).Call("write service")
	defer span.End()
	parent := cmp.Or(span.Header(), trace.Unrecorded(Traceparent(ctx)))
	if parent == "" && p.cfg.Traced {
		parent = trace.Fresh()
	}
	if parent != "" {
		rq.Header.Set(trace.Header, parent)
	}
	rs, err := p.client.Do(rq)
	if err != nil {
		span.Fail()
		return nil, withoutAddress(err)
	}
	span.Status(rs.StatusCode)
	return rs, nil
}

// Traceparent returns a request's header traceparent, "" if there is none or more than one.
func Traceparent(ctx *fasthttp.RequestCtx) string {
	lines := ctx.Request.Header.PeekAll(trace.Header)
	if len(lines) != 1 {
		return ""
	}
	return string(lines[0])
}

// withoutAddress removes the URL from a request's error. The query may contain the token of a link, and the error is
// logged.
func withoutAddress(err error) error {
	var u *neturl.Error
	if errors.As(err, &u) {
		return fmt.Errorf("no answer of the write service: %w", u.Err)
	}
	return err
}

// stream sends a stream on for as long as it lasts. A client that has gone away is noticed when the next part is sent.
func stream(ctx *fasthttp.RequestCtx, body io.ReadCloser, cancel func()) {
	conn := ctx.Conn()
	ctx.Response.ImmediateHeaderFlush = true
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		defer cancel()
		defer body.Close() //nolint:errcheck // it was read
		part := make([]byte, 4<<10)
		for {
			n, err := body.Read(part)
			if n > 0 {
				_ = conn.SetWriteDeadline(time.Now().Add(answerTimeout))
				if _, werr := w.Write(part[:n]); werr != nil || w.Flush() != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	})
}
