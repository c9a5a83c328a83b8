// Package token reads the words of a text and of a search as shoppers mean them. Rankings and highlights share it, so
// that they agree on which words match.
//
// Analyse returns the tokens of a text. A token has its word, folded, and further forms: the singular of a plural, a
// Turkish or German word without its endings. Compounds and parts are tokens, too: tshirt of "t-shirt", 10kg of
// "10 kg". A token also says whether it is a head noun: bag in "laptop bag" and in "bag for laptops".
//
// Parse returns the words of a search with the forms that each of them matches. Word.Matches compares a word of a
// search with a token of a text:
//
//	for _, t := range token.Analyse(title, "en") {
//		for _, w := range token.Parse("laptops bag", "en") {
//			if w.Matches(&t) != token.No { … title[t.Start:t.End] … }
//		}
//	}
//
//	token.go     Token and Analyse
//	analyser.go  Analyser: many texts, with the forms of words that it met before
//	word.go      Word and Parse
//	match.go     Word.Matches
//	language.go  singulars, suffixes and stop words of languages
//	turkish.go   Turkish words, also if they are typed without their letters
//	german.go    German words without their endings
//	unit.go      units and numbers
//	typo.go      the number of typing errors that a word may have
package token
