"""English: what says only that something is wrong, and what only leads in. See match.py for the notation."""

from __future__ import annotations

CUES = {
    "bare": """
        ^ no|nope|nah ,|.|-|! not? the|that|this other|first|second|last|next|one|previous ** $
        ^ no|nope|nah|noo|wrong|incorrect|false $
        ^ that|this|it|these is|was|are|were still|just|completely|totally? wrong|incorrect|false|nonsense $
        ^ that|this|it|these is|was|are|were not just|at|really|quite? right|correct|true|it|good|what|how|the ** $
        ^ not what|that|like|the|quite|this ** $
        < still broken|failing|wrong|not|fails|the ** $
        ^ try something|again|another ** $
        ^ wrong @dev|one|way|answer $
        ^ i did not ask|mean|want|say that|this|it $
        ^ i meant|mean the other|first|second|last|one ** $
        ^ the other|first|second|last|next|previous + $
        ^ you did it|this|that again $
        ^ you misunderstood|misread me? $
        ^ i|we already? told|asked you that|this|already|before|twice $
        ^ how many|often times? ** $
    """,
    "lead": """
        ^ no|nope|nah|noo|wrong|incorrect|false ,|.|-|--|\u2014|:|;|!
        ^ no|nope that|this is|was wrong|incorrect|not * ,|.|-|\u2014|:|;
        ^ that|this|it is|was wrong|incorrect|not * ,|.|-|\u2014|:|;
        ^ actually|hm|hmm|ugh|wait|well|look|listen|ok|okay|so|btw|sorry|please|yes|also|fyi|psa|reminder|note|great|perfect|again|and|but|hey|claude|dude ,|:|-|\u2014|.?
        ^ by the way ,
        ^ i|we already|just|have? already? told you|him? ,|:|to|that?
        ^ i|we already|just|have? already? said|mentioned|explained ,|:|that|before|yesterday? ,|:?
        ^ as|like i|we already? said|mentioned|told|explained you? before|yesterday|earlier|already? ,|:?
        ^ how many times ** ,|:|\u2026|.
        ^ for the + time ,|:|-
        ^ second|third|fourth|fifth|nth time now|already? ,|:
        ^ from now on|onwards ,|:?
        ^ going|moving forward ,|:?
        ^ in the? future ,|:?
        ^ remember|remeber : ,?
        ^ remember|note|notice that ,|:?
        ^ remember ,
        ^ please? remember this|that :|,|-
        ^ keep|bear in mind that|: ,?
        ^ keep|bear in mind :|,?
        ^ do not forget :|,|that|to
        ^ note for|to + + :|,|-
        ^ note for|to + :|,|-
        ^ for future reference|sessions :|,|-?
        ^ fyi for all? future + :|,|-
        ^ for all? future + :|,|-
        ^ add|save|write|put ** memory|claude.md|agents.md|notes :|that|,|-
        ^ just so you know ,|:|-?
        ^ i think|guess|believe you misunderstood|misread :|,|-|.
        ^ rule|convention|policy|preference|important|reminder|note|tip|warning|heads-up|psa :|-
        ^ new|house|team|general|hard|golden|ground|simple|project rule|convention|policy :|-
        ^ you misunderstood|misread :|,|-|.
        ^ you did it|this|that again ,|:|-|.
        ^ why did|are|would|do you **  ? $
    """,
}
