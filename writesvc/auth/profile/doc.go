// Package profile brings personal data into normal form.
//
//	email.go    addresses: the canonical form
//	profile.go  names, phone numbers, companies
//	deleted.go  addresses of deleted accounts
package profile
