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

// ReaderConfig configures a Reader.
type Config struct {
	Secret     []byte // from which tenants' secrets are derived
	Production bool
	APIURL     string // where browsers reach the API; "" until Reach
	Lookup     func(name string) string
	Gateway    func(tenant, provider string) (pos.Gateway, error) // nil, or in place of the registered banks, for tests
}

// A reader reads tenants' settings and opens their accounts.
type Reader struct {
	cfg       Config
	pool      *pgxpool.Pool
	self, api atomic.Pointer[string]
}

// newReader returns a reader.
func NewReader(cfg Config, pool *pgxpool.Pool) *Reader { return &Reader{cfg: cfg, pool: pool} }

// Reach says where the write service itself is reached, for its own calls to the sandbox bank, and where browsers reach the API, unless
// the configuration says that.
func (s *Reader) Reach(self, api string) {
	self, api = strings.TrimRight(self, "/"), strings.TrimRight(api, "/")
	if self != "" {
		s.self.Store(&self)
	}
	if api != "" {
		s.api.Store(&api)
	}
}

func (s *Reader) selfURL() string {
	if p := s.self.Load(); p != nil {
		return *p
	}
	return ""
}

// apiURL is where browsers reach the API.
func (s *Reader) apiURL() string {
	if s.cfg.APIURL != "" {
		return strings.TrimRight(s.cfg.APIURL, "/")
	}
	if p := s.api.Load(); p != nil {
		return *p
	}
	return s.selfURL()
}

// callbackURL is where the bank sends the customer back to. It names shop and payment: the callback has no header to name them.
func (s *Reader) CallbackURL(tenant, payment string) string {
	return s.apiURL() + "/v1/payment/3ds/callback?" + url.Values{"shop": {tenant}, "payment": {payment}}.Encode()
}

// shop finds the tenant that an address names, for what comes without a header.
func (s *Reader) Shop(ctx context.Context, id string) (*tenant.Tenant, error) {
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
