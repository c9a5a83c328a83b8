package content

// FAQGroup is a group of questions in two languages. Parts are its subgroups.
type FAQGroup struct {
	Title, About Text
	Questions    []Question
	Parts        []FAQGroup
}

type Question struct{ Q, A Text }

var demoFAQ = []FAQGroup{
	{Title: Text{"Sipariş", "Orders"}, About: Text{"Vermek, değiştirmek, vazgeçmek.",
		"Placing, changing and cancelling them."},
		Questions: []Question{{Text{"Üye olmadan alışveriş yapabilir miyim?", "Can I buy without an account?"},
			Text{"Evet. Siparişinizi size gelen bağlantıdan izlersiniz.", "Yes. You follow your order with the link we send."}}},
		Parts: []FAQGroup{
			{Title: Text{"Sipariş Verme", "Placing an Order"}, About: Text{"Sepetten kapıya.", "From basket to door."},
				Questions: []Question{
					{Text{"Siparişimi nasıl değiştiririm?", "How do I change my order?"},
						Text{"Paketlenene kadar hesabınızdan değiştirebilirsiniz.", "Until it is packed, from your account."}},
					{Text{"Birden çok satıcıdan tek sipariş olur mu?", "Can one order hold several sellers?"},
						Text{"Olur; her satıcı ayrı paket gönderir.", "It can; each seller sends a parcel of its own."}},
					{Text{"Stokta yok yazan ürün gelir mi?", "Will something that is out of stock return?"},
						Text{"Ürün sayfasında haber ver düğmesine basın, gelince yazalım.",
							"Press the bell on its page and we write when it does."}}}},
			{Title: Text{"Siparişe Özel İşler", "Made to Order"}, About: Text{"Sizin için yapılanlar.", "What is made for you."},
				Questions: []Question{
					{Text{"Ne kadar sürer?", "How long does it take?"},
						Text{"Ustasına göre üç ile sekiz hafta.", "Three to eight weeks, as the maker says."}},
					{Text{"Renk seçebilir miyim?", "Can I choose the colour?"},
						Text{"Kök boyada ton garanti edilemez, renk edilebilir.", "With plant dyes the colour, not the shade."}}}}}},
	{Title: Text{"Ödeme", "Payment"}, About: Text{"Kart, havale, taksit.", "Cards, transfers and instalments."},
		Parts: []FAQGroup{
			{Title: Text{"Kart ve Taksit", "Cards and Instalments"}, About: Text{"3D Secure ile.", "With 3-D Secure."},
				Questions: []Question{
					{Text{"Kart bilgilerimi saklıyor musunuz?", "Do you keep my card?"},
						Text{"Hayır. Kart numarası bankanın sayfasından başka yere yazılmaz.",
							"No. Your number is written nowhere but on the bank's page."}},
					{Text{"Kaç taksit yapılır?", "How many instalments are there?"},
						Text{"Bankaya göre on ikiye kadar.", "Up to twelve; it depends on the bank."}},
					{Text{"Ödemem iki kez çekildi, ne yapmalıyım?", "I was charged twice. What now?"},
						Text{"İkincisi provizyondur, bir gün içinde düşer; düşmezse yazın.",
							"The second is a reservation and falls off within a day; if not, write to us."}}}},
			{Title: Text{"Havale", "Bank Transfer"}, About: Text{"Açıklama kodunu unutmayın.", "Do not forget the reference."},
				Questions: []Question{
					{Text{"Açıklamaya ne yazmalıyım?", "What do I write as reference?"},
						Text{"Sipariş sayfasındaki kodu, olduğu gibi.", "The code on your order's page, as it stands."}},
					{Text{"Ne kadar beklersiniz?", "How long do you wait?"},
						Text{"Üç iş günü; sonra sipariş düşer.", "Three working days, then the order lapses."}}}}}},
	{Title: Text{"Teslimat", "Delivery"}, About: Text{"Kargo, kurye, mağazadan alma.", "Post, couriers and pick-up."},
		Questions: []Question{{Text{"Kargom nerede?", "Where is my parcel?"},
			Text{"Siparişinizdeki takip numarasına dokunun.", "Tap the tracking number in your order."}},
			{Text{"Pazar günü teslimat var mı?", "Do you deliver on Sundays?"},
				Text{"Yalnız bisikletli kuryenin gittiği mahallelere.", "Only where the bicycle goes."}}},
		Parts: []FAQGroup{
			{Title: Text{"Yurt Dışı", "Abroad"}, About: Text{"Gümrük ve süreler.", "Customs and times."}, Questions: []Question{
				{Text{"Gümrüğü kim öder?", "Who pays customs?"},
					Text{"Alıcı; tutarı sipariş sırasında gösteririz.", "The receiver; we show the sum when you order."}},
				{Text{"Nerelere gönderiyorsunuz?", "Where do you send to?"},
					Text{"Otuz bir ülkeye.", "To thirty-one countries."}}}}}},
	{Title: Text{"Etkinlik ve Bilet", "Events and Tickets"},
		About: Text{"Atölyeler, konserler, biletler.", "Workshops, concerts, tickets."},
		Questions: []Question{{Text{"Biletimi nasıl gösteririm?", "How do I show my ticket?"},
			Text{"Telefonunuzdaki kare kod yeter, internet gerekmez.", "The code on your phone is enough, even offline."}},
			{Text{"Biletimi başkasına verebilir miyim?", "May I pass my ticket on?"},
				Text{"Evet, kapıda isim sorulmaz.", "Yes; nobody asks for names at the door."}},
			{Text{"Etkinlik ertelenirse ne olur?", "What if it is postponed?"},
				Text{"Biletiniz yeni güne geçer; isterseniz parasını geri veririz.",
					"Your ticket moves with it, or you get your money back."}}}},
	{Title: Text{"Satıcılar", "For Sellers"}, About: Text{"Rafımızda yer almak için.", "To find a place on our shelf."},
		Questions: []Question{{Text{"Nasıl başvururum?", "How do I apply?"},
			Text{"Satıcı Olmak sayfasındaki formu doldurun.", "With the form under Sell with Us."}},
			{Text{"Tatile çıkınca ne olur?", "What if I go on holiday?"},
				Text{"Tatil kipini açın; ürünleriniz görünür ama gönderi tarihi değişir.",
					"Switch on holiday mode; your goods stay visible with a later date."}}}},
}

var atelierFAQ = []FAQGroup{
	{Title: Text{"Ziyaret Soruları", "Visits"}, About: Text{"Gelmeden önce.", "Before you come."}, Questions: []Question{
		{Text{"Randevu gerekir mi?", "Do I need an appointment?"},
			Text{"Cumartesi hariç evet.", "Yes, except on Saturdays."}},
		{Text{"Çocukla gelebilir miyim?", "May I bring a child?"}, Text{"Elinden tutarak.", "Holding hands."}}}},
	{Title: Text{"Eserler Üzerine", "About the Works"}, About: Text{"Satın alma, taşıma.", "Buying and moving."},
		Parts: []FAQGroup{
			{Title: Text{"Satın Alma", "Buying a Work"}, About: Text{"Taksit ve rezerv.", "Instalments and holds."},
				Questions: []Question{{Text{"Eseri ayırtabilir miyim?", "Can you hold a work?"},
					Text{"Bir hafta, ücretsiz.", "For a week, for free."}}}},
			{Title: Text{"Taşıma ve Asma", "Moving and Hanging"}, About: Text{"Sandıktan duvara.", "From crate to wall."},
				Questions: []Question{{Text{"Sandığı geri alıyor musunuz?", "Do you take the crate back?"},
					Text{"Evet, elli avro depozitoyla.", "Yes, with a deposit of fifty euros."}}}}}},
}
