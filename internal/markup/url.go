package markup

import (
	"html"
	"regexp"
	"strings"
)

// schemes are the schemes of links. A URL without a scheme is relative, and served.
var schemes = set("http https mailto tel sms")

// picture matches the pictures that a text may hold itself. A picture in SVG is not among them.
var picture = regexp.MustCompile(`^data:image/(png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$`)

// isLink reports whether a URL leads somewhere and runs nothing.
func isLink(value string) bool {
	url := asBrowsersRead(value)
	head := url
	if end := strings.IndexAny(head, "/?#"); end >= 0 {
		head = head[:end]
	}
	scheme, _, has := strings.Cut(head, ":")
	return !has || schemes[strings.ToLower(scheme)]
}

// isPicture reports whether a URL is one of isLink, or a picture in the text itself.
func isPicture(value string) bool {
	return isLink(value) || picture.MatchString(asBrowsersRead(value))
}

// isSet reports whether the URLs of a srcset are served.
func isSet(value string) bool {
	for candidate := range strings.SplitSeq(unescape(value), ",") {
		fields := strings.Fields(candidate)
		if len(fields) > 0 && !isLink(fields[0]) {
			return false
		}
	}
	return true
}

// breaks removes what browsers leave out of a URL.
var breaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// asBrowsersRead returns a URL as browsers read it: without surrounding control characters and spaces, and without line
// breaks and tabs.
func asBrowsersRead(value string) string {
	url := strings.TrimFunc(unescape(value), func(r rune) bool { return r <= ' ' })
	return breaks.Replace(url)
}

func unescape(value string) string { return html.UnescapeString(value) }
