package payment

import "time"

// soon is when a payment that is given up is asked for, because the provider may take its money all the same. Zero: never.
func (s *desk) soon(p *row) time.Time {
	if p.flow != hostPay {
		return time.Time{}
	}
	return s.cfg.Now().Add(s.cfg.AskAfter)
}
