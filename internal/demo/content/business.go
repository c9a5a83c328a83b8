package content

// Brand is an invented brand.
type Brand struct {
	Name, Family string
}

var demoBrands = []Brand{
	{"Velturna", "wear"}, {"Lodosya", "wear"}, {"Kırkyamalı", "wear"}, {"Tuvanda", "wear"}, {"Nilvera", "wear"},
	{"Örgünaz", "wear"}, {"Pamukşa", "wear"},
	{"Saraçya", "bag"}, {"Dermonta", "bag"}, {"Taykora", "bag"}, {"Telmira", "jewel"}, {"Aytelin", "jewel"},
	{"Zerinora", "jewel"}, {"Kuyumra", "jewel"},
	{"Kestanora", "home"}, {"Toprakhan", "home"}, {"Sırlıca", "home"}, {"Bakırmor", "home"}, {"Dokunda", "home"},
	{"Meşeliva", "home"}, {"Camvera", "home"},
	{"Yundola", "home"}, {"Kilimora", "home"}, {"Işıltan", "home"}, {"Defterra", "paper"}, {"Mürekka", "paper"},
	{"Sayfiyat", "paper"},
	{"Harfora", "book"}, {"Pusulka", "book"}, {"Sarmaşıka", "book"}, {"Sabunya", "care"}, {"Lavandora", "care"},
	{"Itırla", "care"},
	{"Yaylanza", "food"}, {"Kilerova", "food"}, {"Dutmira", "food"}, {"Çekirdekli", "food"}, {"Mırmırık", "kids"},
	{"Pıtırova", "kids"}, {"Ninnuba", "kids"},
	{"Sesvana", "tech"}, {"Rezonya", "tech"}, {"Saksıra", "garden"}, {"Yaprakova", "garden"}, {"Gravira", "art"},
	{"Kırmızıkuş", "art"}, {"Merdanya", "art"},
	{"Gölgeli", "home"}, // not out yet: brands.go makes the last one of a tenant a draft
}

var atelierBrands = []Brand{
	{"Velturna", "supply"}, {"Kuzeyışık", "art"}, {"Moravel", "art"}, {"Ateş & Kil", "tile"}, {"Sırçalı", "tile"},
	{"Fırçalan", "supply"}, {"Pigmenta Nora", "supply"},
	{"Taşyontu", "art"}, {"Bronzhane", "art"}, {"Sessiz Oda", "art"},
}

// BrandProse holds descriptions of brands by family. {name}, {year} and {city} are filled in.
var BrandProse = map[string][]Text{
	"wear": {{"{name}, {year} yılında {city} kentinde üç terzinin kurduğu bir giyim atölyesi. Her kalıp önce kendi " +
		"üzerlerinde denenir.",
		"{name} is a clothing workshop that three tailors opened in {city} in {year}. They wear every pattern themselves " +
			"first."}},
	"bag": {{"{name}, {city} saraçlarından el almış bir deri atölyesi. {year} yılından beri aynı dikişi atıyor.",
		"{name} is a leather workshop taught by the saddlers of {city}, and has kept to the same stitch since {year}."}},
	"jewel": {{"{name} takıları {city} kentinde, iki tezgâhlık bir dükkânda dövülüyor. İlk tezgâh {year} yılından.",
		"{name} hammers its jewellery in {city}, in a shop of two benches. The first bench is from {year}."}},
	"home": {{"{name}, eve ağır ağır giren eşyalar yapar. {city}, {year}.",
		"{name} makes things that enter a home slowly. {city}, {year}."},
		{"{name}, {city} çevresindeki ustalarla {year} yılından beri çalışıyor.",
			"{name} has worked with the masters around {city} since {year}."}},
	"paper": {{"{name} kâğıdı sever: keser, katlar, diker. {city}, {year}.",
		"{name} loves paper: cuts it, folds it, sews it. {city}, {year}."}},
	"book": {{"{name}, yılda on iki kitap basan bağımsız bir yayınevi. {city}, {year}.",
		"{name} is an independent press with twelve books a year. {city}, {year}."}},
	"care": {{"{name} sabunları kırk gün dinlenir. {city}, {year}.",
		"{name} rests its soaps for forty days. {city}, {year}."}},
	"food": {{"{name}, {city} çevresindeki otuz üreticinin ortak mutfağı. Kuruluşu {year}.",
		"{name} is the shared kitchen of thirty growers around {city}, founded in {year}."}},
	"kids": {{"{name}, pilsiz oyuncaklar ve yumuşak giysiler yapar. {city}, {year}.",
		"{name} makes toys without batteries and clothes that are soft. {city}, {year}."}},
	"tech": {{"{name}, onarılabilen ses aletleri yapar; yedek parça listesi herkese açık. {city}, {year}.",
		"{name} makes sound equipment that can be mended; its list of spare parts is public. {city}, {year}."}},
	"garden": {{"{name}, balkonu olan herkes için. {city}, {year}.",
		"{name} is for everyone with a balcony. {city}, {year}."}},
	"art": {{"{name}, sanatçılarla sınırlı baskılar yapan bir atölye. {city}, {year}.",
		"{name} is a studio that makes limited editions with artists. {city}, {year}."}},
	"supply": {{"{name}, ressamlar için gereç yapan bir aile işi. {city}, {year}.",
		"{name} is a family business that makes tools for painters. {city}, {year}."}},
	"tile": {{"{name}, sıraltı çininin peşinde. {city}, {year}.",
		"{name} follows the art of the underglaze tile. {city}, {year}."}},
}

// Merchant is an invented merchant: its city, and the family of what it sells. An empty family sells everything.
type Merchant struct {
	Name   string
	Lang   string
	Family string
}

var demoMerchants = []Merchant{
	{"Çınaraltı Dükkânı", Turkish, ""}, {"Rüzgârlı Köşe", Turkish, "wear"}, {"Kırmızı Tezgâh", Turkish, "home"},
	{"The Copper Stair", English, "home"},
	{"İğne Oyası Evi", Turkish, "wear"}, {"Saraç İbrahim'in Yeri", Turkish, "bag"}, {"Little Anvil", English, "jewel"},
	{"Gümüş Kapı", Turkish, "jewel"},
	{"Kavanoz Kooperatifi", Turkish, "food"}, {"Dağ Köyü Kadınları", Turkish, "food"}, {"North Pantry", English, "food"},
	{"Sabun Odası", Turkish, "care"},
	{"Lavender Yard", English, "care"}, {"Ters Köşe Kitap", Turkish, "book"}, {"Mürekkep Lekesi", Turkish, "paper"},
	{"Paper Boat Stationers", English, "paper"},
	{"Üç Kedi Oyuncak", Turkish, "kids"}, {"Merry Wheel Toys", English, "kids"}, {"Ses Ustası", Turkish, "tech"},
	{"Quiet Room Audio", English, "tech"},
	{"Saksı Bahçesi", Turkish, "garden"}, {"Windowsill", English, "garden"}, {"Galeri Merdiven", NoLanguage, "art"},
	{"Atlas Print Room", NoLanguage, "art"},
	{"Toprak Ana Seramik", Turkish, "home"}, {"Tezgâhtan Eve", Turkish, "home"}, {"Fener Altı", Turkish, "home"},
	{"Wool & Walnut", English, ""},
	{"Mahalle Terzisi", Turkish, "wear"}, {"Slow Needle", English, "wear"}, {"Örgü Saati", Turkish, "wear"},
	{"Hasır Sokak", Turkish, "bag"},
	{"Kestane Ağacı", Turkish, ""}, {"Yokuş Başı", Turkish, ""}, {"Harbour Goods", English, ""},
	{"Sandık Dibi", Turkish, "home"},
	{"Avlu", NoLanguage, ""}, {"Şişe ve Cam", Turkish, "home"}, {"Two Looms", English, "home"},
	{"Kapanan Dükkân", Turkish, ""},
}

var atelierMerchants = []Merchant{
	{"Studio Moravel", English, "art"}, {"Kuzey Odası", Turkish, "art"}, {"The Glaze Kitchen", English, "tile"},
	{"Çini Sokağı", Turkish, "tile"},
	{"Brush & Bristle", English, "supply"}, {"Taş Avlu", Turkish, "art"}, {"Residents' Hall", NoLanguage, ""},
	{"Upcoming Artist", English, "art"},
}

// MerchantProse holds descriptions of merchants. {name} and {city} are filled in.
var MerchantProse = []Text{
	{"{name}, {city} sokaklarından birinde, öğleden sonraları kapısı açık bir dükkân.",
		"{name} is a shop in a side street of {city} whose door stands open in the afternoons."},
	{"{city} kentinden yola çıkan siparişler iki günde hazırlanır. Paketleme kâğıttan, bant pamuktan.",
		"Orders leave {city} within two days, packed in paper and cotton tape."},
	{"{name}, tanıdığı ustaların işlerini satar; bilmediğini satmaz.",
		"{name} sells the work of makers it knows, and nothing else."},
}

var HolidayMessages = []Text{
	{"Tatildeyiz. Siparişleriniz ayın on beşinden sonra yola çıkar.", "We are away. Orders are sent after the fifteenth."},
	{"Atölye taşınıyor; gecikme için özür dileriz.", "The workshop is moving house; please bear with us."},
}

// Organization is an invented organization.
type Organization struct {
	Name  string
	Lang  string
	Brief Text
}

var demoOrganizations = []Organization{
	{"Toprak ve Ateş Derneği", Turkish, Text{"Çömlekçilerin buluştuğu, fırınlarını paylaştığı dernek.", ""}},
	{"Dokuma Mirası Vakfı", Turkish, Text{"Unutulan tezgâhları yeniden kuran vakıf.", ""}},
	{"Usta Çırak Akademisi", Turkish, Text{"Gençleri ustaların yanına yerleştiren okul.", ""}},
	{"Anadolu Kök Boya Kooperatifi", Turkish, Text{"Kökboya ve ceviz yetiştiren otuz iki aile.", ""}},
	{"Kıyı Temizliği Gönüllüleri", Turkish, Text{"Her ayın ilk pazarı bir koyda.", ""}},
	{"Sokak Çalgıcıları Birliği", Turkish, Text{"Sokakta müzik yapanların birliği.", ""}},
	{"Mahalle Kütüphaneleri Ağı", Turkish, Text{"Kırk mahallede kırk küçük kütüphane.", ""}},
	{"Onarım Kahvesi", Turkish, Text{"Bozulanı atmadan önce bir uğrayın.", ""}},
	{"Kardelen Çocuk Tiyatrosu", Turkish, Text{"Köy okullarına sahne taşıyan topluluk.", ""}},
	{"Slow Craft Network", English, Text{"", "A network of workshops that would rather be slow."}},
	{"The Repair Guild", English, Text{"", "People who mend, and teach how."}},
	{"Open Loom Foundation", English, Text{"", "Patterns and looms that anybody may build."}},
	{"Small Press Union", English, Text{"", "Independent presses that share a van and a stand."}},
	{"Harbour Music Trust", English, Text{"", "Concerts on quays, for free, all summer."}},
	{"Common Kiln", English, Text{"", "A kiln that a whole street fires."}},
	{"Green Balcony League", English, Text{"", "Neighbours who grow tomatoes on the fifth floor."}},
	{"Atlas Forum", NoLanguage, Text{"", "Yearly meeting of makers, sellers and museums."}},
	{"Meridyen 29", NoLanguage, Text{"", "A collective between two continents."}},
	{"Kuruluş Aşamasında", Turkish, Text{"Henüz kurulmadı.", ""}},
}

var atelierOrganizations = []Organization{
	{"Kuzey Sanat Derneği", Turkish, Text{"Atölyeyi ayakta tutan üyeler.", ""}},
	{"Friends of the Kiln", English, Text{"", "Those who keep our kiln warm."}},
	{"Konuk Sanatçı Programı", Turkish, Text{"Her yıl altı sanatçı, altı hafta.", ""}},
	{"Ink & Acid Society", English, Text{"", "Etchers, once a month, with biscuits."}},
	{"Collegium Ultramarin", NoLanguage, Text{"", "On the history of one pigment."}},
	{"Sonraki Dernek", Turkish, Text{"Hazırlanıyor.", ""}},
}

var OrganizationProse = Text{
	"Her yıl açık bir toplantıda ne yaptığını ve ne kadar harcadığını anlatır; kapısı yeni gelene açıktır.",
	"Once a year it tells an open meeting what it did and what that cost; whoever comes is welcome."}

var ContactRoles = []Text{{"Genel sekreter", "Secretary"}, {"Basın", "Press"}, {"Gönüllüler", "Volunteers"},
	{"Eğitim", "Education"}}
