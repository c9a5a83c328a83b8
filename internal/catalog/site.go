package catalog

// Limits of a search over all modules, and of completions.
const (
	fewHits         = 5
	mostHits        = 20
	fewSuggestions  = 8
	mostSuggestions = 20
)

// Site is what is read of all modules at once. It has no table, so it is not one of All.
var Site = Resource{
	Views: []View{
		{
			Path: "/search", Shape: One, Across: true, Search: true, Top: true, Few: fewHits, Most: mostHits,
			LimitDoc: "The maximum number of records of each module.",
			Special:  "search", Shows: shows[SearchResults](), Doc: "Records of all modules that a text finds",
		},
		{
			Path: "/suggest", Shape: One, Across: true, Search: true, Top: true, Few: fewSuggestions, Most: mostSuggestions,
			LimitDoc: "The maximum number of suggestions.",
			Special:  "suggest", Shows: shows[Suggestions](), Doc: "Names of records that complete a text",
		},
	},
}
