"""`python -m mousehole`."""

import sys

from mousehole.cli import main

sys.exit(main())
