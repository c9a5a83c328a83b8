// Package profile brings personal data into normal form: addresses, names, phone numbers, companies.
package profile
