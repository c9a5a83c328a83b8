package lookup

import (
	"bytes"
	"fmt"

	"github.com/valyala/fasthttp"

	"vitrine/cache/replica"
	"vitrine/internal/api"
	"vitrine/internal/edge"
	"vitrine/internal/tenant"
)

// Header is the request header that names a tenant.
const Header = "x-service-client"

// Tenant finds the tenant that a request names: by its URL (inURL, nil for none), by its header or by its host. It also
// returns the policy for the edges that may keep the answer, nil if none may.
func (l *Lookup) Tenant(ctx *fasthttp.RequestCtx, inURL []byte) (*tenant.Tenant, *edge.Policy, error) {
	header, once := TenantHeader(&ctx.Request.Header)
	if !once {
		return nil, nil, errHeaderTwice
	}
	t, byHost, err := l.tenant(inURL, header, ctx.Host())
	if err != nil {
		return nil, nil, err
	}
	return t, t.Policy(inURL != nil, byHost), nil
}

// Raw finds the tenant that a request names, as Tenant does, by the values of its URL, header and host. It returns nil
// if that is an error.
func (l *Lookup) Raw(inURL, header, host []byte) *tenant.Tenant {
	t, _, err := l.tenant(inURL, header, host)
	if err != nil {
		return nil
	}
	return t
}

// Named is the id of the tenant that a request names, whether that tenant exists or not; nil if it names none.
func (l *Lookup) Named(ctx *fasthttp.RequestCtx, inURL []byte) ([]byte, error) {
	header, once := TenantHeader(&ctx.Request.Header)
	if !once {
		return nil, errHeaderTwice
	}
	id, owner, err := l.agree(inURL, header, ctx.Host())
	if id == nil && owner != nil {
		id = []byte(owner.ID())
	}
	return id, err
}

var errHeaderTwice = api.Errorf(400, api.TenantRequired, "x-service-client may be given once.")

// tenant finds the active tenant that a URL, a header and a host name, and reports whether the host names it.
func (l *Lookup) tenant(inURL, header, host []byte) (t *tenant.Tenant, byHost bool, err error) {
	id, t, err := l.agree(inURL, header, host)
	if err != nil {
		return nil, false, err
	}
	byHost = t != nil
	switch {
	case t == nil && id == nil:
		return nil, false, api.Errorf(400, api.TenantRequired, "The header x-service-client must name a tenant.")
	case t == nil:
		t = l.dir.ByID(id)
	}
	if t == nil {
		return nil, false, api.UnknownTenant()
	}
	if !t.Active {
		return nil, false, api.Errorf(403, api.TenantDisabled, "This tenant is disabled.")
	}
	return t, byHost, nil
}

// TagsInETag reports whether the entity tags of a tenant's answers cover their tags.
func (l *Lookup) TagsInETag(id string) bool {
	t := l.ByID(id)
	return t != nil && t.TagsInETag()
}

// SetPolicy sets the policy for the declared edges of a tenant; nil: it has none.
func (l *Lookup) SetPolicy(id string, p *edge.Policy) { l.dir.SetPolicy(id, p) }

// agree is the id that a URL and a header name, and the tenant that owns the host. Those that are given must agree.
func (l *Lookup) agree(inURL, header, host []byte) (id []byte, owner *tenant.Tenant, err error) {
	id = inURL
	if len(header) > 0 {
		if id != nil && !bytes.Equal(id, header) {
			return nil, nil, api.Errorf(400, api.TenantMismatch, "x-service-client and the URL name different tenants.")
		}
		id = header
	}
	owner = l.dir.ByHost(HostName(host))
	if owner != nil && id != nil && owner.ID() != string(id) {
		return nil, nil, api.Errorf(400, api.TenantMismatch,
			"The host belongs to another tenant than the one that is named.")
	}
	return id, owner, nil
}

// TenantHeader is the tenant that a request's header names; nil if there is none. It reports false if the header is
// given twice.
func TenantHeader(h *fasthttp.RequestHeader) (id []byte, once bool) {
	switch all := h.PeekAll(Header); len(all) {
	case 0:
		return nil, true
	case 1:
		return all[0], true
	default:
		return nil, false
	}
}

// HostName is a Host header in lower case, without its port and without the dot at the end of a full name. It returns
// the bytes of the request itself unless they have to change.
func HostName(host []byte) []byte {
	if i := bytes.LastIndexByte(host, ':'); i >= 0 && bytes.IndexByte(host[i:], ']') < 0 {
		host = host[:i]
	}
	host = bytes.TrimSuffix(host, []byte("."))
	for _, c := range host {
		if c >= 'A' && c <= 'Z' {
			return bytes.ToLower(host)
		}
	}
	return host
}

// Serves reports whether a tenant exists and is active.
func (l *Lookup) Serves(id string) bool {
	t := l.ByID(id)
	return t != nil && t.Active
}

// ByID finds a tenant, active or not; nil if there is none.
func (l *Lookup) ByID(id string) *tenant.Tenant { return l.dir.ByID([]byte(id)) }

// Cached is the cached tenant of a tenant of the directory.
func (l *Lookup) Cached(t *tenant.Tenant) (*replica.Tenant, error) {
	if c := l.replica.Tenant(t.ID()); c != nil {
		return c, nil
	}
	return nil, fmt.Errorf("tenant %s has not joined the cache", t.ID())
}

// Tenants is the number of known tenants.
func (l *Lookup) Tenants() int { return l.dir.Len() }
