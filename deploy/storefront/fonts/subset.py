"""Makes the fonts of this folder: python3 subset.py FOLDER, where FOLDER holds the published files.

    pip install fonttools brotli
    pip download --no-deps fontpkg-newsreader==1.3    # unpack it: Newsreader[opsz,wght].ttf
    npm install inter-ui@4.1.1                        # InterVariable.woff2
    npm install @fontsource/jetbrains-mono            # jetbrains-mono-latin-400-normal.woff2

Each is cut to Latin with the Turkish letters and a few signs, and to the weights that the style sheet uses.
"""
import io
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LETTERS = ("0020-007E,00A0-00FF,0130,0131,011E,011F,015E,015F,0152,0153,2009,2010-2015,2018-201E,2022,2026,202F,2030,"
           "2032,2033,2039,203A,20AC,20BA,2122,2190-2193,21B5,2212,2318,23CE")
COMMON = ["kern", "mark", "mkmk", "ccmp", "locl", "calt"]


def cut(source, name, limits, features):
    font = TTFont(source)
    font.flavor = None
    if limits:
        font = instancer.instantiateVariableFont(font, limits)
    whole = io.BytesIO()
    font.save(whole)
    whole.seek(0)
    font = TTFont(whole, lazy=False)
    options = subset.Options()
    options.layout_features, options.hinting = features, False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # names, copyright and licence
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(LETTERS))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(name)


folder = sys.argv[1]
cut(f"{folder}/Newsreader[opsz,wght].ttf", "newsreader.woff2", {"wght": 400}, COMMON + ["liga", "rvrn"])
cut(f"{folder}/InterVariable.woff2", "inter.woff2", {"wght": (300, 400, 500)}, COMMON + ["tnum", "case", "rvrn"])
cut(f"{folder}/jetbrains-mono-latin-400-normal.woff2", "jetbrains-mono.woff2", None, COMMON)
