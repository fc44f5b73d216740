"""Words that compare.py goes by: empty ones, negations, and names of which one excludes the other."""
from __future__ import annotations

# Words that carry no subject: articles, pronouns, verbs that any directive has, the place where it holds.
EMPTY = frozenset("""a an the is are was be been being it its this that these those there here we i you they he our my your their us me to of for in on at by with from as and or but so if when then than
    please always only just also must should shall may can could would will do does did done has have had get gets use uses used using utilize prefer prefers preferred want wants need needs make sure ensure keep remember note
    rule convention policy repo repository project codebase code team now onwards future going forward everywhere anywhere ever every all each any some more most very really actually back again either which who what how
    ok yes new instead rather over said told mentioned already once per via into out up hand directly add adds adding added
    der die das den dem ein eine einen einem wir ihr ich du ist sind wird werden und oder aber im zu von mit bitte immer nur hier nutzen nutze benutze verwende verwenden
    el la los las un una unos de que y o en con por para es son aqui aqu\u00ed siempre usa usar usamos usad utiliza
    le les des du et ou dans avec pour est sont ici toujours utilise utiliser utilisons
    os um uma e na da com sempre aqui
    \u043c\u044b \u0437\u0434\u0435\u0441\u044c \u0442\u0443\u0442 \u0432 \u043d\u0430 \u0438 \u0438\u043b\u0438 \u0434\u043b\u044f \u0441 \u044d\u0442\u043e \u0432\u0441\u0435\u0433\u0434\u0430 \u043d\u0430\u0434\u043e \u043d\u0443\u0436\u043d\u043e \u0438\u0441\u043f\u043e\u043b\u044c\u0437\u0443\u0439 \u0438\u0441\u043f\u043e\u043b\u044c\u0437\u0443\u0435\u043c
    \u7528 \u4f7f \u6211 \u4eec \u8fd9 \u91cc \u7684""".split())
NEGATIVE = frozenset("""not no never don't dont doesn't isn't aren't can't cannot won't avoid stop without nor none neither nothing forbidden banned prohibited
    nicht kein keine keinen nie niemals statt anstatt ohne nunca jamas jam\u00e1s sin pas jamais sans ni n\u00e3o nao sem mai senza nooit geen niet nigdy bez
    \u043d\u0435 \u043d\u0435\u043b\u044c\u0437\u044f \u043d\u0438\u043a\u043e\u0433\u0434\u0430 \u0431\u0435\u0437 \u0432\u043c\u0435\u0441\u0442\u043e""".split())
WITHIN = frozenset("not nicht no pas never statt anstatt \u0432\u043c\u0435\u0441\u0442\u043e \u043d\u0435 without ohne sin sans".split())  # a negation in the middle: what stands before it is asked for
MODAL = frozenset("do does is are can must should may shall will we i you they".split())
TURNS = ("instead of", "rather than", "as opposed to", "in place of", "en vez de", "en lugar de", "au lieu de", "plut\u00f4t que", "em vez de", "ao inv\u00e9s de", "invece di", "in plaats van")
# Negations in languages without spaces: True, what follows is forbidden; False, what stands before.
GLUED = (("\u800c\u4e0d\u662f", True), ("\u4e0d\u8981\u7528", True), ("\u4e0d\u8981", True), ("\u4e0d\u7528", True), ("\u522b\u7528", True), ("\u522b", True), ("\u4e0d", True), ("\u7981\u6b62", True), ("\u52ff", True),
         ("\u3067\u306f\u306a\u304f", False), ("\u3058\u3083\u306a\u304f\u3066", False), ("\u306e\u4ee3\u308f\u308a\u306b", False), ("\u306a\u3044", False),
         ("\ub300\uc2e0", False), ("\ub9d0\uace0", False), ("\uc9c0 \ub9c8", False), ("\uc9c0\ub9c8", False), ("\uc9c0 \uc54a", False))

# Names that stand for the same job: to choose one is to leave the others.
RIVALS = (
    "npm pnpm yarn bun", "pip uv poetry pipenv conda pdm", "jest vitest mocha ava jasmine karma", "pytest unittest nose", "eslint biome tslint standard", "prettier biome dprint",
    "black yapf ruff autopep8 blue", "tabs spaces tab space", "merge rebase squash", "camelcase snake_case kebab-case pascalcase camel-case snake-case", "single double",
    "mysql postgres postgresql sqlite mariadb mongodb", "maven gradle ant sbt bazel", "axios fetch got ky superagent", "requests httpx aiohttp urllib", "moment dayjs date-fns luxon",
    "redux zustand mobx jotai recoil", "docker podman nerdctl", "webpack vite rollup parcel esbuild", "cypress playwright selenium puppeteer", "rest graphql grpc trpc", "bash zsh fish powershell",
    "english german french spanish italian portuguese russian chinese japanese korean dutch polish turkish", "main master develop trunk", "uuid ulid serial nanoid", "json yaml toml xml",
    "float decimal integer cents", "let const var", "utc local", "http https", "java kotlin", "javascript typescript", "print logger logging structlog loguru", "named default", "relative absolute",
    "make just task", "sass less tailwind bootstrap", "gitlab github bitbucket", "travis jenkins buildkite circleci",
)
