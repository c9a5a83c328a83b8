package picture

// colour is 0xRRGGBB.
type colour uint32

// mix returns a with that many percent of b.
func mix(a, b colour, percent int) colour {
	var out colour
	for shift := 16; shift >= 0; shift -= 8 {
		x, y := int(a>>shift&255), int(b>>shift&255)
		out |= colour((x*(100-percent)+y*percent)/100) << shift
	}
	return out
}

const (
	white colour = 0xffffff
	sun   colour = 0xf2c14e
	leaf  colour = 0x5b8c5a
	ink   colour = 0x2b2a33
)

// palette holds the colours of a picture: a pale ground, main and second for the motif, spark for accents.
type palette struct {
	ground, main, second, spark colour
}

var palettes = [...]palette{
	{0xf4ead9, 0xc8553d, 0x588b8b, 0xf2b134}, // terracotta
	{0xe8efe6, 0x3d6b54, 0xa3b18a, 0xe07a5f}, // garden
	{0xe6eef5, 0x2f5d8a, 0x7fb2d9, 0xf4a261}, // bosphorus
	{0xf6e7e4, 0xa63d57, 0xe39ba4, 0x3d5a80}, // rose
	{0xf5f0e1, 0x6b4e3d, 0xbf9b6f, 0x2a9d8f}, // walnut
	{0xebe7f3, 0x5b4b8a, 0xa696cf, 0xf2c14e}, // lilac
	{0xe3f1f0, 0x0f766e, 0x74c2b5, 0xef6f6c}, // lagoon
	{0xfbeee0, 0xd97706, 0x92785a, 0x264653}, // saffron
	{0xeeeeea, 0x3f4a5a, 0x8d99ae, 0xd90429}, // slate
	{0xf1f5e4, 0x708238, 0xb7c47c, 0x8c4a5e}, // olive
	{0xf9e9ef, 0x8e3b6a, 0xd48fb1, 0x4a8f8c}, // fig
	{0xe9eef0, 0x274c5b, 0x7aa095, 0xe9b44c}, // pine
	{0xfdf1e3, 0xbc6c25, 0xdda15e, 0x606c38}, // ochre
	{0xeaf0fb, 0x3a4f9a, 0x8fa6e0, 0xff8c61}, // iznik
}

// named maps words for colours to colours.
var named = map[string]colour{
	"beyaz": 0xf3efe6, "white": 0xf3efe6, "krem": 0xefe2c6, "cream": 0xefe2c6, "ekru": 0xe6d8bd, "ecru": 0xe6d8bd,
	"siyah": 0x32323a, "black": 0x32323a, "gri": 0x8a8f98, "grey": 0x8a8f98, "antrasit": 0x4a4e57, "charcoal": 0x4a4e57,
	"mavi": 0x4b7fb5, "blue": 0x4b7fb5, "lacivert": 0x2a3b66, "navy": 0x2a3b66, "turkuaz": 0x3aa9a5, "turquoise": 0x3aa9a5,
	"yesil": 0x5b8c5a, "green": 0x5b8c5a, "zeytin": 0x7d8446, "olive": 0x7d8446, "nane": 0x9fd0b8, "mint": 0x9fd0b8,
	"kirmizi": 0xb8433c, "red": 0xb8433c, "bordo": 0x7b2d3b, "burgundy": 0x7b2d3b, "kiremit": 0xb5603f,
	"terracotta": 0xb5603f,
	"pembe":      0xdf9aa8, "pink": 0xdf9aa8, "gul": 0xc7788a, "rose": 0xc7788a, "mor": 0x7a5c99, "purple": 0x7a5c99,
	"lila": 0xb7a0d3, "lilac": 0xb7a0d3, "sari": 0xe6b93f, "yellow": 0xe6b93f, "hardal": 0xc9962c, "mustard": 0xc9962c,
	"turuncu": 0xe08540, "orange": 0xe08540, "kahverengi": 0x7d5a44, "brown": 0x7d5a44, "bej": 0xd7c3a3, "beige": 0xd7c3a3,
}

// stuffs maps materials to colours. It is searched after named.
var stuffs = map[string]colour{
	"bakir": 0xb87349, "copper": 0xb87349, "pirinc": 0xc5a04a, "brass": 0xc5a04a, "gumus": 0xb4b8c0, "silver": 0xb4b8c0,
	"altin": 0xd4a73a, "gold": 0xd4a73a, "celik": 0x9aa1a9, "steel": 0x9aa1a9, "ceviz": 0x6f4a32, "walnut": 0x6f4a32,
	"mese": 0xb98a56, "oak": 0xb98a56, "kayin": 0xd3ab78, "beech": 0xd3ab78, "hasir": 0xd2b271,
	"wicker": 0xd2b271, "rattan": 0xd2b271, "deri": 0x8f5a38, "leather": 0x8f5a38, "mermer": 0xdedad4, "marble": 0xdedad4,
	"bronz": 0x8c6a3f, "bronze": 0x8c6a3f, "tas": 0xa9a49a, "stone": 0xa9a49a, "sedef": 0xe0dbe0, "cam": 0x8fc3c1,
	"kirectasi":  0xd8cfba,
	"terrakotta": 0xb5603f, "bal": 0xd99a26, "honey": 0xd99a26, "ihlamur": 0xb9bf72, "linden": 0xb9bf72,
	"lavanta": 0x9a86c4, "lavender": 0x9a86c4,
}
