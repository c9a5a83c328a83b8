package search

import "math"

// An Explanation is how an engine came to the place of a row that a text finds.
type Explanation struct {
	Engine string  `json:"engine"` // as in Result.Engine
	Score  float64 `json:"score"`  // the sum of the values; 0 if the engine compares its rules one after another
	Rules  []Rule  `json:"rules"`  // in the order in which they count
}

// A Rule is one part of an explanation.
type Rule struct {
	Rule    string      `json:"rule"`
	Value   float64     `json:"value"`
	Weight  float64     `json:"weight,omitempty"` // of a word: how rare it is
	Word    string      `json:"word,omitempty"`   // of the search, folded
	Matches []RuleMatch `json:"matches,omitempty"`
}

// A RuleMatch is a term of a row that matches a word of a search.
type RuleMatch struct {
	Term     string   `json:"term"`
	Fields   []string `json:"fields"` // of the row: title, model, attributes, description, brand, categories
	By       string   `json:"by"`     // exact, form, compound, synonym, beginning or typo
	Typos    int      `json:"typos,omitempty"`
	Evidence float64  `json:"evidence"` // how strongly the field speaks for the word
}

// Rules of explanations.
const (
	RulePin   = "pin"       // the tenant puts the row first; the value is its place
	RuleName  = "exactName" // the name is the text
	RuleWhole = "allWords"  // it has all words, and others are found that do not
	RuleWord  = "word"      // a word of the search
	RuleStart = "nameClass" // Postgres: 0 if the name is the text, 1 if it begins with its words, 2 if with it, else 3
	RuleRank  = "tsRank"    // Postgres: ts_rank, the greater the better
	RuleNear  = "corrected" // Postgres: 0 if the closest corrections match, else 1
)

// Rounded returns a number with four decimals, so that explanations are the same on every machine.
func Rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }
