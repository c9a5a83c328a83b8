package auth

import (
	"strings"
	"testing"

	"vitrine/writesvc/auth/token"
)

func FuzzAuthorization(f *testing.F) {
	for _, seed := range []string{"Bearer x", "bearer  x", "Bearer", "Basic x", "Bearer x y", "Bearer x,y", "Bearer \x00",
		strings.Repeat("Bearer ", 2000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if access, ok := bearer(header); ok && (access == "" || len(access) > token.MaxLen ||
			strings.ContainsAny(access, " \t\r\n,")) {
			t.Errorf("%q gives %q", header, access)
		}
	})
}
