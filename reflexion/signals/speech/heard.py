"""What a prompt taught."""

from __future__ import annotations


class Heard:
    """kind: correction, rule, problem, approval; confidence: high, medium, low; trigger: the sentence that says it, one line;
    resolution: the directive in the user's own words, "" if there is none; reusable: False for a one-off redirect; lang: two letters."""

    __slots__ = ("kind", "confidence", "trigger", "resolution", "reusable", "lang")

    def __init__(self, kind, confidence, trigger, resolution="", reusable=True, lang="en"):
        self.kind = kind
        self.confidence = confidence
        self.trigger = trigger
        self.resolution = resolution
        self.reusable = reusable
        self.lang = lang

    def __repr__(self):
        return (
            "Heard(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__) + ")"
        )
