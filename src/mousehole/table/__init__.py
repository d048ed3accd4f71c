"""A table as its events make it, and the frames its people are sent. It knows neither store nor clock nor network."""
