"""Makes the small fonts that the page is shown with: the letters and signs of its own texts. Run by `hatch_build.py`.

Whoever needs another letter, a name with an accent for one, gets it from the whole font, which the page fetches only
then (`src/style/fonts.css`). The licence of the fonts (OFL) asks that changed ones have names of their own.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

WEB = Path(__file__).resolve().parent
WHOLE = WEB / "node_modules" / "@fontsource"
SMALL = WEB / "node_modules" / ".fonts"
FONTS = {
    "display": "averia-serif-libre/files/averia-serif-libre-latin-700-normal.woff2",
    "text": "alegreya-sans/files/alegreya-sans-latin-500-normal.woff2",
    "strong": "alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
    "hand": "patrick-hand/files/patrick-hand-latin-400-normal.woff2",
}
SIGNS = "\N{NO-BREAK SPACE}·×‘’“”–—…‹›←→−"  # noqa: RUF001  # as texts have them
FEATURES = ["kern", "liga", "ccmp", "mark", "lnum", "pnum", "tnum"]
COPYRIGHT, LICENCE = (0,), (13, 14)
FAMILY, WHOLE_NAME, UNIQUE, SCRIPT_NAME = 1, 4, 3, 6


def main() -> None:
    """Make them all."""
    SMALL.mkdir(exist_ok=True)
    for name, file in FONTS.items():
        options = Options()
        options.flavor, options.hinting, options.layout_features = "woff2", False, FEATURES
        options.name_IDs = [*COPYRIGHT, FAMILY, 2, UNIQUE, WHOLE_NAME, SCRIPT_NAME, *LICENCE]
        font = load_font(str(WHOLE / file), options)
        cut = Subsetter(options)
        cut.populate(text="".join(map(chr, range(0x20, 0x7F))) + SIGNS)
        cut.subset(font)
        for number in (FAMILY, UNIQUE, WHOLE_NAME, SCRIPT_NAME):
            font["name"].setName(f"Mousehole-{name}", number, 3, 1, 0x409)
        font["name"].names = [one for one in font["name"].names if one.platformID == 3]  # noqa: PLR2004  # of Windows
        font["head"].modified = font["head"].created  # the same bytes whenever they are made
        save_font(font, str(SMALL / f"{name}.woff2"), options)


if __name__ == "__main__":
    main()
