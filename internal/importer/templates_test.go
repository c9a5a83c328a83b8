package importer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// Posts of Jekyll hold template code. The plan says so, and --templates removes it.
func TestTemplateCodeOfABlog(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"2026-01-02-code.md": "---\ntitle: Code\n---\nSee {{ site.url }}.\n\n{% highlight go %}\nf(\"{a}\")\n" +
			"{% endhighlight %}\n\n{% raw %}Write {{ x }}.{% endraw %}\n",
		"2026-01-03-plain.md": "---\ntitle: Plain\n---\nIn Vue, `{{ x }}` shows x. [Read on]({% link a.md %}).\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, shown, err := command(t, db, "blog_post", dir, "--tenant", "real", "--create-tenant")
	if err != nil {
		t.Fatal(err)
	}
	const want = "Texts of body hold template code in 2 of the first 2 records, such as {{ site.url }}."
	if !strings.Contains(shown, want) {
		t.Errorf("want %s in\n%s", want, shown)
	}
	report, _, err := command(t, db, "blog_post", dir, "--tenant", "real", "--templates")
	if err != nil || !strings.Contains(report, "\ntemplate codes were removed: content (3)\n") {
		t.Fatal(err, report)
	}
	same(t, "texts", rows(t, db.Pool, "SELECT content FROM blog_post ORDER BY slug"), []string{
		"<p>See .</p>\n<pre><code class=\"language-go\">f(&quot;{a}&quot;)\n</code></pre>\n<p>Write {{ x }}.</p>",
		"<p>In Vue, <code>{{ x }}</code> shows x. Read on.</p>",
	})
}
