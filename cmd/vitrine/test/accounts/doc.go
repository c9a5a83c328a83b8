// Package accounts tests sign-up, sign-in, sessions, codes and sign-in by other providers, through the gateway.
//
//	journey_test.go          a customer's way through all endpoints
//	signup_test.go, session_test.go, code_test.go, social_test.go, shop_test.go  one subject each
//	proof_test.go            proofs at the same time, messages that are sent again, what an operator's unlocking grants
//	token_test.go, secret_test.go  forged and malformed access tokens; where secrets must not appear
//	attack_test.go, flood_test.go, timing_test.go  hostile requests: invalid, too many, timed
package accounts
