"""Write dist/page.txt."""

import json
import os


def data(package):
    """Return what a package holds: {name: date}."""
    with open(os.path.join("node_modules", package, "data.json"), encoding="utf-8") as file:
        return json.load(file)


def page():
    return [f"{name}: {date}" for name, date in data("feast-days").items()]


if __name__ == "__main__":
    os.makedirs("dist", exist_ok=True)
    with open("dist/page.txt", "w", encoding="utf-8") as file:
        file.write("\n".join(page()) + "\n")
