package payment

import (
	"context"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// Installments handles POST /payment/installment.
func (s *Service) Installments(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.AskInstallments
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	amount, ok := writeapi.ParseMoney(string(in.Amount))
	if !ok || amount <= 0 {
		return nil, web.Wrong("amount", "Must be an amount above 0 with at most two decimals.")
	}
	if len(in.BIN) != 6 && len(in.BIN) != 8 || !numeric(in.BIN) {
		return nil, web.Wrong("bin", "Must be the first 6 or 8 digits of the card number, and no more.")
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), limit.Installment, s.cfg.Limit); err != nil {
		return nil, err
	}
	// The question changes nothing, so for a guest it is its own scope.
	return s.keys.Once(ctx, rq, "installment", string(rq.Body), func(string) (*web.Answer, string, error) {
		c, err := s.settings.Of(ctx, rq.Tenant.ID())
		if err != nil {
			return nil, "", err
		}
		gw, err := s.settings.Gateway(rq.Tenant.ID(), c.Provider, c)
		if err != nil {
			return nil, "", err
		}
		all, err := gw.Installments(ctx, in.BIN, amount)
		if err != nil {
			return nil, "", &api.Error{Status: 502, Code: api.ProviderFailed,
				Message: "The bank does not answer. Try again in a moment.", Cause: err}
		}
		return web.OK(all), "", nil
	})
}

func numeric(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
