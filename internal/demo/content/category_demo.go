package content

// Thing is a kind of product: its noun, its craft, and its lowest and highest price in whole units of the tenant's
// currency.
type Thing struct {
	Noun   Text
	Craft  *Craft
	Lo, Hi int
}

// Category is a node of a category tree. Only leaves hold things.
type Category struct {
	Name     Text
	Children []Category
	Things   []Thing
}

// demoTree is the product tree of demo, three levels deep.
var demoTree = []Category{
	{Name: Text{"Giyim", "Clothing"}, Children: []Category{
		{Name: Text{"Kadın", "Women"}, Children: []Category{
			{Name: Text{"Elbiseler", "Dresses"}, Things: []Thing{{Text{"Elbise", "Dress"}, cloth, 1190, 3400},
				{Text{"Gömlek Elbise", "Shirt Dress"}, cloth, 1290, 2900}, {Text{"Etek", "Skirt"}, cloth, 690, 1690}}},
			{Name: Text{"Gömlek ve Bluz", "Shirts and Blouses"},
				Things: []Thing{{Text{"Gömlek", "Shirt"}, cloth, 690, 1690}, {Text{"Bluz", "Blouse"}, cloth, 590, 1490},
					{Text{"Tunik", "Tunic"}, cloth, 790, 1890}}},
			{Name: Text{"Hırka ve Kimono", "Cardigans and Kimonos"},
				Things: []Thing{{Text{"Hırka", "Cardigan"}, knitted, 990, 2790}, {Text{"Kimono", "Kimono"}, cloth, 1090, 2490}}}}},
		{Name: Text{"Erkek", "Men"}, Children: []Category{
			{Name: Text{"Erkek Gömlekleri", "Men's Shirts"},
				Things: []Thing{{Text{"Yakasız Gömlek", "Collarless Shirt"}, cloth, 790, 1790},
					{Text{"Tişört", "Tee"}, cloth, 390, 890}}},
			{Name: Text{"Pantolonlar", "Trousers and Shorts"},
				Things: []Thing{{Text{"Pantolon", "Trousers"}, cloth, 890, 2190}, {Text{"Şort", "Shorts"}, cloth, 590, 1290}}},
			{Name: Text{"Triko", "Knitwear"}, Things: []Thing{{Text{"Kazak", "Sweater"}, knitted, 990, 2990},
				{Text{"Süveter", "Slipover Jumper"}, knitted, 790, 1990}, {Text{"Yelek", "Waistcoat"}, knitted, 790, 1890}}}}},
		{Name: Text{"Bebek ve Çocuk", "Babies and Children"}, Children: []Category{
			{Name: Text{"Tulumlar", "Rompers"}, Things: []Thing{{Text{"Tulum", "Dungarees"}, kidCloth, 490, 1190},
				{Text{"Bebek Hırkası", "Baby Cardigan"}, kidCloth, 490, 990}}},
			{Name: Text{"Pijamalar", "Pyjamas"}, Things: []Thing{{Text{"Pijama", "Pyjamas"}, kidCloth, 390, 890}}}}}}},
	{Name: Text{"Aksesuar", "Accessories"}, Children: []Category{
		{Name: Text{"Çanta", "Bags"}, Children: []Category{
			{Name: Text{"Omuz Çantaları", "Shoulder Bags"},
				Things: []Thing{{Text{"Omuz Çantası", "Shoulder Bag"}, hide, 1490, 5200},
					{Text{"Bez Çanta", "Tote Bag"}, hide, 290, 890}}},
			{Name: Text{"Sırt Çantaları", "Backpacks"}, Things: []Thing{{Text{"Sırt Çantası", "Backpack"}, hide, 1890, 4900}}}}},
		{Name: Text{"Küçük Deri", "Small Leather Goods"}, Children: []Category{
			{Name: Text{"Cüzdanlar", "Wallets"}, Things: []Thing{{Text{"Cüzdan", "Wallet"}, hide, 690, 1890},
				{Text{"Kartlık", "Card Holder"}, hide, 390, 990}}},
			{Name: Text{"Kemerler", "Belts"}, Things: []Thing{{Text{"Kemer", "Belt"}, hide, 590, 1590}}}}},
		{Name: Text{"Şal ve Şapka", "Shawls and Hats"}, Children: []Category{
			{Name: Text{"Şallar", "Shawls"}, Things: []Thing{{Text{"Şal", "Shawl"}, scarves, 690, 2490},
				{Text{"Atkı", "Scarf"}, scarves, 490, 1490}}},
			{Name: Text{"Şapkalar", "Hats"}, Things: []Thing{{Text{"Güneş Şapkası", "Sun Hat"}, cloth, 490, 1290},
				{Text{"Bere", "Beanie"}, scarves, 290, 790}}}}}}},
	{Name: Text{"Takı", "Jewellery"}, Children: []Category{
		{Name: Text{"Boyun", "Necklines"}, Children: []Category{
			{Name: Text{"Kolyeler", "Necklaces"}, Things: []Thing{{Text{"Kolye", "Necklace"}, jewel, 590, 4900},
				{Text{"Madalyon", "Locket"}, jewel, 890, 3900}}}}},
		{Name: Text{"El ve Kulak", "Hands and Ears"}, Children: []Category{
			{Name: Text{"Yüzükler", "Rings"}, Things: []Thing{{Text{"Yüzük", "Ring"}, ringed, 490, 5900}}},
			{Name: Text{"Küpeler", "Earrings"}, Things: []Thing{{Text{"Küpe", "Earrings"}, jewel, 390, 3400}}},
			{Name: Text{"Bileklikler", "Bracelets"}, Things: []Thing{{Text{"Bileklik", "Bracelet"}, jewel, 390, 2900},
				{Text{"Halhal", "Anklet"}, jewel, 290, 1490}}}}}}},
	{Name: Text{"Mutfak", "Kitchen"}, Children: []Category{
		{Name: Text{"Sofra", "At the Table"}, Children: []Category{
			{Name: Text{"Fincan ve Kupa", "Cups and Mugs"},
				Things: []Thing{{Text{"Kahve Fincanı", "Coffee Cup"}, tableware, 190, 690},
					{Text{"Kupa", "Mug"}, tableware, 220, 620}}},
			{Name: Text{"Bardaklar", "Glasses"}, Things: []Thing{{Text{"Su Bardağı", "Water Glass"}, glassware, 120, 390},
				{Text{"Çay Bardağı", "Tea Glass"}, glassware, 90, 290}, {Text{"Sürahi", "Jug"}, glassware, 390, 1190}}},
			{Name: Text{"Servis", "Serveware"}, Things: []Thing{{Text{"Servis Tabağı", "Serving Plate"}, tableware, 290, 1190},
				{Text{"Kase", "Bowl"}, tableware, 190, 790}, {Text{"Tepsi", "Tray"}, metalware, 490, 1890}}}}},
		{Name: Text{"Ocakta", "On the Stove"}, Children: []Category{
			{Name: Text{"Cezve ve Demlik", "Coffee and Tea Pots"},
				Things: []Thing{{Text{"Cezve", "Coffee Pot"}, cookware, 390, 1490},
					{Text{"Demlik", "Teapot"}, cookware, 690, 2190}}},
			{Name: Text{"Tencereler", "Casseroles"}, Things: []Thing{{Text{"Güveç", "Casserole"}, cookware, 890, 3900}}},
			{Name: Text{"Tezgâh Üstü", "On the Counter"},
				Things: []Thing{{Text{"Kesme Tahtası", "Cutting Board"}, cutlery, 390, 1690},
					{Text{"Kaşık", "Spoon"}, cutlery, 90, 390}}}}}}},
	{Name: Text{"Ev", "Home"}, Children: []Category{
		{Name: Text{"Ev Tekstili", "Home Textiles"}, Children: []Category{
			{Name: Text{"Kilim ve Halı", "Rugs and Kilims"}, Things: []Thing{{Text{"Kilim", "Rug"}, woven, 2900, 16900}}},
			{Name: Text{"Yastık ve Battaniye", "Cushions and Blankets"},
				Things: []Thing{{Text{"Kırlent", "Cushion"}, linens, 390, 1290},
					{Text{"Battaniye", "Blanket"}, linens, 1190, 3900}}},
			{Name: Text{"Banyo Tekstili", "Bath Linen"}, Things: []Thing{{Text{"Peştemal", "Hamam Towel"}, linens, 290, 890},
				{Text{"Masa Örtüsü", "Tablecloth"}, linens, 590, 1790}}}}},
		{Name: Text{"Aydınlatma", "Lighting"}, Children: []Category{
			{Name: Text{"Lambalar", "Lamps"}, Things: []Thing{{Text{"Masa Lambası", "Table Lamp"}, clayware, 890, 3900},
				{Text{"Lambader", "Floor Lamp"}, woodwork, 2490, 7900}}},
			{Name: Text{"Fenerler", "Lanterns"}, Things: []Thing{{Text{"Fener", "Lantern"}, metalware, 590, 2490},
				{Text{"Mumluk", "Candlestick"}, metalware, 290, 1290}}}}},
		{Name: Text{"Dekorasyon", "Decoration"}, Children: []Category{
			{Name: Text{"Vazolar", "Vases"}, Things: []Thing{{Text{"Vazo", "Vase"}, clayware, 490, 3400},
				{Text{"Cam Vazo", "Bud Vase"}, glassware, 290, 1490}}},
			{Name: Text{"Ayna ve Saat", "Mirrors and Clocks"},
				Things: []Thing{{Text{"Ayna", "Mirror"}, cutlery, 1190, 4900},
					{Text{"Duvar Saati", "Wall Clock"}, cutlery, 690, 2490}}},
			{Name: Text{"Sepetler", "Baskets"}, Things: []Thing{{Text{"Sepet", "Basket"}, wicker, 290, 1290}}}}},
		{Name: Text{"Mobilya", "Furniture"}, Children: []Category{
			{Name: Text{"Oturma", "Seating"}, Things: []Thing{{Text{"Tabure", "Stool"}, woodwork, 1490, 4900},
				{Text{"Sandalye", "Chair"}, woodwork, 2900, 9900}}},
			{Name: Text{"Masa ve Raf", "Tables and Shelves"},
				Things: []Thing{{Text{"Sehpa", "Side Table"}, woodwork, 2490, 8900},
					{Text{"Kitaplık", "Bookcase"}, woodwork, 4900, 18900}}}}}}},
	{Name: Text{"Kırtasiye", "Stationery"}, Children: []Category{
		{Name: Text{"Defter ve Ajanda", "Notebooks and Planners"}, Children: []Category{
			{Name: Text{"Defterler", "Notebooks"}, Things: []Thing{{Text{"Defter", "Notebook"}, bound, 120, 590}}},
			{Name: Text{"Ajanda ve Albüm", "Planners and Albums"},
				Things: []Thing{{Text{"Ajanda", "Planner"}, bound, 240, 790}, {Text{"Albüm", "Photo Album"}, bound, 490, 1490}}}}},
		{Name: Text{"Yazı Gereçleri", "Writing"}, Children: []Category{
			{Name: Text{"Kalemler", "Pens"}, Things: []Thing{{Text{"Dolma Kalem", "Fountain Pen"}, writing, 690, 4900},
				{Text{"Kurşun Kalem", "Pencil"}, writing, 60, 390}}}}}}},
	{Name: Text{"Kitap", "Books"}, Children: []Category{
		{Name: Text{"Edebiyat", "Literature"}, Children: []Category{
			{Name: Text{"Roman", "Novels"}, Things: []Thing{{Text{"Roman", "Novel"}, Reading, 140, 390}}},
			{Name: Text{"Öykü ve Şiir", "Stories and Poems"},
				Things: []Thing{{Text{"Öykü", "Stories"}, Reading, 110, 290}, {Text{"Şiir", "Poems"}, Reading, 90, 240}}}}}}},
	{Name: Text{"Bakım", "Bath and Body"}, Children: []Category{
		{Name: Text{"Banyo", "Bath"}, Children: []Category{
			{Name: Text{"Sabunlar", "Soaps"}, Things: []Thing{{Text{"Sabun", "Soap"}, solids, 80, 290},
				{Text{"Katı Şampuan", "Solid Shampoo"}, solids, 140, 390}}},
			{Name: Text{"Yağ ve Krem", "Oils and Balms"}, Things: []Thing{{Text{"Yüz Yağı", "Face Oil"}, scented, 290, 1190},
				{Text{"El Kremi", "Hand Balm"}, scented, 120, 490}}}}},
		{Name: Text{"Koku", "Fragrance"}, Children: []Category{
			{Name: Text{"Kolonya", "Colognes"}, Things: []Thing{{Text{"Kolonya", "Cologne"}, scented, 140, 690}}},
			{Name: Text{"Oda Kokusu ve Mum", "Candles and Mists"},
				Things: []Thing{{Text{"Mum", "Candle"}, solids, 190, 790},
					{Text{"Oda Kokusu", "Room Mist"}, scented, 240, 890}}}}}}},
	{Name: Text{"Kiler", "Pantry"}, Children: []Category{
		{Name: Text{"Kahve ve Çay", "Coffee and Tea"}, Children: []Category{
			{Name: Text{"Kahve", "Coffee"}, Things: []Thing{{Text{"Türk Kahvesi", "Turkish Coffee"}, flavoured, 120, 390}}},
			{Name: Text{"Çay", "Tea"}, Things: []Thing{{Text{"Çay", "Tea"}, flavoured, 90, 340}}}}},
		{Name: Text{"Kahvaltılık", "Breakfast"}, Children: []Category{
			{Name: Text{"Bal ve Reçel", "Honey and Jam"}, Things: []Thing{{Text{"Balı", "Honey"}, harvest, 240, 1190},
				{Text{"Reçel", "Jam"}, flavoured, 110, 340}}},
			{Name: Text{"Zeytin ve Zeytinyağı", "Olives and Olive Oil"},
				Things: []Thing{{Text{"Zeytinyağı", "Olive Oil"}, harvest, 290, 1490},
					{Text{"Zeytini", "Olives"}, harvest, 140, 490}}}}},
		{Name: Text{"Tatlılar", "Sweets"}, Children: []Category{
			{Name: Text{"Lokum", "Turkish Delights"}, Things: []Thing{{Text{"Lokum", "Turkish Delight"}, flavoured, 140, 590}}},
			{Name: Text{"Çikolata", "Chocolates"}, Things: []Thing{{Text{"Çikolata", "Chocolate"}, flavoured, 90, 490}}}}}}},
	{Name: Text{"Oyun", "Play"}, Children: []Category{
		{Name: Text{"Oyuncak", "Toys"}, Children: []Category{
			{Name: Text{"Yürüyen Oyuncaklar", "Toys on Wheels"},
				Things: []Thing{{Text{"Tren", "Train"}, woodToy, 390, 1490}, {Text{"Araba", "Car"}, woodToy, 190, 790}}},
			{Name: Text{"Bebek ve Hayvanlar", "Dolls and Animals"},
				Things: []Thing{{Text{"Bebek", "Doll"}, softToy, 290, 990}, {Text{"Ayı", "Bear"}, softToy, 290, 890},
					{Text{"Tavşan", "Rabbit"}, softToy, 290, 890}}}}},
		{Name: Text{"Masa Oyunları", "Table Games"}, Children: []Category{
			{Name: Text{"Blok ve Yapboz", "Blocks and Puzzles"},
				Things: []Thing{{Text{"Yapı Blokları", "Building Blocks"}, woodToy, 390, 1490},
					{Text{"Yapboz", "Puzzle"}, woodToy, 190, 690}}}}}}},
	{Name: Text{"Ses", "Sound"}, Children: []Category{
		{Name: Text{"Müzik Dinle", "Listen"}, Children: []Category{
			{Name: Text{"Hoparlörler", "Speakers"}, Things: []Thing{{Text{"Hoparlör", "Speaker"}, audio, 1990, 12900},
				{Text{"Radyo", "Radio"}, audio, 1490, 6900}}},
			{Name: Text{"Kulaklıklar", "Headphones"}, Things: []Thing{{Text{"Kulaklık", "Headphones"}, audio, 1290, 7900}}}}},
		{Name: Text{"Müzik Yap", "Make Music"}, Children: []Category{
			{Name: Text{"Vurmalı Çalgılar", "Percussion"}, Things: []Thing{{Text{"Def", "Frame Drum"}, cutlery, 690, 2490}}}}}}},
	{Name: Text{"Bahçe", "Garden"}, Children: []Category{
		{Name: Text{"Saksı ve Sulama", "Pots and Watering"}, Children: []Category{
			{Name: Text{"Saksılar", "Planters"}, Things: []Thing{{Text{"Saksı", "Planter"}, outdoor, 140, 1490}}},
			{Name: Text{"Sulama Kapları", "Watering Cans"},
				Things: []Thing{{Text{"Sulama Kabı", "Watering Can"}, metalware, 290, 990}}}}}}},
	{Name: Text{"Edition", ""}, Children: []Category{ // no language: prints are called the same everywhere
		{Name: Text{"Prints", ""}, Children: []Category{
			{Name: Text{"Linocut", ""}, Things: []Thing{{Text{"Linocut", "Linocut"}, Edition, 1900, 9900}}},
			{Name: Text{"Serigraph", ""}, Things: []Thing{{Text{"Serigraph", "Serigraph"}, Edition, 2400, 14900}}},
			{Name: Text{"Etching", ""}, Things: []Thing{{Text{"Etching", "Etching"}, Edition, 2900, 19900}}}}}}},
}

// demoGifts are additional leaves: a product may stand under one of them besides its own category.
var demoGifts = Category{Name: Text{"Hediye", "Gifts"}, Children: []Category{
	{Name: Text{"Kime?", "For Whom?"}, Children: []Category{{Name: Text{"Ev Sahibine", "For the Host"}},
		{Name: Text{"Çocuklara", "For Children"}}, {Name: Text{"Öğretmene", "For a Teacher"}}}},
	{Name: Text{"Ne Zaman?", "When?"}, Children: []Category{{Name: Text{"Yeni Ev", "New Home"}},
		{Name: Text{"Doğum Günü", "Birthday"}}, {Name: Text{"Yılbaşı", "New Year"}}}}}}

// demoTopics are the category trees of the other modules, three levels deep.
var demoTopics = []Topic{
	{"blog", []Category{
		{Name: Text{"Dergi", "Journal"}, Children: []Category{
			{Name: Text{"Usta İşi", "Crafts"}, Children: []Category{{Name: Text{"Toprak ve Ateş", "Clay and Fire"}},
				{Name: Text{"İplik ve Dokuma", "Thread and Loom"}}, {Name: Text{"Ağaç ve Maden", "Wood and Metal"}}}},
			{Name: Text{"Yaşam", "Living"}, Children: []Category{{Name: Text{"Evde", "At Home"}},
				{Name: Text{"Sofrada", "Around the Table"}}, {Name: Text{"Yolda", "On the Road"}}}}}}}},
	{"event", []Category{
		{Name: Text{"Etkinlikler", "Events"}, Children: []Category{
			{Name: Text{"Öğren", "Learn"}, Children: []Category{{Name: Text{"Atölye", "Workshops"}},
				{Name: Text{"Söyleşi", "Talks"}}}},
			{Name: Text{"İzle ve Dinle", "See and Hear"}, Children: []Category{{Name: Text{"Konser", "Concerts"}},
				{Name: Text{"Sergi", "Exhibitions"}}, {Name: Text{"Sahne", "Stage"}}}},
			{Name: Text{"Buluş", "Meet"}, Children: []Category{{Name: Text{"Şenlik", "Festivals"}},
				{Name: Text{"Pazar Yeri", "Markets"}}}}}}}},
	{"merchant", []Category{
		{Name: Text{"Satıcılar", "Sellers"}, Children: []Category{
			{Name: Text{"Üreten", "Makers"}, Children: []Category{{Name: Text{"Tek Kişilik Atölyeler", "One-person Workshops"}},
				{Name: Text{"Kooperatifler", "Cooperatives"}}}},
			{Name: Text{"Seçen", "Curators"}, Children: []Category{{Name: Text{"Mahalle Dükkânları", "Corner Shops"}},
				{Name: Text{"Konsept Mağazalar", "Concept Stores"}}}}}}}},
	{"page", []Category{
		{Name: Text{"Bilgi", "Information"}, Children: []Category{
			{Name: Text{"Müşteri", "Customers"}, Children: []Category{{Name: Text{"Alışveriş Bilgisi", "Shopping"}},
				{Name: Text{"Haklarınız", "Your Rights"}}}},
			{Name: Text{"Kurum", "Company"}, Children: []Category{{Name: Text{"Biz", "About Us"}},
				{Name: Text{"Basın", "Press"}}}}}}}},
	{"project", []Category{
		{Name: Text{"Projeler", "Projects"}, Children: []Category{
			{Name: Text{"Mekân", "Spaces"}, Children: []Category{{Name: Text{"Ev İçi", "Homes"}},
				{Name: Text{"Kafe ve Otel", "Cafés and Hotels"}}}},
			{Name: Text{"Toplum", "Community"}, Children: []Category{{Name: Text{"Onarım", "Restoration"}},
				{Name: Text{"Eğitim", "Education"}}}}}}}},
}
