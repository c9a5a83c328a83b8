// Package evmtest tests payments on chains against a real go-ethereum node over HTTP. It is a separate module, so that
// Vitrine does not depend on go-ethereum. make prove runs it.
package evmtest
