package writesvc

import (
	"net/http"
	"testing"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/payment"
)

// The described routes are the served routes, with the same guards.
func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	described := map[string]writeapi.Operation{}
	for _, op := range writeapi.All {
		described[op.Method+" "+op.Path] = op
	}
	tenants := map[tenantGuard]writeapi.Need{tenantNamed: writeapi.Must, tenantOptional: writeapi.May,
		tenantNone: writeapi.Never}
	bearers := map[bearerGuard]writeapi.Need{bearerNeeded: writeapi.Must, bearerOptional: writeapi.May,
		bearerNone: writeapi.Never}
	for _, r := range (&Server{auth: &auth.Service{}, orderParts: orderParts{payment: &payment.Service{}}}).list() {
		name := r.method + " " + r.path
		op, ok := described[name]
		delete(described, name)
		switch {
		case !ok:
			t.Errorf("%s is served and not described", name)
		case op.Tenant != tenants[r.guards.tenant] || op.Bearer != bearers[r.guards.bearer]:
			t.Errorf("%s: the guards and the description differ", name)
		case (op.Body != nil) != (r.guards.body == bodyJSON || r.guards.body == bodyForm || r.guards.body == bodyMay),
			op.BodyMay != (r.guards.body == bodyMay):
			t.Errorf("%s: the body and the description differ", name)
		case r.method == http.MethodGet && r.guards.body != bodyNone:
			t.Errorf("%s takes a body", name)
		}
	}
	for name := range described {
		t.Errorf("%s is described and not served", name)
	}
}
