package token

import "strings"

// A Language decides the suffixes, stop words and apostrophes of a text. Any other value than these is neutral: it has
// the plurals of English and the stop words of English and Turkish.
const (
	English = "en"
	Turkish = "tr"
	German  = "de"
)

// language returns the language of a tag such as "tr-TR".
func language(tag string) string {
	tag, _, _ = strings.Cut(tag, "-")
	switch strings.ToLower(tag) {
	case English:
		return English
	case Turkish:
		return Turkish
	case German:
		return German
	}
	return ""
}

// connectors separate a head noun from what describes it: in "bag for laptops", bag is the head.
var connectors = set("for with w from by in on to of icin ile and ve or veya without")

// light nouns say little by themselves, so that the word before them is a head, too: desktop in "desktop pc".
var light = set("pc computer system set kit unit device pack seti takimi paketi cihazi")

// ends are the connectors after which no word is a head.
var ends = set("for with icin without")

// Stop words need not occur in a record. They are folded.
var (
	stopsEnglish = set("a an and the of for in with to by or on at from is it this that as be are your you")
	stopsTurkish = set("ve ile icin bir veya ya da de bu o mi mu ki ne gibi") // not su and en: water and width
	stopsGerman  = set("der die das den dem des ein eine einen einem einer und oder mit fur von zu zum zur in im an am " +
		"auf aus bei ist sind als auch")
)

// Stop reports whether a folded word is a stop word of a language, such as "the".
func Stop(word, lang string) bool {
	switch language(lang) {
	case English:
		return stopsEnglish[word]
	case Turkish:
		return stopsTurkish[word]
	case German:
		return stopsGerman[word]
	}
	// A neutral text has only the stop words that mean nothing else in the other language.
	return stopsEnglish[word] || stopsTurkish[word] && len(word) > 2 || word == "ve"
}

// plurals are the words whose singular the endings do not tell. Many words end like one of them and have another rule.
var plurals = func() map[string]string {
	m := map[string]string{"lenses": "lens", "lens": "lens", "canvases": "canvas", "canvas": "canvas", "buses": "bus",
		"women": "woman", "men": "man", "children": "child", "feet": "foot", "teeth": "tooth", "mice": "mouse",
		"geese": "goose"}
	for _, ie := range strings.Fields("barbie beanie birdie bootie brownie calorie collie cookie foodie genie " +
		"hoodie lingerie movie onesie pixie prairie selfie smoothie sweetie veggie zombie") {
		m[ie+"s"] = ie
	}
	for _, f := range strings.Fields("calf dwarf elf half hoof leaf loaf scarf shelf thief wolf bookshelf") {
		m[f[:len(f)-1]+"ves"] = f
	}
	for _, fe := range strings.Fields("knife wife housewife midwife penknife") {
		m[fe[:len(fe)-2]+"ves"] = fe
	}
	return m
}()

// Singular returns an English plural as its singular, and every other word as it is. It also changes words that only
// look like plurals, which does no harm, because searches and texts are changed alike.
func Singular(w string) string {
	if s, ok := plurals[w]; ok {
		return s
	}
	n := len(w)
	if n < 4 || w[n-1] != 's' {
		return w
	}
	switch w[n-2] {
	case 's', 'u', 'i':
		return w
	}
	if s := plurals[w[:n-1]]; s != "" { // mens, of men's
		return s
	}
	if n > 4 && strings.HasSuffix(w, "ies") {
		return w[:n-3] + "y"
	}
	if n > 5 && strings.HasSuffix(w, "oes") && !strings.HasSuffix(w, "shoes") && w != "canoes" && w != "oboes" {
		return w[:n-2]
	}
	w = w[:n-1]
	for _, end := range []string{"xe", "che", "she", "sse", "zze"} {
		if strings.HasSuffix(w, end) {
			return w[:n-2]
		}
	}
	return w
}

// Forms returns the forms of a folded word other than itself, in the language of a tag such as "tr". typed is the word
// as it was written.
func Forms(word, typed, lang string) []string { return forms(nil, word, typed, language(lang)) }

// forms appends the forms of a folded word other than itself. typed is the word as it was written.
func forms(into []string, word, typed, lang string) []string {
	if HasDigit(word) {
		return into
	}
	if s := Singular(word); s != word {
		into = append(into, s)
	}
	switch lang {
	case Turkish:
		into = turkishForms(into, word, typed)
	case German:
		into = germanForms(into, word, typed)
	}
	return into
}

// suffixes are the folded Turkish suffixes that follow an apostrophe: İstanbul'da.
var suffixes = set("da de ta te dan den tan ten a e ya ye i u yi yu in un nin nun la le yla yle lar ler lari " +
	"leri dir dur tir tur ki daki deki taki teki li lu lik luk ca ce si su")

// dropped reports whether the part of a word after an apostrophe has no meaning of its own: the s of "men's", and
// Turkish suffixes after a name.
func dropped(before, part, lang string) bool {
	switch lang {
	case English:
		return part == "s"
	case Turkish:
		return part == "s" || len(before) > 2 && suffixes[part]
	}
	return part == "s" || len(before) > 3 && len(part) > 1 && suffixes[part]
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
