// Package explorer holds what /docs is made of: a page on which every request of the API can be looked up and tried. It is Swagger UI, from
// the npm package swagger-ui-dist, which lies in swagger-ui/ as it was published (`make explorer` brings it), with a page, a script and a
// style sheet of our own. All of it is a part of the binary, and nothing asks another host: it works where there is no network.
package explorer
