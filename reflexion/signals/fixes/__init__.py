"""Which later command was the fix? Pure functions over the steps of a session.

settle(pending, steps, now) -> [(failure, Fix or None)]   what the caller drives after every step
infer(failure, steps, success) -> Fix or None             one failure, what was done since, the
command that works now"""

from __future__ import annotations

from reflexion.signals.fixes.infer import Fix, infer
from reflexion.signals.fixes.settle import settle

__all__ = ["Fix", "infer", "settle"]
