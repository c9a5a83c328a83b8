package content

// Place is an invented venue in a real city. A capacity of 0 is unknown.
type Place struct {
	Name, City string
	Lang       string
	Capacity   int
}

var demoPlaces = []Place{
	{"Rüzgârgülü Sahnesi", "Istanbul", Turkish, 1200}, {"Sarnıç Salonu", "Istanbul", Turkish, 350},
	{"Tuz Ambarı", "Izmir", Turkish, 800}, {"Kırmızı Fabrika", "Ankara", Turkish, 2400},
	{"İpek Avlusu", "Bursa", Turkish, 500}, {"Porsuk Köprü Sahnesi", "Eskisehir", Turkish, 640},
	{"Nar Bahçesi Açıkhava", "Antalya", Turkish, 3200}, {"Bakırcılar Hanı", "Gaziantep", Turkish, 420},
	{"Dalgakıran Kültür Evi", "Trabzon", Turkish, 300}, {"Ovada Bir Salon", "Konya", Turkish, 900},
	{"Taş Konak", "Mardin", Turkish, 180}, {"Peri Bacası Atölyesi", "Nevsehir", Turkish, 60},
	{"Zeytinlik Amfi", "Mugla", Turkish, 1500}, {"Boğaz Rıhtımı", "Canakkale", Turkish, 2000},
	{"Pamuk Deposu", "Adana", Turkish, 1100}, {"Göl Evi", "Van", Turkish, 240},
	{"Kale Altı Kahvesi", "Kars", Turkish, 80}, {"Küçük Sahne 12", "Istanbul", NoLanguage, 120},
	{"Stadyum Poyraz", "Izmir", NoLanguage, 21500}, {"Arena Bozkır", "Ankara", NoLanguage, 14800},
	{"The Copper Hall", "London", English, 1400}, {"Mill Yard", "Amsterdam", English, 360},
	{"Spreeside Depot", "Berlin", English, 950}, {"Azulejo Court", "Lisbon", English, 280},
	{"North Quay Rooms", "Copenhagen", English, 520}, {"Linden Court Theatre", "Vienna", English, 760},
	{"Lower Agora", "Athens", English, 1800}, {"Old Tram Hall", "Prague", English, 640},
	{"Çatı Katı", "Istanbul", Turkish, 0}, {"Yenilenen Salon", "Ankara", Turkish, 700},
}

var atelierPlaces = []Place{
	{"Kuzey Galerisi", "Istanbul", Turkish, 90}, {"The Kiln Room", "Istanbul", English, 24},
	{"Işıklık", "Istanbul", Turkish, 40}, {"Sculpture Yard", "Izmir", English, 150},
	{"Depo Kuzey", "Istanbul", NoLanguage, 0}, {"Hidden Gallery", "Berlin", English, 60},
}

// PlaceProse holds descriptions of places. {name} and {city} are filled in.
var PlaceProse = []Text{
	{"{name}, {city} şehrinin eski bir deposundan dönüştürüldü. Akustiği ahşap panellerle elde ayarlandı.",
		"{name} was made of an old warehouse in {city}. Its acoustics were tuned by hand with wooden panels."},
	{"{city} merkezine on dakika; rampalı giriş, bisiklet parkı ve küçük bir kahve.",
		"Ten minutes from the middle of {city}; a ramp at the door, bicycle stands and a small café."},
	{"{name}, gündüz sergi, akşam sahne. Pazartesileri kapalı.",
		"{name} is a gallery by day and a stage by night. Closed on Mondays."},
}

// City is a real city with its coordinates.
type City struct {
	Name     Text
	Country  Text
	Lat, Lng float64
	Phone    string // up to the last three digits; numbers with 555 belong to nobody
}

var (
	turkiye       = Text{"Türkiye", "Türkiye"}
	TurkishCities = []City{
		{Text{"İstanbul", "Istanbul"}, turkiye, 41.0082, 28.9784, "+90 212 555 0"},
		{Text{"Ankara", "Ankara"}, turkiye, 39.9334, 32.8597, "+90 312 555 0"},
		{Text{"İzmir", "Izmir"}, turkiye, 38.4192, 27.1287, "+90 232 555 0"},
		{Text{"Bursa", "Bursa"}, turkiye, 40.1885, 29.0610, "+90 224 555 0"},
		{Text{"Eskişehir", "Eskisehir"}, turkiye, 39.7667, 30.5256, "+90 222 555 0"},
		{Text{"Antalya", "Antalya"}, turkiye, 36.8969, 30.7133, "+90 242 555 0"},
		{Text{"Gaziantep", "Gaziantep"}, turkiye, 37.0662, 37.3833, "+90 342 555 0"},
		{Text{"Trabzon", "Trabzon"}, turkiye, 40.9950, 39.7178, "+90 462 555 0"},
		{Text{"Konya", "Konya"}, turkiye, 37.8746, 32.4932, "+90 332 555 0"},
		{Text{"Mardin", "Mardin"}, turkiye, 37.3129, 40.7339, "+90 482 555 0"},
		{Text{"Nevşehir", "Nevsehir"}, turkiye, 38.6247, 34.7142, "+90 384 555 0"},
		{Text{"Muğla", "Mugla"}, turkiye, 37.2153, 28.3636, "+90 252 555 0"},
		{Text{"Çanakkale", "Canakkale"}, turkiye, 40.1467, 26.4086, "+90 286 555 0"},
		{Text{"Adana", "Adana"}, turkiye, 37.0000, 35.3213, "+90 322 555 0"},
		{Text{"Van", "Van"}, turkiye, 38.5012, 43.3730, "+90 432 555 0"},
		{Text{"Kars", "Kars"}, turkiye, 40.6013, 43.0975, "+90 474 555 0"},
	}
	ForeignCities = []City{
		{Text{"Berlin", "Berlin"}, Text{"Almanya", "Germany"}, 52.5200, 13.4050, "+49 30 23125 "},
		{Text{"Londra", "London"}, Text{"Birleşik Krallık", "United Kingdom"}, 51.5072, -0.1276, "+44 20 7946 0"},
		{Text{"Amsterdam", "Amsterdam"}, Text{"Hollanda", "Netherlands"}, 52.3676, 4.9041, "+31 20 555 0"},
		{Text{"Lizbon", "Lisbon"}, Text{"Portekiz", "Portugal"}, 38.7223, -9.1393, "+351 21 555 0"},
		{Text{"Kopenhag", "Copenhagen"}, Text{"Danimarka", "Denmark"}, 55.6761, 12.5683, "+45 33 55 50 "},
		{Text{"Viyana", "Vienna"}, Text{"Avusturya", "Austria"}, 48.2082, 16.3738, "+43 1 555 0"},
		{Text{"Atina", "Athens"}, Text{"Yunanistan", "Greece"}, 37.9838, 23.7275, "+30 21 0555 0"},
		{Text{"Prag", "Prague"}, Text{"Çekya", "Czechia"}, 50.0755, 14.4378, "+420 255 555 "},
	}
	Streets = []Text{{"Ihlamur Sokak", "Linden Lane"}, {"Çınar Caddesi", "Plane Tree Street"},
		{"Değirmen Yokuşu", "Mill Hill"}, {"Bakırcılar Çarşısı", "Coppersmiths' Row"},
		{"Kuzgun Sokak", "Raven Street"}, {"Nar Çıkmazı", "Pomegranate Close"}, {"Fener Yolu", "Lantern Road"},
		{"Dokumacılar Sokak", "Weavers' Lane"},
		{"Rüzgâr Caddesi", "Wind Street"}, {"Kumrular Sokak", "Dove Street"}, {"Sarnıç Meydanı", "Cistern Square"},
		{"İskele Caddesi", "Pier Street"}}
)

// Zones maps a country, by its English name, to its time zone.
var Zones = map[string]string{"Türkiye": "Europe/Istanbul", "Germany": "Europe/Berlin",
	"United Kingdom": "Europe/London", "Netherlands": "Europe/Amsterdam",
	"Portugal": "Europe/Lisbon", "Denmark": "Europe/Copenhagen", "Austria": "Europe/Vienna", "Greece": "Europe/Athens",
	"Czechia": "Europe/Prague"}

// CityNamed returns a city by its English name. It panics if there is none.
func CityNamed(name string) City {
	for _, cities := range [][]City{TurkishCities, ForeignCities} {
		for _, c := range cities {
			if c.Name.EN == name {
				return c
			}
		}
	}
	panic("seed: no city " + name)
}
