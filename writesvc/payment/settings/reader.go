package settings

import (
	"context"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/tenant"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"
)

// Config configures a Reader.
type Config struct {
	Secret     []byte // tenants' secrets are derived from it
	Production bool
	APIURL     string // where browsers reach the API; "" until Reach
	Lookup     func(name string) string
	OwnSecret  func(value string) string // names the service's own setting that has a value, or returns ""; may be nil
	// nil, or a replacement for the registered banks, for tests
	Gateway func(tenant, provider string) (pos.Gateway, error)
}

// A Reader reads tenants' settings and opens their accounts.
type Reader struct {
	cfg       Config
	pool      *pgxpool.Pool
	self, api atomic.Pointer[string]
	shops     atomic.Pointer[string]
}

// NewReader returns a Reader.
func NewReader(cfg Config, pool *pgxpool.Pool) *Reader { return &Reader{cfg: cfg, pool: pool} }

// Reach sets where this process reaches its own write service, for the sandbox bank, and where browsers reach the API
// if the configuration does not say.
func (s *Reader) Reach(self, api string) {
	self, api = strings.TrimRight(self, "/"), strings.TrimRight(api, "/")
	if self != "" {
		s.self.Store(&self)
	}
	if api != "" {
		s.api.Store(&api)
	}
}

// ReturnToShops sets where customers continue after the bank if their tenant names no URL: the demo storefronts below
// base, such as http://127.0.0.1:8080.
func (s *Reader) ReturnToShops(base string) { s.shops.Store(&base) }

// returnURL returns where customers of a tenant without a returnUrl continue, or "".
func (s *Reader) returnURL(tenant string) string {
	if p := s.shops.Load(); p != nil {
		return *p + "/t/" + url.PathEscape(tenant) + "/paid"
	}
	return ""
}

func (s *Reader) selfURL() string {
	if p := s.self.Load(); p != nil {
		return *p
	}
	return ""
}

// apiURL returns where browsers reach the API.
func (s *Reader) apiURL() string {
	if s.cfg.APIURL != "" {
		return strings.TrimRight(s.cfg.APIURL, "/")
	}
	if p := s.api.Load(); p != nil {
		return *p
	}
	return s.selfURL()
}

// CallbackURL returns where the bank sends the customer back. It names the tenant, and the payment by its reference,
// because a callback has no header for them.
func (s *Reader) CallbackURL(tenant, ref string) string {
	return s.apiURL() + "/v1/payment/3ds/callback?" + url.Values{"shop": {tenant}, "payment": {ref}}.Encode()
}

// Tenant returns the tenant that a URL names, for requests without a tenant header.
func (s *Reader) Tenant(ctx context.Context, id string) (*tenant.Tenant, error) {
	if id == "" || len(id) > 64 {
		return nil, web.ErrNotFound
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return nil, web.ErrNotFound
		}
	}
	t, err := tenant.Find(ctx, s.pool, id)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, web.ErrNotFound
	}
	return t, nil
}
