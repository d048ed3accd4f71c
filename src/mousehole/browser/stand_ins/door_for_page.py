"""Where the page comes in."""

from mousehole.browser.local import ask
