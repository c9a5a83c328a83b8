package picture

// layer is one shape of a motif, on a canvas of 400 by 400 with the ground at 322.
type layer struct {
	ink   byte   // 'a' main, 'b' its shade, 'c' its light, 'd' the spark, 'e' leaves
	width int    // of the line; 0 is a filled shape
	d     string // path data
}

// Clothes, bags and jewellery.
var (
	shirt = []layer{
		{'a', 0, "M145 105l-65 45 28 52 27-16v134h130V186l27 16 28-52-65-45c-15 22-95 22-110 0z"},
		{'b', 3, "M200 138v182"}, {'b', 0, "M222 196h34v36h-34z"},
		{'c', 0, "M164 108c14 10 58 10 72 0l-16 34-20-14-20 14z"},
	}
	tee = []layer{
		{'a', 0, "M145 105l-65 45 28 52 27-16v134h130V186l27 16 28-52-65-45c-15 22-95 22-110 0z"},
		{'c', 7, "M148 108c18 24 86 24 104 0"}, {'d', 0, "M200 190l32 32-32 32-32-32z"},
	}
	knit = []layer{
		{'a', 0, "M150 105l-52 30-26 155h38l22-95v125h136V195l22 95h38l-26-155-52-30c-15 20-85 20-100 0z"},
		{'c', 0, "M132 222h136v16H132zM132 252h136v16H132z"},
		{'b', 0, "M132 304h136v16H132zM72 282h38v12H72zM290 282h38v12h-38z"},
		{'b', 8, "M150 105c18 22 82 22 100 0"},
	}
	cardigan = []layer{
		{'a', 0, "M150 100l-52 32-26 160h38l22-97v125h136V195l22 97h38l-26-160-52-32z"},
		{'c', 0, "M150 100l50 130 50-130-18-4-32 60-32-60z"}, {'b', 4, "M200 230v90"},
		{'d', 0, "M206 245h9v9h-9zM206 272h9v9h-9zM206 299h9v9h-9z"},
	}
	coat = []layer{
		{'a', 0, "M150 90l-56 32-16 158h34l16-92v134h144V188l16 92h34l-16-158-56-32z"},
		{'c', 0, "M150 90l50 118 50-118-22-4-28 40-28-40z"}, {'b', 4, "M200 208v114"},
		{'b', 0, "M140 250h36v10h-36zM224 250h36v10h-36z"},
	}
	dress = []layer{
		{'a', 0, "M163 88h24l13 18 13-18h24l8 74 47 160H108l47-160z"},
		{'d', 0, "M155 160h90l4 16h-98z"}, {'c', 4, "M176 190l-26 128M200 190v128M224 190l26 128"},
	}
	trousers = []layer{
		{'a', 0, "M142 95h116l18 227h-56l-20-145-20 145h-56z"}, {'b', 0, "M142 95h116l2 22H140z"},
		{'c', 4, "M166 130l-10 180M234 130l10 180"},
	}
	shorts = []layer{
		{'a', 0, "M132 130h136l20 150h-76l-12-80-12 80h-76z"}, {'b', 0, "M132 130h136l3 22H129z"},
		{'c', 6, "M186 152c-2 30 4 36 10 44"},
	}
	scarf = []layer{
		{'b', 0, "M148 100c30-20 74-20 104 0l-10 42c-25 12-59 12-84 0z"},
		{'c', 0, "M214 148l26 140h46l-42-146z"}, {'a', 0, "M160 140l-22 180h54l22-172z"},
		{'d', 0, "M144 276h54l-2 14h-54zM140 300h54l-2 10h-53z"},
	}
	hat = []layer{
		{'a', 0, "M90 272c0-16 44-22 66-24 0-76 4-118 44-118s44 42 44 118c22 2 66 8 66 24s-220 16-220 0z"},
		{'b', 0, "M156 226c28 8 60 8 88 0v22c-28 8-60 8-88 0z"},
	}
	beanie = []layer{
		{'a', 0, "M110 250c0-90 40-130 90-130s90 40 90 130z"}, {'b', 0, "M100 242h200v50H100z"},
		{'c', 4, "M150 140c-14 30-16 70-16 100M200 124v116M250 140c14 30 16 70 16 100"},
		{'d', 0, "M200 88a22 22 0 1 1-1 0z"},
	}
	bag = []layer{
		{'b', 11, "M155 180c0-104 90-104 90 0"}, {'a', 0, "M108 172h184l18 148H90z"},
		{'c', 0, "M108 172h184l7 50c-62 28-136 28-198 0z"}, {'d', 0, "M190 230h20v26h-20z"},
	}
	backpack = []layer{
		{'b', 10, "M176 100c0-34 48-34 48 0"}, {'a', 0, "M120 170c0-50 30-76 80-76s80 26 80 76v150H120z"},
		{'c', 0, "M142 224h116v76H142z"}, {'b', 0, "M142 224h116v24H142z"}, {'d', 0, "M190 240h20v18h-20z"},
		{'b', 5, "M140 170c30-14 90-14 120 0"},
	}
	wallet = []layer{
		{'a', 0, "M95 158h210v130H95z"}, {'b', 0, "M95 158l20-26h190v26z"}, {'c', 4, "M104 280h192M104 168h192"},
		{'b', 0, "M250 202h55v42h-55z"}, {'d', 0, "M264 214h18v18h-18z"},
	}
	belt = []layer{
		{'a', 24, "M110 230c0-110 180-110 180 0s-180 100-180 0"}, {'d', 7, "M176 282h48v44h-48zM200 304h34"},
	}
	ring = []layer{
		{'a', 18, "M200 160a74 74 0 1 1-1 0"}, {'c', 5, "M138 204a66 66 0 0 1 50-36"},
		{'d', 0, "M160 128l20-32h40l20 32-40 40z"}, {'c', 0, "M160 128h80l-40-14z"},
	}
	necklace = []layer{
		{'a', 6, "M112 92c0 200 176 200 176 0"}, {'d', 0, "M200 236l32 40-32 50-32-50z"}, {'c', 0, "M168 276h64l-32-14z"},
		{'a', 0, "M188 226h24v16h-24z"},
	}
	earrings = []layer{
		{'b', 5, "M130 150c0-44 36-44 36 0M234 150c0-44 36-44 36 0"},
		{'a', 0, "M148 150l36 84a38 40 0 1 1-72 0zM252 150l36 84a38 40 0 1 1-72 0z"},
		{'d', 0, "M148 222a22 24 0 1 1-1 0zM252 222a22 24 0 1 1-1 0z"},
	}
	bracelet = []layer{
		{'a', 20, "M110 220a90 66 0 1 1 180 0a90 66 0 1 1-180 0"}, {'c', 5, "M118 200c16-30 50-42 82-42"},
		{'d', 0, "M200 264a22 22 0 1 1-1 0z"},
	}
)

// nouns maps nouns of both languages, as slugs spell them, to motifs.
var nouns = map[string][]layer{
	"gomlek": shirt, "gomlegi": shirt, "shirt": shirt, "bluz": shirt, "blouse": shirt, "tunik": shirt, "tunic": shirt,
	"pijama": shirt, "pyjamas": shirt, "tisort": tee, "tee": tee, "kazak": knit, "sweater": knit, "suveter": knit,
	"jumper": knit,
	"hirka":  cardigan, "cardigan": cardigan, "yelek": cardigan, "waistcoat": cardigan, "kimono": coat, "ceket": coat,
	"jacket": coat,
	"mont":   coat, "kaban": coat, "coat": coat, "elbise": dress, "dress": dress, "tulum": dress, "dungarees": dress,
	"etek":  dress,
	"skirt": dress, "apron": dress, "onlugu": dress, "onluk": dress, "pantolon": trousers, "trousers": trousers,
	"sort": shorts, "shorts": shorts,
	"sal": scarf, "shawl": scarf, "atki": scarf, "scarf": scarf, "fular": scarf, "sapka": hat, "sapkasi": hat, "hat": hat,
	"bere": beanie, "beanie": beanie,
	"canta": bag, "cantasi": bag, "bag": bag, "tote": bag, "sirt cantasi": backpack, "backpack": backpack,
	"cuzdan": wallet, "wallet": wallet, "kartlik": wallet, "holder": wallet, "kemer": belt, "belt": belt,
	"yuzuk": ring, "ring": ring, "kolye": necklace, "necklace": necklace, "madalyon": necklace, "locket": necklace,
	"kupe": earrings, "earrings": earrings, "bileklik": bracelet, "bracelet": bracelet, "halhal": bracelet,
	"anklet": bracelet,

	"fincan": cup, "fincani": cup, "cup": cup, "kupa": cup, "mug": cup, "bardak": glass, "bardagi": glass, "glass": glass,
	"kase": bowl, "kasesi": bowl, "bowl": bowl, "tabak": plate, "tabagi": plate, "plate": plate, "tepsi": plate,
	"tray":   plate,
	"surahi": jug, "jug": jug, "testi": jug, "demlik": teapot, "teapot": teapot, "cezve": cezve, "coffee pot": cezve,
	"guvec": pot, "casserole": pot, "tencere": pot, "tahtasi": board, "board": board, "kasik": spoon, "spoon": spoon,
	"yastik": cushion, "cushion": cushion, "kirlent": cushion, "battaniye": fold, "blanket": fold, "havlu": fold,
	"towel":    fold,
	"pestemal": fold, "hamam towel": fold, "nevresim": fold, "linen set": fold, "ortusu": fold, "tablecloth": fold,
	"throw": fold,
	"kilim": rug, "rug": rug, "hali": rug, "lambasi": lamp, "lamba": lamp, "lamp": lamp, "lambader": lamp,
	"fener":   lantern,
	"lantern": lantern, "vazo": vase, "vase": vase, "ayna": mirror, "mirror": mirror, "saati": clock, "clock": clock,
	"mum": candle, "candle": candle, "mumluk": candle, "candlestick": candle, "sepet": basket, "basket": basket,
	"tabure": stool, "stool": stool, "sandalye": chair, "chair": chair, "sehpa": table, "table": table, "masa": table,
	"masasi":   table,
	"kitaplik": shelf, "bookcase": shelf, "raf": shelf, "shelf": shelf,
	"defter": notebook, "defteri": notebook, "notebook": notebook, "ajanda": notebook, "planner": notebook,
	"album": notebook, "sketchbook": notebook,
	"kalem": pencil, "pen": pencil, "pencil": pencil, "pencils": pencil, "kalemi": pencil, "murekkep": bottle,
	"ink":   bottle,
	"kitap": book, "book": book, "roman": book, "novel": book, "siir": book, "poems": book, "oyku": book, "stories": book,
	"sabun": soap, "soap": soap, "sampuan": soap, "shampoo": soap, "kolonya": bottle, "cologne": bottle, "kokusu": bottle,
	"mist": bottle, "yagi": bottle, "oil": bottle, "zeytinyagi": bottle, "krem": jar, "kremi": jar, "balm": jar,
	"bal": jar, "honey": jar, "recel": jar, "jam": jar, "bali": jar, "zeytini": jar, "zeytin": jar, "olives": jar,
	"tahin": jar, "tahini": jar,
	"kahve": packet, "kahvesi": packet, "coffee": packet, "cay": packet, "cayi": packet, "tea": packet, "tohumu": packet,
	"seeds": packet,
	"lokum": box, "delight": box, "cikolata": box, "chocolate": box, "pestil": box, "kutusu": box, "set": box, "seti": box,
	"kit":  box,
	"tren": train, "train": train, "araba": train, "car": train, "blok": blocks, "bloklari": blocks, "blocks": blocks,
	"yapboz": puzzle, "puzzle": puzzle, "oyunu": puzzle, "game": puzzle, "bebek": doll, "doll": doll, "ayi": doll,
	"bear": doll, "tavsan": doll, "rabbit": doll,
	"hoparlor": speaker, "speaker": speaker, "kulaklik": headphones, "headphones": headphones, "plak": record,
	"record": record,
	"def":    drum, "drum": drum, "kalimba": board, "radyo": speaker, "radio": speaker,
	"saksi": plant, "planter": plant, "kabi": can, "can": can, "kuregi": spoon, "trowel": spoon,
	"print": frame, "linocut": frame, "serigraph": frame, "photo": frame, "etching": frame, "painting": frame,
	"gravur": frame,
	"study":  frame, "nocturne": frame, "landscape": frame, "tablo": frame, "etut": frame, "heykel": sculpture,
	"figur": sculpture, "rolyef": frame, "sculpture": sculpture, "figure": sculpture,
	"brush": pencil, "firca": pencil, "easel": easel, "sovale": easel, "paint": bottle, "boya": bottle, "pigment": jar,
	"kil": packet, "clay": packet,
	"bust": sculpture, "relief": frame, "cini": plate, "tile": rug, "karo": rug,
}
