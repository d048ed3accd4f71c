"""The games in PettingZoo (`zoo`, `parallel`), Gymnasium (`vector`) and OpenSpiel (`spiel`): see docs/bridges.md."""
