package respond

import "github.com/valyala/fasthttp"

// Values of header fields.
//
// A browser must revalidate an answer each time it uses it, so that it shows every edit. A CDN must not keep answers at
// all, because no CDN is connected to purge_queue yet.
const (
	cacheControl    = "public, max-age=0, must-revalidate"
	cdnCacheControl = "no-store"
	NoStore         = "no-store"
	PrivateNoStore  = "private, no-store" // for answers of the write service, or in their place

	vary      = "Accept-Encoding, x-service-client"
	varyError = "Accept, x-service-client"

	JSONType    = "application/json; charset=utf-8"
	problemType = "application/problem+json; charset=utf-8"

	// ReadMethods are the methods that an address for reading supports.
	ReadMethods = "GET, HEAD, OPTIONS"
)

// A field is one header line, made once.
type field struct{ name, value []byte }

// common are the fields of every answer, errors and 304 included.
var common = []field{
	{[]byte("Vary"), []byte(vary)},
	{[]byte("Access-Control-Allow-Origin"), []byte("*")},
	{[]byte("Access-Control-Expose-Headers"), []byte("ETag, X-Version, X-Request-Id, Cache-Status, " +
		"Content-Location, X-Search-Engine")},
	{[]byte("X-Content-Type-Options"), []byte("nosniff")},
	{[]byte("Accept-Ranges"), []byte("none")},
}

var (
	// cacheable are the fields of answers that a browser may keep.
	cacheable = append([]field{
		{[]byte("Cache-Control"), []byte(cacheControl)},
		{[]byte("CDN-Cache-Control"), []byte(cdnCacheControl)},
	}, common...)

	// uncacheable are the fields of answers that differ every time.
	uncacheable = append([]field{
		{[]byte("Cache-Control"), []byte(NoStore)},
		{[]byte("CDN-Cache-Control"), []byte(cdnCacheControl)},
	}, common...)

	nameETag        = []byte("ETag")
	nameVersion     = []byte("X-Version")
	nameCacheStatus = []byte("Cache-Status")
	nameEncoding    = []byte("Content-Encoding")
	nameEngine      = []byte("X-Search-Engine")
)

// CommonFields sets the fields of every answer.
func CommonFields(ctx *fasthttp.RequestCtx) {
	h := &ctx.Response.Header
	for _, f := range common {
		h.SetCanonical(f.name, f.value)
	}
}
