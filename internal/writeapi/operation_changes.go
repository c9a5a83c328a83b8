package writeapi

import "net/http"

// Changes are the operations of the change stream. The gateway itself serves them, with the guards of the write
// service.
var Changes = []Operation{
	{
		Method: http.MethodGet, Path: "/changes", ID: "changes", Summary: "The tenant's change stream",
		Tenant: Must, Bearer: Must, StreamKey: true,
		Types: []string{"text/event-stream"}, Codes: []string{"TOO_MANY_REQUESTS"},
		Query: []Parameter{
			{"token", "A stream token, for browsers, whose EventSource sends no Authorization.", false},
			{"lastEventId", "As the header Last-Event-ID, which comes first.", false},
		},
		About: "Server-sent events, authenticated by the tenant's stream key as the bearer token or by a stream token, and " +
			"resumable with Last-Event-ID. Each event is `{seq, token, tags, sealed, applied, announced}`. Answers that carry " +
			"one of the opaque tags may have changed; no gateway serves the old ones any more. A read with the token as " +
			"`x-consistency` is at least that new. The times are milliseconds since 1970 with fractions, by Postgres's " +
			"clock: when the change was sealed inside its COMMIT, applied by the slowest gateway, and announced. Changes of " +
			"drafts are not included. A client that resumes after the retention period receives one event with the tag of " +
			"all answers, and without times.",
	},
	{
		Method: http.MethodPost, Path: "/changes/token", ID: "streamToken", Summary: "Issue a stream token for a browser",
		Tenant: Must, Bearer: Must, StreamKey: true, Data: of[StreamToken](),
		About: "Authenticated by the tenant's stream key as the bearer token, which must stay on the shop's servers. A " +
			"stream token opens the change stream of the tenant, and nothing else. In development, pages of the API's own " +
			"origin get tokens of the demo tenants without a key.",
	},
	{
		Method: http.MethodGet, Path: "/time", ID: "time", Summary: "The time by Postgres's clock", Data: of[ServerTime](),
		About: "A page that measures the times of change events compares its own clock with this one.",
	},
}

// A StreamToken opens the change stream from a browser.
type StreamToken struct {
	Token     string `json:"token"`     // the parameter token of the change stream
	ExpiresIn int    `json:"expiresIn"` // seconds for which it opens streams; an open stream goes on
}

// A ServerTime is the time of Postgres's clock.
type ServerTime struct {
	Time float64 `json:"time"` // milliseconds since 1970, with three decimals
}
