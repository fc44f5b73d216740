"""English: cues and their patterns (see match.py for the notation)."""
from __future__ import annotations

from reflexion.signals.speech.languages.en_words import CLASSES, FILLERS, JOINERS  # noqa: F401

CUES = {
    # "no problem": looks like a refusal and is none; ends all hearing of the sentence.
    "fine": """
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
        ^ remember when|how|the
        always wanted|wondered|thought
        wrong number|window|chat|tab|terminal|paste
        ^ actually|no|wait , never mind
        ^ whatever|whichever you|works|is
        ^ nothing|anything|everything else|is|looks|works|seems|good|fine|so
        < the|this|that|our + spec|ticket|task|issue|story|article|error|message|log|output|warning|linter|compiler|docs|doc|page|book|tutorial|readme|user|customer|client|email|mail|letter says|said|reads|mentions|states|wrote|claims
        < the|this|that|our spec|ticket|task|issue|story|article|error|message|log|output|warning|linter|compiler|docs|doc|page|book|tutorial|user|customer|client|email|mail|letter|boss|manager|requirements|specification says|said|say|reads|mentions|states|wrote|claims
        ^ i like|love|prefer it|that|this|both|them $|better|more
        ^ i like|love|prefer ** option|idea|one|version|more|better
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
        would|will be wrong
        < not true
    """,
    "told": """
        we have been through|over|here
        who asked|told for|you to|a|an|for|the
        ^ again with
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
        < same mistake|error|problem|thing as? again|before|last
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
        i|we do not want|like|need !to
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
        < never|no ever|more|longer **
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
    "rule": """
        i|we want ** every|each|all|always|everywhere|by default
        < answer|reply|respond|write|talk|speak|explain|comment * in english|german|french|spanish|russian|chinese|japanese|portuguese|italian|korean|dutch|polish
        our|the style guide|guidelines|policy|handbook|conventions|convention|rules|contract says|say|forbids|forbid|requires|require|wants|asks
        our|the style|coding|code|contribution|team|naming|review guide|guidelines|policy|handbook|conventions|rules says|say|forbids|forbid|requires|require|wants|asks
        is|was our|the|a policy|convention|rule|standard|practice|agreement to|that|here|for
        from now on|onwards|forward
        from here|today|this on|onwards|point
        going|moving forward
        < in the? future
        for all|any|every|future|the|each future|next|upcoming|following sessions|session|conversations|reference|changes|work|tasks|prs|commits|code
        henceforth|hereafter|henceforward
        next|every|each time you|, ** use|do|run|ask|check|not|write|make
        < next time
        < every time|single ** you|we
        as a rule|policy|convention|principle|matter
        rule of thumb
        < house|team|ground|golden|simple|general|new|hard|company|project|naming|style|coding|code|our rule|rules|convention|policy|guideline|standard|style :|is|-|\u2014
        < rule|convention|policy|preference|guideline|principle|requirement|standard :|-|\u2014
        our|the|a|team|company|house|my convention|policy|rule|standard|guideline|practice|preference|style|guidelines|rules|standards is|here|says|say|for|are|requires|require|,
        standing order|instruction
        until|unless i|further|told|stated|otherwise|we|explicitly|you|noted|specified say|tell|notice|otherwise|ask|hear|explicitly|agree|stated|are|have
        under no circumstances
        without|no exception|exceptions
        at all times
        by convention
        make it a habit|rule
        i|we always|never|generally|usually|strictly want|like|need|use|do|run|write|put|work|ship|commit|deploy|prefer
        < i|we prefer ** 
        < i|we like|want|expect my|our|your|short|small|all|every|answers|commits|code|tests|comments|no
        < i|we would like|prefer|want ** always|never|every|all|whenever
        in|across|throughout all|every our|projects|project|repos|repo|languages|files|file|modules|services
    """,
    "remember": """
        < remember|remeber :|,|that|this|to|-|\u2014|--|\u2013|, **
        < remember we|our|all|every|never|always|you|not|only|it|there|@dev
        < keep|bear in mind
        keep|bear this|that|it in mind
        < do not you? forget :|,|that|-|\u2014
        < do not you? forget ** @verb3|must|should|default|defaults|before|after|when|whenever|every|each|always
        < do not you? forget !to|the|a|my ** @habit
        ^ never forget :|,|that|we|the|our
        < note|notes for|to later|future|the|yourself|self|next **
        for the record
        for your information|reference
        for future reference
        just so you|we know|are
        you|u should|need|must|have|ought to? know|remember
        < be|please aware|note|remember|notice
        add|save|write|put|store|commit|record|log ** to|in|into|as your? memory|claude.md|agents.md|memories|notes|rule|learning|learnings|instructions
        memorize|memorise
        make a mental? note
        take note
        < note|heads-up|important|reminder|psa|nb|n.b|attention|warning|tip|gotcha|caveat|lesson :|up|that|-|\u2014|learned|, **
        good|important|worth|useful to know|remember|knowing|noting
        lesson learned
        heads|heads-up up|: **
        reminder|psa : **
        please remember|memorize|memorise|note|learn
        fyi|psa|nb ,|:|-|\u2014|for|the|we|our|this|that|all
        learn this|that|from
    """,
    "always": """
        < always|never !mind|again|the|a|seen|heard|before|null|true|false|been|had|on
        we|you|one|developers|people|agents|code|everyone|everybody must|should|need|have|can|may|do|to? always|never|not|only
        must|should|shall|may|has|have|can to? always|never|only +
        must|should|has|have|needs|need|shall|can|may|to|is|are|be always|never|only ~s|be|have|go|use|run|live|come|stay|contain|return|import|call|pass|end|start|get|, **
        !i|that|it|this|page|function|test|method|always @dev|\u00a4|\u00a4cmd|\u00a4quote always|never|only !returns|return|fails|fail|throws|null|empty|works|work|shows|show|gets|get|been|happens|completes|finishes|loads|called
        ^ @dev|\u00a4|\u00a4cmd|\u00a4quote always|never|only !returns|return|fails|fail|throws|null|empty|works|work|shows|show|gets|get|been|happens|completes|finishes|loads|called
        ^ our|new|public|private|unit|integration|all|external|internal|user-facing|raw|database @dev always|never|only !returns|return|fails|fail|throws|works|null|empty|called|been
        and|but|or|please|, always|never @choose|commit|push|edit|run|touch|use|write|add|import|mock|hardcode|ask|check|log|store|skip|deploy|merge|force|modify|create
    """,
    "here": """
        ^ here ,? we|i|it|all|everything|they|no **
        we|i * @habit ** here
        we|our|i ** around|over here
        ^ here|around we|here we|,
        in|for|across|throughout|within|at|on this|our|the|my|these + repo|repository|project|codebase|code|team|company|monorepo|package|org|shop|house|workspace|module|service|app , we|you|it|no|use|do|always|never|all|everything|every|there
        in|for|across|throughout|within|at|on this|our|the|my|these repo|repository|project|codebase|team|company|monorepo|package|org|shop|house|workspace|module|service|app ,? we|you|it|no|use|do|always|never|all|everything|every|there|only|please
        < this|our|the + repo|repository|project|codebase|monorepo|team|package|company|workspace|service|lib|library uses|targets|follows|requires|supports|prefers|bans|forbids|expects|runs|ships|pins|standardizes|relies|sticks|does|is|has|indents|deploys|builds
        < this|our|the repo|repository|project|codebase|monorepo|team|package|company|workspace|service|lib|library uses|targets|follows|requires|supports|prefers|bans|forbids|expects|runs|ships|pins|standardizes|relies|sticks|does|is|has|indents|deploys|builds
        we|i do|did not|never|only !know|understand|see|care|have|remember|think|get|want
        < we|i use|using ** for|with|in|as|everywhere|only|,|not|$
        no , we|our|it|the|this|that|they|there|you ** @verb3|is|are|do|does
        no , we|i|they @habit
        ^ actually ,? !can|could|lets|please|i|what|why|how|is|are|do|does|should|would|no|will|yes|add|make|fix|remove|change|create|move|rename|delete|show|never|scratch|forget|nevermind ** is|are|@verb3|@habit|does|do
        < the|our team|company|org|reviewers|maintainers agreed|decided|settled|uses|wants|prefers|standardized|requires|chose|voted
        < actually we|our|you|there @habit|@verb3|is|are|do|have|already|must|never|always|only
        < ours is|are|use|uses|have|has|go
        **  , ours is|are
        that is|was how|not|our we|the way|how|convention
        we use|run|have|write|keep|store|do ** , not
        the way we **
    """,
    "habit": """
        ^ my !name|plan|guess|idea|question|problem|goal|mistake|fault|turn|opinion|point|issue|concern|current|boss|bad|colleague|friend|favorite|favourite + ** is|are
        < we|i @habit
        < we are on|using|at|still|stuck|targeting|running|pinned|standardized|standardised|aiming|moving|a
        we|team no|stopped|switched|moved|migrated|dropped|replaced|deprecated|banned|standardized|standardised|settled|decided|agreed|chose|pinned|removed|retired|killed|freeze|froze longer|on|to|from|off|it|that|using|the|over|away|all|~ing|+
        < our + @verb3|is|are|uses|@habit
        < our + + @verb3|is|are|uses|@habit
        < our + + + @verb3|is|are|uses|@habit
        because|since|as we|our **
        we can not|never
        < i|we hate|dislike|detest ** when|it|to|your|the|@dev|comments|short|@style
        i|we review|run|check|test ** before|after every|each|any
        in|on|for|with our|this @dev
    """,
    "ban": """
        is|are not ok|okay|acceptable|cool
        is|are a smell|anti-pattern|antipattern|pain|mess|nightmare|security|crutch
        is|are|was owned|maintained|managed|controlled|provided|deployed by
        owns|own the
        is|are|was|were|as * forbidden|banned|prohibited|disallowed|off-limits|deprecated|frozen|read-only|readonly|generated|autogenerated|auto-generated|immutable|vendored|optional|mandatory|compulsory|obligatory|taboo|verboten|sacred|unsupported|nullable|append-only|irreversible|reserved|sensitive|confidential|discouraged|intentional|deliberate
        off limits
        not allowed|permitted|acceptable|welcome|supported
        hand edit|edited|edits|editing|written
        edit|edited|change|changed|modify|modified * by hand|manually
        a|no big? no|no-go|no-no here|$
        must|may|shall not|never
        has|have|needs|need to stay|remain|be|go|come|pass|keep
        stays|must|should|has|have to? frozen|untouched|as-is|unchanged|free|pure|stateless|private
        works|work|does|do not? * in|with|on our|this|the + setup|layout|version|package|repo|environment|config|codebase|project|stack
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
    "fact": """
        ^ those|these + are|have|use **
        i am on|using|running|behind
        there is|are no|only|never
        is|are already|really|actually|meant|only|just|for|always|never
        is|are not !working|loading|showing|rendering|starting|compiling|responding|passing|building|able|sure|clear|visible|updating ** , it|they|but|that|its|use|we|there
        goes|go|comes|come|lives|live|belongs|belong|sits|happens|happen|runs|talks|talk in|from|into|through|under|to|via|first|second|last|before|after|with|on|inside|behind|together|outside|against
        stands|stand for|on
        means|mean **
        starts|start|counts|count|begins|begin on|at|from|with
        is|are|was|were|be counted|measured|stored|named|called|spelled|written|expressed|kept|built|deployed|hosted|run|pinned|sorted|indexed|ordered|encoded|versioned|defined|loaded|signed|released|handled|done|set|managed|mapped|mounted|shared|locked|owned
        have|has different|separate **
        is|are a|an + , **
    """,
    "forbid": """
        ^ if|when|whenever ** , stop|ask|tell|warn|abort
        ^ if|when|whenever ** stop and
        ^ if|when ** ask|tell|warn me
        ^ no ~s|~ing|@dev , just|only|use|please|we|it|prefer|keep **
        < do not !worry|bother|mind|care|know|think|understand|see|have|want|need|like|get|stop|give|forget|hesitate|wait|be|believe|feel|remember|recall|panic|find|even|seem|work|exist|match
        < never !mind|again|the|a|been|had|seen
        you|we|one|they can|must|may|should|shall not|never|only
        do not|never ** anymore|again|ever|unless|without
        without my|asking|explicit|permission|approval|telling|a|an|confirmation
        unless|until i|you|we|they|it|absolutely|really|explicitly|otherwise
        you do not need|have|get to
        there is no need|reason|point
        < no ** in|on|for|here|outside|inside|without|unless|anywhere|please|ever|from|at|before|after|of
        ^ no ~s please?|ever?|here?|anywhere? $
        ^ no ~s|~ing please $
        ^ no !one|idea|luck|way + $
        ^ no + + $
        ^ no + + + $
        ^ not !important|urgent|sure|yet|now|bad|needed|necessary|really|today|great|ideal|nice|working|done|ready|ok|much|often|it|so $
        ^ not + + $
        ^ not + + + $
        ^ not \u00a4|\u00a4quote|a|an|the|@dev
        < always? ask|check|confirm|verify|tell|warn with? me? first|before **
        get|wait my|for * ok|okay|approval|go|consent|sign-off|permission
        , no !matter|problem|worries|one|need|longer|idea|longer +
    """,
    "must": """
        ^ + + @dev|~s need|must|require|get **
        ^ each|every + has|have|needs|gets|must|is **
        ^ less|fewer|shorter|smaller|simpler|terser **
        ^ + less|shorter , + more
        legal|security|ops|finance|compliance|reviewers|qa|infra|marketing|design|platform|devops|sre|auditors ** requires|require|wants|want|told|asked|insist|insists|forbids|demands|hates|hate|needs|need|complain
        + is|are never|always a|an|the|in|@participle|@style
        ~s|@dev|\u00a4 only read|reads|write|writes|talk|talks|use|uses|call|calls|accept|support|supports|run|runs
        ^ @dev|~s need|require|get **
        ^ + @dev|~s need|needs|require|requires|get|have **
        < @imper ** before ~ing|every|each|any !the|this|that|it
        ^ @dev|~s in|for|of|on|from + go|live|are|start|end|come|use|get|need|have **
        make|be sure|certain that? every|each|all|any|no|nothing|always|never
        make|be sure|certain that? to|you|we !understand|know|see|get|read|have ** every|each|any|always|never
        make|be sure|certain that? to|you|we !understand|know|see|get|read|have ** before|after ~ing|every|each|any
        make|be sure|certain that? to|you|we always|never
        < ensure that? every|each|all|any|no
        < every|each|all|any|no|both|only|new|most|nothing ** must|should|has|have|need|needs|gets|get|may|can|goes|go|lives|live|belongs|is|are|takes|requires|carries|starts|ends|comes|come|uses|use|talks|talk|runs|run|@verb3
        , every|each|all|any * needs|need|must|has|have|gets|should|is|are|goes|go
        ** , every|all|each|any|everything|everyone *
        < only + @verb3|may|can|talks|talk|writes|write|reads|read|calls|touches|owns|knows|publishes|deploys|should|must
        < only the|our|a|one + @verb3|may|can|talks|talk|writes|write|reads|read|calls|touches|owns|knows|publishes|deploys|should|must
        < only the|our|a|one + + @verb3|may|can|talks|talk|writes|write|reads|read|calls|touches|owns|knows|publishes|deploys|should|must
        < everything|anything|anyone|everyone|nothing|nobody|whoever @verb3|that|in|under|touching|must|should|here|may|can|needs
        @dev|\u00a4|\u00a4quote|\u00a4cmd|code|must ** must|has|have|should|needs|need|shall|may to|be|not|never|only|stay|have|use|go|live|come|carry|contain|start|end|pass|take|match|include|return|follow|support|declare|accept|run|keep|remain|extend|implement|inherit|say|mention|link|reference|explain
        < you must|need|have|should|ought|shall **
        < use|put|write|keep|name|call|store|prefix|wrap|pin|log|mock|import|target|mark|document|treat|annotate|tag|place|sort ** every|each|all|any|everything|everywhere|only|always|anywhere
        ^ ~s|@dev are|go|live|use|get|start|end|come|have|should|must|may ** , ~s|@dev +
        ^ + ~s|@dev are|go|live|use|get|start|end|come|have|should|must|may ** , ~s|@dev +
    """,
    "cond": """
        ^ if|when|whenever|while|once|in|where you|we|someone|a|an|any|anything|anyone|there|you|doubt|unsure|something|in|adding|writing|editing|touching|working|changing|case|creating|naming|every|no|soon|committing|debugging|testing|reviewing|deploying|possible|~ing ** ,|:|then|@choose|@work|always|never|do|mark|ask|check|run|wrap|assume
        ^ when|whenever|if ~ing
        ^ before|after|while|during any|every|each|all|you|we|a|an|commits|pushes|deploys|merges|releases|commit|push
        ^ before|after|while|during ~ing|~s ** @imper|@choose|@work|,|:|always|never
        ^ before|after ~ing $
        ^ whenever **
        ^ for|with|in|on|to|inside|under any|anything|every|each|all|everything|everyone|new|other|such ** ,|:|use|get|always|never|do|no|ask|write|put|+
        ^ for|with|in|on|inside|under|at @dev|production|\u00a4|\u00a4quote|new|unit|public|internal|external|shared|integration|python|typescript|javascript|sql|go|rust|java|bash|shell + *
        ^ unless|without|until **
        < anything|everything|whatever|anyone|things|code|files|whenever|whoever|stuff touching|that|in|under|related|new|with|you|outside|else|from
        , before|after you|any|every|each|~ing commit|push|~ing|merge|deploy|edit|change|touch|you|+
    """,
    "order": """
        ^ if|when|whenever|before|after a|an|any|something|you|~s|@dev|anything ** ,|: please? always|never? @choose|@imper
    """,
    "contrast": """
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
        < you @slip
        you|claude forgot|missed|ignored|broke|misunderstood|misread|overlooked|overwrote|messed|screwed
        you|i think misunderstood|missed|confused
        you did not !have|need|find|tell|say|get|run
        you touched|broke|deleted|removed ** again|should|not|leave|we|it
    """,
    "reason": """
        because
        otherwise
        or else
        so that
        last time
        will|would|to break|blow|fail|crash|lock|corrupt|kill|explode
        since + *
        that is why
        which breaks|locks|means|causes
        not needed|necessary|required
        costs|breaks|locks|blocks|kills|confuses
        insist|insists|insisted|requires|require|demands|demand
        for|due legal|compliance|security|historical|performance|to
    """,
    "conclusion": """
        so|so|therefore|hence|thus that? ** is|are|will|would|can|must|does|do wrong|unnecessary|pointless|useless|nothing|not|no|redundant|invalid|break|blow|fail|be
        ,|so|means so|no|that no|never|do|not|only|use|always|keep|avoid|please|it|you
        < so|therefore|hence no|never|do|use|only|always|avoid|please|keep|every|all
    """,
    "norm": """
        ^ + ~s are @participle in|as|with|by|from|on|to
        the|that|this|our + is|are @style|paginated|idempotent|stateless|append-only|case-sensitive
        ^ the|that|this|our + is|are case|time|type|thread sensitive|safe|zoned
        ^ @dev|~s live|go|belong|come|start|end|sit|use|take|inherit|extend|carry|stay|run|talk|get|depend|follow **
        ^ + @dev|~s live|go|belong|come|start|end|sit|use|take|inherit|extend|carry|stay|run|talk|get|depend|follow **
        ^ @dev|~s are|is @participle ** in|:|by|as|with|,|on|from|to
        ^ @dev|~s @dev|~s are|is @participle ** in|:|by|as|with|,|on|from|to
        ^ @dev|~s are|is + in|,|as|per|-|and|with
        ^ @style is|are|: **
        ^ + + goes|lives|belongs|stays|sits|comes in|into|under|through|to|from|on
        ^ all|our + are in|@participle|on|from
        < ~s|@dev are|is|stay|remain @style|thin|flat|pure|small|immutable|stateless|idempotent|utc
    """,
    "topic": """
        ^ errors|error|tests|test|testing|commits|commit|imports|import|naming|logging|logs|style|styles|formatting|branches|branch|prs|migrations|types|typing|dates|times|timestamps|comments|docs|docstrings|dependencies|deps|secrets|components|hooks|queries|sql|css|enums|strings|variables|functions|files|money|currency|releases|deploys|config|configuration|env|security|translations|i18n|a11y|accessibility|api|apis|endpoints|constants|quotes|indentation|encoding|time|language|tone|workflow|git|packaging|ids|urls|exceptions|modules|packages|classes|colors|icons|assets|fixtures|mocks handling|messages|names|style|in? : !add|fix|implement|create|it|the|remove|update|i|why|failing|broken|failed
    """,
    "swap": """
        ^ use|put|keep|call|prefer|name|trust|follow|stick|take +
        + ** instead $
        ^ let !me|us|it|them|you +
        ^ it|they is|are|do|does not
    """,
    "reasoned": """
        ^ ** ,|;|so use|prefer|avoid|never|always|pass +
        ^ the|this|that|those|these|it|there|our|my|we|@dev ** @be|@verb3|@habit|~es|does|do|lie|lies ** ,|;|\u2014|-|so please|just|always|never? @imper
        ^ i am ** ,|;|so please|always|just? @imper
        ^ + @dev|access ** is|are|has|have|need ** ,|;|\u2014|-|so please|just|always|never? @imper
        ^ @imper ** ,|;|-|\u2014|: the|we|it|our|those|that|this|they|there|@dev|~s ** @be|@verb3|@habit|break|hate|cost|do|does|~s
    """,
    "but": """
        ^ good|nice|great|ok|okay|fine|thanks|close|almost|nearly|cool|works|decent|better|not|perfect|right|true ** but|though|however|except !now|also|can|could|add|what|how|why|is|are|when|it|there|still|maybe|let|i
        ^ but !now|also|can|could|add|what|how|why|is|are|when|it|there|still|maybe|let|i
        ^ but|though|however|almost|close
        ^ that|this|it|looks works|work|is|looks|would|will|good ** , but|though|however|except !now|also|can|could|add|what|how|why|is|are|when|it|there|still|maybe|let|i
        ^ that|this|it works|is but|though we|our|please|use|never|not|this|there
        ^ almost|close|nearly $
    """,
    "conv": """
        @style
        by default
        as well
        per file|module|test|commit|pr|branch|line|request|table
        everywhere
        here ,|$
        across the|all
        one ** per
        keep the|your|it|them|these|diffs|commits small|short|simple|minimal|thin|focused
        it|that|they|this is|are|does|do not $
        first|before|prior ,|~ing|you|committing|pushing|to|any|$
        please $
        , please
    """,
    "oneoff": """
        explain|review|analyze|analyse|plan|discuss only
        only explain|answer|review|analyze|discuss|describe|plan
        anything ,|$|.|yet
        do not start|begin|proceed
        if you need|want|like|have|get
        just look|watch|explain|answer|tell|describe|plan|think|an
        first make|plan|think|explain|show
        only want|need|asking an|to|a|your
        yet $
        yet ,
        yet and|.
        for now|today|tonight
        right now
        for the moment|meantime
        for this one|time|once
        this|just time|once
        just this|for once|now
        later|tomorrow|tonight|afterwards|today
        at the moment
        in this|the pr|first step|one
        anything else
        so|as far
        temporarily|meanwhile
        until|till tomorrow|later|monday|then
        option|step|phase|part 1|2|3|4|one|two|three|a|b|c
    """,
    "hedge": """
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
        looks|seems|sounds like|good
        let me
        < i will|would|am|was|just|ran|tried|pushed|merged|fixed|restarted|added|updated|changed|deleted|moved|removed|see
    """,
    "question": """
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
        ^ spec|specification|requirements|plan|rules|feature|design for ** :
        ^ should|must|needs|need|has|have **
        ^ as a|an ** i want|need|can|should
        ^ now|then|next|first|finally|afterwards|also|lets|let|to|second|secondly|lastly ,? us? @work
        < can|could|would|will you|we please|also|now|just? @work
        ^ can|could|would|will you **
        ^ i want|need|would|have|am|was in|like|trying|working|building|getting|seeing|planning|going|looking|hoping? you|to|a|an|the|on|for
        ^ we need|want|have|should|must|are to|a|an|going|building @work|new|+
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
        ^ now|then|next|first|finally|afterwards|also|lets|let|to|please ,? us? @build
        ^ @build
        < can|could|would|will you|we please|also|now|just? @build
        ^ i want|need|would like? you|to|a|an @build|+
        ^ we need|want a|an|to @build|+
        ^ make a|an|the|another|two|three **
    """,
    "product": "@product|@look",
    "bad": """
        is|are still there|open|visible|shown|empty|wrong|running|active
        wrong order|place|format|color|colour|month|size|position|language|page|date|currency|timezone|day|year|value|values|number|direction|column|row|user|line
        leaks|leak|leaking|segfaults|lags|laggy
        fail|fails|failing|crash|crashes|crashing|hang|hangs|flaky|flickers|flicker|broken|freezes|stuck|timeout|timeouts|disappears
        throw|throws|return|returns|gives|gets|get|got|with|a|shows|is|are null|undefined|500|404|502|503|403|error|errors|nothing|empty|nan|blank|slow|slower|wrong|stale|red
        times|time|timing|timed out
        does|do|did not render|load|show|start|compile|appear|update|close|open|respond|save|find|fit|match|refresh|run|build
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
        < please|then|now|can|could|just you? please? fix|investigate|look|debug|repair|solve|figure|find|help|check|add|change|update|make|rewrite|implement|see
        < fix|investigate|debug|repair|solve|look|figure it|this|that|the|into|at|out|$
        can|could you
        ^ fix|debug|investigate|look|find|help|check
        any idea
        help me
        why|what is|does|did|happened
    """,
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
