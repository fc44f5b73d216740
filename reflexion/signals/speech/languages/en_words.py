"""Classes of English words that the patterns of en.py refer to."""

from __future__ import annotations

FILLERS = [
    "please",
    "hey",
    "hi",
    "hello",
    "ok",
    "okay",
    "so",
    "well",
    "hm",
    "hmm",
    "hmmm",
    "oh",
    "ah",
    "um",
    "uh",
    "btw",
    "look",
    "listen",
    "sorry",
    "yeah",
    "yep",
    "yes",
    "just",
    "also",
    "thanks",
    "great",
    "good",
    "nice",
    "cool",
    "alright",
    "right",
    "dude",
    "man",
    "claude",
    "codex",
    "guys",
    "again",
    "ugh",
    "argh",
    "sigh",
    "wait",
    "and",
    "but",
    "mate",
    "fyi",
    "still",
    "seriously",
    "quick",
    "general",
    "one",
    "small",
    "little",
    "thing",
    "side",
    "note",
    "reminder",
]
JOINERS = ["and", "but", "so", "then", "because", "since", "or"]

CLASSES = {
    # What a task begins with. "use", "put", "keep", "write" and "run" open rules as often as tasks and are judged by what follows.
    "work": """add implement create build fix refactor rename migrate port generate draft design extract convert translate update upgrade install investigate
        debug check find look explain show list search review summarize summarise optimize optimise improve replace rewrite split set configure document clean
        handle support wire render sort filter parse compute calculate continue proceed finish start restart rerun retry try open close move delete remove
        change turn bump merge deploy release publish scaffold prototype compare describe tell give help let figure analyze analyse read see go take get
        write make run test commit push revert undo rebase redo insert append extend reduce increase simplify reorganize move swap prepare plan ship
        introduce expose integrate hide display style center align format print count measure benchmark profile draw sketch download upload fetch schedule""",
    "build": """add implement create build migrate port generate draft design convert translate write make scaffold prototype introduce integrate extend
        support wire set configure prepare plan refactor rewrite""",
    # Verbs of a choice: what "instead of" hangs on when it speaks of how work is done.
    "choose": """use using prefer call pick choose take import go favor favour adopt pass throw return raise write put run store read log query stick inject
        test mock commit push branch deploy install name wrap annotate declare define reference target rely depend bind reuse target do have keep leave fetch
        talk make model represent type emit send save follow express document describe answer reply respond speak""",
    "habit": """use uses write run put keep store deploy ship target prefer follow name call pin import avoid log wrap return throw mock test format indent commit branch
        rebase squash tag release version generate treat model validate support require expect allow rely depend speak build cache inject type document review merge
        lint push install pass load read query handle represent express measure count round quote escape sort order prefix suffix separate group host serve run
        publish bundle compile manage track translate encrypt sign only always never""",
    "did": """used typed named put wrote added made changed called created hardcoded hard-coded imported returned removed deleted left ran committed pushed mixed swapped duplicated
        assumed picked chose installed edited modified touched reformatted renamed moved placed converted wrapped mocked disabled commented inlined copied pasted
        declared defined logged printed caught threw raised replaced reverted applied invented guessed reimplemented rewrote bumped started merged rebased mocked
        generated stored sorted nested passed set set built dropped skipped""",
    "slip": """forgot missed ignored broke misunderstood misread overlooked confused overwrote mixed skipped misinterpreted messed screwed forget keep kept overcomplicated""",
    "style": """spelling camelcase snake_case kebab-case pascalcase camel-case snake-case screaming_snake_case uppercase lowercase tabs spaces indent indentation indents semicolons semicolon naming prefix
        suffix plural singular british american english convention conventions conventional imperative rebase squash named default absolute relative strict""",
    "dev": """test tests migration migrations commit commits branch branches pr prs mr mrs endpoint endpoints query queries component components function functions module modules import imports type types class
        classes file files config configs error errors exception exceptions log logs logging string strings api apis lib library libraries package packages dependency dependencies service services schema schemas column columns
        table tables database databases db staging production prod ci cd pipeline pipelines code repo repository codebase project monorepo handler handlers route routes controller controllers model models fixture
        fixtures mock mocks snapshot snapshots docs docstring docstrings comment comments readme changelog version versions release releases tag tags variable variables name names constant constants enum enums
        todo todos fixme fixmes timestamp timestamps date dates id ids key keys secret secrets env flag flags script scripts hook hooks worker workers container containers host client clients server servers gateway vault cache caches queue queues job jobs
        metric metrics event events deploy deploys deployment deployments style styles css state store lint formatter format build builds bundle bundles lockfile directory directories folder
        folders path paths url urls header headers token tokens amount amounts price prices currency money cents utc timezone json yaml csv sql request requests response responses payload payloads parameter parameters param params argument
        arguments method methods interface interfaces interface struct structs dto dtos repo repos service controller serializer serializers view views template templates hook feature features flags change changes message messages push pushes
        merge merges review reviews review app apps system systems backend frontend front-end back-end sdk resource resources cluster pod pods chart charts namespace bucket buckets credential credentials password passwords permission permissions
        transaction transactions index indexes indices record records row rows entity entities field fields value values unit integration e2e spec specs suite assertion assertions coverage story stories selector selectors
        package.json tsconfig dockerfile makefile dotenv .env main master develop trunk env-file notebook notebooks dataset datasets pipeline dag dags macro macros header crate crates gem gems wheel wheels image images text texts copy""",
    "generic": "any anything every everything all each everyone anyone no nothing a an new",
    # What people look at in a product: a sentence about these is a task, not a convention.
    "product": """button buttons page pages dropdown modal modals dialog dialogs checkbox toggle screen menu footer sidebar form forms input inputs tooltip banner popup tab icon icons cart
        checkout login signup dashboard user users customer customers visitor visitors homepage navbar widget notification notifications guest guests player players spinner
        loader placeholder avatar thumbnail carousel headline slider caption subtitle game enemy hero invoice basket coupon chart charts legend graph graphs animation product products card cards item items post posts photo photos profile profiles""",
    "look": """colour color colours colors shade shades grey gray red blue green yellow orange purple darker lighter bold italic font fonts margin padding border logo title titles
        background rounded divider shadow label labels corners sticky centered""",
    "imper": """use keep put write call take prefer trust assert drop squash rebase wait spell stick respect follow run check import inject pass wrap log store name format mock avoid leave ask vendor quote pin reuse
        stay treat return throw pick choose do go read build move rename handle catch cache query select declare define annotate mark escape sort load lock close open clone copy batch stream round convert parse validate
        document talk link group guard retry bump tag ship deploy merge branch commit push split inline extract replace switch don't always never only no not make put place send""",
    "be": "is are was were has have",
    "misdeed": """invented hardcoded hard-coded duplicated deleted removed committed pushed overwrote disabled touched reformatted renamed swapped guessed reverted copied pasted leaked reinvented skipped commented
        reimplemented rewrote upgraded downgraded bypassed broke assumed""",
    "adverb": """silently sometimes always never only still occasionally randomly happily often just also then simply suddenly quietly constantly regularly usually
        accidentally mistakenly incorrectly wrongly consistently apparently keeps even somehow now""",
    "participle": """counted measured stored named called spelled written expressed kept built deployed hosted pinned sorted indexed ordered encoded versioned defined loaded signed
        released handled managed mapped mounted shared formatted wrapped grouped prefixed typed validated translated generated injected passed logged localized nested tested documented imported exported""",
    "tool": """command commands skill skills script scripts tool tools mcp hook hooks plugin plugins agent agents subagent subagents linter formatter connector extension cli
        pre-commit precommit statusline autoformatter wrapper autocomplete helper-script makefile generator runner bundler transpiler mcp-server codemod daemon""",
    # Programs that people name without saying what they are.
    "program": """git docker docker-compose podman npm npx pnpm yarn bun deno pip pipx poetry uv conda pytest jest vitest mocha cypress playwright eslint prettier biome ruff black mypy pyright tsc
        webpack vite rollup esbuild turbo nx lerna cmake ninja bazel gradle maven mvn cargo rustc clippy go golangci-lint terraform tofu ansible helm kubectl minikube k9s
        aws gcloud az gh glab jq rg ripgrep grep sed awk curl ssh rsync tmux vim husky lint-staged lefthook sops direnv asdf mise nvm pyenv rbenv bundle rake rails composer artisan phpunit
        xcodebuild swiftlint fastlane gradlew flutter dart mix rebar3 stack cabal ghc nix devbox tilt skaffold localstack act""",
    "misbehave": """connects generates flags loads bumps points defaults logs hits falls goes gets fetches parses builds compiles tags swaps splits wraps indents escapes crops resizes downsizes hides bypasses mishears mangles stalls sleeps hallucinates keeps hangs hang fails fail crashes crash breaks broke broken stalls freezes loops errors chokes dies ignores truncates misses drops loses loses overwrites deletes removes corrupts duplicates
        forgets skips swallows eats leaves prints posts reports returns gives picks asks exits refuses complains stops times timed wants needs requires expects assumes writes sends opens creates
        uses reads runs takes keeps reformats rewrites strips mangles garbles messes shows lists finds resolves points formats spits outputs produces restarts kills reconnects disconnects triggers fires trips picks marks misreads misses skips treats handles sorts copies pulls downloads installs updates changes ends guesses invents hallucinates answers touches deadlocks saves
        depends copies moves renames replaces scans searches checks jumps switches opens closes spams pings drains hogs clobbers rounds cuts         reset resets wipes blocks locks leaks mixes confuses selects starts creates commits pushes counts adds doubles silently sometimes always never only still occasionally randomly happily often keeps""",
    "verb3": """is are has have goes go lives live belongs belong comes come needs need gets get must should requires require uses use starts start ends end carries carry takes take
        returns return runs run inherits inherit extends extend implements implement passes pass imports import sits sit contains contain stays stay follows follow targets target""",
}
