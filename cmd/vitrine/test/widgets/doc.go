// Package widgets tests the searches of search widgets with the real client libraries: in Node.js against a table of
// cases, and as pages in Chromium. Its other tests send what no client sends.
package widgets
