package sandbox

import (
	"encoding/json"

	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/pos/nestpay"
)

// Provider registers the sandbox bank, which serves tenants that name no bank in development.
var Provider = pos.Provider{
	Name: "sandbox", Validate: func(json.RawMessage) error { return nil }, Open: open,
	Restartable: true, PageBIN: 6, Development: true,
}

// Purpose is the purpose for which the secret of a tenant's account is derived.
const Purpose = "sandbox"

// clientID returns the number of a tenant's account.
func clientID(tenant string) string { return "sandbox-" + tenant }

func open(a pos.Account) (pos.Gateway, error) {
	secret := pos.Secret(a.Derive(Purpose))
	return nestpay.New(nestpay.Config{
		ClientID: clientID(a.Tenant), User: "api", Password: secret, StoreKey: secret, Plans: plans,
		GateURL: a.APIURL + "/v1/payment/sandbox/gate", APIURL: a.SelfURL + "/payment/sandbox/api",
	})
}

// plans are what the test cards are offered.
var plans = []pos.Plan{
	{
		BINs: []string{"552879", "552608"}, Type: "CREDIT_CARD", Association: "MASTER_CARD", Family: "Paraf",
		Bank: "Sandbox Bank", Counts: []pos.Count{
			{Count: 2, BasisPoints: 200}, {Count: 3, BasisPoints: 350}, {Count: 6, BasisPoints: 700},
			{Count: 9, BasisPoints: 1050}, {Count: 12, BasisPoints: 1400},
		},
	},
	{
		BINs: []string{"435508", "454671"}, Type: "CREDIT_CARD", Association: "VISA", Family: "Axess",
		Bank: "Sandbox Bank", Counts: []pos.Count{{Count: 3, BasisPoints: 0}, {Count: 6, BasisPoints: 500}},
	},
	{BINs: []string{"476662"}, Type: "DEBIT_CARD", Association: "VISA", Family: "", Bank: "Sandbox Bank"},
}
