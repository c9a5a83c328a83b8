package trace_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/trace"
	"vitrine/internal/trace/tracetest"
)

// open starts a tracer that sends to a collector.
func open(t *testing.T, ratio float64) (*trace.Tracer, *tracetest.Collector) {
	t.Helper()
	c := tracetest.Start(t)
	tr, err := trace.New(trace.Config{Endpoint: c.URL, Headers: "x-key=a%20b", Service: "test", Version: "1.2",
		Ratio: ratio, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tr.Stop)
	return tr, c
}

const (
	sampled   = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	unsampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
)

func TestSpansFormATreeAcrossProcesses(t *testing.T) {
	t.Parallel()
	tr, c := open(t, 1)
	root := tr.Part("gateway").Accept("GET /x", sampled, false)
	root.Set(trace.Route, "/v1/x")
	root.Set(trace.Tenant, strings.Repeat("a", 1000))
	call := root.Call("write service")
	served := tr.Part("writesvc").Accept("POST /y", call.Header(), true)
	served.Child("step").End()
	served.Status(503)
	served.End()
	call.End()
	root.End()
	change := tr.Begin("publish change")
	tr.Continue("apply change", change.Header()).End()
	change.End()
	tr.Stop()
	want := `GET /x
  write service
    POST /y
      step
publish change
  apply change
`
	if got := c.Tree(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	span := c.Find(t, "GET /x")
	if got := span.TraceID; got != "0af7651916cd43dd8448eb211c80319c" || span.ParentID != "b7ad6b7169203331" {
		t.Errorf("the client's trace is not continued: %s, %s", got, span.ParentID)
	}
	if span.Attributes["http.route"] != "/v1/x" || len(span.Attributes["vitrine.tenant"]) != 200 {
		t.Errorf("attributes: %v", span.Attributes)
	}
	if span.Scope != "vitrine/gateway" || span.Resource["service.name"] != "test" ||
		span.Resource["service.version"] != "1.2" {
		t.Errorf("scope %s, resource %v", span.Scope, span.Resource)
	}
	if !c.Find(t, "POST /y").Failed || span.Failed {
		t.Error("a span with status 503 is not marked as failed, or another one is")
	}
	if got := c.Header("X-Key"); got != "a b" {
		t.Errorf("the header of the settings is %q", got)
	}
}

func TestWhoDecidesWhatIsRecorded(t *testing.T) {
	t.Parallel()
	f := func(ratio float64, parent string, trusted, want bool) {
		t.Helper()
		tr, _ := open(t, ratio)
		if got := tr.Accept("x", parent, trusted) != nil; got != want {
			t.Errorf("ratio %v, %q, trusted %t: recorded %t", ratio, parent, trusted, got)
		}
	}
	f(0, "", false, false)
	f(0, "", true, false)
	f(0, sampled, false, false) // a client cannot have its requests recorded
	f(0, sampled, true, true)
	f(1, unsampled, true, false)
	f(1, unsampled, false, true)
	f(1, "", false, true)
	f(1, "", true, true)
	f(1, "no header", true, true)
	tr, _ := open(t, 1)
	if tr.Continue("x", "") != nil || tr.Continue("x", unsampled) != nil || tr.Continue("x", "rubbish") != nil {
		t.Error("a change without a trace is recorded")
	}
}

func TestMalformedHeadersBeginANewTrace(t *testing.T) {
	t.Parallel()
	tr, _ := open(t, 1)
	for _, bad := range []string{
		"00", sampled + "x", strings.ToUpper(sampled), "ff" + sampled[2:], "00-" + strings.Repeat("0", 32) + sampled[35:],
		strings.Repeat("a", 10_000), "\x00", sampled[:36] + strings.Repeat("0", 16) + "-01", sampled + "\r\nX: y",
	} {
		span := tr.Accept("x", bad, true)
		if span == nil || strings.Contains(span.Header(), sampled[3:35]) {
			t.Errorf("%q: %s", bad, span.Header())
		}
		if got := trace.Unrecorded(bad); got != "" {
			t.Errorf("%q is passed on as %q", bad, got)
		}
	}
	for range 100 {
		if fresh := trace.Fresh(); trace.Unrecorded(fresh) != fresh {
			t.Fatalf("%q is no header of a trace that is not recorded", fresh)
		}
	}
	if got := trace.Unrecorded(sampled); got != unsampled {
		t.Errorf("passed on as %q, want %q", got, unsampled)
	}
}

func TestTracingThatIsOffDoesNothingAndAllocatesNothing(t *testing.T) { //nolint:paralleltest // it counts allocations
	off, err := trace.New(trace.Config{})
	if off != nil || err != nil {
		t.Fatalf("%v, %v", off, err)
	}
	seldom, _ := open(t, 0)
	ctx := context.Background()
	for name, tr := range map[string]*trace.Tracer{"off": off, "not recorded": seldom} {
		allocated := testing.AllocsPerRun(100, func() {
			span := tr.Accept("x", "", false)
			span.Set(trace.Route, "/x")
			span.Status(500)
			span.Call("y").End()
			span.Child("y").Fail()
			span.Name("z")
			if span.Header() != "" || span.Log() != nil || trace.With(ctx, span) != ctx || trace.Of(ctx) != nil {
				t.Error("a span that is not recorded has an effect")
			}
			tr.Begin("x").End()
			span.End()
		})
		if allocated != 0 {
			t.Errorf("%s: %v allocations", name, allocated)
		}
	}
	off.Stop()
	off.Part("x").Stop()
}

func TestWrongSettingsAreErrorsWithoutSecrets(t *testing.T) {
	t.Parallel()
	for _, cfg := range []trace.Config{
		{Endpoint: "http://user:hunter2@host"}, {Endpoint: "http://host", Headers: "hunter2"}, {Endpoint: "hunter2"},
		{Endpoint: "http://host", Headers: "a=hunter2%zz"}, {Endpoint: "http://host", Headers: "a=hunter2%0d%0ab: c"},
		{Endpoint: "http://host", Headers: "=hunter2"},
	} {
		if _, err := trace.New(cfg); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

// A collector that refuses everything delays nobody, and what waits for it is bounded.
func TestAFailingCollectorDelaysNobody(t *testing.T) {
	t.Parallel()
	block := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-block }))
	defer server.Close()
	defer close(block)
	tr, err := trace.New(trace.Config{Endpoint: server.URL, Ratio: 1, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for range 20_000 { // ten times the queue
		tr.Begin("x").End()
	}
	tr.Stop() // gives up after 3 s
	tr.Stop()
}

func TestTheClientOfABankIsRecordedWithoutItsURL(t *testing.T) {
	t.Parallel()
	tr, c := open(t, 1)
	var sent http.Header
	bank := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		sent = rq.Header
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer bank.Close()
	client := &http.Client{Transport: trace.Transport("bank", http.DefaultTransport)}
	root := tr.Accept("POST /payment/3ds", "", false)
	rq, err := http.NewRequestWithContext(trace.With(t.Context(), root), http.MethodPost, bank.URL+"/pay?key=hunter2",
		strings.NewReader("5528790000000008"))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := client.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	_ = rs.Body.Close()
	root.End()
	tr.Stop()
	if want := "POST /payment/3ds\n  bank\n"; c.Tree() != want {
		t.Errorf("got\n%swant\n%s", c.Tree(), want)
	}
	span := c.Find(t, "bank")
	if span.Attributes["server.address"] != "127.0.0.1" || span.Attributes["http.response.status_code"] != "502" ||
		!span.Failed {
		t.Errorf("the span: %+v", span)
	}
	if sent.Get("Traceparent") != "" {
		t.Error("the bank receives the trace")
	}
	if text := c.Raw(); strings.Contains(text, "hunter2") || strings.Contains(text, "5528790000000008") {
		t.Error("the span has the URL or the body")
	}
}

func TestLogsNameTheTrace(t *testing.T) {
	t.Parallel()
	tr, _ := open(t, 1)
	var out bytes.Buffer
	span := tr.Accept("x", sampled, true)
	slog.New(slog.NewJSONHandler(&out, nil)).Error("failed", span.Log()...)
	want := regexp.MustCompile(`"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"[0-9a-f]{16}"`)
	if !want.Match(out.Bytes()) {
		t.Errorf("the line is %s", out.String())
	}
	span.End()
}
