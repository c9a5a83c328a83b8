package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/valyala/fasthttp"

	"vitrine/cache/replica"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/tenant"
	"vitrine/internal/wire"
)

// loadShops reads every tenant and lets it join the cache as of the same snapshot.
func (s *Server) loadShops(ctx context.Context) error {
	heads, err := s.dir.Load(ctx, s.cfg.Pool)
	if err != nil {
		return err
	}
	for id, h := range heads {
		s.replica.Join(wire.Head{Tenant: id, Epoch: h.Epoch, Seq: h.Seq})
	}
	return nil
}

const refreshTimeout = 2 * time.Second

// changed is told of every change before it counts as applied. Where the tenant itself is touched, it is read again first: that a shop
// was switched off, or given a host, is then as fresh as any page. t is nil for a tenant that is not known: it may be new.
func (s *Server) changed(t *replica.Tenant, m wire.Message) {
	if t != nil && !touchesTenant(m) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), refreshTimeout)
	defer cancel()
	if err := s.readShop(ctx, m.Tenant); err != nil {
		s.log.Warn("tenant not read again; its readers wait until it is", "tenant", m.Tenant, "err", err)
		s.owed.add(m.Tenant)
	}
}

// readShop reads a tenant again. It joins the cache before the directory shows it, so that whoever finds it there finds it here; one
// that is gone joins too, and is found nowhere else.
func (s *Server) readShop(ctx context.Context, id string) error {
	if s.replica.Tenant(id) == nil {
		h, err := s.cfg.Source.Head(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		s.replica.Join(h)
	}
	_, _, err := s.dir.Refresh(ctx, s.cfg.Pool, id)
	return err
}

// owed are tenants that changed and could not be read again.
type owed struct {
	n   atomic.Int64
	mu  sync.Mutex
	ids map[string]bool
}

func (o *owed) add(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ids == nil {
		o.ids = map[string]bool{}
	}
	o.ids[id] = true
	o.n.Store(int64(len(o.ids)))
}

// settle reads the tenants that are owed.
func (o *owed) settle(ctx context.Context, read func(context.Context, string) error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for id := range o.ids {
		if err := read(ctx, id); err != nil {
			return err
		}
		delete(o.ids, id)
		o.n.Store(int64(len(o.ids)))
	}
	return nil
}

func touchesTenant(m wire.Message) bool {
	own := catalog.RecordTag("tenant", m.Tenant)
	return slices.ContainsFunc(m.Tags, func(tag string) bool {
		return tag == own || tag == catalog.TenantTag || tag == catalog.KindTag("tenant") || tag == catalog.KindTag("tenant_host")
	})
}

// shopHeader is what a request's header says of its shop, nil if nothing. It reports false where it is given twice.
func shopHeader(h *fasthttp.RequestHeader) (shop []byte, once bool) {
	switch shops := h.PeekAll("x-service-client"); len(shops) {
	case 0:
		return nil, true
	case 1:
		return shops[0], true
	default:
		return nil, false
	}
}

var errTwoShops = api.Errorf(400, api.TenantRequired, "x-service-client may be given once.")

// named is the tenant that a request names, as agree finds it.
func (s *Server) named(ctx *fasthttp.RequestCtx, inURL []byte) (id []byte, owner *tenant.Tenant, err error) {
	shop, once := shopHeader(&ctx.Request.Header)
	if !once {
		return nil, nil, errTwoShops
	}
	return s.agree(inURL, shop, ctx.Host())
}

// agree is the tenant that a request names: by header, by its URL (inURL, nil for none), or by its host; nil if by none. They may be given
// together if they agree. The owner of the host comes with it, where there is one.
func (s *Server) agree(inURL, header, host []byte) (id []byte, owner *tenant.Tenant, err error) {
	id = inURL
	if len(header) > 0 {
		if id != nil && !bytes.Equal(id, header) {
			return nil, nil, api.Errorf(400, api.TenantMismatch, "x-service-client and the URL name different tenants.")
		}
		id = header
	}
	owner = s.dir.ByHost(hostName(host))
	if owner != nil && id != nil && owner.ID() != string(id) {
		return nil, nil, api.Errorf(400, api.TenantMismatch, "The host belongs to another tenant than the one that is named.")
	}
	return id, owner, nil
}

// whose finds the tenant of a request.
func (s *Server) whose(ctx *fasthttp.RequestCtx, inURL []byte) (*tenant.Tenant, error) {
	shop, once := shopHeader(&ctx.Request.Header)
	if !once {
		return nil, errTwoShops
	}
	return s.tenantOf(inURL, shop, ctx.Host())
}

// tenantOf finds the tenant that a URL, a header and a host name, if it is switched on.
func (s *Server) tenantOf(inURL, header, host []byte) (*tenant.Tenant, error) {
	id, t, err := s.agree(inURL, header, host)
	if err != nil {
		return nil, err
	}
	switch {
	case t == nil && id == nil:
		return nil, api.Errorf(400, api.TenantRequired, "Say which shop you mean in the header x-service-client.")
	case t == nil:
		t = s.dir.ByID(id)
	}
	if t == nil {
		return nil, api.UnknownTenant()
	}
	if !t.Active {
		return nil, api.Errorf(403, api.TenantDisabled, "This shop is switched off.")
	}
	return t, nil
}

// hostName is a Host header without its port and the dot that ends a full name, in lower case. The bytes are the request's own unless they
// have to change.
func hostName(host []byte) []byte {
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

// member finds the cache's side of a tenant, which has joined with the directory's.
func (s *Server) member(t *tenant.Tenant) (*replica.Tenant, error) {
	if m := s.replica.Tenant(t.ID()); m != nil {
		return m, nil
	}
	return nil, fmt.Errorf("tenant %s has not joined the cache", t.ID())
}
