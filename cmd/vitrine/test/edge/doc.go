// Package edge tests Vitrine behind real caches: Varnish and nginx with the configurations of deploy/edge.
package edge
