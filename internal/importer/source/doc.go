// Package source reads the records of a file, or of a folder of documents. A file is JSON Lines, JSON, CSV, YAML,
// Markdown or an xlsx workbook, compressed with gzip or not. The content shows the format; for YAML and Markdown, the
// ending of the name does. A text that is not UTF-8 is decoded.
//
// A row that cannot be read costs only itself: Next returns it with a RowError, and the next call returns the row after
// it.
//
// Files, in reading order:
//
//	source.go               opening a file and recognising its format
//	encoding.go             decoding a text to UTF-8
//	csv.go, sheet.go        tables: lines and cells of CSV, and the sheets of workbooks
//	shopify.go              the rows of a product in an export of Shopify
//	woocommerce.go          the same of WooCommerce; woonames.go has its columns in other languages
//	json.go, stream.go      JSON Lines; JSON documents
//	yaml.go, yamlparts.go   YAML; files of YAML that divide into records
//	document.go             documents, and their front matter in YAML or TOML
//	folder.go               folders of documents
//	record.go               records, their fields and their errors
package source
