"""Closed-loop learning for AI coding agents: capture, recall, promote. This module imports nothing, so that a hook pays for nothing."""

__version__ = "0.1.0"
