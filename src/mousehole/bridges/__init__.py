"""The games as PettingZoo (`zoo`) and OpenSpiel (`spiel`) environments: see docs/bridges.md."""
