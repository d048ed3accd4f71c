"""What every game stands on: the contract, chance, matches, notation and errors. It knows no game."""
