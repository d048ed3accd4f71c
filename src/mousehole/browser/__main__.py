"""`python -m mousehole.browser FOLDER MICROPYTHON`: builds what tables without a server need into a folder.

Without the second folder nothing is built: the command fails if something would have to be.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mousehole.browser.build import build, is_built

if __name__ == "__main__":
    folder, *micropython = (Path(given) for given in sys.argv[1:3])
    if not is_built(folder):
        if not micropython:
            sys.exit(1)
        build(folder, micropython[0])
