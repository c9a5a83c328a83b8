package seed

var demoSubjects = []subject{
	{title: text{"Sipariş", "Orders"}, about: text{"Vermek, değiştirmek, vazgeçmek.", "Placing, changing and cancelling them."},
		questions: []qa{{text{"Üye olmadan alışveriş yapabilir miyim?", "Can I buy without an account?"}, text{"Evet. Siparişinizi size gelen bağlantıdan izlersiniz.", "Yes. You follow your order with the link we send."}}},
		parts: []subject{
			{title: text{"Sipariş Verme", "Placing an Order"}, about: text{"Sepetten kapıya.", "From basket to door."}, questions: []qa{
				{text{"Siparişimi nasıl değiştiririm?", "How do I change my order?"}, text{"Paketlenene kadar hesabınızdan değiştirebilirsiniz.", "Until it is packed, from your account."}},
				{text{"Birden çok satıcıdan tek sipariş olur mu?", "Can one order hold several sellers?"}, text{"Olur; her satıcı ayrı paket gönderir.", "It can; each seller sends a parcel of its own."}},
				{text{"Stokta yok yazan ürün gelir mi?", "Will something that is out of stock return?"}, text{"Ürün sayfasında haber ver düğmesine basın, gelince yazalım.", "Press the bell on its page and we write when it does."}}}},
			{title: text{"Siparişe Özel İşler", "Made to Order"}, about: text{"Sizin için yapılanlar.", "What is made for you."}, questions: []qa{
				{text{"Ne kadar sürer?", "How long does it take?"}, text{"Ustasına göre üç ile sekiz hafta.", "Three to eight weeks, as the maker says."}},
				{text{"Renk seçebilir miyim?", "Can I choose the colour?"}, text{"Kök boyada ton garanti edilemez, renk edilebilir.", "With plant dyes the colour, not the shade."}}}}}},
	{title: text{"Ödeme", "Payment"}, about: text{"Kart, havale, taksit.", "Cards, transfers and instalments."},
		parts: []subject{
			{title: text{"Kart ve Taksit", "Cards and Instalments"}, about: text{"3D Secure ile.", "With 3-D Secure."}, questions: []qa{
				{text{"Kart bilgilerimi saklıyor musunuz?", "Do you keep my card?"}, text{"Hayır. Kart numarası bankanın sayfasından başka yere yazılmaz.", "No. Your number is written nowhere but on the bank's page."}},
				{text{"Kaç taksit yapılır?", "How many instalments are there?"}, text{"Bankaya göre on ikiye kadar.", "Up to twelve; it depends on the bank."}},
				{text{"Ödemem iki kez çekildi, ne yapmalıyım?", "I was charged twice. What now?"}, text{"İkincisi provizyondur, bir gün içinde düşer; düşmezse yazın.", "The second is a reservation and falls off within a day; if not, write to us."}}}},
			{title: text{"Havale", "Bank Transfer"}, about: text{"Açıklama kodunu unutmayın.", "Do not forget the reference."}, questions: []qa{
				{text{"Açıklamaya ne yazmalıyım?", "What do I write as reference?"}, text{"Sipariş sayfasındaki kodu, olduğu gibi.", "The code on your order's page, as it stands."}},
				{text{"Ne kadar beklersiniz?", "How long do you wait?"}, text{"Üç iş günü; sonra sipariş düşer.", "Three working days, then the order lapses."}}}}}},
	{title: text{"Teslimat", "Delivery"}, about: text{"Kargo, kurye, mağazadan alma.", "Post, couriers and pick-up."},
		questions: []qa{{text{"Kargom nerede?", "Where is my parcel?"}, text{"Siparişinizdeki takip numarasına dokunun.", "Tap the tracking number in your order."}},
			{text{"Pazar günü teslimat var mı?", "Do you deliver on Sundays?"}, text{"Yalnız bisikletli kuryenin gittiği mahallelere.", "Only where the bicycle goes."}}},
		parts: []subject{
			{title: text{"Yurt Dışı", "Abroad"}, about: text{"Gümrük ve süreler.", "Customs and times."}, questions: []qa{
				{text{"Gümrüğü kim öder?", "Who pays customs?"}, text{"Alıcı; tutarı sipariş sırasında gösteririz.", "The receiver; we show the sum when you order."}},
				{text{"Nerelere gönderiyorsunuz?", "Where do you send to?"}, text{"Otuz bir ülkeye.", "To thirty-one countries."}}}}}},
	{title: text{"Etkinlik ve Bilet", "Events and Tickets"}, about: text{"Atölyeler, konserler, biletler.", "Workshops, concerts, tickets."},
		questions: []qa{{text{"Biletimi nasıl gösteririm?", "How do I show my ticket?"}, text{"Telefonunuzdaki kare kod yeter, internet gerekmez.", "The code on your phone is enough, even offline."}},
			{text{"Biletimi başkasına verebilir miyim?", "May I pass my ticket on?"}, text{"Evet, kapıda isim sorulmaz.", "Yes; nobody asks for names at the door."}},
			{text{"Etkinlik ertelenirse ne olur?", "What if it is postponed?"}, text{"Biletiniz yeni güne geçer; isterseniz parasını geri veririz.", "Your ticket moves with it, or you get your money back."}}}},
	{title: text{"Satıcılar", "For Sellers"}, about: text{"Rafımızda yer almak için.", "To find a place on our shelf."},
		questions: []qa{{text{"Nasıl başvururum?", "How do I apply?"}, text{"Satıcı Olmak sayfasındaki formu doldurun.", "With the form under Sell with Us."}},
			{text{"Tatile çıkınca ne olur?", "What if I go on holiday?"}, text{"Tatil kipini açın; ürünleriniz görünür ama gönderi tarihi değişir.", "Switch on holiday mode; your goods stay visible with a later date."}}}},
}

var atelierSubjects = []subject{
	{title: text{"Ziyaret Soruları", "Visits"}, about: text{"Gelmeden önce.", "Before you come."}, questions: []qa{
		{text{"Randevu gerekir mi?", "Do I need an appointment?"}, text{"Cumartesi hariç evet.", "Yes, except on Saturdays."}}, {text{"Çocukla gelebilir miyim?", "May I bring a child?"}, text{"Elinden tutarak.", "Holding hands."}}}},
	{title: text{"Eserler Üzerine", "About the Works"}, about: text{"Satın alma, taşıma.", "Buying and moving."}, parts: []subject{
		{title: text{"Satın Alma", "Buying a Work"}, about: text{"Taksit ve rezerv.", "Instalments and holds."}, questions: []qa{{text{"Eseri ayırtabilir miyim?", "Can you hold a work?"}, text{"Bir hafta, ücretsiz.", "For a week, for free."}}}},
		{title: text{"Taşıma ve Asma", "Moving and Hanging"}, about: text{"Sandıktan duvara.", "From crate to wall."}, questions: []qa{{text{"Sandığı geri alıyor musunuz?", "Do you take the crate back?"}, text{"Evet, elli avro depozitoyla.", "Yes, with a deposit of fifty euros."}}}}}},
}
