"""English: how people correct, refuse and reproach. See match.py for the notation."""

from __future__ import annotations

CUES = {
    # "no problem": looks like a refusal and is none; ends all hearing of the sentence.
    "fine": """
        ^ i|we told|asked|promised|informed the|my|our|them|him|her|everyone|support
        ^ i|we said yes|no to
        ^ note|fyi|reminder|info|update|heads-up that|:|,? i am|already|just|will|have|had|force|merged|pushed|created|started|changed|fixed|moved
        ^ heads|just up|so ** , i am|already|just|will|have|had|force|merged|pushed|created|started|changed|fixed|moved
        ^ heads|heads-up|fyi|note|btw up? ,|:|that? i ~ed
        ^ fyi|note|reminder|heads|heads-up ** today|tonight|tomorrow|now $
        ^ fyi|note|reminder|heads|heads-up ** until|till noon|midnight|~pm|~am $
        ^ fyi|note|reminder : + at|is|starts ** noon|midnight|~pm|~am $
        ^ you have my|the permission|ok|okay|go|blessing|access
        ^ you should|will see|find|get|notice
        ^ this|it|that is just|only a|an quick|rough|first? draft|prototype|demo|test|experiment|example|mock|mockup|sketch|spike|poc|toy|idea|suggestion|thought|question
        ^ i always|never|often|usually|sometimes get|got|used|forget|forgot|had|wrote|did|touched|learned|worked|saw|tried|heard|know|knew|see|confuse|mix|struggle|feel|thought
        ^ i do not understand|know|get|see|remember|recall
        ^ no|nope|nah ,? i do not think|know|believe|have|see
        ^ not that i
        ^ that|this is exactly? the error|log|output|message|problem|issue|bug|stack|trace
        ^ all|everything good|fine|done|set|green|clear|ok|okay|works|looks
        ^ no|nope more|further|other|additional changes|change|edits|comments|steps|work|questions|$
        ^ no we|i|you can|could|will|are
        ^ no idea $|,|what|why|how|if|who|about|either
        ^ stop it|that|here|now|there|working|for $|,|.|for|please
        ^ you can|may|could|are|were continue|proceed|go|use|start|stop|find|see|choose|pick|decide|ask|skip|right|welcome
        ^ no it|that|this|everything|all works|is|looks|does|seems fine|ok|good|now|great|perfect|correct|right|work
        ^ sorry|oops|whoops|ups **
        ^ forget|ignore|disregard it|that|this|the|my $|last|previous|message|about
        ^ no|nope|nah changes|change|need|problem|problems|worries|worry|need|rush|hurry|thanks|thank|error|errors|issue|issues|clue|luck|doubt|biggie|sweat|pressure|objections|objection|questions|question|preference|difference|change|response|output|results|result|wonder|way|offense|kidding|joke|opinion
        ^ no|nope|nah more questions|issues|errors|problems|for
        ^ no|nope|nah ,|.|-|! i|we am|have|had|did|was|were|can|could|think not|so
        ^ no|nope|nah ,|.|-|! i think|guess|believe we|it|that are|is good|fine|ok|done
        ^ no|nope|nah ,|.|- it|that|this|we|everything|all is|are|was|looks|seems fine|ok|okay|good|great|perfect|correct|right|alright|enough|done|all|it
        ^ no|nope|nah ,|.|-|! go|thanks|thank|carry|continue|proceed|please|all|nothing|none|keep|yet|later|both|neither|either
        ^ no|nope|nah ,|.|-|! not yet|now|really|sure|necessary|needed|at|urgent
        ^ no|nope|nah ,|.|-|! just|only the|one|a|this|for|those|these
        ^ no|nope|nah ,|.|-|! please? go|continue|proceed|carry|leave it|ahead|on
        ^ no|nope|nah ,? that is all|it|fine|ok
        ^ no|nope|nah ,? thanks|thank
        ^ never mind|fear|thought|knew|seen|heard|had|tried
        nevermind
        do not worry|bother|mind|sweat|panic|hesitate
        ^ not yet|now|sure|really|necessary|needed|at|urgent|much
        ^ that|it is|was not necessary|needed|urgent|important|bad
        ^ remember when|how
        always wanted|wondered|thought
        wrong number|window|chat|tab|terminal|paste
        ^ actually|no|wait , never mind
        ^ whatever|whichever you|works|is
        ^ nothing|anything|everything else|is|looks|works|seems|good|fine|so
        < the|this|that|our + spec|ticket|task|issue|story|article|error|message|log|output|warning|linter|compiler|docs|doc|page|book|tutorial|readme|user|customer|client|email|mail|letter says|said|reads|mentions|states|wrote|claims
        < the|this|that|our spec|ticket|task|issue|story|article|error|message|log|output|warning|linter|compiler|docs|doc|page|book|tutorial|user|customer|client|email|mail|letter|boss|manager|requirements|specification says|said|say|reads|mentions|states|wrote|claims
        ^ i like|love|prefer it|that|this|both|them $|better|more
        ^ i like|love|prefer the|this|that|your|both|option|version|it ** option|idea|one|version|variant|approach|solution|former|latter|more|better
    """,
    "deny": """
        ^ no|nope|nah|noo|nooo|noooo ,|.|-|--|\u2014|\u2013|!|:|; **
        ^ no|nope|nah that|this|it|you|we|do|not|use|the|i|they|never|there|its|those|these|please|always|actually|stop|again|our|only|wrong|in|for|instead
        ^ no no
        ^ no|nope $
        ^ wrong|incorrect|false|negative ,|.|-|--|\u2014|:|;|!
        ^ wrong|incorrect|false $
        ^ wrong file|files|branch|folder|directory|function|place|repo|repository|package|version|table|column|service|endpoint|approach|method|way|class|module|project|environment|env|database|config|layer|tool|command
        ^ not quite|exactly|like|what|that|this|correct|right|true ,|.|-|that|this|one|way|i|we|you
        ^ not in|on|with|from|via|as ** , in|on|with|from|via|as|use
        ^ wait|hold|hm|hmm|ugh|argh|stop|eh|uh ,? on? ,|.|!|-? no
        ^ that is a no
        ^ absolutely|definitely|please not
    """,
    "wrong": """
        that|this|it will|would|can not work|compile|scale|fly|help ,|-|:|here|because|in|on|for|there
        < it|that|they is|are called|named|spelled
        ^ ~ing ** is|was|are wrong
        so|then ** is|are wrong
        a|an ** is|are wrong
        docs|readme|comment|doc|documentation|wiki|spec|docstring lies|lie
        docs|readme|comment|doc|documentation|wiki|docstring is|are wrong|outdated|stale|old|incorrect
        do|does|did not match|do|reflect|answer what|how i|we
        < that|this|it|these|those is|was|are|were|looks|seems just|still|totally|completely|simply|all|so|plain|again? wrong|incorrect|false|backwards|nonsense|inaccurate|untrue|outdated|inverted|reversed
        < that|this|it|these|those is|was|are|were not just|at|really|quite? right|correct|true|accurate|acceptable|how|what|the|where|our|a|an|allowed|needed|supposed|valid|our
        < that|this|it|these|those is|was|are|were not * i|we asked|meant|wanted|said|requested|need|want|do|use
        you have|got|had * backwards|wrong|mixed|reversed|upside|swapped|confused
        you are|were wrong|mistaken|mixing|confusing|overcomplicating|overthinking|missing
        < i meant|mean|said|wanted|asked ** , not
        < i meant|mean the|a|in|for
        your|the|that|this assumption|approach|fix|reasoning|conclusion|premise|claim|understanding is|was wrong|incorrect|false|off|not
        you|i|we|claude think|believe? misunderstood|misread|misinterpreted
        you confused|mixed|swapped
        < wrong , **
        that|those|this|these + does|do|is|are not exist|a|available|supported|real|part|how
        that|those|this|these + + does|do not exist
        < that|this|it|those is|are|was the|an|a wrong|old|legacy|deprecated|outdated|mock|dead
        < that|this|it|those is|are the !right|correct|best|one|only|first|plan|idea|problem|issue|question|point|error|log|output + ,|. **
        < that|this is|was not it
        < that|this|your @dev is|are|was|were wrong|incorrect , it|its|the|we|there|use|they|those is|are|should|has|have|must|use|uses|does|live|lives|come|comes
        ^ revert|undo|restore that|this|it please? ,|-|:|; !please|and|then|i|let|lets|now|just|thanks|for
        ^ revert|undo|restore ** , our|those|they|never|always
        ^ revert|undo|restore ** , we @habit|do|never|always|only
        would|will be wrong
        < not true
    """,
    "told": """
        we have been through|over|here
        who asked|told for|you to|a|an|for|the
        < again with
        ^ too many|much ** again
        < last|previous time|week|session|round|file|commit|pr ,? you @did
        i|we already|just|have|explicitly|clearly|specifically|literally? already|just|explicitly|clearly|specifically|literally? told|asked you
        < i|we already|just|have|explicitly|clearly|literally|did|specifically? already|just|explicitly|clearly|literally? said|mentioned|explained|told|asked|say|tell|mention
        < as|like i|we already|just|have? said|mentioned|told|wrote|explained|asked|discussed|agreed
        how many|often times|do|must|have ** tell|say|repeat|remind|told|said|ask|asked|explain
        < how many times
        nobody|no-one|noone asked|told|said you|for|to|about
        no one asked|told|said you|for|to|about
        ^ did|do i|we ask|say|tell|request|mention|want
        i would rather you
        you did it|this|that again
        < second|third|fourth|fifth|nth|2nd|3rd|4th|5th|10th|another time
        for the second|third|fourth|fifth|last|umpteenth|hundredth|thousandth|nth|2nd|3rd|4th|millionth time
        i keep|kept|am telling|saying|asking|reminding|repeating|having|correcting|fixing|tired|sick
        < did not|i i|we|not say|tell|ask
        you keep|kept|are|always still|always? ~ing
        you still|again|always do|did|have|use|used|add|added|put|forget|forgot|write|wrote|are
        once again|more you
        < again , you|the|no|we|use|do|not|stop
        < again : **
        why|when do|are|did you keep|still|always|insist
        i asked|told|wanted|needed you not|to
        i said|asked|wanted not to|the
        i asked for
        < i did not|never ask|asked|want|wanted|say|said|tell|told|request|requested|mean
        you were|are not? told|supposed|meant|allowed
        we agreed|discussed|talked|went|settled
        you should not|never? have
        you should|need|must be|have
        per|as my|per|in last|earlier|previous|instructions|the
        what did i say|tell|ask
        stop it|that|this $
        < same mistake|thing as? again|before|last
        that is|was the|not second|third|fourth|what time|i
        this is the second|third|fourth|fifth|nth|2nd|3rd|4th time
        do i have|need to tell|repeat|remind
        you ignored|disregarded my|the|our|what
        read|re-read|reread my|the|what instructions|instruction|guidelines|conventions|rules|claude.md|agents.md|i
    """,
    "whyyou": """
        why|what did|would|have|are|were you **
        why is|are|was|were there **
        who told|asked|said you **
    """,
    "stop": """
        < enough with|of
        i|we do not want|like !to
        i|we do not need !to|it|them|this|that|those
        i|we really|personally|absolutely? do not like|want **
        i|we really? hate|dislike|despise **
        < lets not|stop !worry|bother|do|forget
        < stop|quit|cease ~ing
        < stop|quit with|it|that|this
        < knock|cut it off|out
        leave ** alone|untouched|as-is|unchanged
        < hands off
        keep|get your hands|fingers|paws off|out
        < refrain from
        do not ever|keep
        < avoid ~ing
        < avoid @dev|the|any|all
        < never|no ever|more|longer !than|about|of **
        ^ could|can|would|will you please|just|kindly|maybe? not|stop|never|always|quit **
        < please? lose|drop|ditch|skip|scrap the|those|these|all ** , we|our|it|they
    """,
    "instead": """
        i|we would|do really? prefer|rather **
        i|we would rather
        < use our|existing|shared|internal|async +
        < use the existing|shared|internal|project's|repo's|team's|app's|library's|framework's|built-in|builtin +
        ^ + not + $
        ^ !this|that|it|i|why|do|is|are|of|maybe|probably|certainly|definitely|sure|if|you|we|they|there|could|will|should not + for|in|on|here|please|everywhere **
        < lets not|never|always|avoid|only|stop|prefer !worry|bother|do|forget
        < lets stick|keep|agree|standardize|standardise|settle|leave !going|it|this|that
        < @choose ** instead of
        < @choose ** rather than
        < prefer|favor|favour ** over|to
        < instead|rather of|than ** , @choose
        < @choose ** and|but|, not|never|no !only|just|sure|yet|all
        < @choose ** , instead|rather
        use|using|prefer|import|call * instead
        you|it|that|we|they should|must|can ** instead|rather of|than
        < not ** but **
        < that|this|it|those|these should|must|has|have|needs|need|belongs|goes|go to?|in? be|use|live|go|come|return|in|under|into
        < i|we prefer|want|would|need|expect|wanted|asked|meant ** over|instead|rather|not
        < i would rather
        < we|i go|went with ** , not|instead
        do not use ** , use
    """,
    "contrast": """
        is|are the only +
        is|are only ** in|on|for|when|by|during|from|to
        there is|are already **
        we already have|use|do
        that is a|an breaking|public|private|generated|shared|legacy
        is|are|was|were|has|have|use|uses|goes|go|comes|come|returns|return|means|lives|runs|belongs|called|named|spelled|in|on|from|to|with|as|via|at|for|by|we|be|into ** ,|-|--|\u2014|\u2013|( not|never|no !only|sure|yet|bad|too|so|really|just|that|all|longer|one|problem|matter|worries|idea
        and|but not|never|no !only|sure|yet|all|just|that|one|much|really|so
        , not !only|sure|yet|bad|too|so|really|just|that|all|even|necessarily|urgent|me
        is|are|was not ** , it|they|its is|are|was|has|have|does|+
        there is|are no ** , only|just|there|it|they|use
        instead of
        rather than
        as opposed to
        is|are just|only for|a|an|the|in|on|used|there|about
        only ** , not|so|the|never
        not|is|are * but|: rather|a|an|the|only|in|on|from|to|with|for|use|by
        is|are not ** . it|they|use
        ** . not
        or ** otherwise **
    """,
    "youdid": """
        < you @did
        < you assumed|thought|treated|said|claimed|wrote
    """,
    "you": """
        , you only|never|still|already|also|just|again +
        < you @misdeed
        < you @did ** ,|-|\u2014|:|;|but **
        < you are ~ing|still|looking|using|mixing|assuming|converting|back|importing|calling !great|good|well|awesome|fine|right|amazing|the|welcome|it|job
        < you are ~ing the|it|them ** wrong|twice|again|instead|directly|, +
        < you should|could|must|need|have have|not|never|only|use|be|call|go
        < you do not|never !need|have|know|worry
        < you just|again|accidentally|also|even|silently|literally @did|@slip
    """,
    "slip": """
        you @did|@slip ** again $|,|.
        < you @slip
        except|but that? you @did|@slip|@misdeed
        < we @habit ** , you @did
        you|claude forgot|missed|ignored|broke|misunderstood|misread|overlooked|overwrote|messed|screwed
        you|i think misunderstood|missed|confused
        you did not !have|need|find|tell|say|get
        you touched|broke|deleted|removed ** again|should|not|leave|we|it
    """,
    "swap": """
        ^ use|put|keep|call|prefer|name|trust|follow|stick|take +
        + ** instead $
        ^ let !me|us|it|them|you +
        ^ it|they is|are|do|does not
    """,
    "but": """
        ^ good|nice|great|ok|okay|fine|thanks|close|almost|nearly|cool|works|decent|better|not|perfect|right|true ** but|though|however|except !now|also|can|could|add|what|how|why|is|are|when|it|there|still|maybe|let|i
        ^ but !now|also|can|could|add|what|how|why|is|are|when|it|there|still|maybe|let|i
        ^ but|though|however|almost|close
        ^ that|this|it|looks works|work|is|looks|would|will|good ** , but|though|however|except !now|also|can|could|add|what|how|why|is|are|when|it|there|still|maybe|let|i
        ^ that|this|it works|is but|though we|our|please|use|never|not|this|there
        ^ almost|close|nearly $
    """,
    "gone": """
        we got paged|burned|burnt|bitten|bit|hit|hacked|fined|audited
        nobody|no-one|noone|none|none + that|it|those|this|them|the ** anymore|now|since
        no longer @habit|exists|used|exist|applies|apply|supported|maintained|called|valid|needed|true
        + anymore|any
        switched|moved|migrated to|over|from|away
        there|that|it was|were never
        is|are obsolete|dead|legacy|gone|unused|retired|archived|abandoned|superseded
        + + does|do not exist
    """,
}
