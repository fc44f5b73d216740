"""Closed-loop learning for AI coding agents: capture, recall, promote."""

__version__ = "0.2.0"
