"""The notes and coins of a till, by their value in cents, the largest first."""

COINS = ("50000", "20000", "10000", "5000", "2000", "1000", "500", "200", "100", "50", "20", "10", "5", "2", "1")
