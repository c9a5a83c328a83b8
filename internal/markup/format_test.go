package markup

import "testing"

func TestGuessOfAFormat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want  Format
		texts []string
	}{
		{Text, []string{"", "Plain & simple", "AT&T; more", "a &foo; b", "if a<b;"}},
		{Text, []string{"A Vec<T> of 5 < 6 & AT&T &amp;"}},
		{HTML, []string{"Salt &amp; pepper", "Plain"}},
		{Text, []string{"Salt &amp; pepper", "AT&T"}},
		{Text, []string{"Salt &amp; pepper", "5 < 6"}},
		{HTML, []string{"Salt &amp; pepper", "AT&T", "5<br>6"}},
		{HTML, []string{"It&#39;s"}},
		{HTML, []string{"a&nbsp;b"}},
		{HTML, []string{"caf&#xE9;"}},
		{HTML, []string{"<p>One</p>"}},
		{Text, []string{"Write `&amp;` for an ampersand"}},
		{Markdown, []string{"# Title\nSalt &amp; **pepper**"}},
	} {
		if got := Guess(c.texts); got != c.want {
			t.Errorf("%q is %s, want %s", c.texts, got, c.want)
		}
	}
}
