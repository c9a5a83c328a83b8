package content

// Craft holds the materials and descriptions that several things share, such as a shirt and a dress.
type Craft struct {
	Family    string // matches it with brands and merchants of the same family
	Materials []Text // stand before the noun: Keten Gömlek, Linen Shirt
	Styles    []Text // so do these: Bol Kesim Gömlek, Relaxed Shirt
	Coloured  bool   // comes in the colours of name.go
	label     Text   // attribute name of its materials; empty: Malzeme, Material
	Sizes     []Text // options for the buyer; may be empty
	Briefs    []Text // one sentence; {noun} and {material} are filled in
	Points    []Text // list items of the description
	Care      Text
	Technique []Text
	Tools     []Text
}

// with returns a copy of c with a change.
func (c *Craft) with(change func(*Craft)) *Craft {
	other := *c
	change(&other)
	return &other
}

var (
	bodySizes = []Text{{"XS", "XS"}, {"S", "S"}, {"M", "M"}, {"L", "L"}, {"XL", "XL"}}
	kidSizes  = []Text{{"2 yaş", "2 years"}, {"4 yaş", "4 years"}, {"6 yaş", "6 years"}, {"8 yaş", "8 years"}}
	ringSizes = []Text{{"12", "52"}, {"14", "54"}, {"16", "56"}, {"18", "58"}}
	rugSizes  = []Text{{"80 × 150 cm", "80 × 150 cm"}, {"120 × 180 cm", "120 × 180 cm"}, {"160 × 230 cm", "160 × 230 cm"}}
	packSizes = []Text{{"250 g", "250 g"}, {"500 g", "500 g"}, {"1 kg", "1 kg"}}
)

var (
	cloth = &Craft{Family: "wear", Coloured: true, label: Text{"Kumaş", "Fabric"}, Sizes: bodySizes,
		Materials: []Text{{"Keten", "Linen"}, {"Pamuk", "Cotton"}, {"Müslin", "Muslin"}, {"Şile Bezi", "Crinkle Cotton"}},
		Styles: []Text{{"Bol Kesim", "Relaxed"}, {"Düğmeli", "Buttoned"}, {"Çizgili", "Striped"},
			{"Nakışlı", "Embroidered"}},
		Briefs: []Text{
			{"{material} dokusuyla nefes alan, yıkandıkça yumuşayan {noun}.",
				"{noun} in {material}, made to breathe and to soften with every wash."},
			{"Sabahtan akşama rahat, ütü istemeyen bir {noun}.", "Easy wear from morning to night; no iron needed."},
			{"Küçük bir atölyede, kalıbı elle çıkarılmış {noun}.", "From a small workshop, with a pattern drawn by hand."}},
		Points: []Text{{"Sedef düğmeler", "Mother-of-pearl buttons"}, {"Fransız dikişi", "French seams"},
			{"Yan dikişte gizli cep", "A hidden pocket in the side seam"},
			{"Yıkanmış kumaş, çekmez", "Prewashed, will not shrink"},
			{"Model 174 cm, M beden giyiyor", "The model is 174 cm and wears M"}},
		Care:      Text{"30 derecede yıkayın, gölgede kurutun.", "Wash at 30 degrees and dry in the shade."},
		Technique: []Text{{"El dikişi", "Hand stitching"}, {"Baskı", "Block printing"}},
		Tools:     []Text{{"Dikiş makinesi", "Sewing machine"}}}
	kidCloth = &Craft{Family: "kids", Coloured: true, label: cloth.label, Sizes: kidSizes,
		Materials: []Text{{"Müslin", "Muslin"}, {"Organik Pamuk", "Organic Cotton"}, {"Pamuk", "Cotton"}},
		Styles:    []Text{{"Puantiyeli", "Dotted"}, {"Çizgili", "Striped"}, {"Nakışlı", "Embroidered"}},
		Briefs: []Text{{"Oyuna, uykuya ve sokağa uygun {noun}.", "Made for play, sleep and the street."},
			{"Büyüdükçe paçası açılan, yıllarca giyilen {noun}.", "With hems to let down, worn for years."}},
		Points: []Text{{"Nikelsiz çıtçıt", "Nickel-free snaps"}, {"Etiketsiz yaka", "No tag at the neck"},
			{"Uzatılabilir paça", "Hems to let down"}},
		Care:      Text{"40 derecede yıkayın.", "Wash at 40 degrees."},
		Technique: cloth.Technique, Tools: cloth.Tools}
	knitted = &Craft{Family: "wear", Coloured: true, label: Text{"İplik", "Yarn"}, Sizes: bodySizes,
		Materials: []Text{{"Yün", "Wool"}, {"Merinos", "Merino"}, {"Moher", "Mohair"}, {"Pamuk", "Cotton"}},
		Styles:    []Text{{"Saç Örgülü", "Cable-knit"}, {"Kalın", "Chunky"}, {"Çizgili", "Striped"}, {"Fitilli", "Ribbed"}},
		Briefs: []Text{{"{material} ipliğinden, dikişsiz örülmüş {noun}.", "Knitted in one piece from {material}."},
			{"Rüzgârlı akşamlar için kalın, kaşındırmayan {noun}.", "Thick enough for windy evenings, without the itch."}},
		Points: []Text{{"Yerli yün", "Local wool"}, {"Dikişsiz örgü", "Knitted without seams"},
			{"Yedek ipliği içinde", "Comes with yarn for mending"}},
		Care:      Text{"Soğuk suda elde yıkayın, sererek kurutun.", "Hand wash cold and dry flat."},
		Technique: []Text{{"El örgüsü", "Hand knitting"}}, Tools: []Text{{"Şiş", "Needles"}, {"Tığ", "Crochet hook"}}}
	hide = &Craft{Family: "bag", Coloured: true,
		Materials: []Text{{"Deri", "Leather"}, {"Süet", "Suede"}, {"Kanvas", "Canvas"}},
		Styles:    []Text{{"Saraç Dikişli", "Saddle-stitched"}, {"Örgülü", "Braided"}, {"İnce", "Slim"}},
		Briefs: []Text{{"Zamanla güzelleşen, gittiği yerleri anlatan {noun}.", "Ages well, and shows where it has been."},
			{"Günlük yükü taşıyan, hafif ve sağlam {noun}.", "Light and sturdy, for what a day brings."}},
		Points: []Text{{"Pirinç toka", "Brass buckle"}, {"Mumlu iplik", "Waxed thread"}, {"İç cep", "An inner pocket"},
			{"Ömür boyu onarım", "Repairs for life"}},
		Care:      Text{"Yılda bir kez balmumu sürün.", "Wax it once a year."},
		Technique: []Text{{"Saraç dikişi", "Saddle stitch"}, {"Kabartma", "Embossing"}},
		Tools:     []Text{{"Biz", "Awl"}, {"Falçata", "Skiving knife"}}}
	jewel = &Craft{Family: "jewel", label: Text{"Maden", "Metal"},
		Materials: []Text{{"Gümüş", "Silver"}, {"Altın Kaplama", "Gold-plated"}, {"Pirinç", "Brass"}, {"Bronz", "Bronze"}},
		Styles: []Text{{"Telkâri", "Filigree"}, {"Turkuaz Taşlı", "Turquoise"}, {"İncili", "Pearl"}, {"Dövme", "Hammered"},
			{"Aytaşlı", "Moonstone"},
			{"Mineli", "Enamelled"}, {"Lapis Taşlı", "Lapis"}, {"Akik Taşlı", "Agate"}, {"Burgulu", "Twisted"}, {"Mat", "Matte"},
			{"Yaprak Desenli", "Leaf"}, {"Ay Biçimli", "Crescent"}},
		Briefs: []Text{{"Tek tek elde dövülen {noun}; ikisi birbirine benzemez.", "Hammered by hand; no two are alike."},
			{"{material} üzerine işlenmiş, ince ama dayanıklı {noun}.", "Fine work, made to last."}},
		Points: []Text{{"Nikelsiz", "Free of nickel"}, {"Keseyle gönderilir", "Comes in a pouch"},
			{"Ayar damgalı", "Hallmarked"}},
		Care:      Text{"Parfümden uzak tutun, yumuşak bezle silin.", "Keep it from perfume and wipe with a soft cloth."},
		Technique: []Text{{"Telkâri", "Filigree"}, {"Dövme", "Hammering"}},
		Tools:     []Text{{"Pens", "Pliers"}, {"Kaynak", "Torch"}}}
	ringed = &Craft{Family: "jewel", label: jewel.label, Materials: jewel.Materials, Styles: jewel.Styles,
		Sizes: ringSizes, Briefs: jewel.Briefs,
		Points: jewel.Points, Care: jewel.Care, Technique: jewel.Technique, Tools: jewel.Tools}
	clayware = &Craft{Family: "home", Coloured: true,
		Materials: []Text{{"Seramik", "Ceramic"}, {"Porselen", "Porcelain"}, {"Gres", "Stoneware"}},
		Styles: []Text{{"El Yapımı", "Handmade"}, {"Benekli", "Speckled"}, {"Mat Sırlı", "Matt-glazed"},
			{"Çizgili", "Striped"}},
		Briefs: []Text{{"Çarkta çekilmiş, sırrı her fırında başka akan {noun}.",
			"Thrown on the wheel; the glaze runs its own way in every kiln."},
			{"{material} {noun}: sade biçim, derin sır.", "{material} in a plain shape with a deep glaze."}},
		Points: []Text{{"Kurşunsuz sır", "Lead-free glaze"}, {"1.230 °C'de pişirildi", "Fired at 1,230 °C"},
			{"Altı ham bırakıldı", "Its foot is left bare"}},
		Care:      Text{"Ani ısı değişiminden koruyun.", "Spare it sudden heat."},
		Technique: []Text{{"Çark", "Wheel throwing"}, {"Daldırma sır", "Dip glazing"}},
		Tools:     []Text{{"Çömlekçi çarkı", "Potter's wheel"}, {"Fırın", "Kiln"}}}
	glassware = &Craft{Family: "home", Coloured: true, label: Text{"Cam", "Glass"},
		Materials: []Text{{"Üfleme", "Blown"}, {"Geri Dönüşümlü", "Recycled"}, {"Kalın", "Thick"}},
		Styles:    []Text{{"İnce Ağızlı", "Thin-rimmed"}, {"Oluklu", "Fluted"}, {"Habbeli", "Bubbled"}},
		Briefs: []Text{{"Ağızla üflenmiş, içinde hava kabarcıkları taşıyan {noun}.",
			"Mouth-blown, with small bubbles in the glass."},
			{"Işığı renge çeviren ince {noun}.", "Thin glass that turns light into colour."}},
		Points: []Text{{"Kesilmiş, parlatılmış ağız", "A cut and polished rim"}, {"Eski şişelerden", "Made of old bottles"}},
		Care:   Text{"Elde yıkayın.", "Wash by hand."}, Technique: []Text{{"Üfleme", "Blowing"}},
		Tools: []Text{{"Pipo", "Blowpipe"}}}
	metalware = &Craft{Family: "home", label: Text{"Metal", "Metal"},
		Materials: []Text{{"Bakır", "Copper"}, {"Pirinç", "Brass"}, {"Çelik", "Steel"}, {"Emaye", "Enamel"},
			{"Döküm", "Cast-iron"}},
		Styles: []Text{{"Dövme", "Hammered"}, {"Kalaylı", "Tinned"}, {"İşlemeli", "Engraved"}, {"Mat", "Matte"},
			{"İnce Kenarlı", "Thin-rimmed"}, {"Eski Usul", "Old-style"},
			{"Küçük", "Small"}, {"Büyük", "Large"}, {"Köşeli", "Faceted"}, {"Desenli", "Patterned"}},
		Briefs: []Text{{"Ustasının çekiç izlerini taşıyan {noun}.", "Bears the marks of its maker's hammer."},
			{"Kuşaktan kuşağa kalan {noun}.", "Made to be handed down."}},
		Points: []Text{{"Yeniden parlatılabilir", "Can be polished anew"}, {"2 mm kalınlık", "2 mm thick"},
			{"Ustasının damgası altında", "Bears its maker's stamp"}},
		Care:      Text{"Yumuşak süngerle yıkayıp hemen kurulayın.", "Wash with a soft sponge and dry at once."},
		Technique: []Text{{"Dövme", "Hammering"}, {"Kalay", "Tinning"}}, Tools: []Text{{"Çekiç", "Hammer"}, {"Örs", "Anvil"}}}
	woodwork = &Craft{Family: "home", label: Text{"Ağaç", "Wood"},
		Materials: []Text{{"Meşe", "Oak"}, {"Ceviz", "Walnut"}, {"Kayın", "Beech"}, {"Zeytin Ağacı", "Olive Wood"},
			{"Kestane", "Chestnut"}},
		Styles: []Text{{"El Oyması", "Hand-carved"}, {"Yuvarlak Köşeli", "Rounded"}, {"Yağlı Bitişli", "Oiled"},
			{"Alçak", "Low"}, {"Geçmeli", "Jointed"}, {"Sade", "Plain"},
			{"Hafif", "Light"}, {"Kakmalı", "Inlaid"}, {"Mumlanmış", "Waxed"}, {"Üç Ayaklı", "Three-legged"}},
		Briefs: []Text{{"Tek parça {material}, elle biçilmiş {noun}.", "From one piece of {material}."},
			{"Vidasız, geçmeyle kurulan {noun}.", "Put together with joints, no screws."}},
		Points: []Text{{"Keten yağı bitiş", "Finished with linseed oil"},
			{"Sertifikalı orman", "Wood from a certified forest"}, {"Kendi budak izleri", "Keeps its own knots"}},
		Care:      Text{"Islak bırakmayın, yılda iki kez yağlayın.", "Do not leave it wet; oil it twice a year."},
		Technique: []Text{{"Torna", "Turning"}, {"Oyma", "Carving"}, {"Kakma", "Inlay"}},
		Tools:     []Text{{"Iskarpela", "Chisel"}, {"Rende", "Plane"}}}
	woven = &Craft{Family: "home", Coloured: true, label: Text{"İplik", "Yarn"}, Sizes: rugSizes,
		Materials: []Text{{"Yün", "Wool"}, {"Pamuk", "Cotton"}, {"Keten", "Linen"}, {"İpek", "Silk"}},
		Styles: []Text{{"El Dokuması", "Handwoven"}, {"Kök Boyalı", "Plant-dyed"}, {"Püsküllü", "Fringed"},
			{"Baklava Desenli", "Diamond"}},
		Briefs: []Text{{"Ahşap tezgâhta, bir ayda dokunan {noun}.", "Woven on a wooden loom over a month."},
			{"Ceviz kabuğu ve kökboyayla renklenmiş {noun}.", "Coloured with walnut husk and madder."}},
		Points: []Text{{"Çift yüzlü", "Two good sides"}, {"Solmayan kök boya", "Plant dyes that do not fade"},
			{"Dokuyanın adı arkasında", "Signed by its weaver"}},
		Care:      Text{"Güneşte havalandırın, elde yıkayın.", "Air it in the sun; wash by hand."},
		Technique: []Text{{"Dokuma", "Weaving"}, {"Kök boya", "Plant dyeing"}},
		Tools:     []Text{{"Tezgâh", "Loom"}, {"Kirkit", "Weaving comb"}}}
)

var (
	bound = &Craft{Family: "paper", Coloured: true, label: Text{"Cilt", "Binding"},
		Materials: []Text{{"Kumaş Ciltli", "Clothbound"}, {"Deri Ciltli", "Leatherbound"}, {"İplik Dikişli", "Thread-sewn"}},
		Styles:    []Text{{"Çizgisiz", "Plain"}, {"Noktalı", "Dotted"}, {"Kareli", "Squared"}, {"Cep Boy", "Pocket"}},
		Briefs: []Text{{"Mürekkep geçirmeyen 120 g kâğıttan {noun}.", "120 g paper that ink does not bleed through."},
			{"Tam açılan, masada düz duran {noun}.", "Opens fully and lies flat."}},
		Points: []Text{{"192 sayfa", "192 pages"}, {"Ayraç kurdelesi", "A ribbon"}, {"Asitsiz kâğıt", "Acid-free paper"}},
		Care:   Text{"Nemden koruyun.", "Keep it dry."}, Technique: []Text{{"Ciltleme", "Bookbinding"}},
		Tools: []Text{{"Kemik kat", "Bone folder"}, {"Pres", "Press"}}}
	writing = &Craft{Family: "paper", Coloured: true,
		Materials: []Text{{"Pirinç", "Brass"}, {"Reçine", "Resin"}, {"Ceviz", "Walnut"}},
		Styles:    []Text{{"İnce Uçlu", "Fine-nib"}, {"Kalın Uçlu", "Broad-nib"}, {"Altıgen", "Hexagonal"}},
		Briefs: []Text{{"Uzun mektuplar için dengeli {noun}.", "Well balanced, for long letters."},
			{"Avuçta kaybolmayan, ağırlığı tam yerinde {noun}.", "With the weight just where it should be."}},
		Points:    []Text{{"Yedek parçası bulunur", "Spare parts to be had"}, {"Kutusunda", "In its box"}},
		Care:      Text{"Ayda bir ılık suyla temizleyin.", "Rinse once a month with lukewarm water."},
		Technique: []Text{{"Torna", "Turning"}}, Tools: []Text{{"Torna", "Lathe"}}}
	scented = &Craft{Family: "care", label: Text{"Koku", "Scent"},
		Materials: []Text{{"Lavantalı", "Lavender"}, {"Güllü", "Rose"}, {"İncirli", "Fig"}, {"Defneli", "Laurel"},
			{"Sedirli", "Cedar"}, {"Naneli", "Mint"},
			{"Portakal Çiçekli", "Orange Blossom"}, {"Bergamotlu", "Bergamot"}, {"Yaseminli", "Jasmine"},
			{"Biberiyeli", "Rosemary"}, {"Ihlamurlu", "Linden"}, {"Zeytinli", "Olive"}},
		Styles: []Text{{"Doğal", "Natural"}, {"Soğuk Pişmiş", "Cold-process"}, {"Hassas Cilt İçin", "Gentle"},
			{"Seyahat Boy", "Travel"}},
		Sizes: []Text{{"50 ml", "50 ml"}, {"100 ml", "100 ml"}, {"200 ml", "200 ml"}},
		Briefs: []Text{{"Az malzemeyle, bol sabırla yapılmış {noun}.", "Few ingredients and much patience."},
			{"Kırk gün dinlendirilmiş, boya katılmamış {noun}.", "Rested for forty days, without dyes."}},
		Points: []Text{{"Hayvanlar üzerinde denenmedi", "Not tested on animals"}, {"Palmiye yağı yok", "No palm oil"},
			{"Küçük parti üretim", "Made in small batches"}, {"Cam ambalaj", "Comes in glass"}},
		Care: Text{"Serin ve kuru yerde saklayın.", "Keep cool and dry."}, Technique: []Text{{"Damıtma", "Distilling"}},
		Tools: []Text{{"İmbik", "Still"}}}
	flavoured = &Craft{Family: "food", label: Text{"Tat", "Flavour"}, Sizes: packSizes,
		Materials: []Text{{"Fıstıklı", "Pistachio"}, {"Güllü", "Rose"}, {"Narlı", "Pomegranate"}, {"Portakallı", "Orange"},
			{"Kakuleli", "Cardamom"}, {"Tarçınlı", "Cinnamon"},
			{"Damla Sakızlı", "Mastic"}, {"İncirli", "Fig"}, {"Vişneli", "Sour Cherry"}, {"Cevizli", "Walnut"},
			{"Bergamotlu", "Bergamot"}, {"Limonlu", "Lemon"}},
		Styles: []Text{{"Geleneksel", "Traditional"}, {"Şekersiz", "Unsweetened"}, {"Hediyelik", "Gift"},
			{"Taş Baskı", "Stone-ground"}},
		Briefs: []Text{{"Mevsiminde toplandı, içine başka bir şey konmadı.", "Made in season, with nothing added."},
			{"Bakır kazanda, küçük ateşte hazırlandı.", "Cooked in a copper pan over a small fire."}},
		Points: []Text{{"Katkısız", "No additives"}, {"Kooperatif üretimi", "Made by a cooperative"},
			{"Geri alınan kavanoz", "We take the jar back"}},
		Care:      Text{"Açtıktan sonra serin yerde saklayın.", "Once open, keep it cool."},
		Technique: []Text{{"Kazan", "Pan cooking"}}, Tools: []Text{{"Bakır kazan", "Copper pan"}}}
	harvest = &Craft{Family: "food", label: Text{"Yöre", "Origin"}, Sizes: packSizes,
		Materials: []Text{{"Kestane", "Chestnut"}, {"Çam", "Pine"}, {"Yayla", "Highland"}, {"Ihlamur", "Linden"},
			{"Kekik", "Thyme"}, {"Dağ", "Mountain"}, {"Ada", "Island"}, {"Kıyı", "Coast"}},
		Styles: []Text{{"Ham", "Raw"}, {"Soğuk Sıkım", "Cold-pressed"}, {"Erken Hasat", "Early-harvest"},
			{"Taş Değirmen", "Stone-milled"}, {"Süzme", "Strained"}},
		Briefs: []Text{{"Tek bahçeden, tek hasattan.", "From one garden and one harvest."},
			{"Süzüldü, dinlendirildi, hiç ısıtılmadı.", "Strained and rested, never heated."}},
		Points: []Text{{"Tek üretici", "From a single grower"}, {"Analiz belgeli", "With its analysis"},
			{"Cam şişe", "In glass"}},
		Care: Text{"Işıktan uzak saklayın.", "Keep it from the light."}, Technique: []Text{{"Soğuk sıkım", "Cold pressing"}},
		Tools: []Text{{"Taş değirmen", "Stone mill"}}}
	woodToy = &Craft{Family: "kids", Coloured: true,
		Materials: []Text{{"Ahşap", "Wooden"}, {"Kayın", "Beech"}, {"Akçaağaç", "Maple"}},
		Styles: []Text{{"Küçük", "Little"}, {"Neşeli", "Merry"}, {"Eski Usul", "Old-style"},
			{"El Boyaması", "Hand-painted"}},
		Briefs: []Text{{"Keskin köşesi, pili ve gürültüsü olmayan {noun}.", "No sharp edges, no batteries, no noise."},
			{"Hayal gücüne yer bırakan {noun}.", "Leaves room to imagine."}},
		Points: []Text{{"Su bazlı boya", "Water-based paint"}, {"3 yaş ve üzeri", "From age 3"},
			{"Bez torbasında", "In a cloth bag"}},
		Care: Text{"Nemli bezle silin.", "Wipe with a damp cloth."}, Technique: []Text{{"Oyma", "Carving"}},
		Tools: []Text{{"Zımpara", "Sandpaper"}}}
	softToy = woodToy.with(func(c *Craft) {
		c.Materials = []Text{{"Keçe", "Felt"}, {"Örgü", "Crocheted"}, {"Pamuk", "Cotton"}, {"Keten", "Linen"}}
		c.Styles = []Text{{"Küçük", "Little"}, {"Neşeli", "Merry"}, {"Uykucu", "Sleepy"}, {"Uzun Kollu", "Long-armed"}}
		c.Points = []Text{{"Yün dolgu", "Filled with wool"}, {"Doğumdan itibaren", "From birth"},
			{"Bez torbasında", "In a cloth bag"}}
		c.Technique, c.Tools = []Text{{"Keçeleme", "Felting"}, {"Tığ işi", "Crochet"}}, []Text{{"Tığ", "Crochet hook"}}
	})
	audio = &Craft{Family: "tech", Coloured: true, label: Text{"Gövde", "Body"},
		Materials: []Text{{"Ceviz", "Walnut"}, {"Alüminyum", "Aluminium"}, {"Kumaş Kaplı", "Fabric"}},
		Styles:    []Text{{"Kablosuz", "Wireless"}, {"Taşınabilir", "Portable"}, {"Retro", "Retro"}, {"Masaüstü", "Desktop"}},
		Briefs: []Text{{"Onarılabilir, pili değişen {noun}.", "Can be mended, with a battery you can change."},
			{"Odayı dolduran, göze batmayan {noun}.", "Fills the room without being seen."}},
		Points: []Text{{"20 saat pil", "20 hours on a charge"}, {"Değişen pil", "Replaceable battery"},
			{"5 yıl garanti", "5-year guarantee"}, {"Yerli ses mühendisliği", "Tuned by ear"}},
		Care: Text{"Kuru bezle silin.", "Wipe with a dry cloth."}, Technique: []Text{{"Montaj", "Assembly"}},
		Tools: []Text{{"Havya", "Soldering iron"}}}
	outdoor = &Craft{Family: "garden", Coloured: true,
		Materials: []Text{{"Terrakotta", "Terracotta"}, {"Galvaniz", "Galvanised"}, {"Seramik", "Ceramic"},
			{"Hasır", "Wicker"}},
		Styles: []Text{{"Asma", "Hanging"}, {"Balkon", "Balcony"}, {"Kendinden Sulamalı", "Self-watering"},
			{"Yivli", "Ribbed"}},
		Briefs: []Text{{"Balkondan bahçeye her yere yakışan {noun}.", "For balconies and gardens alike."},
			{"Dona ve güneşe dayanan {noun}.", "Stands frost and sun."}},
		Points: []Text{{"Dona dayanır", "Frost-proof"}, {"Altı delikli", "With drainage"},
			{"Tabağı yanında", "Saucer included"}},
		Care: Text{"Kışın içeri alın.", "Take it in over winter."}, Technique: []Text{{"Kalıp", "Moulding"}},
		Tools: []Text{{"Çark", "Wheel"}}}
	wicker = &Craft{Family: "home", Coloured: true,
		Materials: []Text{{"Hasır", "Wicker"}, {"Söğüt", "Willow"}, {"Saz", "Rush"}},
		Styles:    []Text{{"Kulplu", "Handled"}, {"Kapaklı", "Lidded"}, {"Yuvarlak", "Round"}, {"Derin", "Deep"}},
		Briefs: []Text{{"Islatılıp elde örülen {noun}.", "Soaked, and woven by hand."},
			{"Yükü hafif, ömrü uzun {noun}.", "Light to carry and long to last."}},
		Points: []Text{{"Boyasız bırakılabilir", "Also to be had undyed"}, {"Pamuk astar", "Lined with cotton"}},
		Care:   Text{"Nemli bezle silin.", "Wipe with a damp cloth."}, Technique: []Text{{"Sepet örme", "Basketry"}},
		Tools: []Text{{"Bıçkı", "Splitting knife"}}}
	Reading = &Craft{Family: "book", label: Text{"Kapak", "Cover"},
		Materials: []Text{{"Karton Kapak", "Paperback"}, {"Sert Kapak", "Hardback"}},
		Briefs: []Text{{"{noun}: bir mahalle, bir yaz ve geri dönülmeyen bir yol.",
			"A street, a summer, and a road that is not taken back."},
			{"Kısa cümleli, uzun soluklu: {noun}.", "Short sentences, long breath."}},
		Points: []Text{{"Gravür kapak", "Cover with an engraving"}, {"Ayraçlı", "With a bookmark"},
			{"İlk baskı", "First printing"}},
		Care: Text{"Katlamadan okuyun.", "Read without folding."}, Technique: []Text{{"Ofset baskı", "Offset printing"}},
		Tools: []Text{{"Baskı makinesi", "Printing press"}}}
	Edition = &Craft{Family: "art", label: Text{"Kâğıt", "Paper"},
		Materials: []Text{{"Pamuk Kâğıt", "Cotton Paper"}, {"Dut Kâğıdı", "Mulberry Paper"}},
		Briefs: []Text{{"Sanatçının imzaladığı, numaralı {noun}.", "Numbered and signed by the artist."},
			{"Elle basılmış, her biri az farklı {noun}.", "Printed by hand, each one slightly other."}},
		Points: []Text{{"İmzalı ve numaralı", "Signed and numbered"}, {"Orijinallik belgesi", "With a certificate"},
			{"Çerçevesiz gönderilir", "Sent unframed"}},
		Care:      Text{"Doğrudan güneşe asmayın.", "Do not hang it in direct sun."},
		Technique: []Text{{"Linol baskı", "Linocut"}, {"Serigrafi", "Screen printing"}, {"Gravür", "Etching"}},
		Tools:     []Text{{"Oyma bıçağı", "Gouge"}, {"Merdane", "Brayer"}, {"Rakle", "Squeegee"}}}
)

// Variants of the crafts above.
var (
	scarves = knitted.with(func(c *Craft) { c.Sizes = nil })
	cutlery = woodwork.with(func(c *Craft) {
		c.Styles = []Text{{"El Oyması", "Hand-carved"}, {"Yuvarlak", "Round"}, {"Yağlı Bitişli", "Oiled"}, {"Küçük", "Small"},
			{"Büyük", "Large"}, {"İnce", "Thin"}, {"Kakmalı", "Inlaid"}, {"Mumlanmış", "Waxed"}}
		c.Briefs = []Text{{"Tek parça {material}, elle biçilmiş {noun}.", "From one piece of {material}."},
			{"Zımparası elde çekilmiş {noun}.", "Sanded by hand to the last."}}
	})
	tableware = clayware.with(func(c *Craft) {
		c.Briefs = append([]Text{{"{material} {noun}: kalın kenarlı, elde dolgun.",
			"{material} with a generous rim, good in the hand."}}, c.Briefs...)
		c.Points = append([]Text{{"Bulaşık makinesinde yıkanır", "Dishwasher safe"}}, c.Points...)
	})
	cookware = metalware.with(func(c *Craft) {
		c.Briefs = append([]Text{{"Isıyı eşit yayan {noun}.", "Spreads heat evenly."}}, c.Briefs...)
		c.Points = append([]Text{{"Her ocağa uygun", "For every hob"}, {"Yeniden kalaylanabilir", "Can be tinned anew"}},
			c.Points...)
	})
	linens = woven.with(func(c *Craft) {
		c.Sizes = []Text{{"Tekli", "Single"}, {"İkili", "Pair"}}
		c.Briefs = []Text{{"Ahşap tezgâhta, ağır ağır dokunan {noun}.", "Woven slowly on a wooden loom."}, c.Briefs[1]}
	})
	solids = scented.with(func(c *Craft) { c.Sizes = []Text{{"Tek", "Single"}, {"Üçlü", "Set of three"}} })
)

// Names of attributes that every craft may have.
var (
	ColourName   = Text{"Renk", "Colour"}
	SizeName     = Text{"Seçenek", "Size"}
	StyleName    = Text{"Stil", "Style"}
	AuthorName   = Text{"Yazar", "Author"}
	LinenName    = Text{"Keten", "Linen"}
	MaterialName = Text{"Malzeme", "Material"}
)

// MaterialLabel returns the attribute name of a craft's materials.
func MaterialLabel(c *Craft) Text {
	if c.label.EN == "" {
		return MaterialName
	}
	return c.label
}
