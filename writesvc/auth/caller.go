package auth

import (
	"context"
	"strings"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

var errBearer = api.Errorf(401, api.Unauthenticated, "Sign in, and send the access token as Authorization: Bearer.")

// Caller is who a request's bearer token stands for: a live session of an active account of the request's shop. Where none was sent and none
// is needed, nobody.
func (s *Service) Caller(ctx context.Context, rq *web.Request, needed bool) (*web.Caller, error) {
	given := rq.HTTP.Header.Values("Authorization")
	if len(given) == 0 && !needed {
		return nil, nil
	}
	if len(given) != 1 || rq.Tenant == nil {
		return nil, errBearer
	}
	token, ok := bearer(given[0])
	if !ok {
		return nil, errBearer
	}
	c, err := s.tokens.readAccess(ctx, token, rq.Tenant.ID())
	if err != nil {
		return nil, errBearer
	}
	ok, err = s.alive(ctx, rq.Tenant.ID(), c.Subject, c.Session)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBearer
	}
	return &web.Caller{AccountID: c.Subject, SessionID: c.Session}, nil
}

// bearer takes the token out of an Authorization header.
func bearer(header string) (string, bool) {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || len(token) > maxTokenLen {
		return "", false
	}
	token = strings.TrimLeft(token, " ")
	return token, token != "" && !strings.ContainsAny(token, " \t\r\n,")
}
