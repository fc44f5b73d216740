"""Put Reflexion into the hosts' folders and take it out, and tell whether it works there."""
