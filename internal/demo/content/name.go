package content

// Colour is a colour of products, with its hex code.
type Colour struct {
	Text
	Hex string
}

// Colours has the names that package picture recognises, so that a blue shirt is drawn blue.
var Colours = []Colour{
	{Text{"Mavi", "Blue"}, "#4B7FB5"}, {Text{"Lacivert", "Navy"}, "#2A3B66"}, {Text{"Beyaz", "White"}, "#F3EFE6"},
	{Text{"Krem", "Cream"}, "#EFE2C6"},
	{Text{"Siyah", "Black"}, "#32323A"}, {Text{"Gri", "Grey"}, "#8A8F98"}, {Text{"Yeşil", "Green"}, "#5B8C5A"},
	{Text{"Nane", "Mint"}, "#9FD0B8"},
	{Text{"Kırmızı", "Red"}, "#B8433C"}, {Text{"Bordo", "Burgundy"}, "#7B2D3B"}, {Text{"Pembe", "Pink"}, "#DF9AA8"},
	{Text{"Mor", "Purple"}, "#7A5C99"},
	{Text{"Hardal", "Mustard"}, "#C9962C"}, {Text{"Turuncu", "Orange"}, "#E08540"},
	{Text{"Kahverengi", "Brown"}, "#7D5A44"}, {Text{"Turkuaz", "Turquoise"}, "#3AA9A5"},
}

// Names of authors and guides.
var (
	FirstNames = []string{"Defne", "Kerem", "Elif", "Baran", "Zeynep", "Umut", "Nehir", "Ozan", "Asya", "Tuna", "Leyla",
		"Arda", "Mira", "Deniz", "Selin", "Kaan",
		"Ada", "Emre", "Yasemin", "Toprak", "Clara", "Jonas", "Maya", "Leo", "Iris", "Noah", "Nora", "Felix"}
	LastNames = []string{"Aksoy", "Demirhan", "Yalın", "Korkmazer", "Tunalı", "Sezgin", "Bulutlu", "Çınarlı", "Kayalar",
		"Ormancı", "Gündoğan", "Ilgaz",
		"Erdemli", "Safran", "Toprakçı", "Whitlow", "Marlen", "Brandt", "Okafor", "Lindqvist", "Moretti"}
)

// ArtSubjects are titles of prints without a language: places, winds, colours.
var ArtSubjects = []string{"Galata", "Balat", "Moda", "Bosporus", "Göreme", "Aegea", "Lodos", "Poyraz", "Meridian",
	"Solstice", "Marmara", "Halfeti", "Akdamar",
	"Kordon", "Equinox", "Ararat", "Uludağ", "Iznik", "Midas", "Terra", "Indigo", "Umbra", "Sienna", "Levant"}

// Titles of paintings combine one of each.
var (
	PaintingTimes = []Text{{"Sabah", "Morning"}, {"Akşam", "Evening"}, {"Kış", "Winter"}, {"Yaz", "Summer"},
		{"Sessiz", "Silent"}, {"Uzak", "Distant"}, {"Mavi", "Blue"},
		{"Sarı", "Yellow"}, {"Boş", "Empty"}, {"Eski", "Old"}, {"Islak", "Wet"}, {"Son", "Last"}, {"İlk", "First"},
		{"Unutulan", "Forgotten"}}
	PaintingScenes = []Text{{"İskele", "Quay"}, {"Avlu", "Courtyard"}, {"Oda", "Room"}, {"Bahçe", "Garden"},
		{"Merdiven", "Staircase"}, {"Pencere", "Window"}, {"Sofra", "Table"},
		{"Kıyı", "Shore"}, {"Çatı", "Rooftop"}, {"Sokak", "Street"}, {"Sandalye", "Chair"}, {"İncirler", "Figs"},
		{"Tekne", "Boat"}, {"Orman", "Forest"}}
)

// Titles of books combine one of each. In Turkish the owner is a genitive and the belonging carries its suffix.
var (
	BookOwners = []Text{{"Rüzgârın", "the Wind"}, {"Denizin", "the Sea"}, {"Sokağın", "Our Street"},
		{"Annemin", "My Mother"}, {"Kışın", "Winter"}, {"Eski Şehrin", "the Old City"},
		{"Bahçenin", "the Garden"}, {"Gecenin", "the Night"}, {"Balıkçının", "the Fisherman"},
		{"Saatçinin", "the Clockmaker"}, {"Kirazın", "the Cherry Tree"}, {"Tuzun", "Salt"},
		{"Yolcunun", "the Traveller"}, {"Fırtınanın", "the Storm"}, {"Tavan Arasının", "the Attic"},
		{"Üçüncü Katın", "the Third Floor"}}
	BookBelongings = []Text{{"Defteri", "The Notebook of"}, {"Kedileri", "The Cats of"}, {"Uykusu", "The Sleep of"},
		{"Haritası", "The Map of"}, {"Sesi", "The Voice of"},
		{"Kapıları", "The Doors of"}, {"Mektupları", "The Letters of"}, {"Gölgesi", "The Shadow of"},
		{"Bekçisi", "The Keeper of"}, {"Şarkısı", "The Song of"},
		{"Rengi", "The Colour of"}, {"Çocukları", "The Children of"}, {"Aynası", "The Mirror of"}, {"Anahtarı", "The Key of"}}
)
