package writesvc

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/alarm"
	"vitrine/internal/metric"
)

// checkTenants checks the payment settings of all tenants. A tenant whose settings cannot be used takes no payments and
// has an alarm. The others are not affected.
func (s *Server) checkTenants(ctx context.Context) error {
	faults, err := s.payment.Settings().Faults(ctx)
	if err != nil {
		return err
	}
	var all []alarm.Alarm
	for _, f := range faults {
		all = append(all, alarm.Alarm{Subject: f.Tenant, Message: f.Err.Error() +
			"; correct it with: vitrine payment settings " + f.Tenant + " FILE"})
	}
	s.cfg.Alarms.Replace("payment-settings", all)
	return nil
}

// watchTenants begins and ends alarms. Requests read the settings themselves, so corrected settings count at once.
func (s *Server) watchTenants(ctx context.Context) {
	if err := s.checkTenants(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("payment settings not checked", "err", err)
	}
}

// register registers the metrics of the write service.
func (s *Server) register(reg prometheus.Registerer) {
	if reg == nil {
		return
	}
	reg.MustRegister(&backlog{pool: s.cfg.Pool}, s.counted.total, s.counted.took)
	metric.Counter(reg, "vitrine_write_undeclared_proxy_requests_total",
		"Requests to the write service from a gateway or proxy that VITRINE_TRUSTED_PROXIES does not name.", &s.proxies.Count)
	metric.Counter(reg, "vitrine_write_unavailable_total",
		"Requests that the write service answered with 503, because Postgres or a bank did not answer in time.",
		&s.away.count)
}
