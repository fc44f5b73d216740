"""`capture`: store a learning by hand, field by field."""

from __future__ import annotations

from reflexion.capture.sentence import sentence_entry
from reflexion.cli import lessons, revise, storing
from reflexion.cli.errors import Usage
from reflexion.learning.entry import LEVELS, MAX_CONTEXT, MAX_KEYWORDS, MAX_TRIGGER, TYPES
from reflexion.text.clean import as_typed, one_line

HELP = "store a learning by hand, field by field"
DETAILS = """\
  reflexion capture --type correction --trigger 'no, dates are UTC' --resolution 'Store UTC.'
  reflexion capture --type error --trigger 'npm error Missing script: "build"' \\
      --context 'npm run build' --resolution 'Use pnpm run build.'"""


def add_arguments(parser) -> None:
    parser.add_argument("--type", choices=TYPES, default="insight", help="default: insight")
    parser.add_argument("--trigger", default="", help="the error line, or what was said")
    parser.add_argument("--resolution", default="", help="what to do; an error may have none yet")
    parser.add_argument("--context", default="", help="the command, or what was corrected")
    parser.add_argument("--keywords", default="", metavar="A,B", help="further words to find it by")
    parser.add_argument("--skill", default="", metavar="NAME", help="it is about this skill")
    parser.add_argument("--category", default="", metavar="NAME")
    parser.add_argument("--confidence", choices=LEVELS, default="")
    parser.add_argument(
        "--global", dest="everywhere", action="store_true", help="for every project"
    )
    parser.add_argument("--json", action="store_true", help="print it as it is stored")


def run(args, context) -> int:
    needed = "trigger" if args.type == "error" else "resolution"
    if not getattr(args, needed).strip():
        raise Usage(f"capture: --type {args.type} needs --{needed}")
    storing.require_label(args.skill, args.category)
    if not args.everywhere:
        context.require_trust()
    draft = _draft(context)
    with context.change(storing.typed(context, "capture", draft["trigger"])) as change:
        entry = storing.store_draft(context, change, draft)
        if draft["resolution"] and entry["resolution"] != draft["resolution"]:
            lessons.record_lesson(context, change, [entry["id"]], draft["resolution"])
            entry = context.read(context.store, entry["id"])
    if args.json:
        context.print_json(entry)
    return 0


def _draft(context) -> dict:
    """Return the fields of the learning that the arguments describe. Raises Stop."""
    args = context.args
    sentence = args.resolution and storing.checked(context, args.resolution, args.type)
    trigger = one_line(storing.clean(context, args.trigger), MAX_TRIGGER)
    action = as_typed(storing.clean(context, args.context), MAX_CONTEXT)
    draft = sentence_entry(args.type, sentence, action, trigger)
    words = [word.strip().lower() for word in storing.clean(context, args.keywords).split(",")]
    found = dict.fromkeys([*filter(None, words), *draft["keywords"]])
    draft["keywords"] = list(found)[:MAX_KEYWORDS]
    if sentence:
        draft.update(revise.standing_of(sentence, context.source))
        if args.confidence and not draft.get("needs_review"):
            draft["confidence"] = args.confidence
    draft.update(skill=args.skill, category=args.category)
    return draft
