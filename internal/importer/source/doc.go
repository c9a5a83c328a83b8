// Package source reads the records of a file: JSON Lines or CSV with a header row, gzip or not. The content decides
// which.
//
// A row that cannot be read costs only itself: Next returns it with a RowError, and the next call returns the row after
// it.
//
// In reading order: source.go opens a file and recognises its format, lines.go splits it into lines, csv.go reads CSV,
// json.go reads JSON, and record.go holds what both return.
package source
