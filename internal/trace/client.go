package trace

import "net/http"

// Transport returns a transport that records the requests whose context has a span. The spans have a name and the host,
// and not the URL. The header traceparent is not sent: a service outside learns nothing of the trace.
func Transport(name string, base http.RoundTripper) http.RoundTripper { return transport{name, base} }

type transport struct {
	name string
	base http.RoundTripper
}

// RoundTrip sends a request. The span ends with the head of the answer.
func (t transport) RoundTrip(rq *http.Request) (*http.Response, error) {
	span := Of(rq.Context()).Call(t.name)
	if span == nil {
		return t.base.RoundTrip(rq)
	}
	defer span.End()
	span.Set(Method, rq.Method)
	span.Set(Server, rq.URL.Hostname())
	rs, err := t.base.RoundTrip(rq)
	if err != nil {
		span.Fail()
		return rs, err
	}
	span.Status(rs.StatusCode)
	return rs, nil
}
