package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// A Provider purges one edge.
type Provider interface {
	// Purge purges every answer that carries one of the tags, at most Limits().Tags of them. It is one call.
	Purge(ctx context.Context, tags []string) error
	Limits() Limits
}

// Limits are what a provider permits to an account.
type Limits struct {
	Tags     int     // tags in one call
	Calls    float64 // calls a second, in the long run
	Burst    int     // calls at once
	TagRate  float64 // tags a second, in the long run; 0: no limit
	TagBurst int     // tags at once
}

// An Error is an answer of a provider that is no success.
type Error struct {
	Status     int           // 0: there was no call
	Message    string        // without a secret
	RetryAfter time.Duration // as the provider asks; 0: it does not say
	Refused    bool          // the credential is not accepted, so an operator has to act
	TooLarge   bool          // the same with fewer tags may succeed
}

// Error says first whether an operator has to act.
func (e *Error) Error() string {
	text := e.Message
	if e.Status > 0 {
		text = fmt.Sprintf("status %d: %s", e.Status, e.Message)
	}
	if e.Refused {
		return "the credential is not accepted and must be replaced: " + text
	}
	return text
}

// As returns the Error in a chain, nil if there is none.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// Options are what New needs besides the settings.
type Options struct {
	Transport http.RoundTripper // reaches the provider; see Transport
	Secrets   func(string) (string, error)
	Now       func() time.Time
}

// opening opens each kind that is purged.
var opening = map[string]func(*client, Settings) (Provider, error){
	"fastly": openFastly, "cloudflare": openCloudflare, "akamai": openAkamai, "cloudfront": openCloudFront,
	"bunny": openBunny, "varnish": openVarnish,
}

// Purges reports whether a kind of edge is purged. The others have short lifetimes, or compare tag versions.
func Purges(kind string) bool { return opening[kind] != nil }

// New opens the provider of an edge. It reads the secrets that the settings name.
func New(kind string, s Settings, o Options) (Provider, error) {
	open := opening[kind]
	if open == nil {
		return nil, fmt.Errorf("edges of kind %s are not purged", kind)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return open(&client{http: &http.Client{Transport: o.Transport, Timeout: callLimit, CheckRedirect: noRedirect},
		secrets: o.Secrets, now: o.Now}, s)
}
