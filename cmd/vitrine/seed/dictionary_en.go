package seed

// englishTerms has a word for every letter from A to Z.
var englishTerms = lexicon{english, []entry{
	{"Alum", "A salt that binds a dye to yarn.", []string{"Mordant", "Madder"}}, {"Awl", "A spike for making holes in leather.", []string{"Saddle stitch"}}, {"Anvil", "The block of iron on which metal is hammered.", []string{"Hammered finish"}},
	{"Bisque", "Clay that was fired once and is not yet glazed.", []string{"Glaze", "Kiln"}}, {"Bone folder", "A smooth blade for creasing paper.", []string{"Signature"}}, {"Brayer", "A small roller that spreads ink.", []string{"Linocut"}},
	{"Crackle", "The net of fine lines in a glaze.", []string{"Glaze"}}, {"Carding", "Combing wool before it is spun.", []string{"Wool"}}, {"Cone", "A small pyramid that bends when the kiln is hot enough.", []string{"Kiln"}},
	{"Deckle edge", "The rough edge of handmade paper.", []string{"Paper"}}, {"Dovetail", "A joint of wedges, like the tail of a dove.", []string{"Joinery"}}, {"Distaff", "The staff that holds wool while it is spun.", []string{"Spindle", "Wool"}},
	{"Edition", "All prints pulled from one plate.", []string{"Linocut", "Intaglio"}}, {"Enamel", "Glass melted onto metal.", []string{"Filigree"}},
	{"Filigree", "Jewellery of fine twisted wire.", []string{"Enamel"}}, {"Fulling", "Beating cloth in water until it is dense.", []string{"Wool"}}, {"Felt", "Wool matted without weaving.", []string{"Wool", "Fulling"}},
	{"Glaze", "The glassy coat of a pot.", []string{"Bisque", "Crackle"}}, {"Gouge", "A chisel with a hollow blade.", []string{"Linocut"}},
	{"Hammered finish", "A surface that keeps the marks of the hammer.", []string{"Anvil"}}, {"Heddle", "The part of a loom that lifts the warp.", []string{"Loom", "Warp"}},
	{"Indigo", "A blue dye that turns green before it turns blue.", []string{"Mordant", "Vat"}}, {"Intaglio", "Printing from lines cut below the surface.", []string{"Edition"}}, {"Inlay", "One wood let into another.", []string{"Joinery", "Veneer"}},
	{"Jacquard", "A loom that reads its pattern from cards.", []string{"Loom"}}, {"Joinery", "Making furniture hold by its joints.", []string{"Dovetail", "Mortise"}},
	{"Kiln", "The oven in which clay becomes stone.", []string{"Bisque", "Cone"}}, {"Kilim", "A flat-woven rug.", []string{"Loom", "Weft"}}, {"Kerf", "The slot a saw leaves.", []string{"Joinery"}},
	{"Linocut", "A print from a block of linoleum.", []string{"Gouge", "Brayer"}}, {"Loom", "The frame on which cloth is woven.", []string{"Warp", "Weft"}}, {"Lost wax", "Casting in a mould from which the wax has run.", []string{"Patina"}},
	{"Madder", "A root that dyes red.", []string{"Alum", "Mordant"}}, {"Mordant", "What makes a dye bite.", []string{"Alum"}}, {"Mortise", "The hole into which a tenon goes.", []string{"Joinery"}}, {"Merino", "A sheep with very fine wool.", []string{"Wool"}},
	{"Nib", "The tip of a pen.", []string{"Quill"}}, {"Nap", "The raised surface of a cloth.", []string{"Fulling"}},
	{"Oil finish", "Wood rubbed with oil until it takes no more.", []string{"Wax"}}, {"Overglaze", "Colour on top of the glaze, fired again.", []string{"Glaze", "Underglaze"}},
	{"Patina", "The colour that years give to metal.", []string{"Hammered finish"}}, {"Paper", "Fibres that settled on a sieve.", []string{"Deckle edge"}}, {"Plane", "A blade in a block that smooths wood.", []string{"Joinery"}},
	{"Quill", "A pen cut from a feather.", []string{"Nib"}}, {"Quilting", "Sewing layers of cloth together.", []string{"Running stitch"}},
	{"Running stitch", "The plainest of stitches, over and under.", []string{"Quilting"}}, {"Raku", "Pots taken red-hot from the kiln.", []string{"Kiln", "Crackle"}}, {"Rasp", "A file with teeth.", []string{"Plane"}},
	{"Saddle stitch", "Two needles, one thread, one hole.", []string{"Awl"}}, {"Signature", "A folded section of a book.", []string{"Bone folder"}}, {"Slip", "Clay thinned to cream.", []string{"Glaze"}}, {"Spindle", "The stick that twists wool into yarn.", []string{"Distaff"}},
	{"Tenon", "The tongue that fits a mortise.", []string{"Mortise"}}, {"Terracotta", "Baked red clay without a glaze.", []string{"Kiln"}}, {"Tjanting", "A pen for drawing with hot wax on cloth.", []string{"Wax"}},
	{"Underglaze", "Colour painted before the glaze.", []string{"Glaze", "Overglaze"}}, {"Upcycling", "Making something better of something used.", nil},
	{"Vat", "The tub in which cloth is dyed.", []string{"Indigo"}}, {"Veneer", "A thin leaf of fine wood on a plain one.", []string{"Inlay"}}, {"Vellum", "Fine parchment of calfskin.", []string{"Paper"}},
	{"Warp", "The threads that run the length of the cloth.", []string{"Weft", "Loom"}}, {"Weft", "The thread that crosses the warp.", []string{"Warp"}}, {"Wax", "What bees leave for furniture.", []string{"Oil finish"}}, {"Wool", "The coat of a sheep.", []string{"Merino", "Carding"}}, {"Wedging", "Kneading clay to drive out air.", []string{"Slip"}},
	{"Xylography", "Printing from wood.", []string{"Linocut"}}, {"Yarn", "Spun fibre, ready for the loom.", []string{"Spindle", "Wool"}}, {"Yoke", "The part of a shirt over the shoulders.", []string{"Running stitch"}},
	{"Zellige", "Hand-cut glazed tiles set in patterns.", []string{"Glaze"}}, {"Zigzag stitch", "A stitch that keeps an edge from fraying.", []string{"Running stitch"}}, {"Zarf", "A metal holder for a cup without a handle.", []string{"Hammered finish"}},
}}

var atelierEnglishTerms = lexicon{english, []entry{
	{"Alla prima", "Painting wet on wet, in one sitting.", []string{"Impasto"}}, {"Armature", "The skeleton inside a sculpture.", []string{"Maquette"}}, {"Chiaroscuro", "Form shown by light and dark.", []string{"Grisaille"}}, {"Gesso", "The white ground of a panel.", []string{"Primer"}},
	{"Grisaille", "Painting in greys alone.", []string{"Chiaroscuro"}}, {"Impasto", "Paint so thick that it throws a shadow.", []string{"Alla prima"}}, {"Maquette", "A small model of a large work.", []string{"Armature"}}, {"Plinth", "What a statue stands on.", nil},
	{"Primer", "The first coat.", []string{"Gesso"}}, {"Scumble", "A thin veil of pale paint.", []string{"Impasto"}}, {"Ultramarine", "The blue from over the sea.", nil}, {"Zinc white", "A cool and transparent white.", []string{"Ultramarine"}},
}}
