package trace

// A Key names an attribute. There are no others than those here.
type Key string

// Attributes of OpenTelemetry's semantic conventions.
const (
	Method     Key = "http.request.method"
	Route      Key = "http.route"
	StatusCode Key = "http.response.status_code"
	Server     Key = "server.address" // the host that is called
)

// Attributes of Vitrine.
const (
	Tenant    Key = "vitrine.tenant"
	Change    Key = "vitrine.change" // the number of a change
	Changes   Key = "vitrine.changes"
	Tags      Key = "vitrine.tags" // how many tags a change invalidates
	Cache     Key = "vitrine.cache"
	RequestID Key = "vitrine.request_id"
)

// MethodName returns the method of a request for a span, "_OTHER" for one that HTTP does not define: it is a text of
// the client's choice.
func MethodName(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
		return method
	}
	return "_OTHER"
}
