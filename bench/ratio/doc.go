// Command ratio measures how many of a large shop's answers come from the cache while it is edited.
//
//	VITRINE_REALDATA=folder make bench-ratio
//
// It fills a shop with 66,778 products (-dir keeps the database), runs `vitrine serve` over it in a process of its own, and asks at full speed until
// the cache has seen five million requests. Then it asks 5,000 times a second while somebody edits 20 products a second, and counts what came from
// the cache: by the Cache-Status of every answer, and by the gateway's own counters beside it.
//
// The same is then measured with kind-wide tags: a binary that is built, by an overlay of one source file, so that every list carries one tag which
// any change of any product fires. That is what many caches do, and what precise tags are worth.
//
// What is asked, unless flags say otherwise: six in ten are for a product's page, three for a list, one for filters; each by Zipf's law with an exponent of 1 over what there
// is of its kind (asks.go). What is edited, any product alike: half of the edits are prices, a quarter stock, fifteen in a hundred names and
// descriptions, ten in a hundred take a product out or put it back.
package main
