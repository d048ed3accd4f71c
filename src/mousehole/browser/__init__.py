"""Tables without a server, made when the package is built: rules and bots as WebAssembly, words for MicroPython.

Nothing here runs where people play but `local`, and that only after it was lowered; see docs/browser.md.
"""
