// Package highlight finds the words of a text that match a search. It needs no index: it compares the search with the
// text of a record that was found, by the rules of search.Fold.
//
//	highlight.go  Matcher, which holds a search, and Span
//	word.go       how a word of the text is compared
//	form.go       other forms of words, and synonyms
//	mark.go       a text with its spans marked, whole or as a snippet
package highlight
