package markup

import "testing"

func TestHTMLIsShownAsPlainText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"<p>One</p><p>two &amp; <b>three</b></p>": "One two & three",
		"a<br>b": "a b", "<li>x<li>y": "x y", "1 < 2": "1 < 2", "": "", "<p title='a>b'>c": "c", "&lt;em&gt;": "<em>",
	} {
		if got := PlainText(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
