// Package pos speaks to banks. Gateway is what the payment service asks of one; NestPay (EST v3, models 3d and 3d_host) and Iyzico (3DS and the
// checkout form) are the two that are spoken. The sandbox bank speaks NestPay's dialect.
//
// A card is an argument of Start and of nothing else (Host leads to a page where it is typed, and knows none), and no error, log line or value that is returned repeats it, but for the form that the
// customer's browser posts to the bank.
//
// Files:
//
//	pos.go           Gateway, Payment, Card, Outcome
//	card.go          what a card must look like
//	plan.go          instalments that a bank offers
//	form.go          a form that posts itself, a page that leads elsewhere
//	nestpay.go       NestPay
//	nestpay_hash.go  its hash, version 3
//	nestpay_xml.go   its XML interface
//	iyzico.go        Iyzico
//	iyzico_page.go   its checkout form
//	iyzico_sign.go   its signatures
package pos
