package edge

import (
	"slices"
	"strings"
)

// A Kind is a product that can be declared as an edge.
type Kind struct {
	Name  string
	Title string // for people

	Tags  Format // of the tag header
	Own   string // header with the lifetime that only this kind obeys; "": it obeys Cache-Control
	ETag  bool   // a 304 does not renew the stored tags, so the entity tag must cover them
	Stamp bool   // answers carry their stamp, which the edge compares with tag versions at each hit
	Proxy bool   // it is Varnish or nginx, which refuse answers with long header lines
}

// A Format is how a header lists tags, and the limits of its kind.
type Format struct {
	Header    string // "": the kind has no tags
	Separator string
	Quoted    bool // each tag is a string of structured fields (RFC 8941)
	MaxTags   int  // 0: no limit
	MaxBytes  int  // of the value
}

// Headers with a lifetime for one kind of edge.
const (
	surrogateControl = "Surrogate-Control"
	cloudflare       = "Cloudflare-CDN-Cache-Control"
	accelExpires     = "X-Accel-Expires"
)

// Numbers of bytes of tags. Varnish refuses a line of more than 8 KB with its defaults, and Node refuses 16 KB of all
// headers. nginx accepts one page, 4 KB, unless it is configured as in deploy/edge/nginx.
const (
	headerLine  = 7500           // in one line, with a reserve
	headerLines = 2 * headerLine // in all lines, where one of the edges is a proxy
)

// The names of kinds that have a property of their own.
const (
	CloudFront = "cloudfront"
	Varnish    = "varnish"
	NGINX      = "nginx"
	Cells      = "cells"
)

// Kinds lists all kinds. Limits are those that the providers document.
var Kinds = []Kind{
	{Name: "fastly", Title: "Fastly", Own: surrogateControl,
		Tags: Format{Header: "Surrogate-Key", Separator: " ", MaxBytes: 16 << 10}},
	{Name: "cloudflare", Title: "Cloudflare", Own: cloudflare,
		Tags: Format{Header: "Cache-Tag", Separator: ",", MaxTags: 1000, MaxBytes: 16 << 10}},
	{Name: "akamai", Title: "Akamai", ETag: true,
		Tags: Format{Header: "Edge-Cache-Tag", Separator: ",", MaxTags: 128, MaxBytes: headerLine}},
	{Name: CloudFront, Title: "Amazon CloudFront", ETag: true,
		Tags: Format{Header: "Cache-Tag", Separator: ",", MaxTags: 50, MaxBytes: headerLine}},
	{Name: "bunny", Title: "Bunny", ETag: true,
		Tags: Format{Header: "CDN-Tag", Separator: ",", MaxBytes: 1 << 10}},
	{Name: Varnish, Title: "Varnish with xkey", Own: surrogateControl, Proxy: true,
		Tags: Format{Header: "xkey", Separator: " ", MaxBytes: headerLine}},
	{Name: NGINX, Title: "nginx", Own: accelExpires, Proxy: true},
	{Name: Cells, Title: "Varnish or nginx with tag versions", Own: surrogateControl, ETag: true, Stamp: true,
		Proxy: true,
		Tags:  Format{Header: "Vitrine-Tags", Separator: " ", MaxBytes: headerLine}},
	{Name: "groups", Title: "a cache with Cache-Groups (RFC 9875)", ETag: true,
		Tags: Format{Header: "Cache-Groups", Separator: ", ", Quoted: true, MaxTags: 32, MaxBytes: headerLine}},
}

// KindNamed finds a kind.
func KindNamed(name string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return Kinds[i], true
}

// KindNames lists the names of all kinds, for messages.
func KindNames() string {
	names := make([]string, len(Kinds))
	for i, k := range Kinds {
		names[i] = k.Name
	}
	return strings.Join(names, ", ")
}
