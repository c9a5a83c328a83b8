package picture

// shopfront is a merchant: a striped awning over a window and a door.
func shopfront(k *pen) {
	k.sky(mix(k.pal.ground, white, 40), k.pal.ground)
	wall := mix(k.pal.second, white, 40)
	k.rect(90, 70, 620, 390, 0, wall, 100).rect(90, 70, 620, 26, 0, mix(wall, ink, 22), 100)
	k.rect(0, 450, 800, 50, 0, mix(k.pal.ground, ink, 22), 100)
	k.rect(150, 106, 500, 64, 6, mix(k.pal.main, ink, 30), 100)
	k.text(400, 150, 36, k.label, white)
	k.rect(140, 250, 330, 170, 4, mix(k.pal.ground, white, 55), 100)
	k.rect(530, 240, 120, 212, 4, mix(k.pal.main, ink, 15), 100).rect(548, 258, 84, 110, 3, mix(k.pal.ground, white, 40),
		100)
	k.circle(545, 400, 6, k.pal.spark, 100)
	for i := range 5 { // goods in the window
		h := k.between(40, 110)
		c := [...]colour{k.pal.main, k.pal.second, k.pal.spark}[k.n(3)]
		if x := 160 + 62*i; k.n(2) == 0 {
			k.rect(x, 420-h, 44, h, 8, c, 90)
		} else {
			k.circle(x+22, 420-h/3, h/3, c, 90)
		}
	}
	k.rect(130, 418, 350, 14, 0, mix(wall, ink, 30), 100)
	const stripes = 12
	for i := range stripes {
		c := k.pal.main
		if i%2 == 1 {
			c = white
		}
		x := 112 + 48*i
		k.s(`<path d="M`).d(x).s(" 186h48v50a24 24 0 0 1-48 0z\"").fill(c, 100).s("/>")
	}
}

// building is a place: columns, a dome, a stadium or a hall with arches, before hills.
func building(k *pen) {
	k.sky(mix(k.pal.second, white, 55), k.pal.ground)
	k.circle(k.between(90, 710), k.between(80, 130), k.between(34, 54), sun, 90)
	k.ridge(330, 60, mix(k.pal.second, white, 30))
	wall := mix(k.pal.main, white, 58)
	shade := mix(k.pal.main, white, 12)
	style := k.n(4)
	switch style {
	case 0: // temple of columns
		k.path("M150 210l250-120 250 120z", shade, 100).rect(160, 210, 480, 26, 0, wall, 100)
	case 1: // dome
		k.path("M240 230a160 150 0 0 1 320 0z", k.pal.main, 100).rect(394, 40, 12, 46, 0, k.pal.spark, 100).rect(130, 226,
			540, 24, 0, shade, 100)
	case 2: // bowl of a stadium
		k.path("M90 190c90-60 530-60 620 0l-40 260H130z", shade, 100).ellipse(400, 196, 250, 44, mix(wall, white, 30),
			100).ellipse(400, 198, 180, 26, 0x7fae72, 100)
	case 3: // saw-tooth roofs
		k.path("M130 230v-90l120 90v-90l120 90v-90l120 90v-90l180 90z", k.pal.main, 100)
	}
	if style != 2 {
		k.rect(160, 236, 480, 214, 0, wall, 100)
	}
	n := k.between(5, 8)
	step := 480 / n
	for i := range n { // doors and windows, or columns
		x := 160 + step*i + step/4
		if style == 0 {
			k.rect(x, 236, step/2, 214, 4, mix(wall, ink, 12), 100)
			continue
		}
		w := step / 2
		k.s(`<path d="M`).d(x).s(" 430v-100a").d(w/2).s(" ").d(w/2).s(" 0 0 1 ").d(w).s(` 0v100z"`).fill(
			mix(k.pal.main, ink, 20), 85).s("/>")
	}
	k.rect(110, 446, 580, 16, 0, mix(wall, ink, 25), 100).rect(0, 460, 800, 40, 0, mix(k.pal.ground, ink, 25), 100)
}

// ridge draws hills from edge to edge: the height of the line, how far it swings, and its colour.
func (k *pen) ridge(y, swing int, c colour) {
	k.s(`<path d="M0 `).d(y)
	for x, step := 0, k.w/4; x < k.w; x += step {
		k.s("q").d(step / 2).s(" ").d(k.between(-swing, swing)).s(" ").d(step).s(" ").d(k.between(-swing/4, swing/4))
	}
	k.s("V").d(k.h).s("H0z\"").fill(c, 100).s("/>")
}
