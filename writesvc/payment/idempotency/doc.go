// Package idempotency processes requests with an Idempotency-Key once.
package idempotency
