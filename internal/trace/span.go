package trace

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	api "go.opentelemetry.io/otel/trace"
)

// A Span is one step of a request or of a change. Methods of a nil Span do nothing.
type Span struct {
	tracer *Tracer
	span   api.Span
}

// Child starts a step inside this one.
func (s *Span) Child(name string) *Span { return s.child(name, api.SpanKindInternal) }

// Call starts a step in which another service is called.
func (s *Span) Call(name string) *Span { return s.child(name, api.SpanKindClient) }

func (s *Span) child(name string, kind api.SpanKind) *Span {
	if s == nil {
		return nil
	}
	ctx := api.ContextWithSpan(context.Background(), s.span)
	_, span := s.tracer.tracer.Start(ctx, name, api.WithSpanKind(kind))
	return &Span{tracer: s.tracer, span: span}
}

// Name names the span after a route that was not known when it started.
func (s *Span) Name(name string) {
	if s != nil {
		s.span.SetName(name)
	}
}

// Set sets an attribute.
func (s *Span) Set(key Key, value string) {
	if s != nil && value != "" {
		s.span.SetAttributes(attribute.String(string(key), value))
	}
}

// Count sets an attribute to a number.
func (s *Span) Count(key Key, value int64) {
	if s != nil {
		s.span.SetAttributes(attribute.Int64(string(key), value))
	}
}

// Status sets the status of an answer over HTTP. A span with a status of 500 or above counts as failed.
func (s *Span) Status(status int) {
	if s == nil {
		return
	}
	s.Count(StatusCode, int64(status))
	if status >= 500 {
		s.Fail()
	}
}

// Fail marks the span as failed. The reason is in the log, under the same trace, because it may hold what no attribute
// may.
func (s *Span) Fail() {
	if s != nil {
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the span. A span that does not end is not sent.
func (s *Span) End() {
	if s != nil {
		s.span.End()
	}
}

// Header returns the header traceparent for what this span causes elsewhere, "" if it is not recorded.
func (s *Span) Header() string {
	if s == nil {
		return ""
	}
	return header(s.span.SpanContext())
}

// Log returns the attributes trace_id and span_id for a line of the log.
func (s *Span) Log() []any {
	if s == nil {
		return nil
	}
	c := s.span.SpanContext()
	return []any{"trace_id", c.TraceID().String(), "span_id", c.SpanID().String()}
}

type contextKey struct{}

// ContextKey is the key of the span in a context, and of the user value of a fasthttp request.
var ContextKey any = contextKey{}

// With returns a context with the span. It returns ctx itself if the span is not recorded.
func With(ctx context.Context, s *Span) context.Context {
	if s == nil {
		return ctx
	}
	return context.WithValue(ctx, ContextKey, s)
}

// Of returns the span of a context, nil if there is none.
func Of(ctx context.Context) *Span {
	s, _ := ctx.Value(ContextKey).(*Span)
	return s
}
