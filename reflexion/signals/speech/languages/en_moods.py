"""English: what a sentence is besides (a question, a task, a one-off), praise, and reports about tools. See match.py for the notation."""

from __future__ import annotations

CUES = {
    "oneoff": """
        use|take|show|with last|this|next month~|week~|year~|quarter~
        in|on the first|second|third|left|right|top|bottom|upper|lower
        you can !not|only|never|always
        i want|need|would|have|will to|like? to? look|check|review|think|inspect
        still has|have|need|needs|wants|want to
        yet please|thanks
        this|next week|month|sprint|morning|afternoon|evening|weekend|release
        in a hurry|rush
        code? freeze
        < take|use|try|do the first|second|third|last|shorter|longer|smaller|bigger|larger|simpler|attached|other
        < call|name the new
        ^ the|it|this ** in|at|under|on ** , import|open|load|read|check|run|try it|them $
        we|i only need the|a
        until i|we|you|it have|am|are|had|did|is|has|say|tell|review|test|finish
        in this snippet|file|function|example|paragraph|section|case|test|component|pr|branch|commit|experiment|notebook|round
        explain|review|analyze|analyse|plan|discuss only
        only explain|answer|review|analyze|discuss|describe|plan
        do not + anything ,|$|.|yet
        anything $|.|yet
        do not start|begin|proceed
        if you need|want|like|have|get
        just look|watch|explain|answer|tell|describe|plan|think|an
        first make|plan|think|explain|show
        only want|need|asking an|to|a|your
        yet $|,|and|.
        for now|today|tonight
        right now
        for the moment|meantime
        for this one|time|once
        this|just time|once
        just this|for once|now
        tomorrow|tonight|afterwards|today
        ^ later
        @work|it|that|this|them|those|rest|one|you|we|i|for|until later
        at the moment
        in this|the pr|first step|one
        anything else
        so|as far
        temporarily|meanwhile
        until|till tomorrow|later|monday|then
        option|step|phase|part 1|2|3|4|one|two|three|a|b|c
    """,
    "hedge": """
        my|our colleague|boss|manager|coworker|designer|client|customer|teammate|po|pm will|takes|is|has|works|wants|took|does
        our goal|goals|plan|aim|vision|roadmap|budget|deadline|demo|mission|target is|are|was
        ^ i only see|get|have|know|found
        ^ pushed|merged|rebased|deployed|fixed|restarted|reverted|released|updated|pulled|committed|tested|tried|finished|rotated|installed **
        ^ i|we am|are currently|still|all? waiting|blocked|off|late|busy|done|sick
        ^ it|that|this|everything works|fails|happens|breaks|passes on|in|for|with|when|every|only|locally
        < now it|i|we says|say|get|gets|see|got|fails|shows|works|complains
        our app|product|company|platform|shop|startup|customers|users|website|business|service|game is|are|sells|sell|has|have|want|offers|lets
        < i think|guess|wonder|suppose|believe|assume|hope|feel !you|this|that
        < i am|have|had|see
        maybe
        perhaps
        ^ i am? not sure
        < not sure
        might|could be
        probably
        what if
        we could|might|may
        i|we am|are wondering|thinking|considering|looking
        users|customers|people|someone|they|client|customer|he|she|boss|manager|support|qa report|reports|reported|say|says|said|complain|complains|complained|told|asked|wants|want
        it|that|this is|was not clear|obvious
        looks|seems|sounds like
        looks|seems|sounds good $|,|.|!|to|now|so|enough
        let me
        < i will|would|am|was|just|ran|tried|pushed|merged|fixed|restarted|added|updated|changed|deleted|moved|removed|see
    """,
    "question": """
        ^ @work|document * why|whether
        ^ compare|identify|locate|find|grep **
        ^ look|search|scan for|through **
        ^ is|are|was|were|do|does|did|can|could|should|would|will|has|have|am i|we|it|that|this|the|there|you|they|a|an|any|these|those|everything|my|our|all|it|\u00a4|\u00a4quote|\u00a4cmd|@dev **
        ^ is|are|was|does|did|should|could|would|has not +
        ^ why|what|how|when|where|which|who|whose|whom is|are|was|were|do|does|did|can|could|should|would|will|has|have|to|about|if|happens|else|time|kind|version|file|files|exactly|many|much|long|come|not
        ^ why **
        ^ any idea|chance|reason|thoughts|way
        ^ i wonder|am wondering|curious|asking
        ^ wondering|curious
        ^ does|do|did !not + **
        ^ anyone|anybody|someone know|knows
    """,
    "task": """
        ^ put a|an **
        ; @build
        , please? implement|build|add|create|fix it|that|this|$
        ^ the first|second|third|last|left|right|top|bottom|old|new + should
        ^ when|if|once|after|whenever i|users|someone click|clicks|press|tap|log|open|reload|scroll|type|hover|select|drag|close|submit
        ^ when|if|once|after|whenever you click|press|tap|scroll|hover|drag
        ^ drop|copy|load the|all * table|tables|column|columns|index|database|constraint|rows
        ^ the|this|that !@dev|@style should
        ^ the|this|that api|app|endpoint|response|query|job|function|method|component|handler|view|page|route|worker|client|server|export|import|index|table|list|report|feature should|needs|always
        ^ it should also|still|work|show|open|close|return|look|support|have|stop
        ^ acceptance|success|exit criteria :|,
        ^ after that|this ,? @work
        ^ before you write|change|implement|start|code ** explain|list|describe|outline|sketch|propose|suggest|summarize|tell|show|give
        ^ i|we am|are currently|still|all? waiting|blocked **
        ^ instead|rather of|than ** , show|set|redirect|display|render|hide|open|scroll|move|disable|enable|navigate|@build
        ^ the? + comments|feedback|notes|remarks|findings : **
        1 ) ** 2 )
        ^ spec|specification|requirements|plan|rules|feature|design for ** :
        ^ should|must|needs|need|has|have **
        ^ as a|an ** i want|need|can|should
        ^ now|then|next|first|finally|afterwards|also|lets|let|to|second|secondly|lastly ,? us? @work
        < can|could|would|will you|we please|also|now|just? @work
        ^ can|could|would|will you **
        ^ i want|need|would|have|am|was in|like|trying|working|building|getting|seeing|planning|going|looking|hoping? you|to|a|an|the|on|for
        ^ we need|want|should|must|are to|a|an|going|building @work|new|+
        ^ we have to|an|new|several|many|some !helper|helpers|existing
        ^ lets **
        ^ task|todo|goal|context|requirements|acceptance|requirement|background|feature|bug|story|spec|idea|problem|ticket|deliverable|objective|user|scenario|given|fix|feat|chore|title|subject :
        ^ here is|are what|my|the|a|some|how
        ^ next|now|then|finally|after|afterwards|once|when : **
        ^ when|once|after|if you|that|this|it|all|everything|they is|are done|finished|ready|fine|ok|okay|good|green|happy|right|merged|through|possible|complete|too
        ^ when|once|if that|this|it|everything works|work|passes|helps|fails|succeeds|compiles|builds|,
        ^ when|once|after you finish|finished|have|did|complete
        ^ when|once finished|done|ready|complete
        ^ if|when the|this|that|my|our + passes|pass|works|work|fails|fail|succeeds|is|are ok|green|good|done|fine|,|+
        ^ before|after you|we start|begin|starting|that|this|doing|continue|continuing|proceed|proceeding|proceed|going|go|do|finish|finishing
        ^ before|after we go|start|continue|begin|do
        ^ if you want|like|can|need|think|find|see|agree|prefer|get|feel|could|have
        ^ given|imagine|suppose|consider|assume **
        ^ help|teach|walk|guide|show me **
        ^ yes|sure|ok|okay ,? **
        ^ the? next step|task|thing|up is|: **
        ^ do the|it|this|that|a|same|option|all|both **
        ^ make a|an|the|it|this|that|them|me|another|my|our|two|three|all **
    """,
    "noun": """
        ^ make|be sure|certain **
        ^ make it|that|this a? habit|rule|clear
        ^ @work message~|name~|statement~|file|files|title~|branches|method~|function~|command~|database~|data|suite~|case~|coverage|env~|script~|hook~|code|config~|tag~|hash~|helper~|double~|fixture~|step~|note~|notes|order|size~|job~|output~|server~|machine~|plan~|guard~|variable~|type~
        ^ @work must|should|has|have|needs|is|are|may|can|goes|go|lives
        ^ @work + must|should|has|have|needs|is|are|may|goes|live|lives|go|start|starts
        ^ create|alter|drop|delete|insert|select|truncate|update index|table|view|from|into|without
        ^ test|tests|docs|types|logs|merge|release|deploy|design : **
        ^ @program|make @adverb? @misbehave
        ^ @program|make + @adverb? @misbehave
        ^ @work ** first|last|before|after $|~ing|every|each|any
        ^ write|run ** first $
    """,
    "build": """
        ^ give|tell|show me|us an|a|the|how|what|which
        ^ now|then|next|first|finally|afterwards|also|lets|let|to|please ,? us? @build
        ^ @build
        < can|could|would|will you|we please|also|now|just? @build
        ^ i want|need|would like? you|to|a|an @build|+
        ^ we need|want a|an|to @build|+
        ^ make a|an|the|another|two|three **
    """,
    "product": "\n @product|@look\n never|always|not|only show|render|display|hide|highlight|animate|scroll|blink|collapse|expand",
    "bad": """
        something|anything is|seems wrong|off|broken|odd
        , it always|never|still ~s
        half|some|most|none|parts of the|our|my
        must|should|can|may not|never happen|occur
        runs|run|fires|fire|sent|send|sends|called|calls|shown|appears|executes|executed|happens|counted|displayed|triggers|triggered ** twice|double|times
        < now it|i|we says|say|get|gets|see|got|fails|shows|works|complains
        is|are still there|open|visible|shown|empty|wrong|running|active
        wrong order|place|format|color|colour|month|size|position|language|page|date|currency|timezone|day|year|value|values|number|direction|column|row|user|line
        leaks|leak|leaking|segfaults|lags|laggy
        fail|fails|failing|crash|crashes|crashing|hang|hangs|flaky|flickers|flicker|broken|freezes|stuck|disappears
        throw|throws|return|returns|gives|gets|get|got|with|a|shows|is|are null|undefined|500|404|502|503|403|error|errors|nothing|empty|nan|blank|slow|slower|wrong|stale|red
        times|time|timing|timed out
        !we|i|you|they|please does|do|did not render|load|show|start|compile|appear|update|close|open|respond|save|find|fit|match|refresh|run|build
        does|do|did|is not work|working $|,|.|anymore|properly|correctly|right|on|yet|at|when|if|for|as
        no longer work|works|loads|shows|renders|compiles|starts
        !you|they|we|i|when is|are|was|were|looks|look now|all|still|already? green|passing|done|ready|fine|ok|okay|good|up|down|running|back|complete|finished|merged|installed|attached|happy|missing|correct
        never|always works|work|loads|stops|updates|finishes|completes|starts|delivered|called|shown|saved|sent|happens|shows|fires
    """,
    "praise": """
        perfect|excellent|awesome|fantastic|wonderful|brilliant|amazing|love|loved|great|nice|beautiful|superb|exactly|spot|outstanding|neat|lovely|terrific|impressive|magnificent|stellar|sweet|gorgeous|ideal|splendid|marvelous|yes|bingo|nailed
        works great|well|perfectly|beautifully|nicely
        well done
        good call|job|habit|idea|thinking|catch|move
        i like|appreciate|enjoy
    """,
    "likethis": """
        exactly|just|precisely how|what|the|like|right|as
        keep|do|doing|continue ** up|this|that|it|like|doing|going
        this|that is|was how|exactly|the|what ** i|we|our|should|way|kind|style|pattern|approach|format|level
        like this|that|so
        more of|like this|that|these|those
        this|that|the|your way|approach|pattern|style|structure|format|habit|workflow|process|layout|naming|technique|level|setup|convention ** works|is|was|going|from|should|great|perfect|we|i
        i|we love|loved|like|liked|really|appreciate|appreciated|enjoy ** that|how|the|this|when|you|your
        great|good|nice|excellent|smart|love|perfect|brilliant|clever call|idea|thinking|move|choice|instinct|decision|catch|approach|habit on|to|that|,|of|with
        always|every|all|other do|like|time|it|work|components|start|write|services|modules
        that|you you|asked|ran|wrote|checked|kept|first ** before|without|first|instead
        the right|best way|approach|pattern|abstraction|level|balance|call
        way|how it|we|i|they|things|our should|like|want|do|look
        stick|sticking with|to this|that|the
        use|follow|copy|repeat|apply|reuse this|that|the same|pattern|approach|style|for|everywhere|format|structure|way
        as a|our|the template|model|reference|standard|blueprint|pattern|example
        set|sets the standard|bar
    """,
    "tool": """
        @tool ~s ** if|when|unless|whenever|every|each|twice|silently|even|without|only|on|behind|after|before
        @tool @adverb? @adverb? @misbehave
        @tool on|in|from|for|of|with|behind|under ** @misbehave
        @tool + @misbehave
        @tool|agent ** can|could|will only|never|no
        @tool ** does|do|can|will|is|are|did|has|have|could|would not
        @tool , ** @misbehave
        @tool ** times|time|timing|timed out
        @tool ** is|are|gets|get|got broken|slow|stuck|useless|unusable|confused|unreliable|outdated|wrong|flaky|too|dead|killed|buggy|blind|misleading|out|off|ignored|inconsistent
        @tool ** wrong|twice|forever|outdated|stale|garbage|nothing|incomplete|duplicate|duplicates|nonsense|silently|ages
        @tool ** results|answers|output|data from|of|for 2~|months|years|last|everything|old
        ^ running|run|calling|invoking|using|starting|executing \u00a4cmd|\u00a4|@program|the|your|our|@tool ** @misbehave
        ^ running|run|calling|invoking|using|starting|executing + @program|@tool|\u00a4cmd ** @misbehave
        problem|trouble|issue|issues|problems|bug|annoying with|in|: the|your|our|this|that ** @tool
        every|each|any time|whenever|when|if|as? i|you|we run|runs|use|uses|call|calls|start|starts|invoke|invokes|trigger|open \u00a4cmd|@program|@tool ** it @misbehave
        whenever|when|every|each|if time? i|you|we run|use|call|start|invoke|trigger|launch \u00a4cmd|@program|the|your|our|this|a + @tool|@misbehave|it|, ** @misbehave
        whenever|when|every|each|if time? i|you|we run|use|call|start|invoke|trigger|launch \u00a4cmd|@program ** it|, @misbehave
    """,
    "command": """
        \u00a4cmd|@program ** but @adverb? @misbehave
        ^ make clean|install|test|tests|lint|build|all|dev|run|deploy|check|docs|format|fmt|release|up|down|setup|bootstrap|ci|generate|gen|proto|watch|start|dist|publish|migrate|db @adverb? @misbehave
        ^ make clean|install|test|tests|lint|build|all|dev|run|deploy|check|docs|format|fmt|release|up|down|setup|bootstrap|ci|generate|gen|proto|watch|start|dist|publish|migrate|db does|is|can|will not
        \u00a4cmd|@program @adverb? @misbehave
        \u00a4cmd|@program + @adverb? @misbehave
        \u00a4cmd|@program + + @misbehave
        \u00a4cmd|@program does|do|can|will|is|did|has not
        \u00a4cmd|@program + does|do|can|will|is|did|has not
        \u00a4cmd|@program + + does|do|can|will|is|did|has not
        \u00a4cmd|@program ** times|time|timed out
        \u00a4cmd|@program ** takes forever|ages|minutes
        \u00a4cmd|@program ** wrong|twice|forever|stale|nothing|garbage|silently
    """,
    "failing": """
        fails|fail|breaks|break|crashes|crash|errors|error|hangs|dies|exits|stops|broke|times
        not work|run|start|build|compile|pass|succeed|finish
    """,
    "when": """
        if|when|whenever|unless|until|while|once|after|before|because|without|despite|although|though|even|but
        on|behind|inside|outside|from|under|over|in|with|for|across|through a|an|the|any|my|our|every|large|big|long|old|new|macos|windows|linux|mac|arm|m1|m2|vpn|wsl|ci|apple|node|python|alpine|ubuntu|fedora|debian|fish|zsh|+
        every|each time|run|other|single|second
        silently|always|never|only|sometimes|forever|randomly|intermittently|again|twice|still|constantly|often|occasionally
        it|they needs|need|requires|require|only|expects|ignores|never|does
        even though|if|when|after
        instead of
        ** , **
    """,
    "fixit": """
        < please|then|now|can|could|just you? please? fix|investigate|look|debug|repair|format|adjust|correct|solve|figure|find|help|check|add|change|update|make|rewrite|implement|see
        < fix|investigate|debug|repair|solve|look|figure it|this|that|the|into|at|out|$
        can|could you
        ^ fix|debug|investigate|look|find|help|check
        any idea
        help me
        why|what is|does|did|happened
    """,
}
