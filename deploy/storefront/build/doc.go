// Package build makes the files of the demo storefront with esbuild. Only its test runs it: `make storefront` lets the
// test write the files.
package build
