// Package seed fills a database with two tenants of demo content: demo, a shop with every module filled, and atelier, a
// smaller one whose slugs differ from demo's but for one product and one brand.
//
// [Run] promises: the same tenant, number of products and moment give the same rows, ids included, byte for byte; a second
// run changes nothing, so that no tenant's number moves; and what an editor changed in the meantime stays changed unless
// Options.Reset asks for the seed's own rows back.
//
// Everything is made up here: no brand, shop, person or price is real, only the cities and their coordinates are. Content
// is Turkish (language tr), English (en) or of neither language (NULL), and coherent: a shirt is of cloth, costs what a shirt
// costs and hangs under shirts. Dates lie around Options.Now, so that there are always campaigns to come and events gone by.
//
//	seed.go      Run: options, report
//	world.go     a tenant under construction: ids, slugs, numbers from a hash
//	row.go       rows as structs, and their columns
//	load.go      rows into Postgres
//	text.go      words in two languages; slugs, templates
//	shop.go      what tells the tenants apart
//
// and then one file a module (product.go, event.go, …), whose words stand in tables beside it (…_words.go).
package seed
