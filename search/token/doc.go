// Package token reads the words of a text as shoppers mean them. Rankings and highlights share it, so that they agree
// on which words match.
//
// Of returns the tokens of a text with their terms: a plural has the term of its singular, and each spelling of a unit
// has one term. A token also says whether it is a head noun: bag in "laptop bag" and in "bag for laptops".
//
//	token.go  Token and Of
//	fold.go   plurals, units, connectors and stop words
//	typo.go   the number of typing errors that a word may have
package token
