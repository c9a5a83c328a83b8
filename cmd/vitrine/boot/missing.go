package boot

import (
	"context"
	"fmt"
	"net"
	"net/netip"

	"vitrine/internal/alarm"
	"vitrine/internal/api"
	"vitrine/internal/postgres"
	"vitrine/internal/schema"
)

// A Missing is a setting that production lacks although something needs it.
type Missing struct {
	Name string // of the variable
	Why  string // what needs it, and what happens without it
}

// Missing returns the settings that this configuration lacks in production, as far as it shows them.
func (c Config) Missing() []Missing {
	if !c.Production || c.Trusted != "" {
		return nil
	}
	var all []Missing
	if c.Gateway && private(c.Addr) {
		all = append(all, Missing{"VITRINE_TRUSTED_PROXIES", fmt.Sprintf("the gateway listens at %s, which only a proxy "+
			"on a private network can reach: all clients share the proxy's rate limits", c.Addr)})
	}
	if c.Write && !c.Gateway && c.WriteAddr != "" && !loopbackHost(c.WriteAddr) {
		all = append(all, Missing{"VITRINE_TRUSTED_PROXIES", fmt.Sprintf("gateways reach the write service at %s: "+
			"without their addresses, all clients of a gateway share its rate limits", c.WriteAddr)})
	}
	return all
}

// host returns the IP address in host:port; it is invalid for a name or an empty host.
func host(addr string) netip.Addr {
	name, _, _ := net.SplitHostPort(addr)
	if name == "localhost" {
		name = "127.0.0.1"
	}
	ip, _ := netip.ParseAddr(name)
	return ip.Unmap()
}

func loopbackHost(addr string) bool { return host(addr).IsLoopback() }

// private reports whether an address is not on the public internet. Without a host it may be.
func private(addr string) bool {
	ip := host(addr)
	return ip.IsValid() && !ip.IsUnspecified() && !api.PublicAddr(ip)
}

// needs are settings that depend on what tenants have configured. Each query returns the number of tenants that need
// the setting, and the id of one of them.
var needs = []struct {
	name string
	has  func(Config) bool
	sql  string
	why  string
}{
	{
		"VITRINE_SITE_URL", func(c Config) bool { return c.SiteURL != "" }, `
SELECT count(*), coalesce(min(t.id), '') FROM tenant t LEFT JOIN tenant_auth a ON a.tenant_id = t.id
WHERE t.status = 'ACTIVE' AND coalesce(a.settings->>'siteUrl', '') = ''
  AND (coalesce(a.settings->>'resetUrl', '') = '' OR coalesce(a.settings->>'verifyUrl', '') = '')`,
		"has no siteUrl: its emails contain no links",
	},
	{
		"VITRINE_MAIL_FROM", func(c Config) bool { return c.MailFrom != "" }, `
SELECT count(*), coalesce(min(t.id), '') FROM tenant t LEFT JOIN tenant_auth a ON a.tenant_id = t.id
WHERE t.status = 'ACTIVE' AND coalesce(a.settings->>'mailFrom', '') = ''`,
		"has no mailFrom: its emails come from no-reply at the mail server",
	},
	{
		"VITRINE_API_URL", func(c Config) bool { return c.APIURL != "" }, `
SELECT count(*), coalesce(min(t.id), '') FROM tenant t JOIN tenant_payment p ON p.tenant_id = t.id
WHERE t.status = 'ACTIVE' AND coalesce(p.settings->>'provider', '') <> ''`,
		"takes cards: banks cannot send its customers back, so card payments are off",
	},
}

// MissingFor returns the settings that production lacks for the tenants of a database.
func (c Config) MissingFor(ctx context.Context, db postgres.Queryer) ([]Missing, error) {
	all := c.Missing()
	if !c.Production || !c.Write {
		return all, nil
	}
	for _, n := range needs {
		if n.has(c) {
			continue
		}
		var tenants int
		var one string
		if err := db.QueryRow(ctx, n.sql).Scan(&tenants, &one); err != nil {
			return all, fmt.Errorf("find what needs %s: %w", n.name, err)
		}
		switch {
		case tenants == 1:
			all = append(all, Missing{n.name, fmt.Sprintf("tenant %s %s", one, n.why)})
		case tenants > 1:
			all = append(all, Missing{n.name, fmt.Sprintf("each of %d tenants, such as %s, %s", tenants, one, n.why)})
		}
	}
	return all, nil
}

// markProduction records in the database that it is used in production, where commands find it, and reports missing
// settings. In development it warns of a database of production.
func (a *App) markProduction(ctx context.Context) error {
	if !a.cfg.Production {
		since, err := schema.ProductionSince(ctx, a.Pool)
		if err == nil && !since.IsZero() {
			a.cfg.Log.Warn("this database was used in production, and VITRINE_ENV is development; for a copy: "+
				"UPDATE installation SET production_since = NULL", "since", since)
		}
		return err
	}
	if err := schema.MarkProduction(ctx, a.Pool); err != nil {
		return err
	}
	missing, err := a.cfg.MissingFor(ctx, a.Pool)
	if err != nil {
		return err
	}
	var all []alarm.Alarm
	for _, m := range missing {
		all = append(all, alarm.Alarm{Subject: m.Name, Message: m.Name + " is not set: " + m.Why})
	}
	a.Alarms.Replace("missing-setting", all) // until the next start, which reads the settings again
	return nil
}
