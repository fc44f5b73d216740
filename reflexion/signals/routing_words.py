"""What a learning is about, as words: role and category tables. A word counts 1, after `2:` two, after `3:` three; `a+b` is a pair of neighbours.

A word with a dot in front is the ending of a touched file, one with a slash a part of a path. Settings add lines of the same form (`routes`).
"""

from __future__ import annotations

# roles first: skills of these names are common, and each has its own kind of trouble
ROLES = {
    "architect": "3: architecture architectural adr bounded+context hexagonal microservice monolith 2: module+boundary layering coupling decoupling "
    "event+driven domain+model design+decision circular+dependency dependency+direction 1: design pattern abstraction interface layer boundary",
    "tech-lead": "3: code+review pull+request merge+request tech+debt roadmap 2: reviewer estimate milestone refactoring prioritise prioritize conventional+commit "
    "commit+message changelog 1: review planning convention team release+note",
    "qa-lead": "3: test+plan acceptance+criteria regression+test test+case qa 2: manual+test exploratory bug+report reproduce+step smoke+test release+gate 1: regression quality coverage",
    "security": "3: xss csrf sql+injection ssrf cve vulnerability oauth jwt secret+key encrypt decrypt owasp pentest 2: password credential token authentication "
    "authorization authorisation auth permission+denied sanitize sanitise tls certificate ssl csp cors rbac hash salt secret leak login 1: session role access audit .pem .key",
    "frontend": "3: react vue svelte angular jsx tsx css html dom tailwind next.js nextjs storybook .tsx .jsx .vue .svelte .css .scss .html 2: component button "
    "hydration browser viewport responsive useeffect usestate props webpack vite stylesheet layout accessibility aria frontend front-end modal "
    "form+field dark+mode 1: page render click style ui ux route",
    "backend": "3: fastapi django flask express.js expressjs rails spring+boot laravel nestjs grpc graphql websocket celery 2: endpoint middleware controller "
    "serializer request+handler rest+api backend back-end server+side queue worker webhook rate+limit pagination 1: api server request response service handler",
    "database": "3: sql postgres postgresql mysql sqlite mongodb redis migration alembic prisma sequelize psql sqlalchemy .sql /migrations foreign+key unique+constraint "
    "2: schema table column relation query index+scan transaction deadlock orm rollback database db join primary+key flyway liquibase knex varchar 1: row constraint seed model index",
    "testing": "3: pytest jest vitest mocha unittest rspec junit playwright cypress selenium snapshot+test flaky e2e /tests /__tests__ .spec.ts .test.ts .test.js "
    "2: test+fail assertion assertionerror fixture mock stub monkeypatch test+suite unit+test integration+test coverage testing snapshot tdd 1: test tests assert expect",
    "devops": "3: docker kubernetes kubectl helm ci+cd ci/cd github+action gitlab+ci jenkins dockerfile docker-compose argocd /.github .dockerfile "
    "2: ci pipeline container deploy deployment registry image rollout workflow runner artifact build+cache staging production canary release podman pod 1: environment port environ cache publish",
    "infrastructure": "3: terraform pulumi ansible cloudformation vpc subnet iam aws gcp azure s3 ec2 lambda eks gke .tf .tfvars 2: load+balancer dns cdn bucket "
    "security+group nginx route53 provision autoscaling cloud tfstate systemd firewall infrastructure 1: region instance cluster network disk",
    "performance": "3: profiler profiling n+1 memory+leak flamegraph benchmark latency throughput bottleneck 2: slow slower oom out+of+memory heap cpu cache+hit p95 p99 timeout memoize "
    "lazy+load quadratic performance 1: memory speed fast optimise optimize milliseconds",
    "docs-writer": "3: readme docstring documentation mkdocs sphinx docusaurus jsdoc typedoc .rst .mdx /docs 2: docs changelog tutorial glossary heading markdown typo "
    "wording style+guide .md 1: write paragraph example link",
}

CATEGORIES = {
    "component-usage": "3: component design+system storybook ui+kit component+library .tsx .jsx .vue .svelte 2: button modal props variant dialog dropdown widget icon form tooltip 1: ui render style",
    "api-patterns": "3: graphql grpc openapi swagger rest+api status+code pagination webhook 2: endpoint rest api request response payload header client sdk rate+limit retry http json+body 1: server service fetch url",
    "database": ROLES["database"],
    "testing": ROLES["testing"],
    "deployment": "3: deploy deployment docker kubernetes kubectl helm terraform rollout release+process ci+cd 2: staging production ci pipeline dockerfile release publish artifact registry container image version+tag env+var 1: build environment port host",
    "security": ROLES["security"],
    "structure": "3: folder+structure directory+structure monorepo workspace layout+of barrel circular+import circular+dependency import+path naming+convention 2: folder package+name path+alias tsconfig "
    "relative+import rename structure architecture snake_case pascalcase kebab-case 1: namespace import directory module file name path alias export",
    "git": "3: git commit rebase merge+conflict branch cherry-pick pull+request stash submodule worktree force+push gitignore 2: push pull merge checkout remote upstream tag head squash commits diff pre-commit hook 1: history conflict origin main",
    "logging": "3: logger logging log+level structured+log console.log logback winston pino sentry opentelemetry 2: log trace tracing metrics stdout stderr debug+output print+statement 1: debug message warn level",
}
GENERAL, PREFERENCE = "general", "preference"

# what such learnings are about, for `status --focus`
ABOUT = {
    "architect": "boundaries, layers and decisions of design",
    "tech-lead": "reviews, conventions and how work is planned",
    "qa-lead": "test plans, regressions and what counts as done",
    "security": "credentials, permissions and what must not leak",
    "frontend": "pages, components and styles",
    "backend": "endpoints, services and jobs",
    "database": "schemas, queries and migrations",
    "testing": "tests, fixtures and how to run them",
    "devops": "pipelines, containers and releases",
    "infrastructure": "clouds, networks and what is provisioned",
    "performance": "what is slow, and why",
    "docs-writer": "documentation and its wording",
    "component-usage": "which component to use, and how",
    "api-patterns": "how endpoints are shaped and called",
    "deployment": "how it gets to where it runs",
    "structure": "where things live and what they are called",
    "git": "commits, branches and reviews",
    "logging": "what is logged, and where",
    "general": "what fits nowhere else",
    "preference": "how you work: stack, tools, style, role",
}
