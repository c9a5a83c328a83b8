// Package dataset holds the mappings of the data sets that Vitrine knows, and what mappings are built from: targets for
// columns, references, categories, attributes and texts.
//
// In reading order: dataset.go lists the data sets and chooses one for a file, and products.go, events.go (with
// places), texts.go and companies.go hold their mappings. target.go finds the target that --map names. column.go,
// category.go, reference.go, attribute.go and picture.go are targets; value.go changes a value on its way to one;
// html.go and template.go clean up texts.
//
// A new data set is one more Mapping, and one more line in the list of dataset.go.
package dataset
