package writesvc

import "net/http"

// orders returns every route of baskets, orders, payments, tickets and notifications. Payments need no bearer token:
// ids of baskets and payments are 96 random bits and grant their use. A given token must be the owner's.
func (s *Server) orders() []route {
	bearer := guards{bearer: bearerNeeded}
	bearerBody := guards{bearer: bearerNeeded, body: bodyJSON}
	pay := guards{bearer: bearerOptional, body: bodyJSON}
	open := guards{} // gates have keys of their own
	b, p, k, n := s.basket, s.payment, s.ticket, s.notices
	all := []route{
		{http.MethodGet, "/basket", bearer, b.Get},
		{http.MethodDelete, "/basket", bearer, b.Clear},
		{http.MethodPost, "/basket/items", bearerBody, b.Add},
		{http.MethodPatch, "/basket/items/{id}", bearerBody, b.Set},
		{http.MethodDelete, "/basket/items/{id}", bearer, b.Remove},
		{http.MethodGet, "/order", bearer, b.Orders},
		{http.MethodGet, "/order/{id}", bearer, b.Order},

		{http.MethodPost, "/payment/installment", pay, p.Installments},
		{http.MethodPost, "/payment/3ds", pay, p.Start3DS},
		{http.MethodPost, "/payment/hosted", pay, p.StartHosted},
		// the URL names the tenant
		{http.MethodPost, "/payment/3ds/callback", guards{tenant: tenantNone, body: bodyForm}, p.Callback},
		{http.MethodPost, "/payment/3ds/complete", pay, p.Complete},
		{http.MethodPost, "/payment/bank-transfer", pay, p.Transfer().StartTransfer},
		{http.MethodPost, "/payment/bank-transfer/{paymentId}/verify", guards{bearer: bearerOptional},
			p.Transfer().VerifyTransfer},
		{http.MethodPost, "/payment/crypto", pay, p.Chain().StartCrypto},
		{http.MethodPost, "/payment/crypto/{paymentId}/verify", pay, p.Chain().VerifyCrypto},
		{http.MethodPost, "/payment/webhook/bank-transfer/{shop}", guards{tenant: tenantNone, body: bodyRaw},
			p.Transfer().TransferWebhook},

		{http.MethodGet, "/event/tickets", bearer, k.List},
		{http.MethodGet, "/event/tickets/{orderId}", bearer, k.OfOrder},
		{http.MethodGet, "/event/tickets/{id}/image", bearer, k.Image},
		{http.MethodGet, "/event/tickets/keys", open, k.Keys},
		{http.MethodGet, "/event/tickets/revoked", open, k.Revoked},
		{http.MethodPost, "/event/tickets/check-in", guards{body: bodyJSON}, k.CheckIn},

		{http.MethodGet, "/notification", bearer, n.List},
		{http.MethodPut, "/notification/{id}/read", bearer, n.Read},
		{http.MethodPut, "/notification/read-all", bearer, n.ReadAll},
		{http.MethodGet, "/notification/push/key", open, s.push.Key},
		{http.MethodPost, "/notification/push/subscriptions", bearerBody, s.push.Subscribe},
		{http.MethodDelete, "/notification/push/subscriptions/{id}", bearer, s.push.Unsubscribe},
		{http.MethodGet, "/notification/stream", guards{bearer: bearerNeeded, stream: true}, n.Stream},
	}
	for _, bank := range p.Webhooks() {
		hook := guards{tenant: tenantNone, body: bodyRaw}
		all = append(all, route{http.MethodPost, "/payment/webhook/" + bank + "/{shop}", hook, p.BankWebhook(bank)})
	}
	if bank := p.Bank(); bank != nil {
		form := guards{tenant: tenantNone, body: bodyForm}
		all = append(all,
			route{http.MethodPost, "/payment/sandbox/gate", form, bank.Gate},
			route{http.MethodPost, "/payment/sandbox/card", form, bank.Card},
			route{http.MethodPost, "/payment/sandbox/acs", form, bank.ACS},
			route{http.MethodPost, "/payment/sandbox/api", guards{tenant: tenantNone, body: bodyRaw}, bank.API})
	}
	return all
}
