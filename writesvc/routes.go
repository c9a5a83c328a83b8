package writesvc

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/api"
)

// A route is one method at one path.
type route struct {
	method, path string
	guards       guards
	do           handler
}

// list returns every route of the write service with its guards. Paths are relative to /v1.
func (s *Server) list() []route {
	a := s.auth
	open := guards{body: bodyJSON}                             // a tenant and a body
	bearer := guards{bearer: bearerNeeded}                     // a tenant and a signed-in customer
	bearerBody := guards{bearer: bearerNeeded, body: bodyJSON} // a tenant, a signed-in customer and a body
	all := []route{
		{http.MethodPost, "/auth/signup", open, a.SignUp},
		{http.MethodPost, "/auth/login", open, a.LogIn},
		{http.MethodPost, "/auth/logout", open, a.LogOut},
		{http.MethodPost, "/auth/refresh-tokens", open, a.RefreshTokens},
		{http.MethodPost, "/auth/forgot-password", open, a.ForgotPassword},
		{http.MethodPost, "/auth/reset-password", open, a.ResetPassword},
		{http.MethodPost, "/auth/send-verification-email", bearer, a.SendVerificationEmail},
		// The token of the link names the tenant. Without the header, the handler checks the bearer token.
		{http.MethodPost, "/auth/verify-email", guards{tenant: tenantOptional, bearer: bearerOptional, body: bodyMay},
			a.VerifyEmail},
		{http.MethodPost, "/auth/send-phone-verification", bearer, a.SendPhoneVerification},
		{http.MethodPost, "/auth/verify-phone", bearerBody, a.VerifyPhone},
		{http.MethodPost, "/auth/resend-otp", open, a.ResendOTP},
		{http.MethodPost, "/auth/verify-otp", open, a.VerifyOTP},
		{http.MethodPost, "/auth/social-login", open, a.SocialLogin},
		{http.MethodGet, "/auth/me", bearer, a.Me},
		{http.MethodGet, "/auth/sessions", bearer, a.Sessions},
		{http.MethodDelete, "/auth/sessions/{id}", bearer, a.EndSession},
		{http.MethodGet, "/.well-known/jwks.json", guards{tenant: tenantNone}, a.Tokens().JWKS},
	}
	return append(all, s.orders()...)
}

// An address is one path with its methods.
type address struct {
	methods map[string]route
	allow   string
}

// newRoutes returns the mux of all addresses.
func (s *Server) newRoutes() (*http.ServeMux, error) {
	all := map[string]*address{}
	mux := http.NewServeMux()
	for _, r := range s.list() {
		at := all[r.path]
		if at == nil {
			at = &address{methods: map[string]route{}}
			all[r.path] = at
			mux.HandleFunc(r.path, func(w http.ResponseWriter, rq *http.Request) { s.at(w, rq, at) })
		}
		if _, twice := at.methods[r.method]; twice {
			return nil, fmt.Errorf("writesvc: %s %s is registered twice", r.method, r.path)
		}
		at.methods[r.method] = r
		if r.method == http.MethodGet {
			at.methods[http.MethodHead] = r
		}
	}
	for _, at := range all {
		names := []string{http.MethodOptions}
		for name := range at.methods {
			names = append(names, name)
		}
		slices.Sort(names)
		at.allow = strings.Join(names, ", ")
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, rq *http.Request) { s.fail(w, rq, errNothing) })
	return mux, nil
}

var errNothing = api.Errorf(404, api.NotFound, "There is nothing at this address.")

// plain reports whether a path is in canonical form. ServeMux would redirect another form.
func plain(path string) bool {
	return !strings.Contains(path, "//") && !strings.Contains(path, "/./") && !strings.Contains(path, "/../") &&
		!strings.HasSuffix(path, "/.") && !strings.HasSuffix(path, "/..") && !strings.ContainsAny(path, `;\%`)
}
