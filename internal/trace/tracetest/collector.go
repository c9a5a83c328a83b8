// Package tracetest receives traces in tests, as an OpenTelemetry collector does.
package tracetest

import (
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A Span is a span that was received.
type Span struct {
	TraceID, ID, ParentID string
	Name, Scope           string
	Start                 uint64 // in nanoseconds since 1970
	Failed                bool
	Attributes, Resource  map[string]string
}

// A Collector receives spans by OTLP over HTTP.
type Collector struct {
	URL string // where they are posted

	mu     sync.Mutex
	spans  []Span
	raw    strings.Builder
	header http.Header
}

// Start starts a collector that runs until the end of the test.
func Start(t testing.TB) *Collector {
	t.Helper()
	c := &Collector{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		if err := c.take(rq); err != nil {
			t.Errorf("the collector received %v", err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/x-protobuf") // an empty answer is an empty message
	}))
	t.Cleanup(server.Close)
	c.URL = server.URL + "/v1/traces"
	return c
}

// take decodes a request. The field that an ExportTraceServiceRequest has is that of TracesData.
func (c *Collector) take(rq *http.Request) error {
	if rq.Method != http.MethodPost || rq.URL.Path != "/v1/traces" ||
		rq.Header.Get("Content-Type") != "application/x-protobuf" {
		return fmt.Errorf("%s %s of %s", rq.Method, rq.URL.Path, rq.Header.Get("Content-Type"))
	}
	body := io.Reader(rq.Body)
	if rq.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(body)
		if err != nil {
			return err
		}
		body = z
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	var all otlp.TracesData
	if err := proto.Unmarshal(data, &all); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw.Write(data)
	c.header = rq.Header.Clone()
	for _, of := range all.GetResourceSpans() {
		resource := texts(of.GetResource().GetAttributes())
		for _, in := range of.GetScopeSpans() {
			for _, s := range in.GetSpans() {
				c.spans = append(c.spans, Span{
					TraceID: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()),
					ParentID: hex.EncodeToString(s.GetParentSpanId()), Name: s.GetName(), Scope: in.GetScope().GetName(),
					Start:  s.GetStartTimeUnixNano(),
					Failed: s.GetStatus().GetCode() == otlp.Status_STATUS_CODE_ERROR, Attributes: texts(s.GetAttributes()),
					Resource: resource,
				})
			}
		}
	}
	return nil
}

func texts(all []*common.KeyValue) map[string]string {
	m := map[string]string{}
	for _, a := range all {
		switch v := a.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			m[a.GetKey()] = v.StringValue
		case *common.AnyValue_IntValue:
			m[a.GetKey()] = fmt.Sprint(v.IntValue)
		default:
			m[a.GetKey()] = fmt.Sprint(v)
		}
	}
	return m
}

// Spans returns the spans that were received, in the order in which they started.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := slices.Clone(c.spans)
	slices.SortStableFunc(all, func(a, b Span) int {
		if a.Start == b.Start {
			return 0
		} else if a.Start < b.Start {
			return -1
		}
		return 1
	})
	return all
}

// Find returns the span with a name. It must have been received.
func (c *Collector) Find(t testing.TB, name string) Span {
	t.Helper()
	for _, s := range c.Spans() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no span %s in\n%s", name, c.Tree())
	return Span{}
}

// Tree returns the names of all spans, a span a line, each indented below its parent.
func (c *Collector) Tree() string { return tree(c.Spans()) }

// TreeOf is Tree for one trace.
func (c *Collector) TreeOf(traceID string) string {
	return tree(slices.DeleteFunc(c.Spans(), func(s Span) bool { return s.TraceID != traceID }))
}

func tree(all []Span) string {
	known := map[string]bool{}
	for _, s := range all {
		known[s.ID] = true
	}
	var b strings.Builder
	var write func(parent, indent string)
	write = func(parent, indent string) {
		for _, s := range all {
			if s.ParentID == parent || parent == "" && !known[s.ParentID] {
				b.WriteString(indent + s.Name + "\n")
				write(s.ID, indent+"  ")
			}
		}
	}
	write("", "")
	return b.String()
}

// Raw returns all that was received.
func (c *Collector) Raw() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw.String()
}

// Header returns a header of the last request.
func (c *Collector) Header(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.header.Get(name)
}
