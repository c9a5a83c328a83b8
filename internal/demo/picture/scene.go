package picture

// hills is a landscape in four layers under a sun.
func hills(k *pen) {
	k.sky(mix(k.pal.second, white, 50), mix(k.pal.spark, white, 60))
	k.circle(k.between(k.w/6, k.w*5/6), k.between(k.h/5, k.h/3), k.h/8, sun, 90)
	for i := range 4 {
		k.ridge(k.h*(9+2*i)/18, k.h/6, mix(mix(k.pal.main, white, 66-22*i), ink, i*7))
	}
}

// mosaic is a wall of quarter circles, discs and squares.
func mosaic(k *pen) {
	const side = 160
	k.rect(0, 0, k.w, k.h, 0, k.pal.ground, 100)
	colours := [...]colour{k.pal.main, k.pal.second, k.pal.spark, mix(k.pal.main, ink, 40), mix(k.pal.second, white, 40)}
	for y := 0; y < k.h; y += side {
		for x := 0; x < k.w; x += side {
			c := colours[k.n(len(colours))]
			k.s(`<path d="M`)
			switch k.n(6) {
			case 0:
				k.d(x).s(" ").d(y).s("h160a160 160 0 0 1-160 160z")
			case 1:
				k.d(x + side).s(" ").d(y + side).s("h-160a160 160 0 0 1 160-160z")
			case 2:
				k.d(x).s(" ").d(y + side).s("v-160a160 160 0 0 1 160 160z")
			case 3:
				k.d(x).s(" ").d(y + 80).s("a80 80 0 0 1 160 0z")
			case 4:
				k.d(x + 80).s(" ").d(y).s("l80 80-80 80-80-80z")
			case 5:
				k.d(x + 30).s(" ").d(y + 30).s("h100v100h-100z")
			}
			k.s(`"`).fill(c, 100).s("/>")
		}
	}
}

// rays is a campaign: a burst of light, the percent sign on a seal.
func rays(k *pen) {
	k.rect(0, 0, k.w, k.h, 0, mix(k.pal.main, ink, 8), 100)
	x := k.between(910, 990)
	light := mix(k.pal.main, white, 14)
	for i := range 8 {
		k.s(`<path d="M`).d(x).s(" 240L").d(-500+400*i).s(" -260h190zM").d(x).s(" 240L").d(-500+
			400*i).s(` 740h190z"`).fill(light, 100).s("/>")
	}
	k.circle(x, 240, 176, k.pal.spark, 100).circle(x, 240, 156, k.pal.ground, 100)
	k.text(x, 300, 180, "%", k.pal.main)
	k.rect(80, 190, 8, 110, 4, k.pal.spark, 100)
	k.s(`<text x="112" y="262" font-size="46" font-family="Georgia,serif"`).fill(white,
		100).s(">").esc(k.label).s("</text>")
	for range 14 {
		k.circle(k.between(20, 1180), k.between(20, 460), k.between(4, 11), k.pal.second, 70)
	}
}

// stillLife is a banner for a category, a collection or a post: the thing that its name mentions, or hills.
func stillLife(k *pen) {
	if _, ok := motif(k.words); !ok {
		if k.n(2) == 0 {
			hills(k)
		} else {
			mosaic(k)
		}
		return
	}
	k.sky(mix(k.pal.ground, white, 30), mix(k.pal.second, white, 30))
	shelf := k.h * 4 / 5
	k.rect(0, shelf, k.w, k.h-shelf, 0, mix(k.pal.second, ink, 18), 60)
	size := k.h / 4
	x := k.w * k.between(30, 70) / 100
	k.circle(x, shelf-size*3/2, size*9/5, k.pal.spark, 28)
	for i := range 3 { // other objects
		if at := k.w * (2*i + 1) / 6; at < x-size*2 || at > x+size*2 {
			h := k.between(size, size*2)
			k.rect(at-size/3, shelf-h, size*2/3, h, k.between(0, size/3), mix(k.pal.main, white, 30+15*i), 80)
		}
	}
	k.motif(x, shelf-122*size/100, size)
}

// poster is an event: beams of light over a stage.
func poster(k *pen) {
	night := mix(k.pal.main, ink, 55)
	k.sky(night, k.pal.main)
	for i := range 3 {
		x := k.between(60, 740)
		k.s(`<path d="M`).d(x).s(" -20l").d(-k.between(60, 180)).s(" 460h").d(k.between(180, 280)).s(`z"`).
			fill([...]colour{k.pal.spark, k.pal.second, white}[i], 24).s("/>")
	}
	x := k.between(280, 520)
	for i := range 5 {
		k.circle(x, 430, 250-46*i, [...]colour{k.pal.second, k.pal.spark}[i%2], 30+12*i)
	}
	k.rect(0, 420, 800, 80, 0, mix(night, 0, 35), 100)
	for i := range 16 { // the public
		k.circle(20+50*i+k.n(18), 486-k.n(16), k.between(17, 26), mix(night, 0, 60), 100)
	}
	for range 18 {
		k.circle(k.between(10, 790), k.between(10, 250), k.between(2, 5), k.pal.ground, 80)
	}
}

// journey is a route: a dotted way through a map, from stop to stop.
func journey(k *pen) {
	k.rect(0, 0, 800, 500, 0, mix(k.pal.ground, 0xcfe0b8, 35), 100)
	k.s(`<path d="M0 `).d(k.between(300, 400)).s("q200 ").d(k.between(-120, 40)).s(" 420 20t380 ").d(k.between(-60, 60)).s(
		`V500H0z"`).fill(mix(0x8ec6d6, k.pal.second, 25), 100).s("/>")
	for range 5 {
		x, y, s := k.between(40, 700), k.between(50, 250), k.between(40, 90)
		k.s(`<path d="M`).d(x).s(" ").d(y+s).s("l").d(s*3/4).s(" ").d(-s).s("l").d(s*3/4).s(" ").d(s).s(`z"`).fill(
			mix(k.pal.main, white, 30), 60).s("/>")
	}
	x, y := 80, k.between(180, 380)
	way := []byte(nil)
	stops := [][2]int{{x, y}}
	q := &pen{b: way}
	q.s("M").d(x).s(" ").d(y)
	for x < 640 {
		nx, ny := x+k.between(110, 160), k.between(90, 410)
		q.s("Q").d((x + nx) / 2).s(" ").d(y + k.between(-90, 90)).s(" ").d(nx).s(" ").d(ny)
		x, y = nx, ny
		stops = append(stops, [2]int{x, y})
	}
	k.s(`<g stroke-dasharray="2 16">`).line(string(q.b), 7, mix(k.pal.main, ink, 35), 100).s("</g>")
	for i, at := range stops {
		c := k.pal.main
		if i == len(stops)-1 {
			c = k.pal.spark
		}
		k.circle(at[0], at[1], 15, white, 100).circle(at[0], at[1], 10, c, 100)
	}
}

// rooms is a project: the section of a house, each room in its own light.
func rooms(k *pen) {
	k.sky(mix(k.pal.second, white, 60), k.pal.ground)
	k.path("M120 170l280-130 280 130z", mix(k.pal.main, ink, 20), 100)
	k.rect(140, 170, 520, 290, 0, mix(k.pal.ground, white, 50), 100)
	for row := range 2 {
		for col := range 3 {
			x, y := 156+168*col, 186+138*row
			k.rect(x, y, 152, 122, 0, mix([...]colour{k.pal.second, k.pal.spark, k.pal.main}[k.n(3)], white, 50), 100)
			c := mix(k.pal.main, ink, 25)
			switch k.n(4) {
			case 0: // a table and a lamp
				k.rect(x+36, y+82, 80, 8, 0, c, 100).rect(x+44, y+90, 7, 32, 0, c, 100).rect(x+102, y+90, 7, 32, 0, c,
					100).circle(x+76, y+34, 15, k.pal.spark, 100)
			case 1: // a window
				k.rect(x+44, y+22, 64, 60, 2, white, 90).rect(x+74, y+22, 4, 60, 0, c, 100)
			case 2: // a bed
				k.rect(x+24, y+88, 104, 24, 5, c, 100).rect(x+30, y+72, 34, 18, 6, white, 100)
			case 3: // a plant
				k.rect(x+64, y+92, 28, 30, 3, c, 100).circle(x+78, y+70, 26, leaf, 90)
			}
		}
	}
	k.rect(0, 456, 800, 44, 0, mix(k.pal.main, ink, 45), 100)
}
