// Package evmtest shows payments on chains against a real node: go-ethereum's, over HTTP, on a chain of its own. It is a module of its own, so that
// the product does not depend on go-ethereum; make prove runs it.
package evmtest
