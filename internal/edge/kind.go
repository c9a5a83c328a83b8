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

// headerLine is the number of bytes of tags in one header line that Varnish and nginx accept with their defaults, with
// a reserve.
const headerLine = 7500

// The names of kinds that have a property of their own.
const (
	CloudFront = "cloudfront"
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
	{Name: "varnish", Title: "Varnish with xkey", Own: surrogateControl,
		Tags: Format{Header: "xkey", Separator: " ", MaxBytes: headerLine}},
	{Name: NGINX, Title: "nginx", Own: accelExpires},
	{Name: Cells, Title: "Varnish or nginx with tag versions", Own: surrogateControl, ETag: true, Stamp: true,
		Tags: Format{Header: "Vitrine-Tags", Separator: " ", MaxBytes: headerLine}},
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
