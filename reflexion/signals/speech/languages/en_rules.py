"""English: how people set rules and state facts that hold. See match.py for the notation."""

from __future__ import annotations

CUES = {
    "rule": """
        until further|told|notice|otherwise **
        i|we want ** always|everywhere|by default
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
        < rule|convention|policy|preference|guideline|principle|standard :|-|\u2014
        our|the|a|team|company|house|my convention|policy|rule|standard|guideline|practice|preference|style|guidelines|rules|standards is|here|says|say|for|are|requires|require|,
        standing order|instruction
        unless i|further|told|stated|otherwise|we|explicitly|you|noted|specified say|tell|notice|otherwise|ask|hear|explicitly|agree|stated|are|have
        under no circumstances
        without|no exception|exceptions
        at all times
        by convention
        make it a habit|rule
        i always|never|generally|usually|strictly want|like|need|prefer|expect|use|run|write
        we always|never|generally|usually|strictly want|like|need|use|do|run|write|put|work|ship|commit|deploy|prefer
        < i|we prefer ** 
        < i|we like|want|expect my|our|your|short|small|answers|commits|code|tests|comments|no
        < i|we would like|prefer|want ** always|never|every|all|whenever
        in|across|throughout all|every our|projects|project|repos|repo|languages|files|file|modules|services
    """,
    "remember": """
        < remember the|a|our|my|all ** is|are|must|can|should|has|have|needs|goes|lives **
        < save|note|keep|jot|write|store this|that|it down? for ** :|,|-
        < remember|remeber :|,|that|this|-|\u2014|--|\u2013|, **
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
        < remember|remeber to
        < always|never !mind|again|the|a|seen|heard|before|null|true|false|been|had|on
        we|you|one|developers|people|agents|code|everyone|everybody must|should|need|have|can|may|do|to? always|never
        we|you|one|developers|people|agents|code|everyone|everybody must|should|need|have|can|may|do|to? only !see|get|receive|have|be
        we|you|one|developers|people|agents|code|everyone|everybody must|should|need|have|can|may|to? not
        we|you|one|developers|people|agents|code|everyone|everybody do not !need|want|know|have|get|care|see|mind|understand|think|remember
        must|should|shall|may|has|have|can to? always|never|only +
        must|should|has|have|needs|need|shall|can|may|to|is|are|be always|never|only ~s|be|have|go|use|run|live|come|stay|contain|return|import|call|pass|end|start|get|, **
        !i|that|it|this|the|page|function|test|method|always @dev|\u00a4|\u00a4cmd|\u00a4quote always|never|only !returns|return|fails|fail|throws|null|empty|works|work|shows|show|gets|get|been|happens|completes|finishes|loads|called
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
        < this|our|the repo|repository|project|codebase|monorepo|team|package|company|workspace|service|lib|library uses|targets|follows|requires|supports|prefers|bans|forbids|expects|runs|ships|pins|standardizes|relies|sticks|does|indents|deploys|builds
        < this|our repo|repository|project|codebase|monorepo|team|package|company|workspace|service|lib|library is|has
        we|i do|did not|never|only !know|understand|see|care|have|remember|think|get|want|need
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
        < we have a|an|our|some * helper|helpers|util|utility|function|hook|component|class|module|service|script|library|wrapper|client|fixture|constant|type|command|factory|mixin|template|macro|test|tool for this|that|it|these|those|them|exactly|just|doing
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
        you|we|one|they can|must|may|should|shall not|never
        you|we|one|they can|must|may|should|shall only !see|get|receive|have|be
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
        < i|we want ** every|each|all **
        ^ use|follow|write|prefer|keep @style commits|commit|spelling|english|imports|exports|types|typing|mode|naming|names|case|messages|indentation|paths|style|$
        ^ keep|prefix|suffix|wrap|name|pin|quote|annotate|indent|capitalize|spell|abbreviate !the|this|that|it|my|a|an|me|on|going|them|these|those|us **
        ^ keep the|our|your|all ** stable|small|clean|simple|short|thin|pure|minimal|sorted|flat|consistent|focused|private|internal|generic|lean
        ^ + + first , + + second|last|later|afterwards|then
        ^ + first , + second|last|later|afterwards|then
        ^ @style ** please $
        ^ + @style please $
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
        make|be sure|certain that? every|each|all|any|no|always|never
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
    "reasoned": """
        ^ use|import|call|prefer|take ** here , + is|was|were|got|has
        ^ ** ,|;|so use|prefer|avoid|never|always|pass +
        ^ the|this|that|those|these|it|there|our|my|we|@dev ** @be|@verb3|@habit|~es|does|do|lie|lies ** ,|;|\u2014|-|so please|just|always|never? @imper
        ^ i am ** ,|;|so please|always|just? @imper
        ^ + @dev|access ** is|are|has|have|need ** ,|;|\u2014|-|so please|just|always|never? @imper
        ^ @imper ** ,|;|-|\u2014|: the|we|it|our|those|that|this|they|there|@dev|~s ** @be|@verb3|@habit|break|hate|cost|do|does|~s
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
}
