// Package trace records what happens to a request or a change, step by step, and sends it to an OpenTelemetry collector
// by OTLP over HTTP.
//
// It is the only package that imports OpenTelemetry. A nil *Tracer is tracing that is off, and a nil *Span is a step
// that is not recorded: all methods do nothing then. A request that is not recorded costs no allocation here.
//
// Attributes have the keys of key.go and no others. None of them may hold a secret, a card number, an address of a
// person, or a URL: spans are named by route. A collector that cannot be reached delays nobody: at most 2,048 finished
// spans wait for it, and further ones are dropped.
//
// In reading order: tracer.go starts spans, span.go is a step, key.go has the attributes, and client.go records
// requests to other services.
package trace
