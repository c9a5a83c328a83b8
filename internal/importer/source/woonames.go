package source

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// wooNames returns the English names of the columns of an export, whatever language the shop has; nil if it is none.
func wooNames(columns []string) []string {
	names := slices.Clone(columns)
	roles := map[string]int{} // how many columns of an attribute were found
	for i, c := range columns {
		c = strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(c, "’", "'")), " "))
		base, unit := c, ""
		if m := wooUnit.FindStringSubmatch(c); m != nil {
			base, unit = m[1], " "+m[2]
		}
		if m := wooNumbered.FindStringSubmatch(c); m != nil && !strings.Contains(c, ":") { // "Meta: …" is another column
			if n := roles[m[1]]; n < len(wooRoles) {
				names[i] = fmt.Sprintf("Attribute %s %s", m[1], wooRoles[n])
			}
			roles[m[1]]++
			continue
		}
		if english := wooEnglish[c]; english != "" {
			names[i] = english
		} else if english := wooEnglish[base]; english != "" && unit != "" {
			names[i] = english + unit
		}
	}
	for _, needed := range []string{"Type", "Name", "Published", "Regular price"} {
		if !slices.Contains(names, needed) {
			return nil
		}
	}
	for i, name := range names {
		if slices.Index(names, name) != i {
			return nil // two columns mean the same: it is not an export
		}
	}
	if !slices.Contains(names, "ID") && !slices.Contains(names, "SKU") {
		return nil
	}
	return names
}

var (
	wooUnit = regexp.MustCompile(`^(.+?) (\([^()]+\))$`)

	// wooNumbered matches the columns of attributes. Those of one attribute stand in the same order in every language.
	wooNumbered = regexp.MustCompile(`(?:att?ribut|atrybut|атт?рибут|nitelik|eigenschap)\D*(\d+)`)
	wooRoles    = []string{"name", "value(s)", "visible", "global", "default"}
)

// wooEnglish translates the columns of an export that are imported.
var wooEnglish = func() map[string]string {
	english := map[string]string{}
	for name, others := range wooForeign {
		english[strings.ToLower(name)] = name
		for other := range strings.SplitSeq(others, ";") {
			english[strings.ToLower(strings.Join(strings.Fields(other), " "))] = name
		}
	}
	return english
}()

// wooForeign has the names of columns in Turkish, German, French, Spanish, Italian, Portuguese, Dutch, Polish and
// Russian, and older ones.
var wooForeign = map[string]string{
	"ID":   "Kimlik",
	"Type": "Tür; Typ; Tipo; Тип",
	"SKU":  "Stok kodu (SKU); Artikelnummer; Artikelnummer (SKU); UGS; COD; Артикул",
	"GTIN, UPC, EAN, or ISBN": `GTIN, UPC, EAN veya ISBN; GTIN, UPC, EAN oder ISBN; GTIN, UPC, EAN ou ISBN;
		GTIN, UPC, EAN o ISBN; GTIN, UPC, EAN of ISBN`,
	"Name": "İsim; Ad; Nom; Nombre; Nome; Naam; Nazwa; Имя",
	"Published": `Yayımlanmış; Yayınlanmış; Veröffentlicht; Publié; Publicado; Pubblicato; Gepubliceerd; Opublikowano;
		Опубликован`,
	"Visibility in catalog": `Katalogda görünürlük; Sichtbarkeit im Katalog; Visibilité dans le catalogue;
		Visibilidad en el catálogo; Visibilità nel catalogo; Visibilidade no catálogo; Zichtbaarheid in catalogus;
		Widoczność w katalogu; Видимость в каталоге`,
	"Short description": `Kısa açıklama; Kurzbeschreibung; Description courte; Descripción corta; Breve descrizione;
		Descrição curta; Korte beschrijving; Korte omschrijving; Krótki opis; Краткое описание`,
	"Description": "Açıklama; Beschreibung; Descripción; Descrizione; Descrição; Beschrijving; Opis; Описание",
	"Date sale price starts": `İndirimli fiyatın başladığı tarih; Datum, an dem Angebotspreis beginnt;
		Datum, an dem der Angebotspreis beginnt; Date de début de promo; Día en que empieza el precio rebajado;
		Data di inizio del prezzo in offerta; Data de preço promocional começa em; Startdatum actieprijs;
		Data rozpoczęcia promocji; Дата начала действия продажной цены; Дата начала действия скидки`,
	"Date sale price ends": `İndirimli fiyatın bittiği tarih; Datum, an dem Angebotspreis endet;
		Datum, an dem der Angebotspreis endet; Date de fin de promo; Día en que termina el precio rebajado;
		Data di fine del prezzo in offerta; Data de preço promocional termina em; Einddatum actieprijs;
		Data zakończenia promocji; Дата окончания действия продажной цены; Дата окончания действия скидки`,
	"In stock?": `Stokta?; Vorrätig?; Auf Lager?; En stock ?; En stock?; ¿Existencias?; ¿En inventario?; Em estoque?;
		Op voorraad?; W magazynie?; В наличии?; Наличие`,
	"Stock": "Stok; Lager; Lagerbestand; Bestand; Inventario; Magazzino; Estoque; Voorraad; Stan magazynowy; Запасы",
	"Backorders allowed?": `Yok satmaya izin?; Ön Siparişe İzin Ver?; Rückstände erlaubt?; Lieferrückstände erlaubt?;
		Autoriser les commandes de produits en rupture ?; ¿Permitir reservas de productos agotados?;
		Abilita gli ordini arretrati?; São permitidas encomendas?; Nabestellingen toestaan?;
		Задержанный заказ возможен?; Возможен ли предзаказ?`,
	"Weight": "Ağırlık; Gewicht; Poids; Peso; Waga; Вес",
	"Length": "Uzunluk; Länge; Longueur; Longitud; Lunghezza; Comprimento; Lengte; Długość; Длина",
	"Width":  "Genişlik; Breite; Largeur; Anchura; Larghezza; Largura; Breedte; Szerokość; Ширина",
	"Height": "Yükseklik; Höhe; Hauteur; Altura; Altezza; Hoogte; Wysokość; Высота",
	"Sale price": `İndirimli satış fiyatı; Angebotspreis; Tarif promo; Precio rebajado; Prezzo in offerta;
		Preço promocional; Actieprijs; Cena promocyjna; Акционная цена; Цена распродажи`,
	"Regular price": `Normal fiyat; Regulärer Preis; Tarif régulier; Precio normal; Prezzo di listino; Preço;
		Preço normal; Reguliere prijs; Cena; Cena regularna; Базовая цена; Обычная цена`,
	"Categories": `Kategoriler; Kategorien; Catégories; Categorías; Categorie; Categorias; Categorieën; Kategorie;
		Категории`,
	"Tags":   "Etiketler; Schlagwörter; Étiquettes; Etiquetas; Tag; Tagi; Метки",
	"Images": "Görseller; Bilder; Imágenes; Immagini; Imagens; Afbeeldingen; Obrazki; Zdjęcia; Изображения",
	"Parent": `Ebeveyn; Übergeordnetes Produkt; Superior; Genitore; Ascendente; Hoofd; Rodzic; Nadrzędny;
		Родительский`,
	"Position": "Konum; Posición; Posizione; Posição; Positie; Pozycja; Позиция",
	"Brands":   "Markalar; Marken; Marques; Marcas; Marchi; Merken; Marki; Бренды",
}
