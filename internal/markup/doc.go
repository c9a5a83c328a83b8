// Package markup makes HTML safe to show without changing what is safe already.
//
// Clean returns its argument, byte for byte, if every tag is one that Vitrine serves. Otherwise it cuts out the parts
// that are not served and leaves the bytes around them. Its result parses everywhere as it parses here: it holds only
// text, comments without angle brackets, and tags in the simplest syntax. No element that changes how a browser reads
// what follows, such as script, style, title, svg or math, is among them. Cleaning a result again changes nothing.
//
//	clean.go   Clean: text, comments, elements
//	tag.go     the syntax of tags and attributes
//	policy.go  the elements and attributes that are served
//	url.go     the URLs that are served
//	loss.go    the kinds of parts that are cut out, and their counts
//	counter.go the counts of many tenants, as a metric
//	text.go    plain text as HTML
//	plain.go   HTML as plain text
//	format.go  the formats of texts, and a guess
package markup
