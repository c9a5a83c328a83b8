package edge

import (
	"strings"
	"testing"

	"vitrine/ingest/purge"
)

// A declaration that could mix tenants, or keep old answers for longer than is promised, is refused with the reason.
func TestADeclarationThatBreaksAPromiseIsRefused(t *testing.T) {
	t.Parallel()
	const varnish = "url=http://10.0.0.1/"
	for _, c := range []struct {
		kind, settings, want string // of the error; "": none
	}{
		{"varnish", varnish, ""},
		{"varnish", varnish + " tenancy=host", ""},
		{"varnish", varnish + " tenancy=header", "would give one tenant's answers to another"},
		{"varnish", varnish + " tenancy=cookie", "must be path or host"},
		{"varnish", varnish + " lifetime=168h", ""},
		{"varnish", varnish + " lifetime=168h1s", "must be 1s to 168h"},
		{"varnish", varnish + " lifetime=0s", "must be 1s to 168h"},
		{"varnish", varnish + " lifetime=1500ms", "whole seconds"},
		{"varnish", varnish + " short=61s", "must be 0s to 1m"},
		{"varnish", varnish + " lifetime=4s", "short=5s is longer than lifetime=4s"},
		{"varnish", varnish + " settle=0s", "must be 1s to 10m"},
		{"varnish", varnish + " lag=2h", "must be 1s to 1h"},
		{"varnish", varnish + " negative=25h", "must be 0s to 24h"},
		{"varnish", varnish + " lag=2s lag=3s", "each name once"},
		{"nginx", "", ""},
		{"nginx", "lifetime=10s", ""},
		{"nginx", "lifetime=11s", "must be at most 10s"},
		{"groups", "lifetime=11s", "must be at most 10s"},
		{"cells", "lifetime=168h", ""},
		{"cells", "stale-if-error=1s", "serves nothing stale"},
		{"nginx", "stale-while-revalidate=1s", "have no form"},
		{"varnish", varnish + " stale-if-error=1m", "stale-if-error=1m0s: Varnish has no such time"},
		{"varnish", varnish + " stale-while-revalidate=10s", ""},
		{"squid", "", "unknown kind"},
	} {
		_, err := purge.Parse("demo", "a", c.kind, strings.Fields(c.settings))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.kind, c.settings, err, c.want)
		}
	}
}
