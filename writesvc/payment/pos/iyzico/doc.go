// Package iyzico implements iyzico's API: 3-D Secure with a separate authorization, the checkout form (a page of
// iyzico's own), instalments by BIN, cancellation, refunds and webhooks.
//
// Files:
//
//	provider.go  Provider: settings, Open
//	gateway.go   Gateway: requests by API
//	answer.go    what answers say about money
//	page.go      the checkout form
//	webhook.go   notifications that iyzico posts
//	sign.go      signatures
package iyzico
