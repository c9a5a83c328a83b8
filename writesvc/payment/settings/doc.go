// Package settings reads how a tenant is paid, and opens its accounts.
//
//	settings.go  Settings: parsing and validation
//	crypto.go    Crypto: payments on chains
//	stock.go     Stock: limits of what unpaid payments reserve
//	banks.go     Banks: all banks
//	reader.go    Reader: settings of a tenant, URLs
//	account.go   secrets and accounts
//	faults.go    settings that cannot be used
package settings
