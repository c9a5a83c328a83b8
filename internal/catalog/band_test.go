package catalog

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// aPrice is a decimal as an editor or a client may write it: of any size, often close to another or to the limit of a
// band.
func aPrice(r *rand.Rand) string {
	n := r.Uint64N(1 << r.IntN(44))
	if r.IntN(3) == 0 {
		n = 1<<r.IntN(44) + r.Uint64N(3) - 1
	}
	s := new(big.Rat).SetFrac(new(big.Int).SetUint64(n), big.NewInt(100)).FloatString(2)
	switch r.IntN(8) {
	case 0:
		return strings.TrimSuffix(s, ".00")
	case 1:
		return "00" + s + "0"
	case 2:
		return s + fmt.Sprint(r.IntN(1000))
	case 3:
		return "-" + s
	case 4:
		return fmt.Sprint(n)
	default:
		return s
	}
}

func TestPropertyAGreaterValueHasNoLowerBand(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	apart := 0
	for range 6000 {
		a, b := aPrice(r), aPrice(r)
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		for _, o := range []Ordering{Up, Down} {
			m, okA := o.band(a)
			n, okB := o.band(b)
			none, _ := o.band("")
			switch {
			case !okA || !okB:
				t.Fatalf("%s or %s has no band", a, b)
			case x.Cmp(y) < 0 && m > n, x.Cmp(y) > 0 && m < n, x.Cmp(y) == 0 && m != n:
				t.Fatalf("%c: the band of %s is %d, that of %s is %d", o, a, m, b, n)
			case o == Up && none <= m, o == Down && none >= m, max(m, none) > noBand, min(m, none) < 0:
				t.Fatalf("%c: the band of %s is %d, that of no value is %d", o, a, m, none)
			case m != n:
				apart++
			}
		}
	}
	if apart < 3000 {
		t.Errorf("only %d pairs of values have two bands: this proves little", apart)
	}
}

// An edit changes the result of `value >= bound` only if the bound lies between its values. The bound's band is then in
// the span.
func TestPropertyASpanHoldsEveryBoundBetweenItsValues(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	passed := 0
	for range 6000 {
		from, to, bound := aPrice(r), aPrice(r), aPrice(r)
		x, _ := new(big.Rat).SetString(from)
		y, _ := new(big.Rat).SetString(to)
		m, _ := new(big.Rat).SetString(bound)
		if (x.Cmp(m) >= 0) == (y.Cmp(m) >= 0) && (x.Cmp(m) > 0) == (y.Cmp(m) > 0) {
			continue
		}
		passed++
		if fired := SpanOf(from, to).fires(); !fired[string(Up)+at(Up, bound)] || !fired[string(Down)+at(Down, bound)] {
			t.Fatalf("the span from %s to %s lacks the band of %s", from, to, bound)
		}
	}
	if passed < 600 {
		t.Errorf("only %d edits crossed a bound", passed)
	}
}

func at(o Ordering, value string) string {
	n, _ := o.band(value)
	return fmt.Sprint(n)
}

// fires lists the bands of a span.
func (s Span) fires() map[string]bool {
	all := map[string]bool{}
	for o, between := range map[Ordering][2]int{Up: s.up, Down: s.down} {
		for n := between[0]; n <= between[1]; n++ {
			all[string(o)+fmt.Sprint(n)] = true
		}
	}
	return all
}

func TestAnEditInvalidatesTheListsWhoseBandsItCrosses(t *testing.T) {
	t.Parallel()
	f := func(what string, bands Bands, from, to string, stale bool) {
		t.Helper()
		fired := SpanOf(from, to).fires()
		got := slices.ContainsFunc(bands.all, func(b band) bool { return fired[string(b.ordering)+fmt.Sprint(b.n)] })
		if got != stale || bands.unknown {
			t.Errorf("%s: from %q to %q it is stale: %v, want %v (%v)", what, from, to, got, stale, bands)
		}
	}
	page := SortBands(false, []string{"100", "110", "200"})
	f("before a page", page, "10", "90", false)
	f("behind a page", page, "300", "900", false)
	f("behind a page", page, "300", "", false)
	f("into a page", page, "10", "150", true)
	f("into a page", page, "", "150", true)
	f("over a page", page, "10", "900", true)
	f("over a page", page, "10", "", true)
	f("within a page", page, "110", "111", true)
	f("a price beside the last", page, "200.01", "900", true)
	f("to no price, shown or not", SortBands(false, []string{"900", ""}), "10", "", true)

	last := SortBands(true, []string{"200", "110", "100"})
	f("before a page that descends", last, "300", "900", false)
	f("behind it", last, "10", "90", false)
	f("behind it", last, "10", "", false)
	f("over it", last, "900", "", true)
	f("into it", last, "", "150", true)
	f("behind rows without a price", SortBands(true, []string{"1", ""}), "5", "", true)
	f("far before rows without a price", SortBands(true, []string{"1", ""}), "5", "6", false)
	f("an empty page", SortBands(true, nil), "1", "", false)

	least, most, both := boundBands("100", ""), boundBands("", "200"), boundBands("100", "200")
	f("in over the least", least, "10", "150", true)
	f("above the least", least, "150", "250", false)
	f("in from no price", least, "", "150", true)
	f("no price any more", least, "900", "", true)
	f("too little, from no price", least, "", "50", false)
	f("out over the most", most, "150", "250", true)
	f("below the most", most, "50", "150", false)
	f("in from no price", most, "", "150", true)
	f("no price any more", most, "150", "", true)
	f("too much, from no price", most, "", "900", false)
	f("between the bounds", both, "120", "150", false)
	f("below both", both, "10", "50", false)
	f("above both", both, "300", "", false)
	f("in from below", both, "10", "150", true)
	f("out at the top", both, "150", "250", true)
	f("in from no price", both, "", "150", true)
	f("no price any more", both, "150", "", true)

	f("between least and most", RangeBands("100", "200"), "120", "150", false)
	f("the first price, in between", RangeBands("100", "200"), "", "150", false)
	f("the last price, in between", RangeBands("100", "200"), "150", "", false)
	f("a new least", RangeBands("100", "200"), "150", "50", true)
	f("a new least", RangeBands("100", "200"), "", "50", true)
	f("a new most", RangeBands("100", "200"), "", "250", true)
	f("the least goes", RangeBands("100", "200"), "100", "", true)
	f("the most goes", RangeBands("100", "200"), "200", "", true)
	f("the first of all", RangeBands("", ""), "", "50", true)
}

func TestAValueThatIsNoNumberMayHaveAnyBand(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{Unknown, "x", ".", "-", "1e5", "1.2.3", "1,5", " 1", "0x10", "1.2x"} {
		if s := SpanOf(odd, "5"); s.up != [2]int{0, noBand} || s.down != s.up {
			t.Errorf("an edit from %q spans %v", odd, s)
		}
		if s := boundBands(odd, ""); !s.unknown {
			t.Errorf("the bands of a bound %q are %v, want unknown", odd, s)
		}
	}
	for _, huge := range []string{"NaN", "99999999999999999999999999", "10995116277.76"} {
		if n, ok := Up.band(huge); n != topBand || !ok {
			t.Errorf("the band of %s is %d, want %d", huge, n, topBand)
		}
	}
}

func TestListsByPriceCarryBandsInsteadOfThePriceTag(t *testing.T) {
	t.Parallel()
	p := Product.Views[0].Plan()
	use := func(sort string, filters ...string) Use {
		u := Use{Sort: sort}
		for _, f := range filters {
			name, value, _ := strings.Cut(f, "=")
			u.Filters = append(u.Filters, Used{Filter: Product.Views[0].Filter(name), Values: strings.Split(value, ",")})
		}
		return u
	}
	f := func(what string, u Use, want ...string) {
		t.Helper()
		got := slices.DeleteFunc(p.ListTags(nil, u), func(tag string) bool { return !strings.HasSuffix(tag, "|amount") })
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got,
			cmp.Transformer("nil", func(s []string) []string { return append([]string{}, s...) })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	up := func(value string) string { return "^" + at(Up, value) }
	down := func(value string) string { return "~" + at(Down, value) }
	shows := func(u Use, values ...string) Use {
		u.Bands = map[string]Bands{"amount": SortBands(false, values)}
		return u
	}
	f("a plain list", use(""))
	f("sorted by another column", use("name"))
	f("sorted, with unknown rows", use("price"), "product|amount")
	f("sorted", shows(use("price"), "10", "10.00", "900"), up("10")+":product|amount", up("900")+":product|amount")
	f("a page beyond the end", shows(use("price")))
	f("of two categories", shows(use("price", "category=cpu,gpu"), "10"),
		up("10")+":product/category=cpu|amount", up("10")+":product/category=gpu|amount")
	f("a band", use("", "minPrice=5", "maxPrice=7.5", "brand=b1"), up("5")+":product/brand_id=b1|amount",
		up("7.5")+":product/brand_id=b1|amount")
	f("a band without an end", use("", "minPrice=5"), down("5")+":product|amount")
	f("a band and an order", shows(use("price", "maxPrice=7"), "3"), up("3")+":product|amount", up("7")+":product|amount")

	var many []string
	for i := range mostBands + 1 {
		many = append(many, fmt.Sprint(int64(1)<<i))
	}
	f("as many bands as allowed", shows(use("price"), many[1:]...), func() (tags []string) {
		for _, value := range many[1:] {
			tags = append(tags, up(value)+":product|amount")
		}
		return tags
	}()...)
	f("too many bands", shows(use("price"), many...), "product|amount")
	f("too many for two categories", shows(use("price", "category=cpu,gpu"), many[:13]...), "product/category=cpu|amount",
		"product/category=gpu|amount")
	found := shows(use("price", "minPrice=5"), "10")
	found.Text = true
	f("a search", found, "product|amount")
}

func TestSpansAreMergedByColumnPartAndOrdering(t *testing.T) {
	t.Parallel()
	got := MergeSpans([]string{"product:1", "^3-5:product|amount", "~3:product|amount", "^9:product|amount",
		"^4:product/category=^1:x|amount", "product|amount"})
	slices.Sort(got)
	want := []string{"^3-9:product|amount", "^4:product/category=^1:x|amount", "product:1", "product|amount",
		"~3:product|amount"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
	if n := CountBands("^3-9:product|amount") + CountBands("~3:x") + CountBands("product|amount"); n != 8 {
		t.Errorf("the tags have %d bands, want 8", n)
	}
}

func TestSubscribersSeeABandAsItsColumn(t *testing.T) {
	t.Parallel()
	if PublicTag("a", "^12:product|amount") != PublicTag("a", "product|amount") ||
		PublicTag("a", "^12:product|amount") == PublicTag("a", "product|year") {
		t.Error("the public tag of a band differs from that of its column")
	}
}
