package picture

// tile is a product: its motif in the colour that its name mentions, on a pale background with a shadow.
func tile(k *pen) {
	k.sky(mix(k.pal.ground, white, 45), mix(k.pal.ground, k.pal.second, 18))
	switch k.n(4) { // a faint shape behind it
	case 0:
		k.circle(200, 190, k.between(130, 150), k.pal.second, 16)
	case 1:
		k.path("M60 400V200a140 140 0 0 1 280 0v200z", k.pal.second, 14)
	case 2:
		k.rect(0, 300, 400, 100, 0, k.pal.second, 16)
	case 3:
		k.path("M0 260L400 140v260H0z", k.pal.second, 12)
	}
	k.ellipse(200, 324, k.between(112, 124), 13, ink, 16)
	k.motif(200, 200, 100)
}

// motif draws the thing that the name mentions, or blocks, at a position and a size in percent.
func (k *pen) motif(x, y, percent int) {
	main, ok := hue(k.words)
	if !ok {
		main = k.pal.main
	}
	shades := [...]colour{main, mix(main, ink, 30), mix(main, white, 52), k.pal.spark, leaf}
	if pale := main>>16&255 > 0xd0 && main>>8&255 > 0xd0; pale { // a white shirt needs a visible outline
		shades = [...]colour{main, mix(main, ink, 22), mix(main, ink, 9), k.pal.spark, leaf}
	}
	layers, ok := motif(k.words)
	if !ok {
		layers = blocks
	}
	if x != 200 || y != 200 || percent != 100 {
		k.s(`<g transform="translate(`).d(x - 2*percent).s(" ").d(y - 2*percent).s(`) scale(`).d(percent / 100).s(".")
		if percent%100 < 10 {
			k.s("0")
		}
		k.d(percent % 100).s(`)">`)
		defer k.s("</g>")
	}
	for _, l := range layers {
		c := shades[l.ink-'a']
		if l.width > 0 {
			k.line(l.d, l.width, c, 100)
			continue
		}
		k.path(l.d, c, 100)
	}
}
