package seed

// named is what a product is called, and what of that readers may filter by.
type named struct {
	name, slug string
	hue        *hue
	style      text
}

// nameOf makes up a name: colour, manner and material before the noun (Mavi Keten Gömlek, Blue Linen Shirt), a title for books,
// a subject for pictures.
func nameOf(d *dice, t thing, material text, lang string) named {
	noun := t.noun.in(lang)
	if lang == none {
		noun = t.noun.tr
	}
	switch t.craft {
	case reading:
		title := bookTitle(d, lang)
		return named{name: title, slug: title + " " + noun}
	case edition:
		name := pick(d, subjects) + " No. " + itoa(d.between(1, 24)) + ", " + noun
		return named{name: name, slug: name}
	case painted:
		name := pick(d, hours).in(lang) + " " + pick(d, scenes).in(lang)
		return named{name: name, slug: name + " " + noun}
	}
	n := named{}
	var words []string
	stuff := material.in(lang)
	if t.craft.coloured && d.chance(70) {
		h := pick(d, hues)
		n.hue = &h
		words = append(words, h.in(lang))
	}
	if s := t.craft.styles; len(s) > 0 && (n.hue == nil || d.chance(35)) {
		n.style = pick(d, s)
		words = append(words, n.style.in(lang))
	}
	if len(words) < 2 || d.chance(25) {
		words = append(words, stuff)
	}
	for _, w := range words {
		n.name += w + " "
	}
	n.name += noun
	n.slug = n.name
	return n
}

// subjects are of pictures without a language: places, winds, hours.
var subjects = []string{"Galata", "Balat", "Moda", "Bosporus", "Göreme", "Aegea", "Lodos", "Poyraz", "Meridian", "Solstice", "Marmara", "Halfeti", "Akdamar",
	"Kordon", "Equinox", "Ararat", "Uludağ", "Iznik", "Midas", "Terra", "Indigo", "Umbra", "Sienna", "Levant"}

// hours and scenes make up the titles of paintings.
var (
	hours = []text{{"Sabah", "Morning"}, {"Akşam", "Evening"}, {"Kış", "Winter"}, {"Yaz", "Summer"}, {"Sessiz", "Silent"}, {"Uzak", "Distant"}, {"Mavi", "Blue"},
		{"Sarı", "Yellow"}, {"Boş", "Empty"}, {"Eski", "Old"}, {"Islak", "Wet"}, {"Son", "Last"}, {"İlk", "First"}, {"Unutulan", "Forgotten"}}
	scenes = []text{{"İskele", "Quay"}, {"Avlu", "Courtyard"}, {"Oda", "Room"}, {"Bahçe", "Garden"}, {"Merdiven", "Staircase"}, {"Pencere", "Window"}, {"Sofra", "Table"},
		{"Kıyı", "Shore"}, {"Çatı", "Rooftop"}, {"Sokak", "Street"}, {"Sandalye", "Chair"}, {"İncirler", "Figs"}, {"Tekne", "Boat"}, {"Orman", "Forest"}}
)

// owners and belongings make up the titles of books. In Turkish the first is a genitive and the second carries its suffix.
var (
	owners = []text{{"Rüzgârın", "the Wind"}, {"Denizin", "the Sea"}, {"Sokağın", "Our Street"}, {"Annemin", "My Mother"}, {"Kışın", "Winter"}, {"Eski Şehrin", "the Old City"},
		{"Bahçenin", "the Garden"}, {"Gecenin", "the Night"}, {"Balıkçının", "the Fisherman"}, {"Saatçinin", "the Clockmaker"}, {"Kirazın", "the Cherry Tree"}, {"Tuzun", "Salt"},
		{"Yolcunun", "the Traveller"}, {"Fırtınanın", "the Storm"}, {"Tavan Arasının", "the Attic"}, {"Üçüncü Katın", "the Third Floor"}}
	belongings = []text{{"Defteri", "The Notebook of"}, {"Kedileri", "The Cats of"}, {"Uykusu", "The Sleep of"}, {"Haritası", "The Map of"}, {"Sesi", "The Voice of"},
		{"Kapıları", "The Doors of"}, {"Mektupları", "The Letters of"}, {"Gölgesi", "The Shadow of"}, {"Bekçisi", "The Keeper of"}, {"Şarkısı", "The Song of"},
		{"Rengi", "The Colour of"}, {"Çocukları", "The Children of"}, {"Aynası", "The Mirror of"}, {"Anahtarı", "The Key of"}}
)

func bookTitle(d *dice, lang string) string {
	owner, belonging := pick(d, owners).in(lang), pick(d, belongings).in(lang)
	if lang == turkish {
		return owner + " " + belonging
	}
	return belonging + " " + owner
}
