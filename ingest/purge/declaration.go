package purge

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/edge"
	"vitrine/internal/wire"
)

// A Declaration is what an operator declares about an edge.
type Declaration struct {
	Tenant string `json:"-"`
	Name   string `json:"-"` // unique within the tenant
	Kind   string `json:"-"`
	ByHost bool   `json:"-"` // its keys contain the tenant's host name; else the path names the tenant

	Lifetime Seconds `json:"lifetime"` // of answers while purges are on time; default 10 min
	Short    Seconds `json:"short"`    // of answers otherwise; default 5 s
	Negative Seconds `json:"negative"` // of 404 about a record that does not exist, at most; default 1 min
	Lag      Seconds `json:"lag"`      // age of a waiting purge from which they are not on time; default 5 s
	Settle   Seconds `json:"settle"`   // longest time that a fetch of the edge may take; default 16 s

	StaleWhileRevalidate Seconds `json:"staleWhileRevalidate,omitempty"`
	StaleIfError         Seconds `json:"staleIfError,omitempty"`

	Provider provider.Settings `json:"provider,omitempty"`
}

// Seconds is a duration in whole seconds.
type Seconds int

// Duration returns s as a time.Duration.
func (s Seconds) Duration() time.Duration { return time.Duration(s) * time.Second }

var nameRE = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

// errHeader is the refusal of an edge whose key does not contain the tenant.
var errHeader = errors.New("tenancy=header: caches do not put the header x-service-client into their keys, so they " +
	"would give one tenant's answers to another; use tenancy=path (/t/TENANT/v1/…) or tenancy=host (a host name of the " +
	"tenant)")

// durations are the settings of every kind that are durations, with their bounds in seconds.
var durations = map[string]struct {
	of          func(*Declaration) *Seconds
	least, most Seconds
}{
	"lifetime":               {func(d *Declaration) *Seconds { return &d.Lifetime }, 1, 7 * 24 * 3600},
	"short":                  {func(d *Declaration) *Seconds { return &d.Short }, 0, 60},
	"negative":               {func(d *Declaration) *Seconds { return &d.Negative }, 0, 24 * 3600},
	"lag":                    {func(d *Declaration) *Seconds { return &d.Lag }, 1, 3600},
	"settle":                 {func(d *Declaration) *Seconds { return &d.Settle }, 1, 600},
	"stale-while-revalidate": {func(d *Declaration) *Seconds { return &d.StaleWhileRevalidate }, 0, 24 * 3600},
	"stale-if-error":         {func(d *Declaration) *Seconds { return &d.StaleIfError }, 0, 7 * 24 * 3600},
}

// Parse reads a declaration from settings in the form NAME=VALUE.
func Parse(tenant, name, kind string, settings []string) (Declaration, error) {
	d := Declaration{Tenant: tenant, Name: name, Kind: kind, Lifetime: 600, Short: 5, Negative: 60, Lag: 5, Settle: 16,
		Provider: provider.Settings{}}
	if k, known := edge.KindNamed(kind); known && !k.Stamp && !provider.Purges(kind) {
		d.Lifetime, d.Short, d.Negative = 1, 1, 1
	}
	seen := map[string]bool{}
	for _, s := range settings {
		at, value, ok := strings.Cut(s, "=")
		if !ok || seen[at] {
			return d, fmt.Errorf("%s: must be NAME=VALUE, each name once", s)
		}
		seen[at] = true
		if of, is := durations[at]; is {
			t, err := time.ParseDuration(value)
			*of.of(&d) = Seconds(t / time.Second)
			if err != nil || t%time.Second != 0 {
				return d, fmt.Errorf("%s: must be a duration in whole seconds, such as 90s or 10m", s)
			}
			continue
		}
		switch {
		case at == "tenancy" && value == "header":
			return d, errHeader
		case at == "tenancy" && (value == "path" || value == "host"):
			d.ByHost = value == "host"
		case at == "tenancy":
			return d, fmt.Errorf("%s: must be path or host", s)
		default:
			d.Provider[at] = value
		}
	}
	return d, d.Check()
}

// Check reports what is wrong with a declaration.
func (d Declaration) Check() error {
	kind, known := edge.KindNamed(d.Kind)
	switch {
	case !known:
		return fmt.Errorf("unknown kind %q; kinds are %s", d.Kind, edge.KindNames())
	case !nameRE.MatchString(d.Name):
		return fmt.Errorf("the name %q: must have up to 63 lower-case letters, digits and hyphens", d.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(durations)) {
		b := durations[name]
		if v := *b.of(&d); v < b.least || v > b.most {
			return fmt.Errorf("%s=%s: must be %s to %s", name, v.Duration(), b.least.Duration(), b.most.Duration())
		}
	}
	switch stale := d.StaleWhileRevalidate > 0 || d.StaleIfError > 0; {
	case d.Short > d.Lifetime:
		return fmt.Errorf("short=%s is longer than lifetime=%s", d.Short.Duration(), d.Lifetime.Duration())
	case !kind.Stamp && !provider.Purges(kind.Name) && d.Lifetime > unpurgedMost:
		return fmt.Errorf("lifetime=%s: Vitrine does not purge edges of kind %s; must be at most %s", d.Lifetime.Duration(),
			kind.Name, unpurgedMost.Duration())
	case stale && kind.Stamp:
		return errors.New("an edge with tag versions serves nothing stale; leave stale-while-revalidate and " +
			"stale-if-error away")
	case stale && (kind.Own == "" || kind.Name == edge.NGINX):
		return fmt.Errorf("edges of kind %s read lifetimes from Cache-Control or X-Accel-Expires, where "+
			"stale-while-revalidate and stale-if-error would reach browsers or have no form", kind.Name)
	case d.StaleIfError > 0 && kind.Name == edge.Varnish:
		return fmt.Errorf("stale-if-error=%s: Varnish has no such time; use stale-while-revalidate",
			d.StaleIfError.Duration())
	}
	return d.Provider.Check(d.Kind)
}

// unpurgedMost is the longest lifetime of answers at an edge that Vitrine neither purges nor stamps for. It bounds how
// old they are.
const unpurgedMost Seconds = 10

// wire is the declaration as gateways receive it.
func (d Declaration) wire(healthy bool) wire.Edge {
	return wire.Edge{Name: d.Name, Kind: d.Kind, ByHost: d.ByHost, Header: d.Provider["header"], Healthy: healthy,
		Lifetime: int(d.Lifetime), Short: int(d.Short), Negative: int(d.Negative),
		StaleWhileRevalidate: int(d.StaleWhileRevalidate), StaleIfError: int(d.StaleIfError)}
}

// read reads the settings of a stored declaration.
func (d *Declaration) read(settings []byte) error { return json.Unmarshal(settings, d) }
