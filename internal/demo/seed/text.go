package seed

import (
	"strconv"
	"strings"

	"vitrine/internal/demo/content"
)

// say returns one of two texts, by language.
func say(lang, tr, en string) string { return content.Text{TR: tr, EN: en}.In(lang) }

// spot is an address in a city, within two kilometres of its centre.
type spot struct {
	lat, lng               float64
	address, city, country string
	phone                  string
}

// spotIn makes an address, written as its language does.
func spotIn(c content.City, d *dice, lang string) spot {
	number := d.between(1, 140)
	street, town := pick(d, content.Streets).In(lang), c.Name.In(lang)
	at := spot{lat: jitter(c.Lat, d), lng: jitter(c.Lng, d), city: town, country: c.Country.In(lang),
		phone: c.Phone + digits(d, 3)}
	if lang == content.Turkish {
		at.address = street + " No: " + itoa(number) + ", " + town
	} else {
		at.address = itoa(number) + " " + street + ", " + town
	}
	return at
}

// jitter moves a coordinate by at most 0.012 degrees, in steps of 0.0001: the same float64 on every machine.
func jitter(at float64, d *dice) float64 {
	return float64(int(at*10000)+d.between(-120, 120)) / 10000
}

// digits returns n random digits.
func digits(d *dice, n int) string {
	s := make([]byte, n)
	for i := range s {
		s[i] = '0' + byte(d.n(10))
	}
	return string(s)
}

// town returns a city, abroad with a probability in percent.
func town(d *dice, abroad int) content.City {
	if d.chance(abroad) {
		return pick(d, content.ForeignCities)
	}
	return pick(d, content.TurkishCities)
}

// person returns a first and a last name.
func person(d *dice) string { return pick(d, content.FirstNames) + " " + pick(d, content.LastNames) }

func itoa(n int) string { return strconv.Itoa(n) }

// media returns the path of a picture that the gateway draws (package picture).
func media(kind, slug string) string { return "/media/" + kind + "/" + slug + ".svg" }

// paragraphs, heading and bullets make HTML of plain text.
func paragraphs(ps ...string) string { return elements("p", "\n", ps) }

func heading(s string) string { return elements("h2", "", []string{s}) }

func bullets(items ...string) string { return "<ul>\n" + elements("li", "\n", items) + "</ul>\n" }

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func elements(tag, between string, texts []string) string {
	var b strings.Builder
	for i, s := range texts {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString("<" + tag + ">" + escaped.Replace(s) + "</" + tag + ">")
	}
	return b.String() + "\n"
}

// split cuts a point at its colon.
func split(point string) (head, rest string) {
	for i, r := range point {
		if r == ':' {
			return point[:i], point[i+2:]
		}
	}
	panic("seed: a point without a colon: " + point)
}
