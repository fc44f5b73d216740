"""What lies in the store."""

import sys

ITEMS = {"bolt": 40, "nut": 12, "washer": 3}
LOW = 10


def low(limit=LOW):
    """Return the names of the items of which there are fewer than `limit`."""
    return [name for name, count in ITEMS.items() if count < limit]


def lines():
    return [f"{name} {count}" for name, count in ITEMS.items()]


def main(words):
    if words[:1] == ["low"]:
        print("\n".join(low()))
    elif words[:1] == ["list"]:
        print("\n".join(lines()))
    else:
        sys.exit("usage: stock.py list|low")


if __name__ == "__main__":
    main(sys.argv[1:])
