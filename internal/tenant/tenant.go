// Package tenant knows the shops Vitrine serves. A Tenant comes from the Directory alone, which reads it from Postgres: code that holds
// one holds a tenant that exists, and cannot have made it up.
package tenant

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// A Tenant is one shop. It is immutable; a change of its row makes a new one.
type Tenant struct {
	id         string
	Name       string
	Active     bool // switched off tenants answer 403
	Language   string
	Currency   string
	ServeStale bool     // with Postgres and the bus both gone: serve what was last known, and say so, or refuse
	Hosts      []string // host names of its own, lower case
}

// ID is the value of x-service-client that names the tenant.
func (t *Tenant) ID() string { return t.id }

// A Head is where the tenant's change numbers stood when its row was read.
type Head struct {
	Epoch string
	Seq   uint64
}

// DB is what a Directory reads from.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// A Directory finds tenants by id and by host. Reading is free of locks; changes replace it whole.
type Directory struct {
	mu   sync.Mutex
	book atomic.Pointer[book]
}

type book struct {
	byID   map[string]*Tenant
	byHost map[string]*Tenant
}

// NewDirectory makes an empty directory.
func NewDirectory() *Directory {
	d := &Directory{}
	d.book.Store(&book{map[string]*Tenant{}, map[string]*Tenant{}})
	return d
}

// ByID finds a tenant, nil if there is none. The id may be reused afterwards.
func (d *Directory) ByID(id []byte) *Tenant { return d.book.Load().byID[string(id)] }

// ByHost finds the tenant that a host name belongs to, nil if none. The host is lower case and without a port.
func (d *Directory) ByHost(host []byte) *Tenant { return d.book.Load().byHost[string(host)] }

// Len counts the tenants.
func (d *Directory) Len() int { return len(d.book.Load().byID) }

// Load reads every tenant, with the head its changes stood at, in one snapshot.
func (d *Directory) Load(ctx context.Context, db DB) (map[string]Head, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tenants, heads, err := read(ctx, db, nil)
	if err != nil {
		return nil, err
	}
	b := &book{byID: make(map[string]*Tenant, len(tenants)), byHost: map[string]*Tenant{}}
	b.add(tenants)
	d.book.Store(b)
	return heads, nil
}

// Refresh reads one tenant again: it may be new, changed or gone. It returns the head read with it, and false where there is none.
func (d *Directory) Refresh(ctx context.Context, db DB, id string) (Head, bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	tenants, heads, err := read(ctx, db, &id)
	if err != nil {
		return Head{}, false, err
	}
	old := d.book.Load()
	b := &book{byID: maps.Clone(old.byID), byHost: maps.Clone(old.byHost)}
	delete(b.byID, id)
	maps.DeleteFunc(b.byHost, func(_ string, t *Tenant) bool { return t.id == id })
	b.add(tenants) // a host that passed to it is its own, though whose it was is not read again yet
	d.book.Store(b)
	h, ok := heads[id]
	return h, ok, nil
}

func (b *book) add(tenants []*Tenant) {
	for _, t := range tenants {
		b.byID[t.id] = t
		for _, h := range t.Hosts {
			b.byHost[h] = t
		}
	}
}

// read reads one tenant, or all.
func read(ctx context.Context, db DB, id *string) ([]*Tenant, map[string]Head, error) {
	rows, err := db.Query(ctx, `SELECT t.id, t.name, t.status = 'ACTIVE', t.language, t.currency, t.stale_policy = 'serve',
  ARRAY(SELECT lower(h.host) FROM tenant_host h WHERE h.tenant_id = t.id), s.epoch::text, s.n
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
		if err := rows.Scan(&t.id, &t.Name, &t.Active, &t.Language, &t.Currency, &t.ServeStale, &t.Hosts, &h.Epoch, &n); err != nil {
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
