"""Euros in other currencies."""

import sys

RATES = {"CHF": 0.95, "SEK": 11.2}


def convert(amount, currency):
    """Return an amount of euros in another currency."""
    return round(amount * RATES[currency], 2)


if __name__ == "__main__":
    print(f"{convert(float(sys.argv[1]), sys.argv[2]):.2f}")
