"""What the commands do, apart from how they ask and print: explicit arguments, results."""
