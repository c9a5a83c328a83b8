package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/filter"
	"vitrine/search"
)

func tenantsAreKeptApart(t *testing.T, s *catalogue) {
	other := s.neighbour()
	s.add(product{slug: "ours", name: "Copper kettle"})
	other.add(product{slug: "theirs", name: "Copper kettle"}, product{slug: "their-pan", name: "Copper pan"})

	s.finds("copper", "ours")
	other.holds("copper", "theirs", "their-pan", "!ours")
	s.finds("pan", "")

	// A row that moves to another tenant is no longer found in the first, even with an old index.
	q := s.query("copper")
	q.Tenant = "nobody"
	if res := s.search(q); res.Total != 0 {
		t.Errorf("an unknown tenant has %d products", res.Total)
	}
	for _, tenant := range []string{`x" OR tenant = "` + other.tenant, "x' OR '1'='1", `\" OR v > 0 OR tenant = \"`, "*",
		"%"} {
		q.Tenant = tenant
		if res := s.search(q); res.Total != 0 || len(res.IDs) != 0 {
			t.Errorf("tenant %q has %d products", tenant, res.Total)
		}
	}
}

func draftsAreNeverFound(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "live", name: "Walnut table"},
		product{slug: "sold-out", name: "Walnut bench", status: "OUT_OF_STOCK", position: 1},
		product{slug: "draft", name: "Walnut chair", status: "DRAFT"},
		product{slug: "archived", name: "Walnut stool", status: "ARCHIVED"},
	)
	s.finds("walnut", "live sold-out")
	s.finds("chair", "")

	// Even if the index contains it.
	var draft string
	if err := s.db.Pool.QueryRow(s.ctx, "SELECT id FROM product WHERE tenant_id = $1 AND slug = 'draft'", s.tenant).
		Scan(&draft); err != nil {
		t.Fatal(err)
	}
	doc := search.Doc{Tenant: s.tenant, ID: draft, Text: []string{"Walnut chair"}, Seq: 1}
	if err := s.engine.Index(s.ctx, "product", []search.Doc{doc}, nil); err != nil {
		t.Fatal(err)
	}
	s.finds("walnut chair", "")
	s.finds("walnut", "live sold-out")
}

func lastWordIsABeginning(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "lamp", name: "Reading lamp", position: 1},
		product{slug: "lampshade", name: "Lampshade, linen", position: 2},
		product{slug: "reader", name: "Card reader", position: 3},
	)
	s.findsAll("l", "lampshade lamp")
	s.findsAll("lam", "lampshade lamp")
	s.holds("lamps", "lampshade") // an engine may ignore the plural s
	s.finds("reading l", "lamp")
	s.finds("  READING   LAM ", "lamp")
	s.findsAll("read", "lamp reader")
	s.finds("shade", "") // no match inside a word
}

func typosAreForgiven(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "keyboard", name: "Mechanical keyboard", brand: "Corsair"},
		product{slug: "headphones", name: "Wireless headphones", brand: "Sennheiser", position: 1},
		product{slug: "mug", name: "Blue mug", position: 2},
		product{slug: "number", name: "Part 123456", position: 3},
	)
	s.finds("keybaord", "keyboard")    //nolint:misspell // two letters swapped
	s.finds("keybord", "keyboard")     // a letter missing
	s.finds("keyyboard", "keyboard")   // a letter too many
	s.finds("keyboerd", "keyboard")    // a wrong letter
	s.finds("mechanicl", "keyboard")   // in a prefix
	s.finds("hedphonse", "headphones") // two errors in a long word
	s.finds("wireles headfones", "headphones")
	s.finds("corsiar", "keyboard")         //nolint:misspell // in the name of the brand
	s.finds("corsair keybord", "keyboard") // one error in each word
	s.finds("senheiser headphons", "headphones")
	s.finds("mog", "")      // too short for a correction
	s.finds("bleu", "")     // likewise: one error from 5 letters on
	s.finds("kezboerd", "") // two errors only from 9 letters on
	s.finds("123457", "")   // numbers are not corrected
	s.finds("qwertzuiop", "")
}

// A correction is shown. It must not tell what a product is called that is not shown yet, or a brand that is a draft.
func correctionsNameNothingHidden(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "zephyring", name: "Zephyring lamp", brand: "Lumen"},
		product{slug: "soon", name: "Zephyrina kettle", brand: "Marzipane", position: 1},
		product{slug: "past", name: "Zephyrinb monolith", position: 2},
		product{slug: "quixotex", name: "Quixotex chair", brand: "Quixotec", position: 3},
		product{slug: "marzipano", name: "Marzipano table", position: 4},
	)
	now := s.query("").Now
	s.exec("UPDATE product SET publish_at = $2 WHERE tenant_id = $1 AND slug = 'soon'", s.tenant, now.Add(time.Hour))
	s.exec("UPDATE product SET unpublish_at = $2 WHERE tenant_id = $1 AND slug = 'past'", s.tenant, now.Add(-time.Hour))
	s.exec("UPDATE brand SET status = 'DRAFT' WHERE id = $1", s.brand("Quixotec"))
	s.index()
	for text, want := range map[string]string{
		"zephyrinx": "zephyring", "zephyrinx lamp": "zephyring", // two hidden names are as close
		"quixotey": "quixotex", "chair quixotey": "quixotex",
		"marzipanx": "marzipano",                   // the brand has no product that is shown
		"monolit":   "", "ketle": "", "kettla": "", // only hidden names are close
	} {
		res := s.search(s.query(text))
		for _, c := range res.Corrected {
			if want == "" || !strings.HasPrefix(c.Meant, want) {
				t.Errorf("%q: %s is read as %s", text, c.Typed, c.Meant)
			}
		}
		if got := s.slugs(res.IDs); want != "" && !slices.Equal(got, []string{want}) || want == "" && len(got) > 0 {
			t.Errorf("%q finds %q", text, got)
		}
	}
}

func lettersFold(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "istanbul", name: "İSTANBUL Işıklı Şişe", position: 1},
		product{slug: "igdir", name: "Iğdır kayısısı", brand: "Çağdaş", position: 2},
		product{slug: "creme", name: "Crème brûlée torch", position: 3},
		product{slug: "strasse", name: "Straßenlampe", position: 4},
		product{slug: "moscow", name: "Москва Ёлка", position: 5},
		product{slug: "athens", name: "Αθήνα κεραμικό", position: 6},
		product{slug: "decomposed", name: "Cafe\u0301 glace\u0301", position: 7},
	)
	for _, text := range []string{"istanbul", "İstanbul", "ISTANBUL", "ıstanbul", "işıklı", "isikli", "ŞİŞE", "sise",
		"Şişe istanb"} {
		s.finds(text, "istanbul")
	}
	for _, text := range []string{"ığdır", "IGDIR", "igdir", "Iğdır", "kayisi", "kayısı", "cagdas", "ÇAĞDAŞ igd"} {
		s.finds(text, "igdir")
	}
	s.finds("creme brulee", "creme")
	s.finds("CRÈME", "creme")
	s.finds("strasse", "strasse")
	s.finds("STRAßE", "strasse")
	s.finds("москва", "moscow")
	s.finds("МОСК", "moscow")
	s.finds("елка", "moscow")
	s.finds("ΑΘΗΝΑ", "athens")
	s.finds("αθη", "athens")
	s.finds("café", "decomposed")
	s.finds("cafe\u0301 glace", "decomposed")
}

func wordsMayLieInNameAndBrand(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "iphone", name: "iPhone 15", brand: "Apple", position: 1},
		product{slug: "case", name: "Case for iPhone 15", brand: "Spigen", position: 2},
		product{slug: "pencil", name: "Pencil", brand: "Apple", position: 3},
		product{slug: "juice", name: "Apple juice", brand: "Orchard", position: 4},
	)
	s.finds("apple iphone", "iphone")
	s.finds("iphone apple", "iphone")
	s.finds("iphone 15", "iphone case")
	s.finds("iphone spi", "case")
	s.holds("apple", "iphone", "pencil", "juice", "!case")
	s.finds("apple 15 ipho", "iphone")
	s.finds("spigen pencil", "")

	// Neither an invisible brand nor the description of a brand is a match.
	s.exec("UPDATE brand SET status = 'DRAFT' WHERE id = $1", s.brand("Spigen"))
	s.exec("UPDATE brand SET description = 'Famous for headsets' WHERE id = $1", s.brand("Apple"))
	s.index()
	s.finds("spigen", "")
	s.finds("headsets", "")
}

func namesComeBeforeProse(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "prose", name: "Garden chair",
			description: "Comfortable, even without a pillow. A pillow fits, of course.", position: 1},
		product{slug: "middle", name: "Down pillow", position: 2},
		product{slug: "begins", name: "Pillow case", position: 3},
		product{slug: "same", name: "Pillow", position: 4},
		product{slug: "longer", name: "Pillowcase", position: 5},
	)
	s.findsAll("pillow", "same begins longer middle prose")
	got := s.slugs(s.search(s.query("pillow")).IDs)
	if got[0] != "same" || slices.Index(got, "prose") < slices.Index(got, "middle") ||
		slices.Index(got, "prose") < slices.Index(got, "begins") {
		t.Errorf("pillow finds %q in this order", got)
	}
	q := s.query("pillow") // with a requested order
	q.Sorted, q.Order = true, filter.Order{filter.Desc("p.position")}
	if got := strings.Join(s.slugs(s.search(q).IDs), " "); got != "longer same begins middle prose" {
		t.Errorf("sorted, pillow finds %q", got)
	}
}

func proseIsFound(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "table", name: "Table", sku: "TB-4711/X",
			description: `<div class="lead">Made of <b>oak</b>&nbsp;and brass.</div><style>.blockquote{}</style>`},
		product{slug: "other", name: "Bench", position: 1},
	)
	s.finds("oak", "table")
	s.finds("table brass", "table")
	s.finds("4711", "table")
	s.finds("tb-4711", "table")
	for _, text := range []string{"div", "class", "nbsp", "blockquote"} {
		s.finds(text, "")
	}
}

func hostileTexts(t *testing.T, s *catalogue) {
	s.add(product{slug: "plain", name: "Plain spoon"}, product{slug: "percent", name: "100% cotton", position: 1})
	for _, text := range []string{
		"%%%", "_", "'", "''", `"`, `\`, "--", ";", "&", "|", "!", ":*", "()", "<->", "<2>", "?", "$", "*", " ", "\t\n", "…",
		"👍", "²", "ʼ",
		"\x00", "\xff\xfe", "\u200b\u200d", "\u0301",
	} {
		s.finds(text, "")
	}
	// Words within such texts are still found.
	for _, text := range []string{
		"' spoon", `spoon"`, "spoon:*", "!spoon", "spoon & | !", "(spoon", "spoon)", "<-> spoon", `spoon\`, "'; spoon",
		"spoon\x00", "\xffspoon",
		"spoon %", "spoon?", "$ spoon", "\u200bspoon", "plain&spoon", "plain | spoon",
	} {
		s.finds(text, "plain")
	}
	s.finds("100%", "percent")
	for _, text := range []string{
		"spoon'; DROP TABLE product; --", `" OR tenant = "x`, "spoon' OR '1'='1", "1=1", "tenant != x", "ﷺ ½ ⅒ ㎰ ﬃ",
		"क्षि ภาษาไทย 東京 서울 עברית العربية",
		"1e400 0x1f 1.5.6 a@b.co http://x.y/z?q=1", strings.Repeat("ﷺ", 300), strings.Repeat("aé", 3000),
		strings.Repeat("(", 5000),
	} {
		q := s.query(text)
		q.Facets = []search.Facet{{Name: "brand", Value: "b.id", Label: "b.name"},
			{Name: "price", Value: "p.amount", Range: true}}
		if res := s.search(q); res.Total > 2 {
			t.Errorf("%.40q finds %d", text, res.Total)
		}
	}
}

// anyTextIsHarmless searches for random texts, the same ones in every run.
func anyTextIsHarmless(t *testing.T, s *catalogue) {
	s.add(product{slug: "bell", name: "Bronze bell", brand: "Iron & Söhne", description: "Rings."})
	alphabets := []string{
		"bronze bell", "%_'\"\\;:*&|!()<>-?$@#~` \t\n\x00\xff", "İıŞşĞğÇçÖöÜüßÆœﬁﬃŉǅ½²Ⅷ①",
		"ﷺ㎰🄰👍\u200d\u200b\ufeff\u0301\u0345ʼˆ", "क्षिภาไทย東京서울שלוםمرحبا",
		"𝔹𝕣𝕠𝕟𝕫𝕖𐐀𞤀\U0010ffff", "0123456789eE+-.,x",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 120 {
		var text strings.Builder
		for range rng.IntN(40) {
			from := alphabets[rng.IntN(len(alphabets))]
			if at := rng.IntN(len(from)); rng.IntN(20) == 0 {
				text.WriteByte(from[at]) // part of a character
			} else {
				runes := []rune(from)
				text.WriteRune(runes[at%len(runes)])
			}
		}
		q := s.query(text.String())
		q.Facets = []search.Facet{{Name: "brand", Value: "b.id"}, {Name: "price", Value: "p.amount", Range: true}}
		res, err := s.engine.Search(s.ctx, s.db.Pool, q)
		if err != nil || res.Total > 1 {
			t.Errorf("%q finds %d, %v", text.String(), res.Total, err)
		}
	}
}

func longTexts(t *testing.T, s *catalogue) {
	s.add(product{slug: "ten", name: "one two three four five six seven eight nine ten"})
	s.finds("one two three four five six seven eight nine ten", "ten")
	s.finds("one two three four five six seven eight nine ten eleven twelve", "ten") // words after the tenth are ignored
	s.finds("one"+strings.Repeat(" ", search.MaxText)+"eleven", "ten")
}

func emptyTextIsAPlainList(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "second", name: "A", position: 2},
		product{slug: "first", name: "B", position: 1},
		product{slug: "third", name: "C", position: 3},
		product{slug: "draft", name: "D", status: "DRAFT"},
	)
	s.finds("", "first second third")
	res := s.search(s.query(""))
	if res.Stamp != nil || res.Capped {
		t.Errorf("a plain list has the stamp %v, capped %v", res.Stamp, res.Capped)
	}
	q := s.query("")
	q.NoTotal, q.Offset, q.Limit = true, 1, 1
	if res := s.search(q); res.Total != -1 || fmt.Sprint(s.slugs(res.IDs)) != "[second]" {
		t.Errorf("the second page has a total of %d and %v", res.Total, s.slugs(res.IDs))
	}
}

func namesAreSearchedAlone(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "lid", name: "Lid", brand: "Copperworks", description: "Fits a copper pan"},
		product{slug: "pan", name: "Large copper pan", position: 1},
		product{slug: "set", name: "Copper set", description: "With a pan", position: 2},
		product{slug: "draft", name: "Copper spoon", status: "DRAFT", position: 3},
	)
	for text, want := range map[string]string{
		"copper": "set pan", "cop": "set pan", "copper pa": "pan", "pan cop": "pan", "coper": "", "copper pot": "",
		"li": "lid",
	} {
		q := s.query(text)
		q.Named, q.Match = true, q.Match[:1]
		if got := strings.Join(s.slugs(s.search(q).IDs), " "); got != want {
			t.Errorf("names with %q: %q, want %q", text, got, want)
		}
	}
}
