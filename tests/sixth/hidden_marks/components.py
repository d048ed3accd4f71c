"""The board of Hidden Marks."""

from __future__ import annotations

import numpy as np

CELLS = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
"""TT-1.1: three rows of three cells."""
CELL_COUNT = 9
SEATS = ("Cross", "Ring")
SIGNS = ("X", "O")

ROWS = np.array(
    [sum(1 << cell for cell in row) for row in
     ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))],
    np.int64,
)  # fmt: skip
"""TT-1.2: the eight rows, each as a set of cells."""
