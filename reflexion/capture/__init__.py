"""The capture hook: what an event teaches. Decides; `apply` carries it out."""
