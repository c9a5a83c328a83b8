package trace

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"

	"vitrine/internal/lograte"
)

// Config configures a Tracer.
type Config struct {
	Endpoint string  // URL to which spans are posted, such as http://collector:4318/v1/traces; "": tracing is off
	Headers  string  // headers of these requests, as NAME=VALUE separated by commas; a secret
	Service  string  // service.name
	Version  string  // service.version
	Ratio    float64 // the part of requests and changes that is recorded, from 0 to 1
	Log      *slog.Logger
}

// Validate reports what is wrong with a configuration, without its secrets.
func (c Config) Validate() error {
	if c.Endpoint == "" {
		return nil
	}
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Host == "" || u.User != nil {
		return errors.New("OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL without a user, such as http://collector:4318")
	}
	_, err = parseHeaders(c.Headers)
	return err
}

// Limits of what waits for a collector, and of how long.
const (
	queueSize   = 2048 // finished spans; further ones are dropped
	batchSize   = 512
	batchPause  = time.Second     // spans wait so long for others
	sendTimeout = 5 * time.Second // for a batch, repetitions included
	stopTimeout = 3 * time.Second // for the last batches of a process
	maxText     = 200             // bytes of an attribute
)

// A Tracer starts spans of one part of Vitrine.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   api.Tracer
	ratio    float64
}

// New returns a tracer. It is nil if no endpoint is set.
func New(cfg Config) (*Tracer, error) {
	if err := cfg.Validate(); err != nil || cfg.Endpoint == "" {
		return nil, err
	}
	headers, err := parseHeaders(cfg.Headers)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	exporter, err := otlptracehttp.New(ctx,
		otlptracehttp.WithEndpointURL(cfg.Endpoint), otlptracehttp.WithHeaders(headers),
		otlptracehttp.WithTimeout(sendTimeout), otlptracehttp.WithRetry(otlptracehttp.RetryConfig{
			Enabled: true, InitialInterval: 500 * time.Millisecond, MaxInterval: 2 * time.Second,
			MaxElapsedTime: sendTimeout,
		}))
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithFromEnv(), resource.WithAttributes(
		attribute.String("service.name", cfg.Service), attribute.String("service.version", cfg.Version)))
	if err != nil {
		return nil, fmt.Errorf("trace: read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetErrorHandler(handler(cfg.Log))
	limits := sdk.NewSpanLimits()
	limits.AttributeValueLengthLimit = maxText
	p := sdk.NewTracerProvider(
		sdk.WithResource(about), sdk.WithRawSpanLimits(limits), sdk.WithSampler(sdk.AlwaysSample()), // Accept has decided
		sdk.WithBatcher(exporter, sdk.WithMaxQueueSize(queueSize), sdk.WithMaxExportBatchSize(batchSize),
			sdk.WithBatchTimeout(batchPause), sdk.WithExportTimeout(sendTimeout)),
	)
	return &Tracer{provider: p, tracer: p.Tracer("vitrine"), ratio: cfg.Ratio}, nil
}

// handler returns a function that logs failures of the export. Their text may contain an answer of the collector, so it
// stays out of the log unless everything is logged.
func handler(log *slog.Logger) otel.ErrorHandlerFunc {
	var limit lograte.Limit
	return func(err error) {
		limit.Log(log, slog.LevelWarn, "traces were not sent; the collector does not take them")
		limit.Log(log, slog.LevelDebug, "traces were not sent", "err", err)
	}
}

// parseHeaders reads headers in the form of OTEL_EXPORTER_OTLP_HEADERS. The error does not contain them.
func parseHeaders(list string) (map[string]string, error) {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, found := strings.Cut(pair, "=")
		name = strings.TrimSpace(name)
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !found || name == "" || err != nil || strings.ContainsAny(name+value, "\r\n\x00") {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS: expected NAME=VALUE, separated by commas")
		}
		headers[name] = value
	}
	return headers, nil
}

// Part returns the tracer of a part, such as "gateway". Its spans name the part as their scope.
func (t *Tracer) Part(name string) *Tracer {
	if t == nil {
		return nil
	}
	return &Tracer{provider: t.provider, tracer: t.provider.Tracer("vitrine/" + name), ratio: t.ratio}
}

// Stop sends what waits, for 3 s at most. It may be called twice.
func (t *Tracer) Stop() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	_ = t.provider.Shutdown(ctx) // an unreachable collector must not hold up the stop
}

// Accept starts the span of a request that came in. traceparent is the client's header (W3C Trace Context), which makes
// the span a part of the client's trace. A trusted client decides whether it is recorded. For others the ratio decides:
// they could otherwise have every request recorded.
func (t *Tracer) Accept(name, traceparent string, trusted bool) *Span {
	if t == nil {
		return nil
	}
	parent := parse(traceparent)
	record := trusted && parent.IsSampled()
	if !trusted || !parent.IsValid() {
		record = rand.Float64() < t.ratio //nolint:gosec // a sample is no secret
	}
	if !record {
		return nil
	}
	return t.start(name, parent, api.SpanKindServer)
}

// Begin starts the first span of a trace without a request, such as that of a change, if the ratio takes it.
func (t *Tracer) Begin(name string) *Span {
	if t == nil || rand.Float64() >= t.ratio { //nolint:gosec // a sample is no secret
		return nil
	}
	return t.start(name, api.SpanContext{}, api.SpanKindProducer)
}

// Continue starts a span that another process of Vitrine caused. parent is that span's Header, "" if it is not
// recorded.
func (t *Tracer) Continue(name, parent string) *Span {
	if t == nil || parent == "" {
		return nil
	}
	if p := parse(parent); p.IsSampled() {
		return t.start(name, p, api.SpanKindConsumer)
	}
	return nil
}

func (t *Tracer) start(name string, parent api.SpanContext, kind api.SpanKind) *Span {
	ctx := api.ContextWithSpanContext(context.Background(), parent)
	_, span := t.tracer.Start(ctx, name, api.WithSpanKind(kind))
	return &Span{tracer: t, span: span}
}

// parse reads a header traceparent. The result is not valid if the header is not.
func parse(traceparent string) api.SpanContext {
	if traceparent == "" {
		return api.SpanContext{}
	}
	carrier := propagation.MapCarrier{Header: traceparent}
	return api.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), carrier))
}

// Header is the name of the header that carries the context of a trace.
const Header = "traceparent"

// Unrecorded returns a client's header for a request that is passed on without a span: in the same trace, and not
// recorded. It returns "" if the header is not valid.
func Unrecorded(traceparent string) string {
	if parent := parse(traceparent); parent.IsValid() {
		return header(parent.WithTraceFlags(0))
	}
	return ""
}

// Fresh returns the header of a new trace that is not recorded, so that the next service does not decide once more.
func Fresh() string {
	n := rand.Uint64 //nolint:gosec // the number of a trace is no secret
	return fmt.Sprintf("00-%016x%016x-%016x-00", n(), n()|1, n()|1)
}

func header(c api.SpanContext) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(api.ContextWithSpanContext(context.Background(), c), carrier)
	return carrier[Header]
}
