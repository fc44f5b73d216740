"""Prices of parcels."""

import sys

ZONES = {"A": 4.0, "B": 6.5, "C": 9.0}
FREE_WEIGHT = 5
PER_KILOGRAM = 0.8


def price(weight, zone):
    """Return the price in euros of a parcel; `weight` is in kilograms."""
    heavy = max(0, weight - FREE_WEIGHT)
    return round(ZONES[zone] + heavy * PER_KILOGRAM, 2)


if __name__ == "__main__":
    print(f"{price(float(sys.argv[1]), sys.argv[2]):.2f}")
