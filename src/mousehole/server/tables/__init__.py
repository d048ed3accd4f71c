"""Tables that somebody is at: opened, changed one event at a time, minded by bots and clocks, put away."""
