package writesvc

import (
	"context"
	"net/http"

	"vitrine/writesvc/web"
)

// mail handles GET /mail: the emails and text messages that the mail catcher stored.
func (s *Server) mail(context.Context, *web.Request) (*web.Answer, error) {
	page, err := s.cfg.MailCatcher.Page()
	if err != nil {
		return nil, err
	}
	return &web.Answer{ContentType: "text/html; charset=utf-8", Body: page, Header: http.Header{
		"Content-Security-Policy": {"default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' about:"},
		"Referrer-Policy":         {"no-referrer"}, // the links in emails contain tokens
		"X-Frame-Options":         {"DENY"},
	}}, nil
}

// mailJSON handles GET /mail.json: the same as JSON.
func (s *Server) mailJSON(context.Context, *web.Request) (*web.Answer, error) {
	all, err := s.cfg.MailCatcher.All()
	if err != nil {
		return nil, err
	}
	return web.Plain("application/json; charset=utf-8", all)
}
