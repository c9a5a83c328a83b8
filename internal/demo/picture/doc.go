// Package picture draws the pictures of the demo tenants as small SVG files, so that the demo needs no image host and
// no file on disk.
//
// [SVG] promises: the same kind and name give the same bytes on every machine (integers only, no floating point, no map
// order). Every answer is one well-formed document of less than [MaxBytes], without scripts, links, fonts or external
// images. Every byte of a name that reaches the document is escaped.
//
// A name stands in the path of a demo picture, /media/<kind>/<name>.svg. It is read as words: a product named
// mavi-keten-gomlek is a blue shirt. A name without a known word gets a picture from its hash.
//
//	picture.go  SVG, the limits, the document's frame
//	words.go    from a name to words, a colour and a motif
//	colour.go   palettes and shades
//	pen.go      appending shapes
//	motif.go    the things that can be drawn: clothes, bags and jewellery
//	motif_home.go   … tableware, furniture, textiles, paper and the rest
//	tile.go     products
//	mark.go     logos and portraits
//	building.go places and merchants
//	scene.go    banners, posters, maps
package picture
