package upstream

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

// permit waits until a request may be sent. release, which may be called again, gives the permit back.
func (p *Proxy) permit(path string) (release func(), err error) {
	permits := p.permits
	switch path {
	case "/auth/login", "/auth/signup", "/auth/reset-password":
		permits = p.hashing
	}
	release = sync.OnceFunc(func() { <-permits })
	select {
	case permits <- struct{}{}:
		return release, nil
	default:
	}
	busy := api.Errorf(429, api.TooManyRequests, "Too many requests are in progress. Try again in a moment.")
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil, busy
	}
	late := time.NewTimer(permitTimeout)
	defer late.Stop()
	select {
	case permits <- struct{}{}:
		return release, nil
	case <-late.C:
		return nil, busy
	case <-p.stopped:
		return nil, busy
	}
}

// delay holds a 429 back for the time of the tarpit, or until the gateway stops. If too many requests wait already, it
// closes the connection after the answer instead.
func (p *Proxy) delay(ctx *fasthttp.RequestCtx) {
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		ctx.SetConnectionClose()
		return
	}
	t := time.NewTimer(p.cfg.Tarpit + rand.N(p.cfg.Tarpit))
	defer t.Stop()
	select {
	case <-t.C:
	case <-p.stopped:
	}
}
