package auth

import (
	"strings"
	"testing"
)

func FuzzAuthorization(f *testing.F) {
	for _, seed := range []string{"Bearer x", "bearer  x", "Bearer", "Basic x", "Bearer x y", "Bearer x,y", "Bearer \x00", strings.Repeat("Bearer ", 2000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if token, ok := bearer(header); ok && (token == "" || len(token) > maxTokenLen || strings.ContainsAny(token, " \t\r\n,")) {
			t.Errorf("%q gives %q", header, token)
		}
	})
}
