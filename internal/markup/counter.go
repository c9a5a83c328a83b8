package markup

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// mostTenants is the number of tenants that a Counter counts one by one. The others are counted together.
const mostTenants = 100

// otherTenants is the label of the tenants after mostTenants. No tenant can have this name.
const otherTenants = "(other)"

// A Counter counts what was cut out of the texts of tenants. The zero Counter is ready.
type Counter struct {
	mu  sync.Mutex
	all map[string]*Losses
}

// Add counts the losses of a text.
func (c *Counter) Add(tenant string, l Losses) {
	if l == (Losses{}) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[string]*Losses{}
	}
	if c.all[tenant] == nil {
		if len(c.all) >= mostTenants {
			tenant = otherTenants
		}
		if c.all[tenant] == nil {
			c.all[tenant] = &Losses{}
		}
	}
	c.all[tenant].Add(l)
}

var removed = prometheus.NewDesc("vitrine_markup_removed_total",
	"Parts that were cut out of HTML texts because they are not served, by tenant and kind. Of kind rewritten, nothing "+
		"was lost. The tenants after the first 100 are counted together.",
	[]string{"tenant", "kind"}, nil)

// Describe describes the metric.
func (c *Counter) Describe(ch chan<- *prometheus.Desc) { ch <- removed }

// Collect sends the counts that are not zero.
func (c *Counter) Collect(ch chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for tenant, l := range c.all {
		for k, n := range l {
			if n > 0 {
				ch <- prometheus.MustNewConstMetric(removed, prometheus.CounterValue, float64(n), tenant, Kind(k).String())
			}
		}
	}
}
