// Package explorer holds the files of /docs, a page that documents every request of the API and can send it.
//
// The page is Swagger UI with an HTML file, a script and a style sheet of this package. The folder swagger-ui holds
// files of the npm package swagger-ui-dist as published; `make explorer` copies them. All files are embedded in the
// binary. The page loads nothing from another host, so it works without a network.
//
//	explorer.go  the files by URL path, compressed and with ETags
//	index.html   the page
//	start.js     loads the OpenAPI document and starts Swagger UI
//	look.css     fonts, dark colors and the layout on a phone
package explorer
