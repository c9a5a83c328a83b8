// Package browser tests the pages of Vitrine in a real browser: the API explorer at /docs.
//
//	page_test.go      starts Chromium and offers the actions of a person: click, type, read
//	explorer_test.go  the API explorer
package browser
