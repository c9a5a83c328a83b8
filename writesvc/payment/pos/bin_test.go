package pos

import "testing"

func TestFirstDigits(t *testing.T) {
	t.Parallel()
	for masked, want := range map[string]string{
		"": "", "****": "", "4355 0": "", "435508": "435508", "4355 08** **** 4358": "435508", "435508***4358": "435508",
		"4355-0843-****-4358": "43550843", "435508431": "43550843", "4355084*4358": "435508", "*435508": "", "４３５５０８": "",
	} {
		if got := FirstDigits(masked); got != want {
			t.Errorf("%q: %q, want %q", masked, got, want)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"435508", "435508", true}, {"435508", "43550843", true}, {"43550843", "43550844", false},
		{"435508", "435509", false}, {"", "435508", false}, {"43550", "43550", false}, {"", "", false},
	} {
		if got := SameBIN(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// Plans that need more digits than are known are offered only where all cards with these digits get them alike.
func TestPlansForFewDigits(t *testing.T) {
	t.Parallel()
	plans := []Plan{
		{BINs: []string{"4355"}, Type: "CREDIT_CARD", Family: "Wide", Counts: []Count{{2, 0}, {3, 0}, {6, 100}}},
		{BINs: []string{"43550843"}, Type: "CREDIT_CARD", Family: "Narrow", Counts: []Count{{2, 0}, {3, 500}}},
		{BINs: []string{"55287900"}, Type: "CREDIT_CARD", Family: "Alone", Counts: []Count{{3, 0}}},
	}
	for bin, want := range map[string]map[int]int64{
		"43550843": {1: 1000, 2: 1000, 3: 1050},
		"43550844": {1: 1000, 2: 1000, 3: 1000, 6: 1010},
		"435508":   {1: 1000, 2: 1000},
		"435509":   {1: 1000, 2: 1000, 3: 1000, 6: 1010},
		"55287900": {1: 1000, 3: 1000},
		"552879":   {1: 1000},
		"999999":   {1: 1000},
	} {
		got := PlansFor(plans, bin, 1000).InstallmentDetails[0].InstallmentPrices
		if len(got) != len(want) {
			t.Errorf("%s: %+v", bin, got)
		}
		for _, p := range got {
			if want[p.InstallmentNumber] != int64(p.TotalPrice) {
				t.Errorf("%s: %d payments for %s", bin, p.InstallmentNumber, p.TotalPrice)
			}
		}
	}
}

// Only the first digits of a card leave a masked number, and only six or eight of them.
func FuzzFirstDigits(f *testing.F) {
	for _, seed := range []string{"", "4355 08** **** 4358", "435508***4358", "4355084355084358", "****", "435 508",
		"４３５５０８", "-4-3-5-5-0-8", "435508\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, masked string) {
		bin := FirstDigits(masked)
		if n := len(bin); n != 0 && (n != 6 && n != 8 || !Digits(bin)) {
			t.Errorf("%q: %q", masked, bin)
		}
		if bin != "" && (!SameBIN(bin, bin) || FirstDigits(bin) != bin) {
			t.Errorf("%q: %q is not the same", masked, bin)
		}
	})
}
