// Package orders tests baskets, payments, tickets and refunds, through the gateway.
//
//	app_test.go       an app with something to sell, and a bank to pay at
//	purchase_test.go  a purchase from basket to ticket; after_test.go: refunds, transfers, the door
//	card_test.go, hosted_test.go, crypto_test.go  ways to pay; page_test.go: a bank's page
//	kill_test.go, sigkill_test.go  processes killed at every step: money and orders agree; victim_test.go: the process
//	bad_test.go, crowd_test.go      wrong requests, many requests at once
//	forget_test.go, push_test.go    erased accounts, push messages
package orders
