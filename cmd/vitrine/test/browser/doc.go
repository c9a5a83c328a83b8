// Package browser tests what a person sees in a real browser: the API explorer at /docs.
//
//	page_test.go      starts Chromium and offers what a person does: click, type, read
//	explorer_test.go  the API explorer
package browser
