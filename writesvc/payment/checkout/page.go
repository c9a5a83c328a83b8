package checkout

import (
	"time"

	"vitrine/writesvc/payment/record"
)

// soon is when a payment that is given up is asked for, because the provider may take its money all the same. Zero: never.
func (s *Service) soon(p *record.Payment) time.Time {
	if p.Flow != record.HostPay {
		return time.Time{}
	}
	return s.cfg.Now().Add(s.cfg.AskAfter)
}
