package table

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// foreign are names of columns in Turkish, German, French, Spanish and Italian, by the English name.
var foreign = map[string]string{
	"name": `ad; adı; isim; ürün; ürün_adı; ürün_ismi; urun_adi; stok_adı; produkt; produktname; artikel; bezeichnung;
		artikelbezeichnung; nom; nom_du_produit; désignation; nombre; nombre_del_producto; nome; nome_prodotto`,
	"title": "başlık; baslik; titel; titre; título; titolo",
	"description": `açıklama; aciklama; ürün_açıklaması; beschreibung; produktbeschreibung; descripción; descripcion;
		descrizione`,
	"price": `fiyat; fiyatı; ürün_fiyatı; satış_fiyatı; satis_fiyati; birim_fiyat; preis; verkaufspreis; einzelpreis; prix;
		prix_de_vente; precio; precio_venta; prezzo`,
	"old_price": `eski_fiyat; liste_fiyatı; piyasa_fiyatı; listenpreis; uvp; ancien_prix; precio_anterior;
		prezzo_di_listino`,
	"sale_price": "indirimli_fiyat; angebotspreis; prix_promo; precio_oferta; prezzo_scontato",
	"stock": `stok; stok_adedi; stok_miktarı; stok_adet; miktar; adet; bestand; lagerbestand; menge; quantité; existencias;
		cantidad; giacenza; quantità`,
	"category": `kategori; kategorisi; ürün_kategorisi; kategorie; warengruppe; catégorie; categorie; categoría;
		categoria`,
	"brand": "marka; markası; marke; hersteller; marque; marca",
	"sku": `stok_kodu; kod; ürün_kodu; urun_kodu; artikelnummer; artikelnr; référence;
		reference; referencia; codice`,
	"images":    "görseller; resimler; bilder; imágenes; imagenes; immagini",
	"image":     `görsel; gorsel; resim; görsel_url; resim_url; ürün_görseli; bild; bild_url; photo_url; imagen; immagine`,
	"currency":  "para_birimi; döviz; währung; waehrung; devise; moneda; valuta",
	"date":      "tarih; datum; fecha; data",
	"city":      "şehir; sehir; il; stadt; ort; ville; ciudad; città; citta",
	"country":   "ülke; ulke; land; pays; país; pais; paese",
	"address":   "adres; adresse; dirección; direccion; indirizzo",
	"phone":     "telefon; tel; téléphone; teléfono; telefono",
	"language":  "dil; sprache; langue; idioma; lingua",
	"latitude":  "enlem; breitengrad; latitud; latitudine",
	"longitude": "boylam; längengrad; laengengrad; longitud; longitudine",
	"venue":     "mekan; mekân; yer; veranstaltungsort; lieu; lugar; luogo",
	"start":     "başlangıç; başlangıç_tarihi; beginn; début; inicio; inizio",
	"end":       "bitiş; bitiş_tarihi; ende; fin; fine",
	"capacity":  "kapasite; kapazität; capacité; capacidad; capienza",
}

// english has the English names of foreign ones.
var english = func() map[string]string {
	names := map[string]string{}
	for name, others := range foreign {
		for other := range strings.SplitSeq(others, ";") {
			names[folded(strings.TrimSpace(other))] = name
		}
	}
	return names
}()

// folded returns a name in small letters, in one spelling of the Turkish i: "FİYAT" and "FIYAT" are fiyat.
func folded(name string) string {
	return strings.NewReplacer("i\u0307", "i", "ı", "i").Replace(norm.NFC.String(strings.ToLower(name)))
}
