// Package pcparts fills the large tenant of the benchmarks lists and ratio: the 66,778 products of products_pcparts,
// with a tree of categories, brands, years and sales, which the file lacks.
package pcparts
