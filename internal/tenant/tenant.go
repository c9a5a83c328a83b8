// Package tenant holds the tenants that Vitrine serves. A Tenant is read from Postgres only, by a Directory or by Find,
// so code with a Tenant has one that exists.
package tenant

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"

	"vitrine/internal/edge"
	"vitrine/internal/postgres"
)

// A Tenant is one tenant. It is immutable; a change of its row creates a new one.
type Tenant struct {
	id         string
	Name       string
	Active     bool // requests of an inactive tenant get 403
	Language   string
	Currency   string
	ServeStale bool     // while Postgres is unreachable: serve cached answers marked as stale; if false, refuse
	Hosts      []string // the tenant's own host names, lower case

	searchKey []byte                       // SHA-256 of the search key; nil: there is none
	policy    *atomic.Pointer[edge.Policy] // shared by all Tenants of one id
}

// ID returns the tenant's id, the value of x-service-client.
func (t *Tenant) ID() string { return t.id }

// Policy returns the policy for the tenant's declared edges if a request names the tenant in such a way that it is part
// of their keys: by its path, or by its host. Otherwise it returns nil.
func (t *Tenant) Policy(byPath, byHost bool) *edge.Policy {
	p := t.policy.Load()
	if p == nil || p.ByHost && !byHost || !p.ByHost && !byPath {
		return nil
	}
	return p
}

// TagsInETag reports whether entity tags of the tenant's answers cover their tags.
func (t *Tenant) TagsInETag() bool {
	p := t.policy.Load()
	return p != nil && p.ETag
}

// A Head is a tenant's last change number, in the snapshot that its row was read in.
type Head struct {
	Epoch string
	Seq   uint64
}

// A Directory finds tenants by id and by host. Lookups take no lock; a change replaces the whole index.
type Directory struct {
	mu       sync.Mutex
	index    atomic.Pointer[index]
	policies map[string]*atomic.Pointer[edge.Policy] // guarded by mu
}

type index struct {
	byID   map[string]*Tenant
	byHost map[string]*Tenant
}

// NewDirectory returns an empty directory.
func NewDirectory() *Directory {
	d := &Directory{policies: map[string]*atomic.Pointer[edge.Policy]{}}
	d.index.Store(&index{map[string]*Tenant{}, map[string]*Tenant{}})
	return d
}

// ByID returns a tenant, nil if there is none. It does not keep id.
func (d *Directory) ByID(id []byte) *Tenant { return d.index.Load().byID[string(id)] }

// ByHost returns the tenant of a host name, nil if there is none. The host must be lower case, without a port.
func (d *Directory) ByHost(host []byte) *Tenant { return d.index.Load().byHost[string(host)] }

// Len returns the number of tenants.
func (d *Directory) Len() int { return len(d.index.Load().byID) }

// Load reads all tenants with their heads, in one snapshot.
func (d *Directory) Load(ctx context.Context, db postgres.Queryer) (map[string]Head, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tenants, heads, err := read(ctx, db, nil)
	if err != nil {
		return nil, err
	}
	d.givePoliciesLocked(tenants)
	b := &index{byID: make(map[string]*Tenant, len(tenants)), byHost: map[string]*Tenant{}}
	b.add(tenants)
	d.index.Store(b)
	return heads, nil
}

// Refresh reads one tenant again, which may be new, changed or deleted. It returns the tenant's head, and false if the
// tenant does not exist.
func (d *Directory) Refresh(ctx context.Context, db postgres.Queryer, id string) (Head, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tenants, heads, err := read(ctx, db, &id)
	if err != nil {
		return Head{}, false, err
	}
	d.givePoliciesLocked(tenants)
	old := d.index.Load()
	b := &index{byID: maps.Clone(old.byID), byHost: maps.Clone(old.byHost)}
	delete(b.byID, id)
	maps.DeleteFunc(b.byHost, func(_ string, t *Tenant) bool { return t.id == id })
	b.add(tenants) // a host that moved to it counts as its own, even before its former tenant is read again
	d.index.Store(b)
	h, ok := heads[id]
	return h, ok, nil
}

// SetPolicy sets the policy for the declared edges of a tenant; nil: it has none. The tenant need not exist.
func (d *Directory) SetPolicy(id string, p *edge.Policy) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.policyLocked(id).Store(p)
}

func (d *Directory) givePoliciesLocked(tenants []*Tenant) {
	for _, t := range tenants {
		t.policy = d.policyLocked(t.id)
	}
}

func (d *Directory) policyLocked(id string) *atomic.Pointer[edge.Policy] {
	if d.policies[id] == nil {
		d.policies[id] = new(atomic.Pointer[edge.Policy])
	}
	return d.policies[id]
}

func (x *index) add(tenants []*Tenant) {
	for _, t := range tenants {
		x.byID[t.id] = t
		for _, h := range t.Hosts {
			x.byHost[h] = t
		}
	}
}

// read reads one tenant, or all if id is nil.
func read(ctx context.Context, db postgres.Queryer, id *string) ([]*Tenant, map[string]Head, error) {
	rows, err := db.Query(ctx, `SELECT t.id, t.name, t.status = 'ACTIVE', t.language, t.currency, t.stale_policy = 'serve',
  t.search_key, ARRAY(SELECT lower(h.host) FROM tenant_host h WHERE h.tenant_id = t.id), s.epoch::text, s.n
FROM tenant t JOIN tenant_seq s ON s.tenant_id = t.id
WHERE $1::text IS NULL OR t.id = $1`, id)
	if err != nil {
		return nil, nil, fmt.Errorf("read tenants: %w", err)
	}
	heads := map[string]Head{}
	var tenants []*Tenant
	for rows.Next() {
		t := &Tenant{}
		var h Head
		var n int64
		err := rows.Scan(&t.id, &t.Name, &t.Active, &t.Language, &t.Currency, &t.ServeStale, &t.searchKey, &t.Hosts,
			&h.Epoch, &n)
		if err != nil {
			rows.Close()
			return nil, nil, fmt.Errorf("read tenants: %w", err)
		}
		h.Seq = uint64(n)
		tenants = append(tenants, t)
		heads[t.id] = h
	}
	if err := rows.Err(); err != nil {
		return nil, nil, fmt.Errorf("read tenants: %w", err)
	}
	return tenants, heads, nil
}
