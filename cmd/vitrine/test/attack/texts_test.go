package attack

import (
	"strings"
	"testing"
)

// TestDoctorListsMarkupThatIsNotServed writes a script by SQL. Readers do not get it, and the operator learns where it
// is.
func TestDoctorListsMarkupThatIsNotServed(t *testing.T) {
	t.Parallel()
	s := Open(t)
	s.exec(t, `INSERT INTO page (tenant_id, slug, title, content, status) VALUES
		('demo', 'safe', 'Safe', '<p class="x">It''s a < b, Box<_></p><!--more-->', 'PUBLISHED')`)
	if out, err := s.Run(t, "", "doctor"); err != nil || !strings.Contains(out, "ok    texts") {
		t.Errorf("without such markup: %v %s", err, out)
	}
	s.exec(t, `INSERT INTO page (tenant_id, id, slug, title, content, status) VALUES
		('demo', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'bad', 'Bad', '<p onclick="a()">x</p><script>a()</script>', 'DRAFT')`)
	out, err := s.Run(t, "", "doctor")
	want := "page aaaaaaaaaaaaaaaaaaaaaaaa of tenant demo (content: 1 × script, 1 × handler)"
	if err != nil || !strings.Contains(out, "warn  texts") || !strings.Contains(out, want) {
		t.Errorf("doctor: %v, want %q in\n%s", err, want, out)
	}
}
