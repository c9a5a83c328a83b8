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
			{"edge", "The name of a follower, which sees changes before they are announced.", false},
			{"announced", "true: a follower is also sent events `announced`, `{seq, token}`: changes up to it are announced.",
				false},
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
		Method: http.MethodPost, Path: "/edge/lease", ID: "edgeLease", Summary: "Acknowledge changes and renew a lease",
		Tenant: Must, Bearer: Must, StreamKey: true, Body: of[LeaseRequest](), Data: of[Lease](),
		About: "A follower, such as an edge or a process of a web framework, reports the last change that it has applied. " +
			"Announcements wait for every follower with a lease. A follower serves what it keeps only while its lease " +
			"lasts, counted from when it asked, and asks again after a quarter of it.",
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

// A LeaseRequest is the report of a follower.
type LeaseRequest struct {
	Edge    string `json:"edge"`              // the follower's name; one for each cache of the tenant
	Epoch   string `json:"epoch,omitempty"`   // the 8 digits at the end of the token of the last applied change
	Applied int64  `json:"applied,omitempty"` // the number of the last applied change
	Leaving bool   `json:"leaving,omitempty"` // the follower serves nothing any more; the others may be absent
}

// A Lease is the answer to a follower.
type Lease struct {
	Granted   bool   `json:"granted"`         // the follower has a lease
	Lease     int    `json:"lease"`           // milliseconds from when the follower asked; 0 if it is not granted
	Why       string `json:"why,omitempty"`   // why it is not granted: behind, slow or starting
	Epoch     string `json:"epoch,omitempty"` // of the last announced change
	Announced int64  `json:"announced"`       // the last announced change that concerns subscribers
}

// A ServerTime is the time of Postgres's clock.
type ServerTime struct {
	Time float64 `json:"time"` // milliseconds since 1970, with three decimals
}
