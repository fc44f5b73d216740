"""`learn`: not built yet."""

from reflexion.cli.errors import Stop

HELP = "(not built yet)"


def add_arguments(parser) -> None:
    pass


def run(args, context) -> int:
    raise Stop("this command is not built yet")
