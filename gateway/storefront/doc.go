// Package storefront serves the demo storefront, the landing page, and the files that both load. It is not on the path
// of a cache hit.
//
// The sources are in deploy/storefront. Files below /assets have a hash of their content in their names, so browsers
// keep them for a year. Pages name the tenant that they show, and are not kept.
//
//	storefront.go  the files by URL path, and the pages
package storefront
