// The shop's words in Turkish and English, and how it writes prices, dates and numbers.
import type { Schemas } from "./api.js";

export type Language = "tr" | "en";

const kept = "vitrine-language";

function chosen(): Language {
  const own = localStorage.getItem(kept) ?? document.documentElement.dataset.language;
  return own === "tr" ? "tr" : "en";
}

/** The language of the page. Lists ask for records in it. */
export const language: Language = chosen();

/** Changes the language. The page is loaded again. */
export function speak(next: Language): void {
  localStorage.setItem(kept, next);
  location.reload();
}

const words = {
  account: ["Hesap", "Account"],
  add: ["Sepete ekle", "Add to basket"],
  added: ["Sepete eklendi", "Added to the basket"],
  all: ["Hepsi", "All"],
  allResults: ["{n} ürünün hepsi", "All {n} products"],
  amount: ["Tutar", "Amount"],
  askPrice: ["Fiyatı sorunuz", "Price on request"],
  atLeast: ["en az {price}", "at least {price}"],
  atMost: ["en çok {price}", "at most {price}"],
  back: ["Sepete dön", "Back to the basket"],
  bank: ["Bankanız bir kod soracak. Kart numarası saklanmaz.", "Your bank will ask for a code. The card is not stored."],
  bankSaysFailed: ["Bankaya göre ödeme alınmadı.", "The bank says that the payment was not made."],
  bankSaysPaid: ["Bankaya göre ödeme alındı.", "The bank says that the payment is made."],
  basket: ["Sepet", "Basket"],
  basketEmpty: ["Sepetiniz boş.", "Your basket is empty."],
  between: ["{n}–{to}", "{from}–{to}"],
  blog: ["Dergi", "Journal"],
  blogEmpty: ["Henüz yazı yok.", "There are no posts yet."],
  brand: ["Atölye", "Workshop"],
  brands: ["Atölyeler", "Workshops"],
  buy: ["Bilet al", "Buy tickets"],
  cancelled: ["İptal edildi", "Cancelled"],
  card: ["Kart", "Card"],
  cardHolder: ["Kartın üstündeki ad", "Name on the card"],
  cardNumber: ["Kart numarası", "Card number"],
  change: ["{n} numaralı değişiklikte", "at change {n}"],
  changed: ["{what}: {value}.", "{what}: {value}."],
  checkout: ["Ödeme", "Payment"],
  clear: ["Hepsini kaldır", "Remove all"],
  clearAll: ["Süzgeçlerin hepsini kaldır", "Remove all filters"],
  close: ["Kapat", "Close"],
  code: ["Güvenlik kodu", "Security code"],
  confirm: ["Onay", "Done"],
  count: ["{n} ürün", "{n} products"],
  day: ["Gün", "Day"],
  departments: ["Reyonlar", "Departments"],
  dictionary: ["Sözlük", "Dictionary"],
  email: ["E-posta", "Email"],
  emptyHint: ["Birini kaldırırsanız şunlar kalıyor:", "If you remove one, these are left:"],
  emptyTitle: ["{what} olan ürün yok.", "Nothing matches {what}."],
  event: ["Etkinlik", "Event"],
  events: ["Etkinlikler", "Events"],
  eventsEmpty: ["Yaklaşan etkinlik yok.", "There are no coming events."],
  expired: ["Süresi geçti", "Expired"],
  expiry: ["Son kullanma", "Expiry"],
  faq: ["Sorulanlar", "Questions"],
  filter: ["Süz", "Filter"],
  first: ["Ad", "First name"],
  forgotPassword: ["Parolamı unuttum", "I forgot my password"],
  free: ["Ücretsiz", "Free"],
  from: ["En az, {currency}", "From, {currency}"],
  gone: ["Artık satışta değil", "No longer on sale"],
  haveAccount: ["Hesabım var", "I have an account"],
  home: ["Ana sayfa", "Home"],
  installments: ["Taksit", "Instalments"],
  last: ["Soyad", "Last name"],
  lastOnes: ["Son {n} adet", "Only {n} left"],
  linkAgain: ["E-postadaki bağlantıyı yeniden açın.", "Open the link in the email again."],
  linkGone: ["Bu bağlantı geçersiz, kullanılmış ya da süresi geçmiş.", "This link is invalid, used or expired."],
  linkSent: ["Bu adresle bir hesap varsa bağlantıyı e-postayla gönderdik.",
    "If the address has an account, the link is in an email to it."],
  liveEdit: ["Canlı düzenle", "Live edit"],
  leftList: ["Artık bu listede değil", "No longer in this list"],
  lost: ["Bağlantı koptu; yeniden deneniyor", "Connection lost; trying again"],
  lowest: ["Son 30 günün en düşük fiyatı {price}.", "The lowest price of the last 30 days is {price}."],
  main: ["İçeriğe geç", "Skip to content"],
  menu: ["Menü", "Menu"],
  meant: ["“{q}” bulunamadı, {other} gösteriliyor.", "“{q}” was not found; these are for {other}."],
  minutes: ["{n} dakika", "{n} min"],
  more: ["Sonraki", "Next"],
  newAccount: ["Hesap açın", "Create an account"],
  newLink: ["Yeni bağlantı iste", "Request a new link"],
  newPassword: ["Parola, en az 8 karakter", "Password, 8 characters or more"],
  newest: ["Yeni gelenler", "New arrivals"],
  newestFirst: ["Önce yeni", "Newest first"],
  nextEvents: ["Yaklaşan etkinlikler", "Coming events"],
  noPicture: ["Görsel hazırlanıyor", "Picture to come"],
  noProducts: ["Burada henüz ürün yok.", "There are no products here yet."],
  noResult: ["“{q}” için bir şey bulunamadı.", "Nothing was found for “{q}”."],
  notFound: ["Burada bir şey yok.", "There is nothing here."],
  notFoundHint: ["Kaldırılmış ya da taşınmış olabilir.", "It may have been removed or moved."],
  offers: ["{n} öneri", "{n} suggestions"],
  oldPrice: ["önceki fiyat", "previous price"],
  oneTime: ["Tek çekim", "One payment"],
  open: ["aç", "open"],
  order: ["Sipariş", "Order"],
  orders: ["Siparişler", "Orders"],
  ordersEmpty: ["Henüz siparişiniz yok.", "You have no orders yet."],
  otherAccount: ["Siparişi görmek için ödeyen hesapla giriş yapın.",
    "To see the order, sign in with the account that paid."],
  otherEvents: ["Başka etkinlikler", "Other events"],
  others: ["Ayrıca", "Also"],
  outOfStock: ["Tükendi", "Sold out"],
  paid: ["Ödeme alındı.", "The payment is made."],
  passwordSet: ["Yeni parolanız kaydedildi. Bütün oturumlarınız kapandı.",
    "Your new password is set. All your sessions have ended."],
  past: ["Geçti", "Past"],
  partlyRefunded: ["Kısmen iade edildi", "Partly refunded"],
  password: ["Parola", "Password"],
  pay: ["{price} öde", "Pay {price}"],
  payFailed: ["Ödeme alınmadı.", "The payment was not made."],
  paymentOf: ["Ödemenizin sonucu", "The outcome of your payment"],
  payPending: ["Bankanın yanıtı bekleniyor.", "Waiting for the bank’s answer."],
  perPerson: ["kişi başı", "a person"],
  pieces: ["{n} adet", "Quantity {n}"],
  pick: ["Bakmaya değer", "Worth a look"],
  place: ["Yer", "Place"],
  placeOpen: ["Yeri duyurulacak", "Place to be announced"],
  previous: ["Önceki", "Previous"],
  price: ["Fiyat", "Price"],
  priceDown: ["Önce pahalı", "Dearest first"],
  priceUp: ["Önce ucuz", "Cheapest first"],
  products: ["Ürünler", "Products"],
  quantity: ["Adet", "Quantity"],
  queries: ["Öneriler", "Suggestions"],
  refunded: ["İade edildi", "Refunded"],
  related: ["İlgili", "Related"],
  remove: ["Kaldır", "Remove"],
  removed: ["{what} kalksın", "Without {what}"],
  reordered: ["Sıra değişti", "The order has changed"],
  resetPassword: ["Parolayı yenile", "Set a new password"],
  results: ["“{q}”", "“{q}”"],
  retry: ["Yeniden dene", "Try again"],
  relaxed: ["{words} her üründe geçmiyor.", "Not every product has {words}."],
  reload: ["yenile", "refresh"],
  rules: ["Kurallar", "Rules"],
  save: ["Kaydet", "Save"],
  seats: ["{all} yerden {n} boş", "{n} of {all} places left"],
  search: ["Ara", "Search"],
  searchAt: ["{shop} içinde ara", "Search {shop}"],
  selected: ["{n} seçili", "{n} selected"],
  sender: ["{name} gönderir.", "Sent by {name}."],
  sendLink: ["Bağlantıyı gönder", "Send the link"],
  shop: ["Alışverişe dön", "Back to the shop"],
  show: ["{n} ürünü göster", "Show {n} products"],
  signIn: ["Giriş yap", "Sign in"],
  signInToSee: ["Siparişi görmek için giriş yapın.", "Sign in to see the order."],
  signOut: ["Çıkış yap", "Sign out"],
  signUp: ["Hesap aç", "Sign up"],
  similar: ["Bunlara da bakılıyor", "Also viewed"],
  sku: ["Stok kodu", "SKU"],
  slow: ["Şu anda okunamıyor.", "This cannot be read at the moment."],
  sort: ["Sırala", "Sort"],
  sortDefault: ["Önerilen", "Recommended"],
  stock: ["{n} adet var", "{n} in stock"],
  termsEmpty: ["Bu harfle başlayan bir terim yok.", "No term begins with this letter."],
  testCard: ["Deneme bankası: 5528 7900 0000 0008, 12/40, 123.", "Test bank: 5528 7900 0000 0008, 12/40, 123."],
  ticket: ["Bilet {n} / {all}", "Ticket {n} / {all}"],
  ticketCode: ["{name} bileti, QR kodu", "QR code of the ticket for {name}"],
  ticketCount: ["{n} bilet", "Tickets: {n}"],
  tickets: ["Biletler", "Tickets"],
  ticketsEmpty: ["Henüz biletiniz yok.", "You have no tickets yet."],
  time: ["Saat", "Time"],
  to: ["En çok, {currency}", "To, {currency}"],
  toCheckout: ["Ödemeye geç", "Go to payment"],
  total: ["Toplam", "Total"],
  totalChanged: ["Fiyat değişti. Yeni toplam {price}.", "The price has changed. The new total is {price}."],
  tryText: ["Şunu deneyin:", "Try"],
  unavailable: ["Bu adet yok", "Not available in this quantity"],
  unfollowed: ["Bu sayfa değişiklikleri izlemiyor", "This page does not follow changes"],
  until: ["{date} kadar", "until {date}"],
  used: ["Kullanıldı", "Used"],
  valid: ["Geçerli", "Valid"],
  verified: ["E-posta adresiniz doğrulandı.", "Your email address is verified."],
  verify: ["Doğrula", "Verify"],
  verifyEmail: ["E-posta adresini doğrula", "Verify your email address"],
  verifyHint: ["Hesabı siz açtıysanız parolanızı girin.", "If you created the account, enter your password."],
  verifyOther: ["Parolasız doğrula", "Verify without a password"],
  verifyOtherHint: ["Hesabı başkası açtıysa parolasız doğrulayın: eski parola silinir, yenisini siz belirlersiniz.",
    "If somebody else created it, verify without one. The old password is removed, and you set a new one."],
  view: ["{name} seçkisine bak", "See {name}"],
  walk: ["gez", "move"],
  way: ["Buradasınız", "You are here"],
  years: ["Yıl", "Year"],
  yourBasket: ["Sepetiniz", "Your basket"],
  yourData: ["Bilgileriniz", "About you"],
} satisfies Record<string, [string, string]>;

export type Word = keyof typeof words;

/** Returns a text of the shop, with its slots filled in. */
export function t(word: Word, slots: Record<string, string | number> = {}): string {
  return words[word][language === "tr" ? 0 : 1].replace(/\{(\w+)\}/g, (_, name: string) => String(slots[name] ?? ""));
}

const locale = language === "tr" ? "tr-TR" : "en-GB";
const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Writes a number. */
export function number(n: number): string {
  return plain.format(n);
}

/** Writes an amount of money: "1.098,90 TL", "23 €", "€1,098.90". A no-break space keeps the currency beside it. */
export function money(amount: number, currency = "TRY"): string {
  const text = (Number.isInteger(amount) ? plain : cents).format(amount);
  const signs: Record<string, string> = { EUR: "€", GBP: "£", USD: "$" };
  if (language === "tr") {
    return `${text}\u00a0${currency === "TRY" ? "TL" : signs[currency] ?? currency}`;
  }
  return signs[currency] ? signs[currency] + text : `${currency}\u00a0${text}`;
}

/** Writes what is cut from a price: "−%20", "−20%". */
export function cut(percent: number): string {
  return language === "tr" ? `−%${number(percent)}` : `−${number(percent)}%`;
}

/** The zone in which dates are shown. The demo's events take place in it. */
const timeZone = "Europe/Istanbul";
const forms: Record<"day" | "short" | "long" | "time", Intl.DateTimeFormatOptions> = {
  day: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short" },
  long: { day: "numeric", month: "long", year: "numeric", weekday: "long" },
  time: { hour: "2-digit", minute: "2-digit" },
};

/** Writes a date or a time of day. */
export function date(iso: string, form: keyof typeof forms): string {
  return new Intl.DateTimeFormat(locale, { ...forms[form], timeZone }).format(new Date(iso));
}

/** Writes the last day of something: "2 Aralık'a kadar", "until 2 December". */
export function until(iso: string): string {
  const text = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone }).format(new Date(iso));
  return t("until", { date: language === "tr" ? `${text}’${/[eiöü][^aıou]*$/.test(lower(text)) ? "e" : "a"}` : text });
}

/** Joins words: "mavi, keten ve XL". */
export function list(all: string[]): string {
  return new Intl.ListFormat(locale).format(all);
}

/** Lower case, by the rules of the language. */
export function lower(text: string): string {
  return text.toLocaleLowerCase(locale);
}

/** The text with its first letter in upper case. */
export function capital(text: string): string {
  return initial(text) + text.slice(1);
}

/** Upper case of the first letter. */
export function initial(text: string): string {
  return text.trim().slice(0, 1).toLocaleUpperCase(locale);
}

/** The current price of a product or event; undefined if it has none. */
export function amountOf(price: Schemas["Price"] | undefined): number | undefined {
  return price?.amount ?? price?.sale ?? price?.list;
}
