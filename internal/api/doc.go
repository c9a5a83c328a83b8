// Package api declares the parts that all answers share: the envelope, errors with their codes, and the limits of
// pages. It also finds the client of a request behind trusted proxies.
package api
