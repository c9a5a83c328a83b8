package picture

import "unicode/utf8"

// logo is a mark over a word: geometry around the first letter.
func logo(k *pen) {
	k.rect(0, 0, 400, 400, 0, mix(k.pal.ground, white, 60), 100)
	c, light := k.pal.main, k.pal.second
	letter := white
	switch k.n(8) {
	case 0: // disc and moon
		k.circle(200, 160, 88, c, 100).circle(236, 128, 44, k.pal.spark, 85)
	case 1: // lozenge
		k.path("M200 60l100 100-100 100-100-100z", c, 100).path("M200 60l100 100H100z", light, 45)
	case 2: // arch
		k.path("M116 248V156a84 84 0 0 1 168 0v92z", c, 100).path("M140 248v-92a60 60 0 0 1 120 0v92z", mix(c, ink, 25), 100)
	case 3: // hexagon
		k.path("M200 66l84 48v94l-84 48-84-48v-94z", c, 100).path("M200 66l84 48-84 47-84-47z", light, 55)
	case 4: // two leaves
		k.path("M200 252C110 230 96 150 116 74c70 14 96 84 84 178z", c,
			100).path("M200 252c90-22 104-102 84-178-70 14-96 84-84 178z", light, 100)
	case 5: // rings
		k.circle(160, 160, 76, c, 90).circle(240, 160, 76, light, 80)
	case 6: // square with a turned one
		k.rect(124, 84, 152, 152, 18, c, 100).path("M200 94l66 66-66 66-66-66z", light, 55)
	case 7: // rising sun
		k.path("M100 214a100 100 0 0 1 200 0z", c, 100).path("M140 214a60 60 0 0 1 120 0z", k.pal.spark, 100).rect(100, 226,
			200, 10, 5, light, 100)
		letter = ink
	}
	initial, _ := utf8.DecodeRuneInString(k.label)
	k.text(200, 190, 84, string(initial), letter)
	size := 44
	if n := utf8.RuneCountInString(k.label); n > 9 {
		size = 400 / n
	}
	k.text(200, 330, size, k.label, ink)
}

// portrait is a person without a face: skin, hair and clothes follow from the hash.
func portrait(k *pen) {
	skin := [...]colour{0xf0cdb0, 0xe3b48f, 0xc98f66, 0xa56b46, 0x7b4b32}[k.n(5)]
	hair := [...]colour{0x2b2320, 0x4a3326, 0x7a4f2c, 0xb98748, 0x8c8a88, 0x5e2a22}[k.n(6)]
	k.sky(mix(k.pal.ground, white, 30), mix(k.pal.second, white, 35))
	k.circle(200, 190, 150, k.pal.spark, 22)
	style := k.n(4)
	if style == 1 {
		k.path("M112 300V180c0-120 176-120 176 0v120z", hair, 100)
	}
	k.path("M64 400c0-90 60-116 136-116s136 26 136 116z", k.pal.main, 100)
	k.path("M170 240h60v52c0 34-60 34-60 0z", mix(skin, ink, 14), 100)
	k.ellipse(200, 186, 68, 80, skin, 100)
	switch style {
	case 0:
		k.path("M128 190c-8-120 152-120 144 0-10-50-40-66-72-66s-62 16-72 66z", hair, 100)
	case 1:
		k.path("M126 200c-6-110 154-110 148 0-20-60-60-70-92-84-20 30-50 40-56 84z", hair, 100)
	case 2:
		k.circle(200, 84, 32, hair, 100).path("M130 176c-4-100 144-100 140 0-30-60-110-60-140 0z", hair, 100)
	case 3:
		k.path("M124 180c0-104 152-104 152 0-10-24-30-40-76-40s-66 16-76 40z", hair,
			100).path("M140 216c4 70 116 70 120 0-20 26-100 26-120 0z", hair, 90)
	}
	if k.n(3) == 0 {
		k.line("M146 190a24 20 0 1 0 48 0a24 20 0 1 0-48 0M206 190a24 20 0 1 0 48 0a24 20 0 1 0-48 0M194 188h12", 5, ink, 80)
	}
	k.line("M150 292c20 36 80 36 100 0", 8, mix(k.pal.main, white, 40), 100)
}
