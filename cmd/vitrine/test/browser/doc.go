// Package browser tests the pages of Vitrine in a real browser, and the packages for npm.
//
//	page_test.go        starts Chromium and offers the actions of a person: click, type, read
//	explorer_test.go    the API explorer
//	storefront_test.go  the demo storefront, the page of live edits with its stopwatch, /status, Lighthouse
//	widgets_test.go     pages with search widgets
//	client_test.go      the TypeScript client
//	publish_test.go     what the packages for npm contain
package browser
