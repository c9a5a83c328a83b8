package markup

import (
	"maps"
	"slices"
	"strings"
)

// An element says what becomes of an element.
type element struct {
	served bool                         // with the attributes that serves accepts; otherwise its tags are cut out
	raw    bool                         // its content is no HTML, and is cut out with it
	cut    Kind                         // how it is counted if it is not served
	attrs  map[string]func(string) bool // besides those of every element; nil accepts any value
}

// elements are the elements of HTML by name. An element that is not here is text; see cleaner.element.
var elements = makeElements()

// everywhere are the attributes that every element may have. None of them runs or loads anything. The names that begin
// with aria- are added to them.
var everywhere = set("align class dir height hidden id itemid itemprop itemscope itemtype lang role title translate " +
	"valign width xml:lang")

func makeElements() map[string]element {
	all := map[string]element{}
	add := func(names string, el element) {
		for _, name := range strings.Fields(names) {
			all[name] = el
		}
	}
	add("script", element{raw: true, cut: Script})
	add("style", element{raw: true, cut: Style})
	add("iframe noembed noframes", element{raw: true, cut: Frame})
	add("noscript", element{raw: true, cut: Element})
	add("frame frameset object embed applet param portal fencedframe", element{cut: Frame})
	add("form input button select option optgroup textarea label fieldset legend datalist output keygen isindex",
		element{cut: Form})
	add("html head body title meta link base template slot dialog canvas svg math plaintext xmp listing marquee blink "+
		"bgsound nobr spacer multicol", element{cut: Element})

	add("abbr acronym address article aside b bdi bdo big br caption center cite code dd dfn dir div dl dt em figcaption "+
		"figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i kbd main mark menu nav p picture pre rb rp rt rtc ruby s samp "+
		"search section small span strike strong sub summary sup tt u var wbr", element{served: true})
	for names, attrs := range map[string]map[string]func(string) bool{
		"a": inert("name hreflang type download").and("href", isLink).and("target", isTarget).
			and("rel", isRel),
		"area": inert("alt coords shape").and("href", isLink).and("target", isTarget).and("rel", isRel),
		"map":  inert("name"),
		"img": inert("alt border decoding hspace ismap loading sizes usemap vspace").and("src", isPicture).
			and("srcset", isSet),
		"source":         inert("media sizes type").and("src", isLink).and("srcset", isSet),
		"track":          inert("default kind label srclang").and("src", isLink),
		"audio":          inert("autoplay controls loop muted preload").and("src", isLink),
		"video":          inert("autoplay controls loop muted playsinline preload").and("src", isLink).and("poster", isLink),
		"q":              rules{}.and("cite", isLink),
		"del ins":        inert("datetime").and("cite", isLink),
		"time":           inert("datetime"),
		"data":           inert("value"),
		"meter":          inert("high low max min optimum value"),
		"progress":       inert("max value"),
		"details":        inert("open"),
		"font":           inert("color face size"),
		"ol":             inert("reversed start type"),
		"ul":             inert("type"),
		"li":             inert("type value"),
		"table":          inert("border cellpadding cellspacing summary"),
		"col colgroup":   inert("span"),
		"td th":          inert("abbr colspan headers nowrap rowspan scope"),
		"tbody tfoot tr": rules{},
		"thead":          rules{},
		"blockquote":     rules{}.and("cite", isLink),
	} {
		add(names, element{served: true, attrs: attrs})
	}
	return all
}

// rules are the attributes of an element, and what their values must be.
type rules map[string]func(string) bool

// inert are attributes with any value.
func inert(names string) rules {
	r := rules{}
	for _, name := range strings.Fields(names) {
		r[name] = nil
	}
	return r
}

// and adds an attribute whose values are checked.
func (r rules) and(name string, check func(string) bool) rules {
	r = maps.Clone(r)
	r[name] = check
	return r
}

// serves reports whether an attribute is served, and as what it is counted if it is not.
func (el element) serves(a attr) (Kind, bool) {
	check, known := el.attrs[a.name]
	switch {
	case known && check == nil, everywhere[a.name], strings.HasPrefix(a.name, "aria-") && isAttributeName(a.name):
		return 0, true
	case a.name == "target" || a.name == "rel":
		return Attribute, known && check(a.value)
	case known:
		return URL, check(a.value)
	case strings.HasPrefix(a.name, "on"):
		return Handler, false
	case a.name == "style":
		return Style, false
	}
	return Attribute, false
}

// isTarget accepts the windows that a link may name.
func isTarget(value string) bool {
	return slices.Contains([]string{"_blank", "_self", "_parent", "_top"}, strings.ToLower(value))
}

// isRel accepts relations that do not give the linked page a handle on this one.
func isRel(value string) bool {
	return !slices.Contains(strings.Fields(strings.ToLower(unescape(value))), "opener")
}

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(names) {
		m[name] = true
	}
	return m
}
