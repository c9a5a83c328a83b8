// Package idp verifies ID tokens of identity providers (OpenID Connect).
package idp
