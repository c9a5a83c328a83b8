package seed

// hue is a colour that things come in.
type hue struct {
	text
	hex string
}

// hues are named as package art knows them, so that a blue shirt is drawn blue.
var hues = []hue{
	{text{"Mavi", "Blue"}, "#4B7FB5"}, {text{"Lacivert", "Navy"}, "#2A3B66"}, {text{"Beyaz", "White"}, "#F3EFE6"}, {text{"Krem", "Cream"}, "#EFE2C6"},
	{text{"Siyah", "Black"}, "#32323A"}, {text{"Gri", "Grey"}, "#8A8F98"}, {text{"Yeşil", "Green"}, "#5B8C5A"}, {text{"Nane", "Mint"}, "#9FD0B8"},
	{text{"Kırmızı", "Red"}, "#B8433C"}, {text{"Bordo", "Burgundy"}, "#7B2D3B"}, {text{"Pembe", "Pink"}, "#DF9AA8"}, {text{"Mor", "Purple"}, "#7A5C99"},
	{text{"Hardal", "Mustard"}, "#C9962C"}, {text{"Turuncu", "Orange"}, "#E08540"}, {text{"Kahverengi", "Brown"}, "#7D5A44"}, {text{"Turkuaz", "Turquoise"}, "#3AA9A5"},
}

// firstNames and lastNames make up authors and guides.
var (
	firstNames = []string{"Defne", "Kerem", "Elif", "Baran", "Zeynep", "Umut", "Nehir", "Ozan", "Asya", "Tuna", "Leyla", "Arda", "Mira", "Deniz", "Selin", "Kaan",
		"Ada", "Emre", "Yasemin", "Toprak", "Clara", "Jonas", "Maya", "Leo", "Iris", "Noah", "Nora", "Felix"}
	lastNames = []string{"Aksoy", "Demirhan", "Yalın", "Korkmazer", "Tunalı", "Sezgin", "Bulutlu", "Çınarlı", "Kayalar", "Ormancı", "Gündoğan", "Ilgaz",
		"Erdemli", "Safran", "Toprakçı", "Whitlow", "Marlen", "Brandt", "Okafor", "Lindqvist", "Moretti"}
)

// city is a real place on the map; what stands in it is made up.
type city struct {
	name     text
	country  text
	lat, lng float64
	phone    string // up to the last three digits; numbers with 555 belong to nobody
}

var (
	turkiye  = text{"Türkiye", "Türkiye"}
	homeTown = []city{
		{text{"İstanbul", "Istanbul"}, turkiye, 41.0082, 28.9784, "+90 212 555 0"}, {text{"Ankara", "Ankara"}, turkiye, 39.9334, 32.8597, "+90 312 555 0"},
		{text{"İzmir", "Izmir"}, turkiye, 38.4192, 27.1287, "+90 232 555 0"}, {text{"Bursa", "Bursa"}, turkiye, 40.1885, 29.0610, "+90 224 555 0"},
		{text{"Eskişehir", "Eskisehir"}, turkiye, 39.7667, 30.5256, "+90 222 555 0"}, {text{"Antalya", "Antalya"}, turkiye, 36.8969, 30.7133, "+90 242 555 0"},
		{text{"Gaziantep", "Gaziantep"}, turkiye, 37.0662, 37.3833, "+90 342 555 0"}, {text{"Trabzon", "Trabzon"}, turkiye, 40.9950, 39.7178, "+90 462 555 0"},
		{text{"Konya", "Konya"}, turkiye, 37.8746, 32.4932, "+90 332 555 0"}, {text{"Mardin", "Mardin"}, turkiye, 37.3129, 40.7339, "+90 482 555 0"},
		{text{"Nevşehir", "Nevsehir"}, turkiye, 38.6247, 34.7142, "+90 384 555 0"}, {text{"Muğla", "Mugla"}, turkiye, 37.2153, 28.3636, "+90 252 555 0"},
		{text{"Çanakkale", "Canakkale"}, turkiye, 40.1467, 26.4086, "+90 286 555 0"}, {text{"Adana", "Adana"}, turkiye, 37.0000, 35.3213, "+90 322 555 0"},
		{text{"Van", "Van"}, turkiye, 38.5012, 43.3730, "+90 432 555 0"}, {text{"Kars", "Kars"}, turkiye, 40.6013, 43.0975, "+90 474 555 0"},
	}
	farTown = []city{
		{text{"Berlin", "Berlin"}, text{"Almanya", "Germany"}, 52.5200, 13.4050, "+49 30 23125 "}, {text{"Londra", "London"}, text{"Birleşik Krallık", "United Kingdom"}, 51.5072, -0.1276, "+44 20 7946 0"},
		{text{"Amsterdam", "Amsterdam"}, text{"Hollanda", "Netherlands"}, 52.3676, 4.9041, "+31 20 555 0"}, {text{"Lizbon", "Lisbon"}, text{"Portekiz", "Portugal"}, 38.7223, -9.1393, "+351 21 555 0"},
		{text{"Kopenhag", "Copenhagen"}, text{"Danimarka", "Denmark"}, 55.6761, 12.5683, "+45 33 55 50 "}, {text{"Viyana", "Vienna"}, text{"Avusturya", "Austria"}, 48.2082, 16.3738, "+43 1 555 0"},
		{text{"Atina", "Athens"}, text{"Yunanistan", "Greece"}, 37.9838, 23.7275, "+30 21 0555 0"}, {text{"Prag", "Prague"}, text{"Çekya", "Czechia"}, 50.0755, 14.4378, "+420 255 555 "},
	}
	streets = []text{{"Ihlamur Sokak", "Linden Lane"}, {"Çınar Caddesi", "Plane Tree Street"}, {"Değirmen Yokuşu", "Mill Hill"}, {"Bakırcılar Çarşısı", "Coppersmiths' Row"},
		{"Kuzgun Sokak", "Raven Street"}, {"Nar Çıkmazı", "Pomegranate Close"}, {"Fener Yolu", "Lantern Road"}, {"Dokumacılar Sokak", "Weavers' Lane"},
		{"Rüzgâr Caddesi", "Wind Street"}, {"Kumrular Sokak", "Dove Street"}, {"Sarnıç Meydanı", "Cistern Square"}, {"İskele Caddesi", "Pier Street"}}
)

// spot is an address in a city, within a kilometre or two of its middle.
type spot struct {
	lat, lng               float64
	address, city, country string
	phone                  string
}

// spot finds an address; how it is written follows the language.
func (c city) spot(d *dice, lang string) spot {
	number := d.between(1, 140)
	street, town := pick(d, streets).in(lang), c.name.in(lang)
	at := spot{lat: jitter(c.lat, d), lng: jitter(c.lng, d), city: town, country: c.country.in(lang), phone: c.phone + digits(d, 3)}
	if lang == turkish {
		at.address = street + " No: " + itoa(number) + ", " + town
	} else {
		at.address = itoa(number) + " " + street + ", " + town
	}
	return at
}

// jitter moves a coordinate by at most 0.012 degrees, in steps of a ten-thousandth: the same float64 on every machine.
func jitter(at float64, d *dice) float64 {
	return float64(int(at*10000)+d.between(-120, 120)) / 10000
}

// zones are the time zones of the countries above.
var zones = map[string]string{"Türkiye": "Europe/Istanbul", "Germany": "Europe/Berlin", "United Kingdom": "Europe/London", "Netherlands": "Europe/Amsterdam",
	"Portugal": "Europe/Lisbon", "Denmark": "Europe/Copenhagen", "Austria": "Europe/Vienna", "Greece": "Europe/Athens", "Czechia": "Europe/Prague"}

// cityOf finds a city by its English name.
func cityOf(name string) city {
	for _, cities := range [][]city{homeTown, farTown} {
		for _, c := range cities {
			if c.name.en == name {
				return c
			}
		}
	}
	panic("seed: no city " + name)
}

// town is a city: mostly one at home, seldom one abroad.
func town(d *dice, abroad int) city {
	if d.chance(abroad) {
		return pick(d, farTown)
	}
	return pick(d, homeTown)
}

// digits are n of them.
func digits(d *dice, n int) string {
	s := make([]byte, n)
	for i := range s {
		s[i] = '0' + byte(d.n(10))
	}
	return string(s)
}

// person is a first and a last name.
func person(d *dice) string { return pick(d, firstNames) + " " + pick(d, lastNames) }
