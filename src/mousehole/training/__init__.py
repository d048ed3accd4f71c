"""Training nets by self-play on batches of games (`pip install 'mousehole[train]'`); playing needs none of this."""
