// Package storefront holds the demo storefront, which is the example of how to use the API and the TypeScript client.
//
// It is written in HTML, CSS and TypeScript without a framework. README.md explains it. The folder dist holds what
// esbuild makes of it: `make storefront` writes the folder, and a test compares it with the sources. So a build of
// Vitrine needs neither Node.js nor esbuild.
//
//	src/        the TypeScript modules and the style sheet
//	index.html  the page that loads them; landing.html is the first page in production
//	fonts/      subsets of three fonts, with their licences
//	build/      runs esbuild
//	files.go    what the binary serves
package storefront

import "embed"

// Files holds dist, and the fonts that its style sheet names.
//
//go:embed dist fonts/*.woff2
var Files embed.FS
