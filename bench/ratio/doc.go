// Command ratio measures the cache hit ratio of a large tenant while its products are edited.
//
//	VITRINE_REALDATA=folder make bench-ratio
//
// It fills a tenant with 66,778 products (-dir keeps the database), runs vitrine serve over it, and sends requests at
// full speed until the cache has seen five million. Then it sends 5,000 requests per second while 20 products per
// second are edited, and counts hits by the Cache-Status header of every answer, and by the gateway's own counters.
//
// The same is measured with kind-wide tags: a binary, built with an overlay of one source file, in which every list
// carries one tag that any change of any product invalidates. Many caches work that way; the difference is the value of
// precise tags.
//
// By default, six of ten requests are for a product's page, three for a list, one for filters. Each kind follows Zipf's
// law with an exponent of 1 (bench/pcparts). Every product is equally likely to be edited: half of the edits change the
// price, a quarter the stock, 15 % name and description, and 10 % archive or publish the product.
//
// In reading order: main.go has the run, edit.go the edits, drive.go the clients, wide.go the other
// binary.
package main
