"""`mousehole export`: the page and its games as plain files, for any folder of any web host."""

from __future__ import annotations

from pathlib import Path

from mousehole.cli.errors import BadCommand, BadFile
from mousehole.server.startup import static


def export(folder: Path) -> int:
    """Write the page into a folder that is new, empty, or holds an earlier one."""
    if static.MODULES not in static.files():
        raise BadCommand("this copy was built without its games for browsers, so there is nothing to export")
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / static.LISTING).is_file():
            raise BadFile(f"{folder} holds other things; choose a new or an empty folder")
        found = static.folder_files()
        for name, body in found.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {error.strerror or error}") from None
    size = sum(map(len, found.values())) / 1e6
    print(f"{len(found)} files, {size:.1f} MB, in {folder}. Put the folder on any web host, under any name;")
    print(f"to try it here: python -m http.server --directory {folder}")
    return 0
