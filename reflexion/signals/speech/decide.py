"""Does a prompt correct, set a rule, report a tool or praise an approach? Cues are weighed sentence by sentence; small talk weighs nothing."""

from __future__ import annotations

from reflexion.signals.speech import clean, cues, directive, harness, language
from reflexion.signals.speech.heard import Heard
from reflexion.signals.speech.sentences import split

LONGEST_PROMPT = 65536

WEIGHTS = {
    "told": 4,
    "rule": 4,
    "remember": 4,
    "deny": 3,
    "wrong": 3,
    "stop": 3,
    "instead": 3,
    "slip": 3,
    "always": 3,
    "here": 3,
    "cond": 3,
    "habit": 2,
    "ban": 2,
    "gone": 2,
    "forbid": 2,
    "must": 2,
    "contrast": 2,
    "you": 2,
    "norm": 2,
    "reasoned": 2,
    "but": 2,
    "order": 2,
    "topic": 2,
    "conclusion": 2,
    "youdid": 1,
    "swap": 1,
    "fact": 1,
    "reason": 1,
    "conv": 1,
    "whyyou": 1,
}
PERSONAL = frozenset(
    ["told", "rule", "remember", "wrong", "stop", "slip", "you", "youdid", "here", "habit", "deny"]
)  # about how the two work together, not about the thing to build
CORRECTING = frozenset(
    [
        "deny",
        "wrong",
        "told",
        "stop",
        "instead",
        "slip",
        "you",
        "youdid",
        "whyyou",
        "contrast",
        "gone",
        "reasoned",
        "but",
        "swap",
    ]
)
RULING = frozenset(["rule", "remember", "always", "must", "cond", "order", "topic", "norm"])
REPORTABLE = frozenset(
    [
        "instead",
        "contrast",
        "habit",
        "cond",
        "fact",
        "must",
        "norm",
        "gone",
        "conv",
        "ban",
        "reasoned",
        "but",
        "topic",
        "stop",
        "reason",
        "swap",
        "always",
        "conclusion",
        "forbid",
    ]
)  # may stand in a report about a tool
SPOILED = frozenset(
    [
        "instead",
        "must",
        "always",
        "fact",
        "gone",
        "conclusion",
        "habit",
        "cond",
        "ban",
        "here",
        "norm",
        "reasoned",
        "but",
    ]
)  # what a report of a defect may contain by chance
LOOSE = frozenset(
    ["instead", "reasoned", "but", "norm", "fact", "conv", "contrast"]
)  # too loose for a sentence about what a visitor sees
HOW = frozenset(
    [
        "prefer",
        "rather",
        "lets",
        "write",
        "put",
        "call",
        "name",
        "import",
        "use",
        "mock",
        "run",
        "commit",
        "log",
    ]
)  # with "instead of": how it is done, not what is built
EMBEDDED = frozenset(
    ["here", "always", "habit", "wrong", "gone"]
)  # tell of what is, where they stand in the middle of a task: "look for code that we never call"
EARLY = 4  # characters before "always" in a Chinese rule; later it tells of the thing to build
CONTEXT = frozenset(
    ["here", "habit", "fact", "conv", "must", "norm", "topic", "reason", "gone", "ban"]
)  # beside a task they only tell what there is
IN_QUESTIONS = frozenset(["told", "stop", "whyyou"])
TASK_PROOF = frozenset(
    [
        "told",
        "stop",
        "wrong",
        "rule",
        "remember",
        "slip",
        "you",
        "youdid",
        "here",
        "instead",
        "always",
        "deny",
        "habit",
        "forbid",
        "swap",
        "but",
    ]
)
VAGUE = frozenset(
    ["deny", "wrong", "told", "conv", "whyyou", "you", "youdid"]
)  # say that something is wrong, not what would be right
REFUSALS = frozenset(
    ["no", "nope", "nah", "non", "nein", "nee", "nie", "não", "nao", "нет", "hayır", "hayir"]
)  # an answer, more likely than a correction
ENOUGH, ENOUGH_BESIDE_TASKS = 2, 5
LONG = 70  # words from which a prompt is a brief: its conditions are about the thing to build


class Judged:
    """A sentence with its cues {name: (start, end)}, its mood (question, task) and its weight."""

    __slots__ = (
        "sentence",
        "cues",
        "question",
        "task",
        "fine",
        "weight",
        "product",
        "oneoff",
        "hedge",
        "bad",
    )

    def __init__(self, sentence, tongue):
        first = tongue.first
        self.sentence = sentence
        self.fine = first("fine", sentence)
        self.question = sentence.mark in ("?", "\uff1f") or bool(first("question", sentence))
        names = () if self.fine else IN_QUESTIONS if self.question else WEIGHTS
        found = ((cue, first(cue, sentence)) for cue in names)
        self.cues = {cue: place for cue, place in found if place}
        works = opens_with_work(sentence, tongue)
        self.task = works or bool(first("task", sentence))
        if works and not tongue.by_parts:
            opening = sentence.openings[-1]
            self.cues = {
                cue: place
                for cue, place in self.cues.items()
                if cue not in EMBEDDED
                or place[0] <= opening + 1
                or any(opening < start < place[1] for start in sentence.clauses)
            }
        self.product = bool(first("product", sentence)) and not is_technical(sentence, tongue)
        self.oneoff = bool(first("oneoff", sentence))
        self.hedge = bool(first("hedge", sentence))
        self.bad = bool(first("bad", sentence))
        self.weight = (
            0
            if self.bad and first("fixit", sentence)
            else self.weigh([cue for cue in self.cues if cue != "swap"])
        )

    def weigh(self, names):
        """The weight of those cues here, less what speaks against them."""
        names = [name for name in names if not (self.bad and name in SPOILED)]
        if self.product:
            names = [name for name in names if name not in LOOSE]
        if self.task:
            names = [name for name in names if name in TASK_PROOF]
        weight = sum(WEIGHTS[name] for name in names) - (
            WEIGHTS["contrast"] if "instead" in names and "contrast" in names else 0
        )
        if weight and not {"told", "rule", "remember"}.intersection(names):
            weight -= (
                3 * self.oneoff
                + 4 * self.hedge
                + (
                    2
                    if self.product
                    and not {"here", "habit", "wrong", "deny", "slip"}.intersection(names)
                    else 0
                )
            )
        return weight


def opens_with_work(sentence, tongue):
    """Does it begin with a verb of work? Not "make sure", and not a noun that looks like one: "commit messages should ..."."""
    work = tongue.classes.get("work", ())
    words = sentence.words
    for i in sentence.openings:
        if i < len(words) and words[i] in work and not tongue.first("noun", sentence):
            return True
    return False


def is_technical(sentence, tongue):
    """Does it speak of code rather than of what a visitor sees?"""
    dev = tongue.classes.get("dev", ())
    words = sentence.words
    marks = sum(
        w[0] == "\u00a4" and w != "\u00a4quote" or any(c in w[1:-1] for c in "_./") for w in words
    )
    return sum(w in dev for w in words) + 2 * marks >= 2


def listen(prompt, names=()):
    """What the prompt teaches: Heard, or None. names: skills, commands and tools that are known by name."""
    text = harness.said(prompt[:LONGEST_PROMPT])
    if not text:
        return None
    masked, noisy = clean.mask(text)
    if not any(char.isalpha() for char in masked) or masked.strip(" .,!-").lower() in REFUSALS:
        return None
    codes = language.languages(masked)
    tongues = [cues.load(code, names) for code in codes]
    if len(codes) > 1 and any(is_fine(text, masked, tongue) for tongue in tongues):
        return None
    for tongue in tongues:
        heard, settled = hear(text, masked, noisy, tongue)
        if heard or settled:
            return heard
    return None


def is_fine(text, masked, tongue):
    """Is it small talk in this language, whichever of several it is in?"""
    sentences = split(masked, text, tongue.fillers, tongue.joiners)
    tongue.expect(sentences)
    return bool(sentences) and all(tongue.first("fine", sentence) for sentence in sentences)


def hear(text, masked, noisy, tongue):
    """(Heard or None, settled): what a prompt in one language teaches; settled: it was understood as small talk, a question or a task."""
    sentences = [
        s
        for s in split(masked, text, tongue.fillers, tongue.joiners)
        if any(w[:1].isalpha() or w[0] == "\u00a4" for w in s.words)
    ]
    tongue.expect(sentences)
    judged = [Judged(sentence, tongue) for sentence in sentences]
    if not judged:
        return None, True
    settled = all(j.fine or j.question or opens_with_work(j.sentence, tongue) for j in judged)
    busy = noisy or is_busy(judged, tongue)
    best = best_window(judged, busy)
    if best and (busy or not REPORTABLE.issuperset(best[2])):
        return corrected(text, judged, best, busy, tongue), settled
    if busy:
        return None, settled
    return problem(text, judged, tongue) or best and corrected(
        text, judged, best, busy, tongue
    ) or approval(text, judged, tongue), settled


def is_busy(judged, tongue):
    """Is this mainly a task, so that its conditions belong to the thing to build?"""
    words = sum(len(j.sentence.words) for j in judged)
    bullets = sum(j.sentence.bullet for j in judged)
    lead = next((j for j in judged if not j.fine), judged[0])
    personal = {"deny", "told", "wrong", "stop", "rule", "remember", "slip", "but"}
    opens = (
        lead.task
        and not personal.intersection(lead.cues)
        and not rules(lead, tongue)
        and not how(lead)
    )
    builds = any(
        tongue.first("build", j.sentence)
        and not tongue.first("noun", j.sentence)
        and not personal.intersection(j.cues)
        and not how(j)
        for j in judged
    )
    return words > LONG or bullets >= 3 or opens or builds


def how(judged):
    """An order to do something this way instead of that, rather than one to do something."""
    return (
        "instead" in judged.cues
        and not judged.sentence.wordset.isdisjoint(
            ("instead", "rather", "prefer", "lets", "through")
        )
        and bool(HOW.intersection(judged.sentence.words[:4]))
    )


def rules(judged, tongue):
    """Other languages only: an order that says always or never at once is a rule, not a task."""
    if tongue.code == "en":
        return False
    always = judged.cues.get("always")
    if tongue.code == "zh":
        return always is not None and always[0] <= EARLY or "cond" in judged.cues
    return (
        always is not None
        and (tongue.by_parts or always[0] <= 1)
        or "cond" in judged.cues
        and tongue.by_parts
    )


def best_window(judged, busy):
    """(weight, index of the sentence that says it, cues of the window) of the strongest one or two sentences; None when none weighs enough."""
    best = None
    for i, one in enumerate(judged):
        if not one.cues:
            continue
        if busy:
            if (
                one.weight >= ENOUGH_BESIDE_TASKS
                and PERSONAL.intersection(one.cues)
                and not CONTEXT.issuperset(one.cues)
                or "told" in one.cues
                and one.weight >= 4
            ):
                best = max(best or (0,), (one.weight, -i, set(one.cues)), key=lambda b: b[:2])
            continue
        names = dict.fromkeys(one.cues)
        weight = one.weight
        for j in (i - 1, i + 1):
            if 0 <= j < len(judged) and judged[j].cues:
                extra = judged[j].weigh([n for n in judged[j].cues if n not in names])
                weight += max(0, extra)
        if (
            weight >= ENOUGH
            and one.weight > 0
            and (best is None or (weight, one.weight) > best[3:])
        ):
            best = weight, -i, set(names), weight, one.weight
    return best


def corrected(text, judged, best, busy, tongue):
    weight, place, names = best[0], -best[1], best[2]
    resolution = directive.resolution(text, judged, place, busy, tongue)
    everything = names if busy else names.union(*(j.cues for j in judged))
    vague = (
        everything <= VAGUE
        and not (resolution and "told" in everything)
        and not directive.says_something(resolution, tongue)
    )
    if vague or not resolution and not busy:
        return Heard(
            "correction",
            "low",
            directive.trigger(text, judged[place], False),
            "",
            False,
            tongue.code,
        )
    if not busy:
        place = directive.telling(judged, place, tongue)
    correcting = sum(WEIGHTS[n] for n in names if n in CORRECTING)
    ruling = sum(WEIGHTS[n] for n in names if n in RULING)
    kind = "rule" if ruling > correcting else "correction"
    sure = names.intersection(("rule", "remember", "told")) or kind == "rule" and weight >= 4
    return Heard(
        kind,
        "high" if sure else "medium",
        directive.trigger(text, judged[place], busy),
        resolution,
        True,
        tongue.code,
    )


def problem(text, judged, tongue):
    """A tool, command, script or skill that misbehaves; not when the prompt asks for it to be repaired."""
    if any(tongue.first("fixit", j.sentence) or j.question or j.task for j in judged):
        return None
    for one in judged:
        if one.fine:
            continue
        if (
            tongue.first("tool", one.sentence)
            or tongue.first("command", one.sentence)
            and (tongue.first("when", one.sentence) or not tongue.first("failing", one.sentence))
        ):
            return Heard(
                "problem",
                "medium",
                directive.trigger(text, one, False),
                directive.plain(text, one),
                True,
                tongue.code,
            )
    return None


def approval(text, judged, tongue):
    """Strong praise for a way of working that it names."""
    if judged[0].fine:
        return None
    praised = [j for j in judged if not j.question and tongue.first("praise", j.sentence)]
    named = [
        j for j in judged if not j.question and not j.task and tongue.first("likethis", j.sentence)
    ]
    if not praised or not named or sum(len(j.sentence.words) for j in judged) < 5:
        return None
    return Heard(
        "approval",
        "medium",
        directive.trigger(text, named[0], False),
        directive.praised(text, judged),
        True,
        tongue.code,
    )
