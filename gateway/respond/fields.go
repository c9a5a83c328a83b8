package respond

import "github.com/valyala/fasthttp"

// Values of header fields.
//
// A browser must revalidate an answer each time it uses it, so that it shows every edit. A shared cache must not keep
// an answer unless it is declared (internal/edge). Several shared caches ignore CDN-Cache-Control, and some of them
// ignore no-store, so Cache-Control says private.
const (
	cacheControl = "private, no-cache"
	fileControl  = "max-age=0, must-revalidate" // of files, which change only with the binary
	NoStore      = "private, no-store"
	CDNNoStore   = "no-store"

	vary        = "Accept-Encoding, x-service-client"
	varyError   = "Accept, x-service-client"
	varyMissing = "Accept" // where the tenant is in the edge's key

	JSONType    = "application/json; charset=utf-8"
	problemType = "application/problem+json; charset=utf-8"

	// ReadMethods are the methods that an address for reading supports.
	ReadMethods = "GET, HEAD, OPTIONS"
)

// A field is one header line, made once.
type field struct{ name, value []byte }

// common are the fields of every answer, errors and 304 included.
var common = []field{
	{[]byte("Access-Control-Allow-Origin"), []byte("*")},
	{[]byte("Access-Control-Expose-Headers"), []byte("ETag, X-Version, X-Request-Id, Cache-Status, " +
		"Content-Location, X-Search-Engine")},
	{[]byte("X-Content-Type-Options"), []byte("nosniff")},
	{[]byte("Accept-Ranges"), []byte("none")},
}

// Lines about caching, each with its line end. They are the last fields of an answer.
var (
	// browsersOnly are those of an answer that a browser may keep and a shared cache may not.
	browsersOnly = []byte("Cache-Control: " + cacheControl + "\r\nCDN-Cache-Control: " + CDNNoStore + "\r\nVary: " +
		vary + "\r\n")

	// uncacheable are those of an answer that differs every time.
	uncacheable = []byte("Cache-Control: " + NoStore + "\r\nCDN-Cache-Control: " + CDNNoStore + "\r\nVary: " +
		vary + "\r\n")
)

var (
	nameETag        = []byte("ETag")
	nameVersion     = []byte("X-Version")
	nameCacheStatus = []byte("Cache-Status")
	nameEncoding    = []byte("Content-Encoding")
	nameEngine      = []byte("X-Search-Engine")
	nameVary        = []byte("Vary")
	nameCDN         = []byte("CDN-Cache-Control")
	valueVary       = []byte(vary)
)

// CommonFields sets the fields of every answer.
func CommonFields(ctx *fasthttp.RequestCtx) { commonFields(&ctx.Response.Header) }

func commonFields(h *fasthttp.ResponseHeader) {
	h.SetCanonical(nameVary, valueVary)
	for _, f := range common {
		h.SetCanonical(f.name, f.value)
	}
}
