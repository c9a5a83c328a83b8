package seed

var (
	bound = &craft{family: "paper", coloured: true, label: text{"Cilt", "Binding"},
		materials: []text{{"Kumaş Ciltli", "Clothbound"}, {"Deri Ciltli", "Leatherbound"}, {"İplik Dikişli", "Thread-sewn"}},
		styles:    []text{{"Çizgisiz", "Plain"}, {"Noktalı", "Dotted"}, {"Kareli", "Squared"}, {"Cep Boy", "Pocket"}},
		briefs:    []text{{"Mürekkep geçirmeyen 120 g kâğıttan {noun}.", "120 g paper that ink does not bleed through."}, {"Tam açılan, masada düz duran {noun}.", "Opens fully and lies flat."}},
		points:    []text{{"192 sayfa", "192 pages"}, {"Ayraç kurdelesi", "A ribbon"}, {"Asitsiz kâğıt", "Acid-free paper"}},
		care:      text{"Nemden koruyun.", "Keep it dry."}, technique: []text{{"Ciltleme", "Bookbinding"}}, tools: []text{{"Kemik kat", "Bone folder"}, {"Pres", "Press"}}}
	writing = &craft{family: "paper", coloured: true,
		materials: []text{{"Pirinç", "Brass"}, {"Reçine", "Resin"}, {"Ceviz", "Walnut"}},
		styles:    []text{{"İnce Uçlu", "Fine-nib"}, {"Kalın Uçlu", "Broad-nib"}, {"Altıgen", "Hexagonal"}},
		briefs:    []text{{"Uzun mektuplar için dengeli {noun}.", "Well balanced, for long letters."}, {"Avuçta kaybolmayan, ağırlığı tam yerinde {noun}.", "With the weight just where it should be."}},
		points:    []text{{"Yedek parçası bulunur", "Spare parts to be had"}, {"Kutusunda", "In its box"}},
		care:      text{"Ayda bir ılık suyla temizleyin.", "Rinse once a month with lukewarm water."}, technique: []text{{"Torna", "Turning"}}, tools: []text{{"Torna", "Lathe"}}}
	scented = &craft{family: "care", label: text{"Koku", "Scent"},
		materials: []text{{"Lavantalı", "Lavender"}, {"Güllü", "Rose"}, {"İncirli", "Fig"}, {"Defneli", "Laurel"}, {"Sedirli", "Cedar"}, {"Naneli", "Mint"},
			{"Portakal Çiçekli", "Orange Blossom"}, {"Bergamotlu", "Bergamot"}, {"Yaseminli", "Jasmine"}, {"Biberiyeli", "Rosemary"}, {"Ihlamurlu", "Linden"}, {"Zeytinli", "Olive"}},
		styles: []text{{"Doğal", "Natural"}, {"Soğuk Pişmiş", "Cold-process"}, {"Hassas Cilt İçin", "Gentle"}, {"Seyahat Boy", "Travel"}},
		sizes:  []text{{"50 ml", "50 ml"}, {"100 ml", "100 ml"}, {"200 ml", "200 ml"}},
		briefs: []text{{"Az malzemeyle, bol sabırla yapılmış {noun}.", "Few ingredients and much patience."}, {"Kırk gün dinlendirilmiş, boya katılmamış {noun}.", "Rested for forty days, without dyes."}},
		points: []text{{"Hayvanlar üzerinde denenmedi", "Not tested on animals"}, {"Palmiye yağı yok", "No palm oil"}, {"Küçük parti üretim", "Made in small batches"}, {"Cam ambalaj", "Comes in glass"}},
		care:   text{"Serin ve kuru yerde saklayın.", "Keep cool and dry."}, technique: []text{{"Damıtma", "Distilling"}}, tools: []text{{"İmbik", "Still"}}}
	flavoured = &craft{family: "food", label: text{"Tat", "Flavour"}, sizes: packSizes,
		materials: []text{{"Fıstıklı", "Pistachio"}, {"Güllü", "Rose"}, {"Narlı", "Pomegranate"}, {"Portakallı", "Orange"}, {"Kakuleli", "Cardamom"}, {"Tarçınlı", "Cinnamon"},
			{"Damla Sakızlı", "Mastic"}, {"İncirli", "Fig"}, {"Vişneli", "Sour Cherry"}, {"Cevizli", "Walnut"}, {"Bergamotlu", "Bergamot"}, {"Limonlu", "Lemon"}},
		styles: []text{{"Geleneksel", "Traditional"}, {"Şekersiz", "Unsweetened"}, {"Hediyelik", "Gift"}, {"Taş Baskı", "Stone-ground"}},
		briefs: []text{{"Mevsiminde toplandı, içine başka bir şey konmadı.", "Made in season, with nothing added."}, {"Bakır kazanda, küçük ateşte hazırlandı.", "Cooked in a copper pan over a small fire."}},
		points: []text{{"Katkısız", "No additives"}, {"Kooperatif üretimi", "Made by a cooperative"}, {"Geri alınan kavanoz", "We take the jar back"}},
		care:   text{"Açtıktan sonra serin yerde saklayın.", "Once open, keep it cool."}, technique: []text{{"Kazan", "Pan cooking"}}, tools: []text{{"Bakır kazan", "Copper pan"}}}
	harvest = &craft{family: "food", label: text{"Yöre", "Origin"}, sizes: packSizes,
		materials: []text{{"Kestane", "Chestnut"}, {"Çam", "Pine"}, {"Yayla", "Highland"}, {"Ihlamur", "Linden"}, {"Kekik", "Thyme"}, {"Dağ", "Mountain"}, {"Ada", "Island"}, {"Kıyı", "Coast"}},
		styles:    []text{{"Ham", "Raw"}, {"Soğuk Sıkım", "Cold-pressed"}, {"Erken Hasat", "Early-harvest"}, {"Taş Değirmen", "Stone-milled"}, {"Süzme", "Strained"}},
		briefs:    []text{{"Tek bahçeden, tek hasattan.", "From one garden and one harvest."}, {"Süzüldü, dinlendirildi, hiç ısıtılmadı.", "Strained and rested, never heated."}},
		points:    []text{{"Tek üretici", "From a single grower"}, {"Analiz belgeli", "With its analysis"}, {"Cam şişe", "In glass"}},
		care:      text{"Işıktan uzak saklayın.", "Keep it from the light."}, technique: []text{{"Soğuk sıkım", "Cold pressing"}}, tools: []text{{"Taş değirmen", "Stone mill"}}}
	woodToy = &craft{family: "kids", coloured: true,
		materials: []text{{"Ahşap", "Wooden"}, {"Kayın", "Beech"}, {"Akçaağaç", "Maple"}},
		styles:    []text{{"Küçük", "Little"}, {"Neşeli", "Merry"}, {"Eski Usul", "Old-style"}, {"El Boyaması", "Hand-painted"}},
		briefs:    []text{{"Keskin köşesi, pili ve gürültüsü olmayan {noun}.", "No sharp edges, no batteries, no noise."}, {"Hayal gücüne yer bırakan {noun}.", "Leaves room to imagine."}},
		points:    []text{{"Su bazlı boya", "Water-based paint"}, {"3 yaş ve üzeri", "From age 3"}, {"Bez torbasında", "In a cloth bag"}},
		care:      text{"Nemli bezle silin.", "Wipe with a damp cloth."}, technique: []text{{"Oyma", "Carving"}}, tools: []text{{"Zımpara", "Sandpaper"}}}
	softToy = woodToy.with(func(c *craft) {
		c.materials = []text{{"Keçe", "Felt"}, {"Örgü", "Crocheted"}, {"Pamuk", "Cotton"}, {"Keten", "Linen"}}
		c.styles = []text{{"Küçük", "Little"}, {"Neşeli", "Merry"}, {"Uykucu", "Sleepy"}, {"Uzun Kollu", "Long-armed"}}
		c.points = []text{{"Yün dolgu", "Filled with wool"}, {"Doğumdan itibaren", "From birth"}, {"Bez torbasında", "In a cloth bag"}}
		c.technique, c.tools = []text{{"Keçeleme", "Felting"}, {"Tığ işi", "Crochet"}}, []text{{"Tığ", "Crochet hook"}}
	})
	audio = &craft{family: "tech", coloured: true, label: text{"Gövde", "Body"},
		materials: []text{{"Ceviz", "Walnut"}, {"Alüminyum", "Aluminium"}, {"Kumaş Kaplı", "Fabric"}},
		styles:    []text{{"Kablosuz", "Wireless"}, {"Taşınabilir", "Portable"}, {"Retro", "Retro"}, {"Masaüstü", "Desktop"}},
		briefs:    []text{{"Onarılabilir, pili değişen {noun}.", "Can be mended, with a battery you can change."}, {"Odayı dolduran, göze batmayan {noun}.", "Fills the room without being seen."}},
		points:    []text{{"20 saat pil", "20 hours on a charge"}, {"Değişen pil", "Replaceable battery"}, {"5 yıl garanti", "5-year guarantee"}, {"Yerli ses mühendisliği", "Tuned by ear"}},
		care:      text{"Kuru bezle silin.", "Wipe with a dry cloth."}, technique: []text{{"Montaj", "Assembly"}}, tools: []text{{"Havya", "Soldering iron"}}}
	outdoor = &craft{family: "garden", coloured: true,
		materials: []text{{"Terrakotta", "Terracotta"}, {"Galvaniz", "Galvanised"}, {"Seramik", "Ceramic"}, {"Hasır", "Wicker"}},
		styles:    []text{{"Asma", "Hanging"}, {"Balkon", "Balcony"}, {"Kendinden Sulamalı", "Self-watering"}, {"Yivli", "Ribbed"}},
		briefs:    []text{{"Balkondan bahçeye her yere yakışan {noun}.", "For balconies and gardens alike."}, {"Dona ve güneşe dayanan {noun}.", "Stands frost and sun."}},
		points:    []text{{"Dona dayanır", "Frost-proof"}, {"Altı delikli", "With drainage"}, {"Tabağı yanında", "Saucer included"}},
		care:      text{"Kışın içeri alın.", "Take it in over winter."}, technique: []text{{"Kalıp", "Moulding"}}, tools: []text{{"Çark", "Wheel"}}}
	wicker = &craft{family: "home", coloured: true,
		materials: []text{{"Hasır", "Wicker"}, {"Söğüt", "Willow"}, {"Saz", "Rush"}},
		styles:    []text{{"Kulplu", "Handled"}, {"Kapaklı", "Lidded"}, {"Yuvarlak", "Round"}, {"Derin", "Deep"}},
		briefs:    []text{{"Islatılıp elde örülen {noun}.", "Soaked, and woven by hand."}, {"Yükü hafif, ömrü uzun {noun}.", "Light to carry and long to last."}},
		points:    []text{{"Boyasız bırakılabilir", "Also to be had undyed"}, {"Pamuk astar", "Lined with cotton"}},
		care:      text{"Nemli bezle silin.", "Wipe with a damp cloth."}, technique: []text{{"Sepet örme", "Basketry"}}, tools: []text{{"Bıçkı", "Splitting knife"}}}
	reading = &craft{family: "book", label: text{"Kapak", "Cover"},
		materials: []text{{"Karton Kapak", "Paperback"}, {"Sert Kapak", "Hardback"}},
		briefs: []text{{"{noun}: bir mahalle, bir yaz ve geri dönülmeyen bir yol.", "A street, a summer, and a road that is not taken back."},
			{"Kısa cümleli, uzun soluklu: {noun}.", "Short sentences, long breath."}},
		points: []text{{"Gravür kapak", "Cover with an engraving"}, {"Ayraçlı", "With a bookmark"}, {"İlk baskı", "First printing"}},
		care:   text{"Katlamadan okuyun.", "Read without folding."}, technique: []text{{"Ofset baskı", "Offset printing"}}, tools: []text{{"Baskı makinesi", "Printing press"}}}
	edition = &craft{family: "art", label: text{"Kâğıt", "Paper"},
		materials: []text{{"Pamuk Kâğıt", "Cotton Paper"}, {"Dut Kâğıdı", "Mulberry Paper"}},
		briefs:    []text{{"Sanatçının imzaladığı, numaralı {noun}.", "Numbered and signed by the artist."}, {"Elle basılmış, her biri az farklı {noun}.", "Printed by hand, each one slightly other."}},
		points:    []text{{"İmzalı ve numaralı", "Signed and numbered"}, {"Orijinallik belgesi", "With a certificate"}, {"Çerçevesiz gönderilir", "Sent unframed"}},
		care:      text{"Doğrudan güneşe asmayın.", "Do not hang it in direct sun."},
		technique: []text{{"Linol baskı", "Linocut"}, {"Serigrafi", "Screen printing"}, {"Gravür", "Etching"}}, tools: []text{{"Oyma bıçağı", "Gouge"}, {"Merdane", "Brayer"}, {"Rakle", "Squeegee"}}}
)

// Crafts that differ from one of the above in a little.
var (
	scarves = knitted.with(func(c *craft) { c.sizes = nil })
	cutlery = woodwork.with(func(c *craft) {
		c.styles = []text{{"El Oyması", "Hand-carved"}, {"Yuvarlak", "Round"}, {"Yağlı Bitişli", "Oiled"}, {"Küçük", "Small"}, {"Büyük", "Large"}, {"İnce", "Thin"}, {"Kakmalı", "Inlaid"}, {"Mumlanmış", "Waxed"}}
		c.briefs = []text{{"Tek parça {material}, elle biçilmiş {noun}.", "From one piece of {material}."}, {"Zımparası elde çekilmiş {noun}.", "Sanded by hand to the last."}}
	})
	tableware = clayware.with(func(c *craft) {
		c.briefs = append([]text{{"{material} {noun}: kalın kenarlı, elde dolgun.", "{material} with a generous rim, good in the hand."}}, c.briefs...)
		c.points = append([]text{{"Bulaşık makinesinde yıkanır", "Dishwasher safe"}}, c.points...)
	})
	cookware = metalware.with(func(c *craft) {
		c.briefs = append([]text{{"Isıyı eşit yayan {noun}.", "Spreads heat evenly."}}, c.briefs...)
		c.points = append([]text{{"Her ocağa uygun", "For every hob"}, {"Yeniden kalaylanabilir", "Can be tinned anew"}}, c.points...)
	})
	linens = woven.with(func(c *craft) {
		c.sizes = []text{{"Tekli", "Single"}, {"İkili", "Pair"}}
		c.briefs = []text{{"Ahşap tezgâhta, ağır ağır dokunan {noun}.", "Woven slowly on a wooden loom."}, c.briefs[1]}
	})
	solids = scented.with(func(c *craft) { c.sizes = []text{{"Tek", "Single"}, {"Üçlü", "Set of three"}} })
)
