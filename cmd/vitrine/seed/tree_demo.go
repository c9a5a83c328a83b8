package seed

// thing is a kind of product: what it is called, how it is made, and what it costs at least and at most, in whole units of the
// tenant's currency.
type thing struct {
	noun   text
	craft  *craft
	lo, hi int
}

// shelf is a heading of the product tree. Things hang on the leaves, and only there.
type shelf struct {
	name    text
	shelves []shelf
	things  []thing
}

// demoTree is what the demo shop sells: three levels deep.
var demoTree = []shelf{
	{name: text{"Giyim", "Clothing"}, shelves: []shelf{
		{name: text{"Kadın", "Women"}, shelves: []shelf{
			{name: text{"Elbiseler", "Dresses"}, things: []thing{{text{"Elbise", "Dress"}, cloth, 1190, 3400}, {text{"Gömlek Elbise", "Shirt Dress"}, cloth, 1290, 2900}, {text{"Etek", "Skirt"}, cloth, 690, 1690}}},
			{name: text{"Gömlek ve Bluz", "Shirts and Blouses"}, things: []thing{{text{"Gömlek", "Shirt"}, cloth, 690, 1690}, {text{"Bluz", "Blouse"}, cloth, 590, 1490}, {text{"Tunik", "Tunic"}, cloth, 790, 1890}}},
			{name: text{"Hırka ve Kimono", "Cardigans and Kimonos"}, things: []thing{{text{"Hırka", "Cardigan"}, knitted, 990, 2790}, {text{"Kimono", "Kimono"}, cloth, 1090, 2490}}}}},
		{name: text{"Erkek", "Men"}, shelves: []shelf{
			{name: text{"Erkek Gömlekleri", "Men's Shirts"}, things: []thing{{text{"Yakasız Gömlek", "Collarless Shirt"}, cloth, 790, 1790}, {text{"Tişört", "Tee"}, cloth, 390, 890}}},
			{name: text{"Pantolonlar", "Trousers and Shorts"}, things: []thing{{text{"Pantolon", "Trousers"}, cloth, 890, 2190}, {text{"Şort", "Shorts"}, cloth, 590, 1290}}},
			{name: text{"Triko", "Knitwear"}, things: []thing{{text{"Kazak", "Sweater"}, knitted, 990, 2990}, {text{"Süveter", "Slipover Jumper"}, knitted, 790, 1990}, {text{"Yelek", "Waistcoat"}, knitted, 790, 1890}}}}},
		{name: text{"Bebek ve Çocuk", "Babies and Children"}, shelves: []shelf{
			{name: text{"Tulumlar", "Rompers"}, things: []thing{{text{"Tulum", "Dungarees"}, kidCloth, 490, 1190}, {text{"Bebek Hırkası", "Baby Cardigan"}, kidCloth, 490, 990}}},
			{name: text{"Pijamalar", "Pyjamas"}, things: []thing{{text{"Pijama", "Pyjamas"}, kidCloth, 390, 890}}}}}}},
	{name: text{"Aksesuar", "Accessories"}, shelves: []shelf{
		{name: text{"Çanta", "Bags"}, shelves: []shelf{
			{name: text{"Omuz Çantaları", "Shoulder Bags"}, things: []thing{{text{"Omuz Çantası", "Shoulder Bag"}, hide, 1490, 5200}, {text{"Bez Çanta", "Tote Bag"}, hide, 290, 890}}},
			{name: text{"Sırt Çantaları", "Backpacks"}, things: []thing{{text{"Sırt Çantası", "Backpack"}, hide, 1890, 4900}}}}},
		{name: text{"Küçük Deri", "Small Leather Goods"}, shelves: []shelf{
			{name: text{"Cüzdanlar", "Wallets"}, things: []thing{{text{"Cüzdan", "Wallet"}, hide, 690, 1890}, {text{"Kartlık", "Card Holder"}, hide, 390, 990}}},
			{name: text{"Kemerler", "Belts"}, things: []thing{{text{"Kemer", "Belt"}, hide, 590, 1590}}}}},
		{name: text{"Şal ve Şapka", "Shawls and Hats"}, shelves: []shelf{
			{name: text{"Şallar", "Shawls"}, things: []thing{{text{"Şal", "Shawl"}, scarves, 690, 2490}, {text{"Atkı", "Scarf"}, scarves, 490, 1490}}},
			{name: text{"Şapkalar", "Hats"}, things: []thing{{text{"Güneş Şapkası", "Sun Hat"}, cloth, 490, 1290}, {text{"Bere", "Beanie"}, scarves, 290, 790}}}}}}},
	{name: text{"Takı", "Jewellery"}, shelves: []shelf{
		{name: text{"Boyun", "Necklines"}, shelves: []shelf{
			{name: text{"Kolyeler", "Necklaces"}, things: []thing{{text{"Kolye", "Necklace"}, jewel, 590, 4900}, {text{"Madalyon", "Locket"}, jewel, 890, 3900}}}}},
		{name: text{"El ve Kulak", "Hands and Ears"}, shelves: []shelf{
			{name: text{"Yüzükler", "Rings"}, things: []thing{{text{"Yüzük", "Ring"}, ringed, 490, 5900}}},
			{name: text{"Küpeler", "Earrings"}, things: []thing{{text{"Küpe", "Earrings"}, jewel, 390, 3400}}},
			{name: text{"Bileklikler", "Bracelets"}, things: []thing{{text{"Bileklik", "Bracelet"}, jewel, 390, 2900}, {text{"Halhal", "Anklet"}, jewel, 290, 1490}}}}}}},
	{name: text{"Mutfak", "Kitchen"}, shelves: []shelf{
		{name: text{"Sofra", "At the Table"}, shelves: []shelf{
			{name: text{"Fincan ve Kupa", "Cups and Mugs"}, things: []thing{{text{"Kahve Fincanı", "Coffee Cup"}, tableware, 190, 690}, {text{"Kupa", "Mug"}, tableware, 220, 620}}},
			{name: text{"Bardaklar", "Glasses"}, things: []thing{{text{"Su Bardağı", "Water Glass"}, glassware, 120, 390}, {text{"Çay Bardağı", "Tea Glass"}, glassware, 90, 290}, {text{"Sürahi", "Jug"}, glassware, 390, 1190}}},
			{name: text{"Servis", "Serveware"}, things: []thing{{text{"Servis Tabağı", "Serving Plate"}, tableware, 290, 1190}, {text{"Kase", "Bowl"}, tableware, 190, 790}, {text{"Tepsi", "Tray"}, metalware, 490, 1890}}}}},
		{name: text{"Ocakta", "On the Stove"}, shelves: []shelf{
			{name: text{"Cezve ve Demlik", "Coffee and Tea Pots"}, things: []thing{{text{"Cezve", "Coffee Pot"}, cookware, 390, 1490}, {text{"Demlik", "Teapot"}, cookware, 690, 2190}}},
			{name: text{"Tencereler", "Casseroles"}, things: []thing{{text{"Güveç", "Casserole"}, cookware, 890, 3900}}},
			{name: text{"Tezgâh Üstü", "On the Counter"}, things: []thing{{text{"Kesme Tahtası", "Cutting Board"}, cutlery, 390, 1690}, {text{"Kaşık", "Spoon"}, cutlery, 90, 390}}}}}}},
	{name: text{"Ev", "Home"}, shelves: []shelf{
		{name: text{"Ev Tekstili", "Home Textiles"}, shelves: []shelf{
			{name: text{"Kilim ve Halı", "Rugs and Kilims"}, things: []thing{{text{"Kilim", "Rug"}, woven, 2900, 16900}}},
			{name: text{"Yastık ve Battaniye", "Cushions and Blankets"}, things: []thing{{text{"Kırlent", "Cushion"}, linens, 390, 1290}, {text{"Battaniye", "Blanket"}, linens, 1190, 3900}}},
			{name: text{"Banyo Tekstili", "Bath Linen"}, things: []thing{{text{"Peştemal", "Hamam Towel"}, linens, 290, 890}, {text{"Masa Örtüsü", "Tablecloth"}, linens, 590, 1790}}}}},
		{name: text{"Aydınlatma", "Lighting"}, shelves: []shelf{
			{name: text{"Lambalar", "Lamps"}, things: []thing{{text{"Masa Lambası", "Table Lamp"}, clayware, 890, 3900}, {text{"Lambader", "Floor Lamp"}, woodwork, 2490, 7900}}},
			{name: text{"Fenerler", "Lanterns"}, things: []thing{{text{"Fener", "Lantern"}, metalware, 590, 2490}, {text{"Mumluk", "Candlestick"}, metalware, 290, 1290}}}}},
		{name: text{"Dekorasyon", "Decoration"}, shelves: []shelf{
			{name: text{"Vazolar", "Vases"}, things: []thing{{text{"Vazo", "Vase"}, clayware, 490, 3400}, {text{"Cam Vazo", "Bud Vase"}, glassware, 290, 1490}}},
			{name: text{"Ayna ve Saat", "Mirrors and Clocks"}, things: []thing{{text{"Ayna", "Mirror"}, cutlery, 1190, 4900}, {text{"Duvar Saati", "Wall Clock"}, cutlery, 690, 2490}}},
			{name: text{"Sepetler", "Baskets"}, things: []thing{{text{"Sepet", "Basket"}, wicker, 290, 1290}}}}},
		{name: text{"Mobilya", "Furniture"}, shelves: []shelf{
			{name: text{"Oturma", "Seating"}, things: []thing{{text{"Tabure", "Stool"}, woodwork, 1490, 4900}, {text{"Sandalye", "Chair"}, woodwork, 2900, 9900}}},
			{name: text{"Masa ve Raf", "Tables and Shelves"}, things: []thing{{text{"Sehpa", "Side Table"}, woodwork, 2490, 8900}, {text{"Kitaplık", "Bookcase"}, woodwork, 4900, 18900}}}}}}},
	{name: text{"Kırtasiye", "Stationery"}, shelves: []shelf{
		{name: text{"Defter ve Ajanda", "Notebooks and Planners"}, shelves: []shelf{
			{name: text{"Defterler", "Notebooks"}, things: []thing{{text{"Defter", "Notebook"}, bound, 120, 590}}},
			{name: text{"Ajanda ve Albüm", "Planners and Albums"}, things: []thing{{text{"Ajanda", "Planner"}, bound, 240, 790}, {text{"Albüm", "Photo Album"}, bound, 490, 1490}}}}},
		{name: text{"Yazı Gereçleri", "Writing"}, shelves: []shelf{
			{name: text{"Kalemler", "Pens"}, things: []thing{{text{"Dolma Kalem", "Fountain Pen"}, writing, 690, 4900}, {text{"Kurşun Kalem", "Pencil"}, writing, 60, 390}}}}}}},
	{name: text{"Kitap", "Books"}, shelves: []shelf{
		{name: text{"Edebiyat", "Literature"}, shelves: []shelf{
			{name: text{"Roman", "Novels"}, things: []thing{{text{"Roman", "Novel"}, reading, 140, 390}}},
			{name: text{"Öykü ve Şiir", "Stories and Poems"}, things: []thing{{text{"Öykü", "Stories"}, reading, 110, 290}, {text{"Şiir", "Poems"}, reading, 90, 240}}}}}}},
	{name: text{"Bakım", "Bath and Body"}, shelves: []shelf{
		{name: text{"Banyo", "Bath"}, shelves: []shelf{
			{name: text{"Sabunlar", "Soaps"}, things: []thing{{text{"Sabun", "Soap"}, solids, 80, 290}, {text{"Katı Şampuan", "Solid Shampoo"}, solids, 140, 390}}},
			{name: text{"Yağ ve Krem", "Oils and Balms"}, things: []thing{{text{"Yüz Yağı", "Face Oil"}, scented, 290, 1190}, {text{"El Kremi", "Hand Balm"}, scented, 120, 490}}}}},
		{name: text{"Koku", "Fragrance"}, shelves: []shelf{
			{name: text{"Kolonya", "Colognes"}, things: []thing{{text{"Kolonya", "Cologne"}, scented, 140, 690}}},
			{name: text{"Oda Kokusu ve Mum", "Candles and Mists"}, things: []thing{{text{"Mum", "Candle"}, solids, 190, 790}, {text{"Oda Kokusu", "Room Mist"}, scented, 240, 890}}}}}}},
	{name: text{"Kiler", "Pantry"}, shelves: []shelf{
		{name: text{"Kahve ve Çay", "Coffee and Tea"}, shelves: []shelf{
			{name: text{"Kahve", "Coffee"}, things: []thing{{text{"Türk Kahvesi", "Turkish Coffee"}, flavoured, 120, 390}}},
			{name: text{"Çay", "Tea"}, things: []thing{{text{"Çay", "Tea"}, flavoured, 90, 340}}}}},
		{name: text{"Kahvaltılık", "Breakfast"}, shelves: []shelf{
			{name: text{"Bal ve Reçel", "Honey and Jam"}, things: []thing{{text{"Balı", "Honey"}, harvest, 240, 1190}, {text{"Reçel", "Jam"}, flavoured, 110, 340}}},
			{name: text{"Zeytin ve Zeytinyağı", "Olives and Olive Oil"}, things: []thing{{text{"Zeytinyağı", "Olive Oil"}, harvest, 290, 1490}, {text{"Zeytini", "Olives"}, harvest, 140, 490}}}}},
		{name: text{"Tatlılar", "Sweets"}, shelves: []shelf{
			{name: text{"Lokum", "Turkish Delights"}, things: []thing{{text{"Lokum", "Turkish Delight"}, flavoured, 140, 590}}},
			{name: text{"Çikolata", "Chocolates"}, things: []thing{{text{"Çikolata", "Chocolate"}, flavoured, 90, 490}}}}}}},
	{name: text{"Oyun", "Play"}, shelves: []shelf{
		{name: text{"Oyuncak", "Toys"}, shelves: []shelf{
			{name: text{"Yürüyen Oyuncaklar", "Toys on Wheels"}, things: []thing{{text{"Tren", "Train"}, woodToy, 390, 1490}, {text{"Araba", "Car"}, woodToy, 190, 790}}},
			{name: text{"Bebek ve Hayvanlar", "Dolls and Animals"}, things: []thing{{text{"Bebek", "Doll"}, softToy, 290, 990}, {text{"Ayı", "Bear"}, softToy, 290, 890}, {text{"Tavşan", "Rabbit"}, softToy, 290, 890}}}}},
		{name: text{"Masa Oyunları", "Table Games"}, shelves: []shelf{
			{name: text{"Blok ve Yapboz", "Blocks and Puzzles"}, things: []thing{{text{"Yapı Blokları", "Building Blocks"}, woodToy, 390, 1490}, {text{"Yapboz", "Puzzle"}, woodToy, 190, 690}}}}}}},
	{name: text{"Ses", "Sound"}, shelves: []shelf{
		{name: text{"Müzik Dinle", "Listen"}, shelves: []shelf{
			{name: text{"Hoparlörler", "Speakers"}, things: []thing{{text{"Hoparlör", "Speaker"}, audio, 1990, 12900}, {text{"Radyo", "Radio"}, audio, 1490, 6900}}},
			{name: text{"Kulaklıklar", "Headphones"}, things: []thing{{text{"Kulaklık", "Headphones"}, audio, 1290, 7900}}}}},
		{name: text{"Müzik Yap", "Make Music"}, shelves: []shelf{
			{name: text{"Vurmalı Çalgılar", "Percussion"}, things: []thing{{text{"Def", "Frame Drum"}, cutlery, 690, 2490}}}}}}},
	{name: text{"Bahçe", "Garden"}, shelves: []shelf{
		{name: text{"Saksı ve Sulama", "Pots and Watering"}, shelves: []shelf{
			{name: text{"Saksılar", "Planters"}, things: []thing{{text{"Saksı", "Planter"}, outdoor, 140, 1490}}},
			{name: text{"Sulama Kapları", "Watering Cans"}, things: []thing{{text{"Sulama Kabı", "Watering Can"}, metalware, 290, 990}}}}}}},
	{name: text{"Edition", ""}, shelves: []shelf{ // no language: prints are called the same everywhere
		{name: text{"Prints", ""}, shelves: []shelf{
			{name: text{"Linocut", ""}, things: []thing{{text{"Linocut", "Linocut"}, edition, 1900, 9900}}},
			{name: text{"Serigraph", ""}, things: []thing{{text{"Serigraph", "Serigraph"}, edition, 2400, 14900}}},
			{name: text{"Etching", ""}, things: []thing{{text{"Etching", "Etching"}, edition, 2900, 19900}}}}}}},
}

// demoGifts are leaves of a second kind: a product found under its own kind may be found here too.
var demoGifts = shelf{name: text{"Hediye", "Gifts"}, shelves: []shelf{
	{name: text{"Kime?", "For Whom?"}, shelves: []shelf{{name: text{"Ev Sahibine", "For the Host"}}, {name: text{"Çocuklara", "For Children"}}, {name: text{"Öğretmene", "For a Teacher"}}}},
	{name: text{"Ne Zaman?", "When?"}, shelves: []shelf{{name: text{"Yeni Ev", "New Home"}}, {name: text{"Doğum Günü", "Birthday"}}, {name: text{"Yılbaşı", "New Year"}}}}}}
