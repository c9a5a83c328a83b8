package seed

// craft is what a kind of thing is made of and how it is told of: a shirt and a dress share one.
type craft struct {
	family    string // brands, merchants and categories of the same family go with it
	materials []text // stand before the noun: Keten Gömlek, Linen Shirt
	styles    []text // so do these: Bol Kesim Gömlek, Relaxed Shirt
	coloured  bool   // comes in the colours of words.go
	label     text   // what its materials are called as an attribute; empty: Malzeme, Material
	sizes     []text // what is chosen when buying; empty: nothing is
	briefs    []text // one sentence; {noun} and {material} are filled in
	points    []text // what the description lists
	care      text
	technique []text
	tools     []text
}

// with is a craft that differs from c in what change does.
func (c *craft) with(change func(*craft)) *craft {
	other := *c
	change(&other)
	return &other
}

var (
	bodySizes = []text{{"XS", "XS"}, {"S", "S"}, {"M", "M"}, {"L", "L"}, {"XL", "XL"}}
	kidSizes  = []text{{"2 yaş", "2 years"}, {"4 yaş", "4 years"}, {"6 yaş", "6 years"}, {"8 yaş", "8 years"}}
	ringSizes = []text{{"12", "52"}, {"14", "54"}, {"16", "56"}, {"18", "58"}}
	rugSizes  = []text{{"80 × 150 cm", "80 × 150 cm"}, {"120 × 180 cm", "120 × 180 cm"}, {"160 × 230 cm", "160 × 230 cm"}}
	packSizes = []text{{"250 g", "250 g"}, {"500 g", "500 g"}, {"1 kg", "1 kg"}}
)

var (
	cloth = &craft{family: "wear", coloured: true, label: text{"Kumaş", "Fabric"}, sizes: bodySizes,
		materials: []text{{"Keten", "Linen"}, {"Pamuk", "Cotton"}, {"Müslin", "Muslin"}, {"Şile Bezi", "Crinkle Cotton"}},
		styles:    []text{{"Bol Kesim", "Relaxed"}, {"Düğmeli", "Buttoned"}, {"Çizgili", "Striped"}, {"Nakışlı", "Embroidered"}},
		briefs: []text{
			{"{material} dokusuyla nefes alan, yıkandıkça yumuşayan {noun}.", "{noun} in {material}, made to breathe and to soften with every wash."},
			{"Sabahtan akşama rahat, ütü istemeyen bir {noun}.", "Easy wear from morning to night; no iron needed."},
			{"Küçük bir atölyede, kalıbı elle çıkarılmış {noun}.", "From a small workshop, with a pattern drawn by hand."}},
		points: []text{{"Sedef düğmeler", "Mother-of-pearl buttons"}, {"Fransız dikişi", "French seams"}, {"Yan dikişte gizli cep", "A hidden pocket in the side seam"},
			{"Yıkanmış kumaş, çekmez", "Prewashed, will not shrink"}, {"Model 174 cm, M beden giyiyor", "The model is 174 cm and wears M"}},
		care:      text{"30 derecede yıkayın, gölgede kurutun.", "Wash at 30 degrees and dry in the shade."},
		technique: []text{{"El dikişi", "Hand stitching"}, {"Baskı", "Block printing"}}, tools: []text{{"Dikiş makinesi", "Sewing machine"}}}
	kidCloth = &craft{family: "kids", coloured: true, label: cloth.label, sizes: kidSizes,
		materials: []text{{"Müslin", "Muslin"}, {"Organik Pamuk", "Organic Cotton"}, {"Pamuk", "Cotton"}},
		styles:    []text{{"Puantiyeli", "Dotted"}, {"Çizgili", "Striped"}, {"Nakışlı", "Embroidered"}},
		briefs: []text{{"Oyuna, uykuya ve sokağa uygun {noun}.", "Made for play, sleep and the street."},
			{"Büyüdükçe paçası açılan, yıllarca giyilen {noun}.", "With hems to let down, worn for years."}},
		points:    []text{{"Nikelsiz çıtçıt", "Nickel-free snaps"}, {"Etiketsiz yaka", "No tag at the neck"}, {"Uzatılabilir paça", "Hems to let down"}},
		care:      text{"40 derecede yıkayın.", "Wash at 40 degrees."},
		technique: cloth.technique, tools: cloth.tools}
	knitted = &craft{family: "wear", coloured: true, label: text{"İplik", "Yarn"}, sizes: bodySizes,
		materials: []text{{"Yün", "Wool"}, {"Merinos", "Merino"}, {"Moher", "Mohair"}, {"Pamuk", "Cotton"}},
		styles:    []text{{"Saç Örgülü", "Cable-knit"}, {"Kalın", "Chunky"}, {"Çizgili", "Striped"}, {"Fitilli", "Ribbed"}},
		briefs: []text{{"{material} ipliğinden, dikişsiz örülmüş {noun}.", "Knitted in one piece from {material}."},
			{"Rüzgârlı akşamlar için kalın, kaşındırmayan {noun}.", "Thick enough for windy evenings, without the itch."}},
		points:    []text{{"Yerli yün", "Local wool"}, {"Dikişsiz örgü", "Knitted without seams"}, {"Yedek ipliği içinde", "Comes with yarn for mending"}},
		care:      text{"Soğuk suda elde yıkayın, sererek kurutun.", "Hand wash cold and dry flat."},
		technique: []text{{"El örgüsü", "Hand knitting"}}, tools: []text{{"Şiş", "Needles"}, {"Tığ", "Crochet hook"}}}
	hide = &craft{family: "bag", coloured: true,
		materials: []text{{"Deri", "Leather"}, {"Süet", "Suede"}, {"Kanvas", "Canvas"}},
		styles:    []text{{"Saraç Dikişli", "Saddle-stitched"}, {"Örgülü", "Braided"}, {"İnce", "Slim"}},
		briefs: []text{{"Zamanla güzelleşen, gittiği yerleri anlatan {noun}.", "Ages well, and shows where it has been."},
			{"Günlük yükü taşıyan, hafif ve sağlam {noun}.", "Light and sturdy, for what a day brings."}},
		points: []text{{"Pirinç toka", "Brass buckle"}, {"Mumlu iplik", "Waxed thread"}, {"İç cep", "An inner pocket"}, {"Ömür boyu onarım", "Repairs for life"}},
		care:   text{"Yılda bir kez balmumu sürün.", "Wax it once a year."}, technique: []text{{"Saraç dikişi", "Saddle stitch"}, {"Kabartma", "Embossing"}},
		tools: []text{{"Biz", "Awl"}, {"Falçata", "Skiving knife"}}}
	jewel = &craft{family: "jewel", label: text{"Maden", "Metal"},
		materials: []text{{"Gümüş", "Silver"}, {"Altın Kaplama", "Gold-plated"}, {"Pirinç", "Brass"}, {"Bronz", "Bronze"}},
		styles: []text{{"Telkâri", "Filigree"}, {"Turkuaz Taşlı", "Turquoise"}, {"İncili", "Pearl"}, {"Dövme", "Hammered"}, {"Aytaşlı", "Moonstone"},
			{"Mineli", "Enamelled"}, {"Lapis Taşlı", "Lapis"}, {"Akik Taşlı", "Agate"}, {"Burgulu", "Twisted"}, {"Mat", "Matte"}, {"Yaprak Desenli", "Leaf"}, {"Ay Biçimli", "Crescent"}},
		briefs: []text{{"Tek tek elde dövülen {noun}; ikisi birbirine benzemez.", "Hammered by hand; no two are alike."},
			{"{material} üzerine işlenmiş, ince ama dayanıklı {noun}.", "Fine work, made to last."}},
		points: []text{{"Nikelsiz", "Free of nickel"}, {"Keseyle gönderilir", "Comes in a pouch"}, {"Ayar damgalı", "Hallmarked"}},
		care:   text{"Parfümden uzak tutun, yumuşak bezle silin.", "Keep it from perfume and wipe with a soft cloth."}, technique: []text{{"Telkâri", "Filigree"}, {"Dövme", "Hammering"}},
		tools: []text{{"Pens", "Pliers"}, {"Kaynak", "Torch"}}}
	ringed = &craft{family: "jewel", label: jewel.label, materials: jewel.materials, styles: jewel.styles, sizes: ringSizes, briefs: jewel.briefs,
		points: jewel.points, care: jewel.care, technique: jewel.technique, tools: jewel.tools}
	clayware = &craft{family: "home", coloured: true,
		materials: []text{{"Seramik", "Ceramic"}, {"Porselen", "Porcelain"}, {"Gres", "Stoneware"}},
		styles:    []text{{"El Yapımı", "Handmade"}, {"Benekli", "Speckled"}, {"Mat Sırlı", "Matt-glazed"}, {"Çizgili", "Striped"}},
		briefs: []text{{"Çarkta çekilmiş, sırrı her fırında başka akan {noun}.", "Thrown on the wheel; the glaze runs its own way in every kiln."},
			{"{material} {noun}: sade biçim, derin sır.", "{material} in a plain shape with a deep glaze."}},
		points: []text{{"Kurşunsuz sır", "Lead-free glaze"}, {"1.230 °C'de pişirildi", "Fired at 1,230 °C"}, {"Altı ham bırakıldı", "Its foot is left bare"}},
		care:   text{"Ani ısı değişiminden koruyun.", "Spare it sudden heat."}, technique: []text{{"Çark", "Wheel throwing"}, {"Daldırma sır", "Dip glazing"}},
		tools: []text{{"Çömlekçi çarkı", "Potter's wheel"}, {"Fırın", "Kiln"}}}
	glassware = &craft{family: "home", coloured: true, label: text{"Cam", "Glass"},
		materials: []text{{"Üfleme", "Blown"}, {"Geri Dönüşümlü", "Recycled"}, {"Kalın", "Thick"}},
		styles:    []text{{"İnce Ağızlı", "Thin-rimmed"}, {"Oluklu", "Fluted"}, {"Habbeli", "Bubbled"}},
		briefs:    []text{{"Ağızla üflenmiş, içinde hava kabarcıkları taşıyan {noun}.", "Mouth-blown, with small bubbles in the glass."}, {"Işığı renge çeviren ince {noun}.", "Thin glass that turns light into colour."}},
		points:    []text{{"Kesilmiş, parlatılmış ağız", "A cut and polished rim"}, {"Eski şişelerden", "Made of old bottles"}},
		care:      text{"Elde yıkayın.", "Wash by hand."}, technique: []text{{"Üfleme", "Blowing"}}, tools: []text{{"Pipo", "Blowpipe"}}}
	metalware = &craft{family: "home", label: text{"Metal", "Metal"},
		materials: []text{{"Bakır", "Copper"}, {"Pirinç", "Brass"}, {"Çelik", "Steel"}, {"Emaye", "Enamel"}, {"Döküm", "Cast-iron"}},
		styles: []text{{"Dövme", "Hammered"}, {"Kalaylı", "Tinned"}, {"İşlemeli", "Engraved"}, {"Mat", "Matte"}, {"İnce Kenarlı", "Thin-rimmed"}, {"Eski Usul", "Old-style"},
			{"Küçük", "Small"}, {"Büyük", "Large"}, {"Köşeli", "Faceted"}, {"Desenli", "Patterned"}},
		briefs: []text{{"Ustasının çekiç izlerini taşıyan {noun}.", "Bears the marks of its maker's hammer."}, {"Kuşaktan kuşağa kalan {noun}.", "Made to be handed down."}},
		points: []text{{"Yeniden parlatılabilir", "Can be polished anew"}, {"2 mm kalınlık", "2 mm thick"}, {"Ustasının damgası altında", "Bears its maker's stamp"}},
		care:   text{"Yumuşak süngerle yıkayıp hemen kurulayın.", "Wash with a soft sponge and dry at once."}, technique: []text{{"Dövme", "Hammering"}, {"Kalay", "Tinning"}}, tools: []text{{"Çekiç", "Hammer"}, {"Örs", "Anvil"}}}
	woodwork = &craft{family: "home", label: text{"Ağaç", "Wood"},
		materials: []text{{"Meşe", "Oak"}, {"Ceviz", "Walnut"}, {"Kayın", "Beech"}, {"Zeytin Ağacı", "Olive Wood"}, {"Kestane", "Chestnut"}},
		styles: []text{{"El Oyması", "Hand-carved"}, {"Yuvarlak Köşeli", "Rounded"}, {"Yağlı Bitişli", "Oiled"}, {"Alçak", "Low"}, {"Geçmeli", "Jointed"}, {"Sade", "Plain"},
			{"Hafif", "Light"}, {"Kakmalı", "Inlaid"}, {"Mumlanmış", "Waxed"}, {"Üç Ayaklı", "Three-legged"}},
		briefs: []text{{"Tek parça {material}, elle biçilmiş {noun}.", "From one piece of {material}."}, {"Vidasız, geçmeyle kurulan {noun}.", "Put together with joints, no screws."}},
		points: []text{{"Keten yağı bitiş", "Finished with linseed oil"}, {"Sertifikalı orman", "Wood from a certified forest"}, {"Kendi budak izleri", "Keeps its own knots"}},
		care:   text{"Islak bırakmayın, yılda iki kez yağlayın.", "Do not leave it wet; oil it twice a year."}, technique: []text{{"Torna", "Turning"}, {"Oyma", "Carving"}, {"Kakma", "Inlay"}}, tools: []text{{"Iskarpela", "Chisel"}, {"Rende", "Plane"}}}
	woven = &craft{family: "home", coloured: true, label: text{"İplik", "Yarn"}, sizes: rugSizes,
		materials: []text{{"Yün", "Wool"}, {"Pamuk", "Cotton"}, {"Keten", "Linen"}, {"İpek", "Silk"}},
		styles:    []text{{"El Dokuması", "Handwoven"}, {"Kök Boyalı", "Plant-dyed"}, {"Püsküllü", "Fringed"}, {"Baklava Desenli", "Diamond"}},
		briefs:    []text{{"Ahşap tezgâhta, bir ayda dokunan {noun}.", "Woven on a wooden loom over a month."}, {"Ceviz kabuğu ve kökboyayla renklenmiş {noun}.", "Coloured with walnut husk and madder."}},
		points:    []text{{"Çift yüzlü", "Two good sides"}, {"Solmayan kök boya", "Plant dyes that do not fade"}, {"Dokuyanın adı arkasında", "Signed by its weaver"}},
		care:      text{"Güneşte havalandırın, elde yıkayın.", "Air it in the sun; wash by hand."}, technique: []text{{"Dokuma", "Weaving"}, {"Kök boya", "Plant dyeing"}}, tools: []text{{"Tezgâh", "Loom"}, {"Kirkit", "Weaving comb"}}}
)
