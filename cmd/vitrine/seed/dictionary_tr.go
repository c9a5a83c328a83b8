package seed

// turkishTerms has a word for every letter of the alphabet, ğ included, which begins no other word.
var turkishTerms = lexicon{turkish, []entry{
	{"Ajur", "Kumaştan iplik çekilerek yapılan, arkası görünen işleme.", []string{"Nakış", "Oya"}}, {"Atkı", "Dokumada enine giden iplik.", []string{"Çözgü", "Tezgâh"}},
	{"Abrash", "Aynı rengin, ayrı boyanmış ipliklerle halıda dalga dalga değişmesi.", []string{"Kök boya", "Halı"}},
	{"Bakır", "Kolay dövülen, ısıyı iyi ileten kızıl maden.", []string{"Kalay", "Cezve"}}, {"Bordür", "Halıyı ya da sayfayı çevreleyen süslü kenar.", []string{"Halı"}}, {"Biz", "Deriyi delmeye yarayan sivri alet.", []string{"Saraç"}},
	{"Cezve", "Uzun saplı kahve kabı.", []string{"Bakır", "Kahve telvesi"}}, {"Cilt", "Kitabın kapağı ve onu tutan işçilik.", []string{"Şiraze", "Mıklep"}},
	{"Çözgü", "Dokumada boyuna gerilen iplik.", []string{"Atkı", "Tezgâh"}}, {"Çini", "Sırlı ve desenli seramik.", []string{"Sır", "Sıraltı"}}, {"Çark", "Çömlekçinin dönen tablası.", []string{"Kil"}},
	{"Desen", "Yüzeyi süsleyen düzen.", []string{"Motif"}}, {"Divit", "Kalem ve mürekkebi birlikte taşıyan yazı takımı.", []string{"Hokka", "Mürekkep"}}, {"Dokuma", "İki ipliğin dik açıyla birbirine geçmesi.", []string{"Atkı", "Çözgü"}},
	{"Ebru", "Su üstünde yüzen boyanın kâğıda alınması.", []string{"Öd", "Kitre"}}, {"Edisyon", "Bir baskının kaç kopya çekildiği.", []string{"Gravür", "Linol baskı"}},
	{"Fincan", "Kulplu ya da kulpsuz küçük kahve kabı.", []string{"Cezve", "Porselen"}}, {"Fırın", "Seramiğin piştiği kapalı ocak.", []string{"Kil", "Sır"}},
	{"Gravür", "Kazınmış levhadan alınan baskı.", []string{"Edisyon"}}, {"Gergef", "Kumaşın gerildiği işleme kasnağı.", []string{"Kasnak", "Nakış"}},
	{"Ğ (yumuşak ge)", "Türk alfabesinin dokuzuncu harfi; hiçbir kelimenin başında bulunmaz, önündeki ünlüyü uzatır.", nil},
	{"Halı", "Düğümlü, havlı yaygı.", []string{"Kilim", "Düğüm"}}, {"Hokka", "Mürekkep kabı.", []string{"Divit", "Mürekkep"}}, {"Hatayi", "Çiçeği kesit gibi gösteren üslup.", []string{"Motif", "Tezhip"}},
	{"Ihlamur", "Oyması kolay, açık renkli ağaç.", []string{"Oyma"}}, {"Istampa", "Kumaşa desen basmak için oyulmuş kalıp.", []string{"Yazma"}},
	{"İbrişim", "Bükülmüş ipek iplik.", []string{"Nakış"}}, {"İğne oyası", "İğneyle düğüm düğüm örülen dantel.", []string{"Oya"}}, {"İmbik", "Damıtma kabı.", []string{"Kolonya"}},
	{"Jakar", "Deseni delikli kartlarla okuyan tezgâh.", []string{"Tezgâh", "Desen"}}, {"Jüt", "Kaba ve sağlam bitkisel lif.", []string{"Keten"}},
	{"Kalay", "Bakır kabın içine sürülen koruyucu maden.", []string{"Bakır"}}, {"Kasnak", "Kumaşı geren çember.", []string{"Gergef"}}, {"Keten", "Saplarından iplik eğrilen bitki ve onun kumaşı.", []string{"Jüt"}},
	{"Kil", "Islakken biçim alan toprak.", []string{"Çark", "Fırın"}}, {"Kilim", "Düğümsüz, düz dokuma yaygı.", []string{"Halı", "Dokuma"}}, {"Kitre", "Ebru suyunu koyulaştıran bitki zamkı.", []string{"Ebru", "Öd"}},
	{"Kök boya", "Kökünden kırmızı boya elde edilen bitki.", []string{"Şap", "Abrash"}}, {"Kolonya", "Limon ya da çiçek esanslı, alkollü su.", []string{"İmbik"}}, {"Kahve telvesi", "Fincanın dibinde kalan kahve.", []string{"Fincan", "Cezve"}},
	{"Linol baskı", "Muşamba kalıptan alınan yüksek baskı.", []string{"Edisyon", "Gravür"}}, {"Lake", "Kat kat sürülüp parlatılan cila.", []string{"Vernik"}},
	{"Mıklep", "Eski ciltlerde kapağın ucundaki dil.", []string{"Cilt", "Şiraze"}}, {"Motif", "Desenin en küçük anlamlı parçası.", []string{"Desen"}}, {"Mürekkep", "Yazı boyası.", []string{"Hokka", "Divit"}}, {"Mine", "Madenin üstüne eritilen cam.", []string{"Telkâri"}},
	{"Nakış", "Kumaş üstüne iğneyle yapılan süs.", []string{"Gergef", "İbrişim"}}, {"Nakkaş", "Süsleyen ressam.", []string{"Tezhip"}},
	{"Oya", "Yazmanın kenarındaki ince örgü.", []string{"İğne oyası", "Yazma"}}, {"Oyma", "Yüzeyi keserek biçim verme.", []string{"Rölyef", "Ihlamur"}},
	{"Öd", "Ebruda boyayı suda yaydıran sıvı.", []string{"Ebru", "Kitre"}}, {"Örs", "Üstünde maden dövülen demir.", []string{"Bakır"}},
	{"Porselen", "Yüksek ısıda pişen, yarı saydam beyaz seramik.", []string{"Kil", "Sır"}}, {"Patina", "Madenin yüzeyinde yıllarla oluşan renk.", []string{"Bakır"}},
	{"Rölyef", "Yüzeyden kabaran heykel.", []string{"Oyma"}}, {"Rende", "Tahtayı düzelten alet.", []string{"Zımpara"}},
	{"Saraç", "Deri işleyen usta.", []string{"Biz"}}, {"Sır", "Seramiği kaplayan cam tabakası.", []string{"Sıraltı", "Fırın"}}, {"Sıraltı", "Desenin sırdan önce boyandığı teknik.", []string{"Sır", "Çini"}}, {"Serigrafi", "Elekten geçirilen boyayla baskı.", []string{"Edisyon"}},
	{"Şap", "Boyayı ipliğe bağlayan tuz.", []string{"Kök boya"}}, {"Şiraze", "Kitabın sırtındaki örülü bağ.", []string{"Cilt", "Mıklep"}}, {"Şile bezi", "Bürümcük dokunan, buruşuk pamuklu.", []string{"Dokuma"}},
	{"Telkâri", "İnce tellerin kıvrılıp lehimlenmesiyle yapılan kuyumculuk.", []string{"Mine"}}, {"Tezgâh", "Dokumanın ya da işin yapıldığı düzen.", []string{"Jakar", "Dokuma"}}, {"Tezhip", "Altın ve boyayla kitap süsleme.", []string{"Nakkaş", "Hatayi"}}, {"Düğüm", "Halıda ipliğin çözgüye bağlanışı.", []string{"Halı", "Çözgü"}},
	{"Urgan", "Kalın kendir ip.", []string{"Jüt"}}, {"Usta", "İşini öğretecek kadar bilen.", nil},
	{"Üfleme cam", "Pipo denen borunun ucunda biçimlenen cam.", []string{"Fırın"}}, {"Üslup", "Bir ustayı ötekinden ayıran yol.", []string{"Usta"}},
	{"Vernik", "Ağacı koruyan saydam kat.", []string{"Lake"}}, {"Varak", "Çok ince dövülmüş altın yaprak.", []string{"Tezhip"}},
	{"Yazma", "Kalıpla desen basılmış başörtüsü.", []string{"Istampa", "Oya"}}, {"Yün", "Koyunun örtüsü, halının özü.", []string{"Halı"}},
	{"Zımpara", "Yüzeyi aşındırarak düzelten kâğıt.", []string{"Rende"}}, {"Zembil", "Hasırdan örülmüş kulplu torba.", []string{"Urgan"}}, {"Zamk", "Bitkiden akan yapışkan öz.", []string{"Kitre"}},
}}

var atelierTurkishTerms = lexicon{turkish, []entry{
	{"Astar boya", "Tuvale ilk sürülen kat.", []string{"Tuval"}}, {"Büst", "Omuzdan yukarısını gösteren heykel.", []string{"Kaide"}}, {"Çizgi", "Resmin ilk kararı.", []string{"Eskiz"}}, {"Eskiz", "Hızlı, ön çizim.", []string{"Çizgi", "Tuval"}},
	{"Fon", "Konunun arkasında kalan.", nil}, {"Işık gölge", "Biçimi karşıtlıkla gösterme.", []string{"Fon"}}, {"İz", "Fırçanın geride bıraktığı.", []string{"Spatula"}}, {"Kaide", "Heykelin altlığı.", []string{"Büst"}},
	{"Öneskiz", "Eskizin eskizi.", []string{"Eskiz"}}, {"Spatula", "Boyayı bıçak gibi süren alet.", []string{"İz"}}, {"Şövale", "Tuvalin durduğu ayak.", []string{"Tuval"}}, {"Tuval", "Gerilmiş bez.", []string{"Şövale", "Astar boya"}}, {"Ütopya dizisi", "Henüz bitmedi.", nil},
}}
