package payment

import (
	"pgregory.net/rapid"
)

// pageSteps are steps on the bank's own page, where the bank takes the money before we know.
func (w *walk) pageSteps() map[string]func(*rapid.T) {
	start := func() string {
		p, err := w.startHosted(w.ctx, w.basket())
		if w.must(err, notNow...); err != nil {
			return ""
		}
		w.hosted = append(w.hosted, p)
		return p
	}
	pay := func(p string) {
		if w.pageOpen(w.ctx, w.rt, p) {
			w.bank.pays(p, rapid.IntRange(0, 2).Draw(w.rt, "card") > 0)
		}
	}
	back := func(p string) {
		w.bank.mute = w.odds("the bank is mute", 4)
		w.killed("claimed", "authorized", "delivered", "committed")
		w.must(w.callback(w.ctx, p, "token", "token of "+p))
		w.step, w.bank.mute = nil, false
	}
	return map[string]func(*rapid.T){
		"start on a page": func(*rapid.T) { start() },
		"pay on a page": func(*rapid.T) {
			p := pick(w, w.hosted)
			if w.odds("a new one", 2) {
				if p = start(); p == "" {
					return
				}
			}
			if pay(p); w.odds("and come back", 2) {
				back(p)
			}
		},
		"callback of a page": func(*rapid.T) { back(pick(w, w.hosted)) },
	}
}
