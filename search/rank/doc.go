// Package rank is the ranking of the in-memory engine: an index of the words of rows, and the evidence that a row is
// what a search means. It knows neither Postgres nor tenants. search/token reads the words.
//
// The evidence of a field for a term is weight · count / (Least + (1 − Least) · words of the field / Length). It
// counts Head times if the term is a head noun there, and the search is for it: a "laptop bag" is a bag. Of several
// fields, the best one counts, and Others of each further one. The score of a row is the sum over the words of the
// search of
//
//	ln(1 + (N − n + 0.5) / (n + 0.5)) · x / (x + 1)
//
// with the evidence x, the number of rows N, and the number n of rows that have the word. This is BM25 with one field
// instead of all, and with a bonus for head nouns. x does not depend on other rows, so a posting holds it.
//
// A row must have every word of a search, in any field: as it was typed, in another form, as the beginning of a term
// for the last word, as one of two words side by side, as a synonym, or corrected if no visible row has it. A row has
// a synonym of several words if it has each of them; its evidence is their mean. If fewer than Enough
// rows have every word, rows count whose words have Share of the weight of all, after those that have all. In an order
// of the caller's, they count only if no row has every word. A word that no visible row has weighs nothing. Rows whose
// name is the text come first.
//
//	evidence.go  texts, fields and the evidence for a term; the constants
//	index.go     the terms and their rows
//	initial.go   the rows with a term that begins with a letter
//	find.go      searches
//	collect.go   the rows that have a word
//	score.go     the evidence and the scores of the rows that a search finds
//	typo.go      corrections
//	explain.go   how a row got its score
//	synonym.go   words that stand for others, and the weights of a tenant
package rank
