"""One mistake, one fingerprint: groups of sightings that belong together, each group apart from all the others."""

from __future__ import annotations

import itertools

import hostile
import pytest

from reflexion.text.caller import caller
from reflexion.text.fingerprint import essence, fingerprint

# name: [(command, error line), ...]; the lines of one group are one mistake, no two groups are
MISTAKES = {
    # commands that are not there
    "no-just": [
        ("just build", "bash: line 1: just: command not found"),
        ("cd app && just build", "zsh:1: command not found: just"),
        ("sh run.sh", "run.sh: 4: just: not found"),
        ("make all", "make[1]: just: No such file or directory"),
        ("python tasks.py", "FileNotFoundError: [Errno 2] No such file or directory: 'just'"),
        ("node t.js", "Error: spawn just ENOENT"),
        ("docker run x just", 'exec: "just": executable file not found in $PATH'),
        ("just", "fish: Unknown command: just"),
        ("sudo just", "sudo: just: command not found"),
        ("just", "'just' is not recognized as an internal or external command,"),
        (
            "just",
            "just : The term 'just' is not recognized as the name of a cmdlet, function, script file, or operable program.",
        ),
        ("x", "/usr/bin/env: \u2018just\u2019: No such file or directory"),
    ],
    "no-shellcheck": [
        ("shellcheck a.sh", "bash: shellcheck: command not found"),
        ("make lint", "/bin/sh: 1: shellcheck: not found"),
        (
            "timeout 5 shellcheck",
            "timeout: failed to run command \u2018shellcheck\u2019: No such file or directory",
        ),
    ],
    "no-node": [
        ("x", "env: node: No such file or directory"),
        ("x", "/usr/bin/env: 'node': No such file or directory"),
    ],
    # python
    "py-module-attrs": [
        ("python a.py", "ModuleNotFoundError: No module named 'attrs'"),
        ("pytest", "E   ModuleNotFoundError: No module named 'attrs'"),
        ("python -m attrs", "/usr/bin/python3: No module named attrs"),
        ("x", "ImportError: No module named attrs"),
    ],
    "py-module-boto3": [("python a.py", "ModuleNotFoundError: No module named 'boto3'")],
    "py-import-name": [
        (
            "p",
            "ImportError: cannot import name 'Mapping' from 'collections' (/usr/lib/python3.11/collections/__init__.py)",
        ),
        (
            "p",
            "ImportError: cannot import name 'Mapping' from 'collections' (/opt/py/3.12/collections/__init__.py)",
        ),
    ],
    "py-import-circular": [
        (
            "p",
            "ImportError: cannot import name 'Order' from partially initialized module 'shop.models' (most likely due to a circular import) (/a/b/shop/models.py)",
        ),
        (
            "p",
            "ImportError: cannot import name 'Order' from partially initialized module 'shop.models' (most likely due to a circular import) (/srv/x/shop/models.py)",
        ),
    ],
    "py-attr": [
        ("p", "AttributeError: 'NoneType' object has no attribute 'total'"),
        ("pytest -k x", "E       AttributeError: 'NoneType' object has no attribute 'total'"),
        (
            "pytest",
            "FAILED tests/t.py::test_sum - AttributeError: 'NoneType' object has no attribute 'total'",
        ),
    ],
    "py-attr-other": [("p", "AttributeError: 'NoneType' object has no attribute 'group'")],
    "py-name": [
        ("p", "NameError: name 'logger' is not defined"),
        ("p", "E  NameError: name 'logger' is not defined"),
    ],
    "py-key": [("p", "KeyError: 'STRIPE_KEY'")],
    "py-key-other": [("p", "KeyError: 'MAIL_HOST'")],
    "py-unicode": [
        (
            "p",
            "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 103: invalid continuation byte",
        ),
        (
            "p",
            "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        ),
    ],
    "py-json": [
        ("p", "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"),
        ("p", "requests.exceptions.JSONDecodeError: Expecting value: line 3 column 12 (char 88)"),
    ],
    "py-int": [
        ("p", "ValueError: invalid literal for int() with base 10: 'abc'"),
        ("p", "ValueError: invalid literal for int() with base 10: '12.5'"),
    ],
    "py-fixture": [
        ("pytest", "E       fixture 'browser' not found"),
        ("pytest -x a/b", "fixture 'browser' not found"),
    ],
    "py-fixture-other": [("pytest", "E       fixture 'settings' not found")],
    "py-marker": [("pytest", "'slow' not found in `markers` configuration option")],
    "django-settings": [
        (
            "p",
            "django.core.exceptions.ImproperlyConfigured: Requested setting INSTALLED_APPS, but settings are not configured. You must either define the environment variable DJANGO_SETTINGS_MODULE or call settings.configure() before accessing settings.",
        ),
        (
            "p",
            "django.core.exceptions.ImproperlyConfigured: Requested setting DATABASES, but settings are not configured. You must either define the environment variable DJANGO_SETTINGS_MODULE or call settings.configure() before accessing set\u2026",
        ),
    ],
    "pip-package": [
        ("pip install foo", "ERROR: No matching distribution found for corp-widgets==4.2"),
        (
            "pip install",
            "ERROR: Could not find a version that satisfies the requirement corp-widgets>=4 (from versions: none)",
        ),
    ],
    "pip-package-other": [
        ("pip install foo", "ERROR: No matching distribution found for tensorflow==2.3.0")
    ],
    "pip-externally": [
        ("pip install x", "error: externally-managed-environment"),
        ("pip3 install y", "\u00d7 This environment is externally managed"),
    ],
    "pip-wheel": [
        ("pip install", "ERROR: Failed building wheel for lxml"),
        (
            "pip install",
            "ERROR: Could not build wheels for lxml, which is required to install pyproject.toml-based projects",
        ),
    ],
    "pg-create": [
        (
            "python manage.py test",
            "Got an error creating the test database: permission denied to create database",
        ),
        (
            "pytest",
            "E   psycopg2.errors.InsufficientPrivilege: permission denied to create database",
        ),
    ],
    "pg-create-role": [
        (
            "createuser ops",
            "createuser: error: creation of new role failed: ERROR:  permission denied to create role",
        )
    ],
    "lfs-quota": [
        ("git lfs pull", "batch response: This repository is over its data quota."),
        (
            "git clone x",
            "Error downloading object: a.bin (1f2e): Smudge error: batch response: This repository is over its data quota.",
        ),
    ],
    "pods": [
        ("xcodebuild", "error: The sandbox is not in sync with the Podfile.lock."),
        (
            "fastlane beta",
            "[10:00:00]: \u25b8 \u274c  error: The sandbox is not in sync with the Podfile.lock.",
        ),
    ],
    "gradle-daemon": [
        ("gradle test", "Gradle build daemon disappeared unexpectedly"),
        (
            "./gradlew x",
            "Gradle build daemon disappeared unexpectedly (it may have been killed or may have crashed)",
        ),
    ],
    "browser-refused": [
        ("npx playwright test", "net::ERR_CONNECTION_REFUSED at http://localhost:3000/"),
        (
            "npx playwright test a",
            "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/cart",
        ),
    ],
    "pg-config": [
        ("pip install psycopg2", "Error: pg_config executable not found."),
        ("pip install -r r.txt", "      Error: pg_config executable not found."),
    ],
    "mypy-stubs": [
        (
            "mypy .",
            'src/a.py:3: error: Library stubs not installed for "requests"  [import-untyped]',
        ),
        (
            "mypy x",
            'lib/b.py:91: error: Library stubs not installed for "requests"  [import-untyped]',
        ),
    ],
    "mypy-untyped": [
        (
            "mypy .",
            "src/a.py:3: error: Function is missing a return type annotation  [no-untyped-def]",
        ),
        (
            "mypy x",
            "b/c.py:10: error: Function is missing a type annotation for one or more arguments  [no-untyped-def]",
        ),
    ],
    "ruff-unused": [
        ("ruff check", "app/x.py:3:8: F401 [*] `os` imported but unused"),
        ("ruff check .", "lib/y.py:1:20: F401 [*] `typing.Any` imported but unused"),
    ],
    "ruff-long": [
        ("ruff check", "app/x.py:3:89: E501 Line too long (103 > 88)"),
        ("flake8", "lib/y.py:44:101: E501 line too long (121 > 100 characters)"),
    ],
    "black": [
        ("black --check .", "would reformat /home/kim/app/models.py"),
        ("black --check src", "would reformat src/views.py"),
    ],
    # node
    "npm-script": [
        ("npm run lint", 'npm ERR! Missing script: "lint"'),
        ("npm run lint", "npm error Missing script: 'lint'"),
        ("npm run lint", "npm ERR! missing script: lint"),
        ("pnpm lint", "ERR_PNPM_NO_SCRIPT\u2009 Missing script: lint"),
        ("yarn lint", 'error Command "lint" not found.'),
        ("yarn lint", 'Usage Error: Couldn\'t find a script named "lint".'),
        ("bun run lint", 'error: Script not found "lint"'),
    ],
    "npm-script-other": [("npm run format", 'npm ERR! Missing script: "format"')],
    "npm-eresolve": [
        ("npm i", "npm ERR! ERESOLVE unable to resolve dependency tree"),
        ("npm ci", "npm error ERESOLVE could not resolve"),
        ("npm i", "npm ERR! code ERESOLVE"),
    ],
    "npm-404": [
        (
            "npm i x",
            "npm ERR! 404 Not Found - GET https://registry.example.com/@corp%2fwidgets - Not found",
        ),
        (
            "npm i",
            "npm error 404 Not Found - GET https://registry.example.com/@corp%2fwidgets - Not found",
        ),
    ],
    "npm-lock": [
        (
            "npm ci",
            "npm ERR! `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.",
        )
    ],
    "pnpm-lock": [
        (
            "pnpm i",
            'ERR_PNPM_NO_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is absent',
        )
    ],
    "node-module": [
        ("node a.js", "Error: Cannot find module 'express'"),
        ("npx jest", "Cannot find module 'express' from 'src/app.js'"),
        (
            "node a.mjs",
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /srv/app/a.mjs",
        ),
        ("npx webpack", "Module not found: Error: Can't resolve 'express' in '/home/kim/app/src'"),
        (
            "vite build",
            '[vite]: Rollup failed to resolve import "express" from "/app/src/main.ts".',
        ),
        ("esbuild", '\u2718 [ERROR] Could not resolve "express"'),
        (
            "npx tsc",
            "src/a.ts(3,20): error TS2307: Cannot find module 'express' or its corresponding type declarations.",
        ),
    ],
    "node-module-other": [("node a.js", "Error: Cannot find module 'dotenv'")],
    "node-file": [
        ("node dist/server.js", "Error: Cannot find module '/home/kim/app/dist/server.js'"),
        ("npm start", "Error: Cannot find module '/srv/ci/job/dist/server.js'"),
    ],
    "node-esm": [("node a.js", "SyntaxError: Cannot use import statement outside a module")],
    "node-require-esm": [
        (
            "node a.js",
            "Error [ERR_REQUIRE_ESM]: require() of ES Module /app/node_modules/chalk/source/index.js from /app/a.js not supported.",
        )
    ],
    "node-ossl": [
        ("npm start", "Error: error:0308010C:digital envelope routines::unsupported"),
        (
            "npm start",
            "opensslErrorStack: [ 'error:03000086:digital envelope routines::initialization error' ],",
        ),
    ],
    "node-heap": [
        (
            "npm run build",
            "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
        ),
        (
            "npx tsc",
            "FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory",
        ),
    ],
    "node-port": [
        ("npm run dev", "Error: listen EADDRINUSE: address already in use :::5173"),
        ("node s.js", "[api] Error: listen EADDRINUSE: address already in use 0.0.0.0:8081"),
    ],
    "node-undefined": [
        ("node x", "TypeError: Cannot read properties of undefined (reading 'map')"),
        ("npx jest", "    TypeError: Cannot read properties of undefined (reading 'map')"),
        ("node", "TypeError: Cannot read property 'map' of undefined"),
    ],
    "node-undefined-other": [
        ("node x", "TypeError: Cannot read properties of undefined (reading 'length')")
    ],
    "ts-name": [
        ("tsc", "src/a.ts(1,2): error TS2304: Cannot find name 'Buffer2'."),
        ("tsc", "lib/b.tsx:20:31 - error TS2304: Cannot find name 'Buffer2'."),
    ],
    "ts-implicit": [
        ("tsc", "src/a.ts(1,2): error TS7006: Parameter 'x' implicitly has an 'any' type."),
        ("tsc", "src/z.ts(14,2): error TS7006: Parameter 'event' implicitly has an 'any' type."),
    ],
    "ts-property": [
        ("tsc", "src/a.ts(1,2): error TS2339: Property 'sku' does not exist on type 'Product'.")
    ],
    "ts-property-other": [
        ("tsc", "src/a.ts(1,2): error TS2339: Property 'qty' does not exist on type 'Product'.")
    ],
    "eslint-unused": [
        ("eslint .", "  12:7  error  'foo' is assigned a value but never used  no-unused-vars"),
        ("eslint src", "  3:19  error  'bar' is defined but never used  no-unused-vars"),
    ],
    "eslint-unresolved": [
        (
            "eslint .",
            "  1:19  error  Unable to resolve path to module '@/lib/money'  import/no-unresolved",
        )
    ],
    "playwright": [
        (
            "npx playwright test",
            "Error: browserType.launch: Executable doesn't exist at /home/dev/.cache/ms-playwright/chromium-1091/chrome-linux/chrome",
        ),
        (
            "npx playwright test",
            "browserType.launch: Executable doesn't exist at /home/kim/.cache/ms-playwright/chromium_headless_shell-1148/chrome-linux/headless_shell",
        ),
    ],
    # rust, go, c, java
    "rust-import": [
        ("cargo b", "error[E0432]: unresolved import `serde_json`"),
        ("cargo t", "error[E0432]: unresolved import `serde_json`"),
    ],
    "rust-import-other": [("cargo b", "error[E0432]: unresolved import `tokio::sync`")],
    "rust-types": [("cargo b", "error[E0308]: mismatched types")],
    "rust-moved": [
        ("cargo b", "error[E0382]: use of moved value: `client`"),
        ("cargo b", "error[E0382]: borrow of moved value: `rows`"),
    ],
    "rust-lifetime": [
        ("cargo b", "error[E0597]: `buf` does not live long enough"),
        ("cargo b", "error[E0597]: `guard` does not live long enough"),
    ],
    "rust-crate": [("cargo b", "error: no matching package named `corp-core` found")],
    "rust-manifest": [
        (
            "cargo b",
            "error: could not find `Cargo.toml` in `/home/kim/app` or any parent directory",
        ),
        ("cargo t", "error: could not find `Cargo.toml` in `/srv/ci` or any parent directory"),
    ],
    "rust-lock": [
        (
            "cargo b --locked",
            "error: the lock file /home/kim/Cargo.lock needs to be updated but --locked was passed to prevent this",
        ),
        (
            "cargo b",
            "error: the lock file /w/Cargo.lock needs to be updated but --locked was passed to prevent this",
        ),
    ],
    "go-name": [
        ("go build", "./main.go:14:9: undefined: newRouter"),
        ("go vet ./...", "vet: cmd/x/main.go:3:1: undefined: newRouter"),
    ],
    "go-unused": [
        ("go build", "./main.go:14:9: declared and not used: err"),
        ("go build", "./srv/a.go:4:2: x declared and not used"),
    ],
    "go-unused-import": [
        ("go build", './main.go:4:2: "fmt" imported and not used'),
        ("go test", './x/y.go:9:2: "os" imported and not used'),
    ],
    "go-package": [
        (
            "go build",
            "main.go:5:2: no required module provides package github.com/lib/pq; to add it:",
        ),
        (
            "go run .",
            "cmd/m.go:7:2: no required module provides package github.com/lib/pq; to add it:",
        ),
    ],
    "go-nil": [
        ("go run .", "panic: runtime error: invalid memory address or nil pointer dereference")
    ],
    "c-undefined": [
        ("gcc a.c", "/usr/bin/ld: /tmp/ccAbC123.o: undefined reference to `deflateInit_'"),
        ("make", "a.c:(.text+0x5b): undefined reference to `deflateInit_'"),
        ("cargo b", "rust-lld: error: undefined symbol: deflateInit_"),
    ],
    "c-header": [
        ("gcc a.c", "a.c:1:10: fatal error: curl/curl.h: No such file or directory"),
        ("clang a.c", "src/a.c:1:10: fatal error: 'curl/curl.h' file not found"),
    ],
    "c-header-python": [
        ("pip install x", "src/m.c:8:10: fatal error: Python.h: No such file or directory"),
        ("gcc m.c", "m.c:2:10: fatal error: Python.h: No such file or directory"),
    ],
    "c-library": [
        ("gcc a.o", "/usr/bin/ld: cannot find -lpq: No such file or directory"),
        ("gcc b.o", "/usr/bin/ld: cannot find -lpq"),
        ("clang a.o", "ld: library not found for -lpq"),
    ],
    "c-undeclared": [
        ("gcc a.c", "a.c:5:3: error: 'count' undeclared (first use in this function)")
    ],
    "c-unused": [
        ("make", "a.c:5:3: error: unused variable 'n' [-Werror=unused-variable]"),
        ("make", "b.c:15:9: error: unused variable 'tmp' [-Werror=unused-variable]"),
    ],
    "c-semicolon": [
        ("gcc a.c", "a.c:7:2: error: expected ';' before 'return'"),
        ("make", "b/c.c:17:20: error: expected \u2018;\u2019 before \u2018return\u2019"),
    ],
    "cmake-package": [
        (
            "cmake ..",
            'Could not find a package configuration file provided by "fmt" with any of the following names:',
        ),
        (
            "cmake -S .",
            '  Could not find a package configuration file provided by "fmt" with any of the following names:',
        ),
    ],
    "shared-library": [
        (
            "./app",
            "./app: error while loading shared libraries: libssl.so.1.1: cannot open shared object file: No such file or directory",
        ),
        (
            "python a.py",
            "ImportError: libssl.so.1.1: cannot open shared object file: No such file or directory",
        ),
    ],
    "java-package": [
        (
            "mvn compile",
            "[ERROR] /home/kim/src/main/java/A.java:[3,21] package org.junit.jupiter.api does not exist",
        ),
        ("javac A.java", "A.java:3: error: package org.junit.jupiter.api does not exist"),
    ],
    "java-class": [
        (
            "java -jar a.jar",
            'Exception in thread "main" java.lang.NoClassDefFoundError: org/slf4j/LoggerFactory',
        )
    ],
    "java-version": [
        (
            "java -jar a.jar",
            "Error: LinkageError occurred while loading main class A: java.lang.UnsupportedClassVersionError: A has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version recognizes",
        ),
        ("gradle b", "Unsupported class file major version 65"),
    ],
    "java-artifact": [
        (
            "mvn package",
            "[ERROR] Could not find artifact com.corp:billing-api:jar:1.4.0-SNAPSHOT in central (https://maven.example.com/maven2)",
        ),
        (
            "mvn -q test",
            "Could not find artifact com.corp:billing-api:jar:1.5.0 in nexus (https://nexus.corp/x)",
        ),
    ],
    "gradle-task": [
        ("gradle foo", "Task 'integrationTest' not found in root project 'shop'."),
        ("./gradlew foo", "Task 'integrationTest' not found in root project 'shop-2'."),
    ],
    "ruby-require": [
        (
            "ruby a.rb",
            "<internal:/usr/lib/ruby/3.2.0/rubygems/core_ext/kernel_require.rb>:38:in `require': cannot load such file -- nokogiri (LoadError)",
        ),
        ("rake", "cannot load such file -- nokogiri (LoadError)"),
    ],
    "ruby-gem": [
        ("bundle exec x", "Could not find puma-6.4.0 in any of the sources"),
        ("bundle exec x", "Could not find puma-5.6.7 in locally installed gems"),
    ],
    "php-class": [
        (
            "php a.php",
            'PHP Fatal error:  Uncaught Error: Class "App\\Models\\Invoice" not found in /var/www/a.php:12',
        ),
        ("php artisan x", 'Error: Class "App\\Models\\Invoice" not found'),
    ],
    "php-ext": [
        (
            "composer i",
            "    - Root composer.json requires PHP extension ext-intl * but it is missing from your system. Install or enable PHP's intl extension.",
        ),
        ("composer i", "corp/x v1.2 requires ext-intl * -> it is missing from your system."),
    ],
    # git
    "git-repo": [
        ("git status", "fatal: not a git repository (or any of the parent directories): .git"),
        ("git log", "fatal: not a git repository (or any parent up to mount point /)"),
    ],
    "git-lock": [
        ("git commit", "fatal: Unable to create '/home/kim/app/.git/index.lock': File exists."),
        ("git add .", "fatal: Unable to create '/srv/x/.git/index.lock': File exists."),
    ],
    "git-conflict": [
        ("git merge x", "CONFLICT (content): Merge conflict in src/cart.py"),
        ("git pull", "CONFLICT (content): Merge conflict in README.md"),
    ],
    "git-overwritten": [
        (
            "git checkout x",
            "error: Your local changes to the following files would be overwritten by checkout:",
        )
    ],
    "git-overwritten-merge": [
        (
            "git pull",
            "error: Your local changes to the following files would be overwritten by merge:",
        )
    ],
    "git-pathspec": [
        (
            "git checkout develop",
            "error: pathspec 'develop' did not match any file(s) known to git",
        ),
        ("git switch develop", "fatal: invalid reference: develop"),
    ],
    "git-pathspec-other": [
        ("git checkout release", "error: pathspec 'release' did not match any file(s) known to git")
    ],
    "git-publickey": [
        ("git clone x", "git@gitlab.com: Permission denied (publickey)."),
        ("git fetch", "git@gitlab.com: Permission denied (publickey,keyboard-interactive)."),
    ],
    "git-username": [
        (
            "git push",
            "fatal: could not read Username for 'https://gitlab.com': terminal prompts disabled",
        ),
        (
            "git fetch",
            "fatal: could not read Username for 'https://gitlab.com': No such device or address",
        ),
    ],
    "git-protected": [
        ("git push", "remote: error: GH006: Protected branch update failed for refs/heads/main."),
        ("git push", " ! [remote rejected] main -> main (protected branch hook declined)"),
    ],
    "git-identity": [
        ("git commit", "fatal: unable to auto-detect email address (got 'root@3f2b1c.(none)')"),
        ("git commit", "fatal: unable to auto-detect email address (got 'kim@box.(none)')"),
        ("git commit", "*** Please tell me who you are."),
    ],
    "git-behind": [
        ("git push", " ! [rejected]        main -> main (fetch first)"),
        ("git push", " ! [rejected]  topic -> topic (non-fast-forward)"),
    ],
    "git-diverged": [
        ("git pull", "fatal: Need to specify how to reconcile divergent branches."),
        ("git pull --ff-only", "fatal: Not possible to fast-forward, aborting."),
    ],
    "git-host": [
        (
            "git pull",
            "fatal: unable to access 'https://git.corp.example/x.git/': Could not resolve host: git.corp.example",
        ),
        ("curl x", "curl: (6) Could not resolve host: git.corp.example"),
        ("node x", "Error: getaddrinfo ENOTFOUND git.corp.example"),
        ("ssh x", "ssh: Could not resolve hostname git.corp.example: Name or service not known"),
        ("go get", "dial tcp: lookup git.corp.example on 127.0.0.53:53: no such host"),
    ],
    "db-host": [
        (
            "psql",
            'psql: error: could not translate host name "db" to address: Name or service not known',
        ),
        ("node x", "Error: getaddrinfo EAI_AGAIN db"),
    ],
    # make
    "make-target": [
        ("make foo", "make: *** No rule to make target 'docs'.  Stop."),
        ("make -C x foo", "make[1]: *** No rule to make target `docs'.  Stop."),
    ],
    "make-target-other": [("make foo", "make: *** No rule to make target 'release'.  Stop.")],
    "make-separator": [
        ("make", "Makefile:12: *** missing separator.  Stop."),
        (
            "make -C x",
            "Makefile:7: *** missing separator (did you mean TAB instead of 8 spaces?).  Stop.",
        ),
    ],
    # files and rights
    "file-config": [
        ("cat x", "cat: config/prod.yaml: No such file or directory"),
        (
            "python a.py",
            "FileNotFoundError: [Errno 2] No such file or directory: '/srv/app/config/prod.yaml'",
        ),
        (
            "node a.js",
            "Error: ENOENT: no such file or directory, open '/home/kim/config/prod.yaml'",
        ),
        ("go run .", "open config/prod.yaml: no such file or directory"),
    ],
    "file-other": [("cat x", "cat: config/dev.yaml: No such file or directory")],
    "denied-script": [
        ("./deploy.sh", "bash: ./deploy.sh: Permission denied"),
        ("./deploy.sh", "zsh: permission denied: ./deploy.sh"),
        ("make x", "/bin/sh: 1: ./deploy.sh: Permission denied"),
    ],
    "denied-script-other": [("./migrate.sh", "bash: ./migrate.sh: Permission denied")],
    "disk": [
        ("docker build .", "write /var/lib/docker/tmp/x12: no space left on device"),
        ("npm i", "npm ERR! ENOSPC: no space left on device, write"),
        ("cp a b", "cp: error writing 'b': No space left on device"),
    ],
    "watchers": [
        (
            "npm start",
            "Error: ENOSPC: System limit for number of file watchers reached, watch '/home/kim/app/src'",
        )
    ],
    "files-open": [
        ("npm t", "Error: EMFILE: too many open files, open '/a/b.js'"),
        ("x", "OSError: [Errno 24] Too many open files: '/tmp/x'"),
    ],
    "unbound": [
        ("bash a.sh", "a.sh: line 12: DEPLOY_ENV: unbound variable"),
        ("bash b.sh", "/x/b.sh: line 2: DEPLOY_ENV: unbound variable"),
    ],
    "env-variable": [
        ("node a.js", "Error: Missing required environment variable: SENDGRID_TOKEN"),
        ("python x", "RuntimeError: SENDGRID_TOKEN is not set"),
        ("x", "environment variable SENDGRID_TOKEN must be set"),
    ],
    # databases
    "sql-table": [
        ("psql", 'ERROR:  relation "invoices" does not exist'),
        ("python m.py", 'psycopg2.errors.UndefinedTable: relation "invoices" does not exist'),
        ("node x", 'error: relation "invoices" does not exist'),
    ],
    "sqlite-table": [
        ("sqlite3 x", "Error: no such table: invoices"),
        ("python", "sqlite3.OperationalError: no such table: invoices"),
        ("manage.py", "django.db.utils.OperationalError: no such table: invoices"),
    ],
    "mysql-table": [
        ("mysql", "ERROR 1146 (42S02) at line 3: Table 'shop.invoices' doesn't exist"),
        (
            "php a",
            "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop_test.invoices' doesn't exist (SQL: select 1)",
        ),
    ],
    "sql-table-other": [("psql", 'ERROR:  relation "coupons" does not exist')],
    "sql-column": [("psql", 'ERROR:  column "tax" of relation "invoices" does not exist')],
    "sql-unique": [
        ("psql", 'ERROR:  duplicate key value violates unique constraint "users_email_key"'),
        (
            "rails t",
            'PG::UniqueViolation: ERROR:  duplicate key value violates unique constraint "users_email_key"',
        ),
    ],
    "sql-unique-other": [
        ("psql", 'ERROR:  duplicate key value violates unique constraint "orders_pkey"')
    ],
    "sql-duplicate": [
        ("mysql", "ERROR 1062 (23000): Duplicate entry 'kim@example.org' for key 'users.email'"),
        (
            "x",
            "IntegrityError: (1062, \"Duplicate entry 'lee@example.org' for key 'users.email'\")",
        ),
    ],
    "sql-role": [("psql", 'psql: error: FATAL:  role "kim" does not exist')],
    "sql-database": [("psql", 'FATAL:  database "shop_test" does not exist')],
    "sql-refused": [
        (
            "psql",
            'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
        ),
        ("node x", "Error: connect ECONNREFUSED 127.0.0.1:5432"),
        (
            "x",
            'could not connect to server: Connection refused Is the server running on host "db" (172.18.0.2) and accepting TCP/IP connections on port 5432?',
        ),
    ],
    "redis-refused": [
        ("redis-cli ping", "Could not connect to Redis at 127.0.0.1:6379: Connection refused"),
        (
            "python x",
            "redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.",
        ),
        ("node", "Error: connect ECONNREFUSED ::1:6379"),
    ],
    "sql-locked": [
        ("x", "sqlite3.OperationalError: database is locked"),
        ("y", "Error: database is locked (5) (SQLITE_BUSY)"),
    ],
    # containers and clouds
    "docker-down": [
        (
            "docker ps",
            "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        ),
        (
            "docker build .",
            "ERROR: Cannot connect to the Docker daemon at tcp://localhost:2375. Is the docker daemon running?",
        ),
    ],
    "docker-image": [
        (
            "docker pull x",
            "Error response from daemon: manifest for corp/api:1.9.3 not found: manifest unknown: manifest unknown",
        ),
        (
            "docker run x",
            "docker: Error response from daemon: manifest for corp/api:1.10 not found: manifest unknown.",
        ),
    ],
    "docker-image-denied": [
        (
            "docker pull x",
            "Error response from daemon: pull access denied for corp/secret, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
        )
    ],
    "docker-name": [
        (
            "docker run",
            'docker: Error response from daemon: Conflict. The container name "/pg" is already in use by container "3f5e0c9a4b7d". You have to remove (or rename) that container to be able to reuse that name.',
        ),
        (
            "docker create",
            'Error response from daemon: Conflict. The container name "/pg" is already in use by container "aa11bb22cc33". You have to remove (or rename) that container to be able to reuse that name.',
        ),
    ],
    "docker-context": [
        (
            "docker build .",
            'ERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref 7f3a::9d0c: "/requirements.txt": not found',
        ),
        (
            "docker build .",
            "COPY failed: file not found in build context or excluded by .dockerignore: stat requirements.txt: file does not exist",
        ),
    ],
    "docker-step": [
        (
            "docker build .",
            'ERROR: failed to solve: process "/bin/sh -c npm ci --omit=dev" did not complete successfully: exit code: 1',
        )
    ],
    "docker-step-other": [
        (
            "docker build .",
            'ERROR: failed to solve: process "/bin/sh -c pip install -r requirements.txt" did not complete successfully: exit code: 1',
        )
    ],
    "docker-service": [("docker compose up x", "no such service: worker")],
    "compose-file": [("docker compose up", "no configuration file provided: not found")],
    "kube-context": [
        ("kubectl get po", 'error: context "staging-eu" does not exist'),
        ("kubectl config use-context x", 'error: no context exists with the name: "staging-eu"'),
    ],
    "kube-deployment": [
        ("kubectl logs x", 'Error from server (NotFound): deployments.apps "billing" not found'),
        ("make logs", 'Error from server (NotFound): deployments.apps "billing" not found'),
    ],
    "kube-pod": [
        (
            "kubectl logs x",
            'Error from server (NotFound): pods "billing-7d9f8b6c5-x2k4q" not found',
        ),
        (
            "kubectl logs x",
            'Error from server (NotFound): pods "billing-5f6d7c8b9f-abc12" not found',
        ),
    ],
    "kube-kind": [
        (
            "kubectl apply",
            'error: resource mapping not found for name: "x" namespace: "" from "k.yaml": no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"',
        ),
        (
            "kubectl apply",
            'unable to recognize "k.yaml": no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"',
        ),
    ],
    "kube-unauthorized": [
        ("kubectl get po", "error: You must be logged in to the server (Unauthorized)"),
        (
            "kubectl get po",
            "error: You must be logged in to the server (the server has asked for the client to provide credentials)",
        ),
    ],
    "helm-progress": [
        (
            "helm upgrade",
            "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress",
        )
    ],
    "helm-name": [
        ("helm install", "Error: INSTALLATION FAILED: cannot re-use a name that is still in use")
    ],
    "tf-argument": [
        ("terraform plan", "\u2502 Error: Unsupported argument"),
        ("make plan", "Error: Unsupported argument"),
    ],
    "tf-variable": [("terraform plan", "\u2502 Error: Reference to undeclared input variable")],
    "aws-credentials": [
        (
            "aws s3 ls",
            'Unable to locate credentials. You can configure credentials by running "aws configure".',
        ),
        ("python x", "botocore.exceptions.NoCredentialsError: Unable to locate credentials"),
    ],
    "aws-expired": [
        (
            "aws s3 ls",
            "An error occurred (ExpiredToken) when calling the ListBuckets operation: The provided token has expired.",
        ),
        (
            "aws sts x",
            "An error occurred (ExpiredTokenException) when calling the GetCallerIdentity operation: The security token included in the request is expired",
        ),
    ],
    "aws-denied": [
        (
            "aws s3 cp a b",
            "An error occurred (AccessDenied) when calling the PutObject operation: User: arn:aws:iam::123456789012:user/ci is not authorized to perform: s3:PutObject on resource: x",
        )
    ],
    "aws-denied-ecr": [
        (
            "aws ecr x",
            "An error occurred (AccessDeniedException) when calling the GetAuthorizationToken operation: User: arn:aws:iam::123456789012:user/ci is not authorized to perform: ecr:GetAuthorizationToken on resource: *",
        )
    ],
    "tls-issuer": [
        ("curl x", "curl: (60) SSL certificate problem: unable to get local issuer certificate"),
        (
            "git pull",
            "fatal: unable to access 'https://x/y/': SSL certificate problem: unable to get local issuer certificate",
        ),
    ],
    "tls-issuer-python": [
        (
            "pip install",
            "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1007)",
        )
    ],
    "tls-expired": [("curl x", "curl: (60) SSL certificate problem: certificate has expired")],
    "http-401": [("curl -f x", "curl: (22) The requested URL returned error: 401")],
    "http-404": [
        ("curl -f y", "curl: (22) The requested URL returned error: 404"),
        ("curl -sf z", "curl: (22) The requested URL returned error: 404"),
    ],
    # look-alikes of the above
    "podman-socket": [
        ("podman ps", "dial unix /run/user/1000/podman/podman.sock: connect: permission denied"),
        (
            "podman ps",
            "Error: dial unix /run/user/0/podman/podman.sock: connect: permission denied",
        ),
    ],
    "pylint-import": [
        ("pylint a", "a.py:1:0: E0401: Unable to import 'pendulum' (import-error)"),
        ("pylint b", "b/c.py:14:0: E0401: Unable to import 'pendulum' (import-error)"),
    ],
    "pylint-unused": [
        ("pylint a", "a.py:3:4: W0612: Unused variable 'x' (unused-variable)"),
        ("pylint a", "b.py:30:8: W0612: Unused variable 'total' (unused-variable)"),
    ],
    "script-crlf": [
        ("./a.sh", "env: 'bash\\r': No such file or directory"),
        ("bash a.sh", "a.sh: line 2: $'\\r': command not found"),
        ("./a.sh", "/bin/sh^M: bad interpreter: No such file or directory"),
    ],
    "prettier": [
        ("npx prettier --check .", "[warn] src/a.ts"),
        (
            "npx prettier --check src",
            "Code style issues found in 3 files. Run Prettier with --write to fix.",
        ),
    ],
    "state-lock": [
        ("terraform plan", "Error: Error acquiring the state lock"),
        ("terraform apply", "ConditionalCheckFailedException: The conditional request failed"),
    ],
    "mount": [
        (
            "docker run x",
            'docker: Error response from daemon: OCI runtime create failed: runc create failed: error mounting "/home/kim/redis.conf" to rootfs at "/etc/redis.conf": not a directory: unknown',
        ),
        (
            "docker compose up",
            'Error response from daemon: OCI runtime create failed: runc create failed: error mounting "/srv/x/redis.conf" to rootfs at "/etc/redis.conf": not a directory: unknown',
        ),
    ],
    "npm-denied-system": [
        (
            "npm i -g a",
            "npm ERR! Error: EACCES: permission denied, mkdir '/usr/local/lib/node_modules/a'",
        ),
        (
            "npm i -g @x/b",
            "npm error Error: EACCES: permission denied, mkdir '/usr/lib/node_modules/@x'",
        ),
    ],
    "npm-denied-project": [
        (
            "npm i",
            "npm ERR! Error: EACCES: permission denied, mkdir '/home/kim/app/node_modules/a'",
        ),
        ("npm i", "npm error Error: EACCES: permission denied, mkdir '/srv/app/node_modules/b'"),
    ],
    "pip-denied": [
        (
            "pip install a",
            "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/usr/lib/python3/dist-packages/a'",
        ),
        (
            "pip install b",
            "ERROR: Could not install packages due to an OSError: [Errno 13] Permission denied: '/usr/local/lib/python3.11/dist-packages/b'",
        ),
    ],
    "git-untracked": [
        (
            "git checkout x",
            "error: The following untracked working tree files would be overwritten by checkout:",
        )
    ],
    "tf-lock-file": [("terraform plan", "Error: Inconsistent dependency lock file")],
    "tf-plugins": [("terraform plan", "Error: Required plugins are not installed")],
    "port-spring": [
        ("java -jar a", "Web server failed to start. Port 8080 was already in use."),
        ("./mvnw spring-boot:run", "Web server failed to start. Port 9090 was already in use."),
    ],
    "port-vite": [
        ("vite", "Error: Port 5173 is already in use"),
        ("npm run dev", "Error: Port 5174 is already in use"),
    ],
    # lines that say nothing: the program counts
    "exit-test": [("make test", "exit status 2"), ("cd app && make test", "exit status 2")],
    "exit-lint": [("make lint", "exit status 2")],
    "killed": [("npm run build", "Killed"), ("cd web && time npm run build", "Killed")],
    "killed-other": [("pytest", "Killed")],
    "denied-bare": [("docker ps", "permission denied")],
    "denied-bare-other": [("cat /etc/shadow", "Permission denied")],
    "refused-bare": [("ssh box", "Connection refused")],
}
# a row is a mistake, its sightings parted by " | "; whatever ran them
MORE = r"""
Could not resolve com.android.tools.build:gradle:7.4.2. | > Could not resolve com.android.tools.build:gradle:8.1.0. | Could not find com.android.tools.build:gradle:8.1.0.
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.2:test (default-test) on project billing: There are test failures. | [ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.1.0:test (default-test) on project shop: There are test failures.
[ERROR] Failed to execute goal on project api: Could not resolve dependencies for project com.corp:api:jar:1.0-SNAPSHOT: Could not find artifact com.corp:core:jar:1.0-SNAPSHOT | Could not resolve dependencies for project com.corp:api:jar:1.1-SNAPSHOT: Could not find artifact com.corp:core:jar:1.1-SNAPSHOT
nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use) | nginx: [emerg] bind() to [::]:80 failed (98: Address already in use)
nginx: [emerg] host not found in upstream "api" in /etc/nginx/conf.d/default.conf:12 | 2026/01/02 10:11:12 [emerg] 1#1: host not found in upstream "api" in /etc/nginx/nginx.conf:44
nginx: [emerg] unknown directive "proxy_passs" in /etc/nginx/conf.d/a.conf:7 | nginx: [emerg] unknown directive "proxy_passs" in /x/b.conf:17
Error: The module '/a/node_modules/bcrypt/lib/binding/napi-v3/bcrypt_lib.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 108. | Error: The module '/b/bcrypt_lib.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 115.
Unsupported engine: wanted: {"node":">=20"} (current: {"node":"18.19.0","pnpm":"8.1.0"}) | npm ERR! code EBADENGINE | error foo@1.0.0: The engine "node" is incompatible with this module. Expected version ">=20". Got "18.1.0"
gyp ERR! stack Error: not found: make | gyp ERR! not found: make
gyp ERR! find Python Python is not set from command line or npm configuration | gyp ERR! find Python - version is "3.12.1" - should be >=3.6
Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/a/b/c.test.js) | Error: Timeout of 5000ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/x/y/z.test.js)
thrown: "Exceeded timeout of 5000 ms for a test. | Error: Test timed out in 5000ms.
Error: Parsing error: The keyword 'import' is reserved | 1:1 error Parsing error: The keyword 'import' is reserved
ESLint couldn't find a configuration file. To set up a configuration file for this project, please run: | ESLint couldn't find an eslint.config.(js|mjs|cjs) file.
Error: Failed to load config "airbnb" to extend from. Referenced from: /a/b/.eslintrc.js | Error: Failed to load config "airbnb" to extend from. Referenced from: /c/.eslintrc.json
Error: Failed to load plugin '@typescript-eslint' declared in '.eslintrc.js': Cannot find module '@typescript-eslint/eslint-plugin' | ESLint: 8.5.0 Failed to load plugin '@typescript-eslint' declared in 'apps/web/.eslintrc.json': Cannot find module '@typescript-eslint/eslint-plugin'
TypeError: Cannot destructure property 'user' of 'undefined' as it is undefined. | TypeError: Cannot destructure property 'user' of 'req.session' as it is undefined.
Error: Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: undefined. | Error: Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: undefined. You likely forgot to export
Error: Hydration failed because the initial UI does not match what was rendered on the server. | Unhandled Runtime Error Error: Hydration failed because the initial UI does not match what was rendered on the server.
AssertionError: expected 200 to equal 404 | AssertionError: expected 200 to equal 404 // Object.is equality
PrismaClientInitializationError: Environment variable not found: DATABASE_URL. | error: Environment variable not found: DATABASE_URL.
Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again. | @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.
Error: P3009 migrate found failed migrations in the target database | Error: P3009\nmigrate found failed migrations
django.db.utils.OperationalError: no such table: auth_user | sqlite3.OperationalError: no such table: auth_user
django.db.migrations.exceptions.InconsistentMigrationHistory: Migration admin.0001_initial is applied before its dependency users.0001_initial on database 'default'. | InconsistentMigrationHistory: Migration admin.0001_initial is applied before its dependency users.0001_initial on database 'default'.
CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (0004_a, 0004_b in shop). | CommandError: Conflicting migrations detected; multiple leaf nodes in the migration graph: (0007_x, 0007_y in users).
You have 3 unapplied migration(s). Your project may not work properly until you apply the migrations for app(s): auth. | You have 17 unapplied migration(s). Your project may not work properly until you apply the migrations for app(s): admin, auth.
RuntimeError: Model class shop.models.Order doesn't declare an explicit app_label and isn't in an application in INSTALLED_APPS. | E   RuntimeError: Model class shop.models.Order doesn't declare an explicit app_label and isn't in an application in INSTALLED_APPS.
jinja2.exceptions.TemplateNotFound: emails/welcome.html | TemplateNotFound: emails/welcome.html
pydantic.errors.PydanticImportError: `BaseSettings` has been moved to the `pydantic-settings` package. | PydanticImportError: `BaseSettings` has been moved to the `pydantic-settings` package. See https://docs.pydantic.dev/2.6/migration/
AttributeError: module 'numpy' has no attribute 'float' | AttributeError: module 'numpy' has no attribute 'float'.
ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject | ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 88 from C header, got 80 from PyObject
torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.79 GiB total capacity; 6.1 GiB already allocated) | RuntimeError: CUDA out of memory. Tried to allocate 2.50 GiB (GPU 0; 23.69 GiB total capacity)
RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! | RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:1 and cpu!
OSError: [E050] Can't find model 'en_core_web_sm'. It doesn't seem to be a Python package or a valid path to a data directory. | OSError: [E050] Can't find model 'en_core_web_sm'.
subprocess.CalledProcessError: Command '['git', 'describe', '--tags']' returned non-zero exit status 128. | CalledProcessError: Command '['git', 'describe', '--tags']' returned non-zero exit status 128.
E   assert 3 == 4 | E       assert 3 == 4
E       TypeError: create_order() missing 1 required positional argument: 'tax' | TypeError: create_order() missing 1 required positional argument: 'tax'
OSError: [Errno 48] Address already in use | OSError: [Errno 98] Address already in use
fatal: detected dubious ownership in repository at '/a/b' | fatal: detected dubious ownership in repository at '/builds/x/y'
error: cannot lock ref 'refs/remotes/origin/feat/a': 'refs/remotes/origin/feat' exists; cannot create 'refs/remotes/origin/feat/a' | error: cannot lock ref 'refs/remotes/origin/fix/b': 'refs/remotes/origin/fix' exists; cannot create 'refs/remotes/origin/fix/b'
error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413 | error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413 Request Entity Too Large
fatal: You have not concluded your merge (MERGE_HEAD exists). | error: Merging is not possible because you have unmerged files.
✖ subject may not be empty [subject-empty] | ✖   subject may not be empty [subject-empty]
GraphQL: Resource not accessible by personal access token (createPullRequest) | GraphQL: Resource not accessible by personal access token (mergePullRequest)
pull request create failed: GraphQL: A pull request already exists for corp:feat/a. (createPullRequest) | a pull request for branch "feat/x" into branch "main" already exists: https://github.com/a/b/pull/12
HTTP 401: Bad credentials (https://api.github.com/graphql) | gh: Bad credentials (HTTP 401)
ssh: connect to host deploy.corp.io port 22: Connection refused | ssh: connect to host deploy.corp.io port 2222: Connection refused
ssh: connect to host 10.0.0.4 port 22: Operation timed out | ssh: connect to host 10.0.0.7 port 22: Connection timed out
rsync error: some files/attrs were not transferred (see previous errors) (code 23) at main.c(1338) [sender=3.2.7] | rsync error: some files/attrs were not transferred (see previous errors) (code 23) at main.c(1207) [sender=3.1.3]
rsync: [sender] link_stat "/a/b/dist" failed: No such file or directory (2) | rsync: link_stat "/x/dist" failed: No such file or directory (2)
curl: (28) Operation timed out after 10001 milliseconds with 0 bytes received | curl: (28) Connection timed out after 5000 milliseconds
curl: (35) OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to api.corp.io:443 | curl: (35) OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to api.corp.io:8443
Error from server (BadRequest): container "api" in pod "api-7d9f8b6c5-x2k4q" is waiting to start: trying and failing to pull image | Error from server (BadRequest): container "api" in pod "api-5f6d7c8b9f-abc12" is waiting to start: trying and failing to pull image
Error from server (AlreadyExists): error when creating "k.yaml": deployments.apps "api" already exists | Error from server (AlreadyExists): deployments.apps "api" already exists
The Deployment "api" is invalid: spec.selector: Invalid value: v1.LabelSelector{...}: field is immutable | The Deployment "web" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:...}: field is immutable
error: error validating "k.yaml": error validating data: ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec | error: error validating "x/y.yaml": error validating data: ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec; if you choose to ignore
Unable to connect to the server: dial tcp: lookup abc.eks.amazonaws.com: no such host | Unable to connect to the server: dial tcp: lookup abc.eks.amazonaws.com on 10.0.0.2:53: no such host
Unable to connect to the server: x509: certificate signed by unknown authority | Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority
Unable to connect to the server: dial tcp 10.1.2.3:6443: i/o timeout | Unable to connect to the server: dial tcp 10.9.2.3:443: i/o timeout
Error: repo bitnami not found | Error: repo "bitnami" not found
Error: error creating EC2 Instance: InvalidAMIID.NotFound: The image id '[ami-0abc123]' does not exist | Error: creating EC2 Instance: InvalidAMIID.NotFound: The image id '[ami-0fff999]' does not exist
ERROR: (gcloud.run.deploy) PERMISSION_DENIED: Permission 'run.services.get' denied on resource 'projects/x/y' (or it may not exist). | ERROR: (gcloud.run.services.list) PERMISSION_DENIED: Permission 'run.services.list' denied on resource 'projects/z' (or it may not exist).
ERROR: (gcloud.auth) Your current active account [kim@corp.io] does not have any valid credentials | ERROR: (gcloud.compute) Your current active account [lee@corp.io] does not have any valid credentials
ERROR: Please run 'az login' to setup account. | Please run 'az login' to setup account.
Error: Could not find or load main class com.corp.Main | Error: Could not find or load main class com.corp.Main Caused by: java.lang.ClassNotFoundException: com.corp.Main
Exception in thread "main" java.lang.OutOfMemoryError: Java heap space | java.lang.OutOfMemoryError: Java heap space
error: release version 21 not supported | [ERROR] error: release version 21 not supported
xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools), missing xcrun at: /Library/Developer/CommandLineTools/usr/bin/xcrun | xcrun: error: invalid active developer path (/Applications/Xcode.app/x), missing xcrun at: /y
error: no such module 'Alamofire' | /w/A.swift:3:8: error: no such module 'Alamofire'
ld: library 'ssl' not found | ld: library not found for -lssl
A.cs(3,5): error CS1002: ; expected | B.cs(13,15): error CS1002: ; expected
error NU1101: Unable to find package Corp.Core. No packages exist with this id in source(s): nuget.org | /w/a.csproj : error NU1101: Unable to find package Corp.Core. No packages exist with this id in source(s): nuget.org [/w/x.sln]
error NETSDK1045: The current .NET SDK does not support targeting .NET 8.0. | /usr/share/dotnet/sdk/6.0.1/x.targets(140,5): error NETSDK1045: The current .NET SDK does not support targeting .NET 8.0.  Either target .NET 6.0 or lower
MSBUILD : error MSB1003: Specify a project or solution file. The current working directory does not contain a project or solution file. | MSBUILD : error MSB1003: Specify a project or solution file.
ERROR: Skipping '//app:serverx': no such target '//app:serverx': target 'serverx' not declared in package 'app' | ERROR: no such target '//app:serverx': target 'serverx' not declared in package 'app' defined by /home/x/app/BUILD
shop.proto:12:3: "google.type.Money" is not defined. | api/shop.proto:22:13: "google.type.Money" is not defined.
rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:50051: connect: connection refused" | rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp [::1]:50051: connect: connection refused"
E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1234 (apt-get) | E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?
E: Failed to fetch http://packages.example.com/debian/pool/main/c/curl/curl_7.64.0-4_amd64.deb  404  Not Found [IP: 1.2.3.4 80] | E: Failed to fetch http://packages.example.com/debian/pool/main/g/git/git_2.1_amd64.deb  404  Not Found [IP: 1.2.9.4 80]
Failed to start nginx.service: Unit nginx.service not found. | Unit nginx.service could not be found.
System has not been booted with systemd as init system (PID 1). Can't operate. | System has not been booted with systemd as init system (PID 4711). Can't operate.
Error: No such container: corp-db-1 | Error response from daemon: No such container: corp-db-1
service "db" depends on undefined service "cache": invalid compose project | service "db" depends on undefined service cache: invalid compose project
yaml: line 12: mapping values are not allowed in this context | error parsing k.yaml: yaml: line 3: mapping values are not allowed in this context
validating /a/docker-compose.yml: services.api Additional property comand is not allowed | validating /w/compose.yaml: services.api Additional property comand is not allowed
error getting credentials - err: exec: "docker-credential-desktop": executable file not found in $PATH, out: `` | error getting credentials - err: exec: "docker-credential-desktop": executable file not found in $PATH
ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2) | ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)
MongoServerError: E11000 duplicate key error collection: shop.users index: email_1 dup key: { email: "a@x.org" } | E11000 duplicate key error collection: shop.users index: email_1 dup key: { email: "b@y.org" }
MongoNetworkError: connect ECONNREFUSED 127.0.0.1:27017 | MongooseServerSelectionError: connect ECONNREFUSED ::1:27017
ERROR:  update or delete on table "customers" violates foreign key constraint "orders_customer_id_fkey" on table "orders" | ERROR:  insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"
ERROR:  null value in column "email" of relation "users" violates not-null constraint | null value in column "email" violates not-null constraint
ERROR:  invalid input syntax for type uuid: "abc" | ERROR:  invalid input syntax for type uuid: "xyz-1"
ERROR:  must be owner of table orders | ERROR:  must be owner of relation orders
SSL error: certificate verify failed | psql: error: SSL error: certificate verify failed
FATAL:  Peer authentication failed for user "postgres" | psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: FATAL:  Peer authentication failed for user "postgres"
panic: runtime error: index out of range [5] with length 3 | panic: runtime error: index out of range [0] with length 0
--- FAIL: TestTotal (0.01s) | --- FAIL: TestTotal (1.20s)
./x.go:3:2: cannot use id (variable of type int) as string value in argument to find | api/y.go:13:21: cannot use order.ID (variable of type int) as string value in assignment
x.go:5:9: cannot use s (variable of type *Store) as Repo value in assignment: *Store does not implement Repo (missing method Get) | y.go:5:9: cannot use &Mem{} (value of type *Mem) as Repo value in return statement: *Mem does not implement Repo (missing method Get)
go: errors parsing go.mod: go.mod:3: invalid go version '1.21.0': must match format 1.23 | go: errors parsing go.mod: /w/go.mod:5: invalid go version '1.22.1': must match format 1.23
go: module github.com/corp/private: git ls-remote -q origin in /home/dev/go/pkg/mod/cache/vcs/abc123: exit status 128: fatal: could not read Username for 'https://github.com': terminal prompts disabled | fatal: could not read Username for 'https://github.com': terminal prompts disabled
error: failed to run custom build command for `openssl-sys v0.9.93` | error: failed to run custom build command for `openssl-sys v0.9.102`
thread 'main' panicked at src/main.rs:12:5: | thread 'main' panicked at src/main.rs:42:15:
called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: "No such file or directory" } | thread 'x' panicked at 'called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: "No such file or directory" }', src/main.rs:3:4
error: package `clap v4.5.0` cannot be built because it requires rustc 1.74 or newer, while the currently active rustc version is 1.70.0 | error: package `clap_lex v0.7` cannot be built because it requires rustc 1.74 or newer, while the currently active rustc version is 1.72.1
PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in /a/b.php on line 3 | Fatal error: Allowed memory size of 268435456 bytes exhausted (tried to allocate 4096 bytes) in phar:///usr/bin/composer/x.php:84
SQLSTATE[HY000] [2002] Connection refused | SQLSTATE[HY000] [2002] Connection refused (SQL: select * from users)
SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.orders' doesn't exist | Illuminate\Database\QueryException : SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.orders' doesn't exist (SQL: select 1)
NoMethodError: undefined method `total' for nil:NilClass | undefined method 'total' for nil (NoMethodError)
ActiveRecord::PendingMigrationError: Migrations are pending. To resolve this issue, run: | Migrations are pending. To resolve this issue, run:
You must use Bundler 2 or greater with this lockfile. | Could not find 'bundler' (2.4.10) required by your /w/Gemfile.lock.
Your Ruby version is 3.1.2, but your Gemfile specified 3.2.0 | Your Ruby version is 2.7.8, but your Gemfile specified 3.2.0
LoadError: cannot load such file -- bundler/setup | cannot load such file -- bundler/setup (LoadError)
Error in library(dplyr) : there is no package called ‘dplyr’ | there is no package called ‘dplyr’
Could not find a declaration file for module 'foo'. | TS7016: Could not find a declaration file for module 'foo'. '/a/b' implicitly has an 'any' type.
error TS6133: 'x' is declared but its value is never read. | src/q.ts(3,4): error TS6133: 'React' is declared but its value is never read.
error TS2554: Expected 2 arguments, but got 1. | a.ts(1,2): error TS2554: Expected 3 arguments, but got 2.
error TS5083: Cannot read file '/a/tsconfig.base.json'. | error TS5083: Cannot read file '/x/y/tsconfig.base.json'.
error TS18003: No inputs were found in config file '/a/tsconfig.json'. Specified 'include' paths were '["src"]' | error TS18003: No inputs were found in config file '/b/tsconfig.json'.
[webpack-cli] Failed to load '/a/webpack.config.js' config | [webpack-cli] Failed to load '/b/c/webpack.config.js' config
Invalid hook call. Hooks can only be called inside of the body of a function component. | Error: Invalid hook call. Hooks can only be called inside of the body of a function component.
Error: ENOENT: no such file or directory, scandir '/w/node_modules/node-sass/vendor' | Error: ENOENT: no such file or directory, scandir '/home/k/x/node_modules/node-sass/vendor'
Error: EACCES: permission denied, open '/home/kim/.npm/_cacache/tmp/9f8e7d6c' | npm ERR! Error: EACCES: permission denied, open '/home/dev/.npm/_cacache/index-v5/aa/bb/cc11'
npm ERR! EPERM: operation not permitted, unlink 'C:\w\node_modules\esbuild\esbuild.exe' | npm error EPERM: operation not permitted, unlink 'D:\x\node_modules\fsevents\y.node'
EBUSY: resource busy or locked, rmdir 'C:\a\dist' | Error: EBUSY: resource busy or locked, rmdir 'D:\q\dist'
ENOTEMPTY: directory not empty, rename '/a/node_modules/foo' -> '/a/node_modules/.foo-AbCd12' | npm ERR! ENOTEMPTY: directory not empty, rename '/b/node_modules/bar' -> '/b/node_modules/.bar-XyZ789'
npm ERR! code EINTEGRITY | npm ERR! sha512-abc== integrity checksum failed when using sha512: wanted sha512-abc== but got sha512-def==. (123 bytes)
npm ERR! 403 403 Forbidden - PUT https://registry.example.com/@corp%2fui - You cannot publish over the previously published versions: 1.2.3. | npm error 403 403 Forbidden - PUT https://registry.example.com/@corp%2fui - You cannot publish over the previously published versions: 1.3.0.
npm ERR! code ENEEDAUTH | npm ERR! need auth This command requires you to be logged in to https://registry.example.com/
ERROR: pip's dependency resolver does not currently take into account all the packages that are installed. | ERROR: pip's dependency resolver does not currently take into account all the packages that are installed. This behaviour is the source of
ERROR: Cannot install a==1 and b==2 because these package versions have conflicting dependencies. | ERROR: ResolutionImpossible: for help visit https://pip.pypa.io/x
ERROR: Package 'foo' requires a different Python: 3.8.10 not in '>=3.9' | ERROR: Package 'foo' requires a different Python: 3.7.1 not in '>=3.9'
error: Microsoft Visual C++ 14.0 or greater is required. Get it with "Microsoft C++ Build Tools" | error: Microsoft Visual C++ 14.0 is required.
The virtual environment found in /a/.venv seems to be broken. | The virtual environment found in /b/.venv seems to be broken.
Poetry could not find a pyproject.toml file in /a/b or its parents | Poetry could not find a pyproject.toml file in /x or its parents
The current project's supported Python range (>=3.8,<4.0) is not compatible with some of the required packages Python requirement: | The current project's supported Python range (>=3.9) is not compatible with some of the required packages Python requirement:
fatal: unable to access 'https://github.com/a/b.git/': The requested URL returned error: 403 | fatal: unable to access 'https://github.com/c/d.git/': The requested URL returned error: 403
remote: Repository not found. | fatal: repository 'https://github.com/a/b.git/' not found
remote: Permission to corp/shop.git denied to kim. | remote: Permission to corp/infra.git denied to lee-bot.
"""
MISTAKES.update(
    (row, [("make all", line) for line in row.split(" | ")]) for row in MORE.strip().splitlines()
)
PAIRS = [
    (name, *pair) for name, seen in MISTAKES.items() for pair in itertools.combinations(seen, 2)
]


@pytest.mark.parametrize("name, one, other", PAIRS, ids=[pair[0][:40] for pair in PAIRS])
def test_sightings_of_one_mistake_are_one(name, one, other):
    assert essence("error", one[1], one[0]) == essence("error", other[1], other[0])
    assert fingerprint("error", one[1], one[0]) == fingerprint("error", other[1], other[0])


def test_no_two_mistakes_are_one():
    owner = {}
    for name, seen in MISTAKES.items():
        for command, line in seen:
            known = owner.setdefault(essence("error", line, command), name)
            assert known == name, (
                f"{known} and {name} are one: {line!r} -> {essence('error', line, command)!r}"
            )


# one command in many wrappers, and a line that says nothing: only the command tells what failed
@pytest.mark.parametrize(
    "command",
    [
        "npm run build",
        "time npm run build",
        "cd web && npm run build",
        "NODE_ENV=production CI=1 npm run build",
        "bash -c 'npm run build'",
        "docker exec web npm run build",
        "docker compose exec -T web npm run build",
        "npm run build 2>&1 | tail -20",
        "npm --prefix web run build",
        "timeout 60 npm run build",
        "set -e; npm run build",
        "npm run build --silent || true",
        "sudo -E npm run build",
        "env A=1 npm run build",
        "npm run build | make report",
    ],
)
def test_the_wrapper_does_not_count(command):
    assert caller(command) == "npm build"
    assert fingerprint("error", "Command failed with exit code 2.", command) == fingerprint(
        "error", "Command failed with exit code 2.", "npm run build"
    )


@pytest.mark.parametrize(
    "command, told",
    [
        ("make -C native -j8 all", "make all"),
        ("git -C x push --force origin main", "git push origin"),
        ("git push origin main --force", "git push origin"),
        ("python3 scripts/seed.py --all", "seed.py"),
        ("./scripts/seed.py", "seed.py"),
        ("bash ci/run.sh", "run.sh"),
        ("sh ./ci/run.sh a", "run.sh a"),
        ("npx tsc --noEmit -p web", "tsc"),
        ("kubectl -n shop get pods", "kubectl get pods"),
        ("", ""),
        ("cd x", ""),
        ("pnpm --filter web build", "pnpm build"),
        ("docker compose up -d", "docker compose up"),
    ],
)
def test_who_failed(command, told):
    assert caller(command) == told


@pytest.mark.parametrize(
    "line",
    [
        "exit status 2",
        "Command failed with exit code 1",
        "Killed",
        "Permission denied",
        "connection refused",
        "Error: failed",
        "",
        "make: *** failed",
        "1 failed, 203 passed in 30.9s",
        "##[error]Process completed with exit code 1.",
    ],
)
def test_a_line_that_says_nothing_needs_the_program(line):
    assert fingerprint("error", line, "make test") != fingerprint("error", line, "make lint")


@pytest.mark.parametrize(
    "line",
    [
        "ModuleNotFoundError: No module named 'attrs'",
        "src/a.ts(1,2): error TS2304: Cannot find name 'x'.",
        "fatal: bad revision 'x'",
    ],
)
def test_a_line_that_says_it_all_does_not(line):
    assert fingerprint("error", line, "make test") == fingerprint("error", line, "bash ci/run.sh")


def test_a_context_that_grew_is_the_same():
    assert fingerprint("error", "Killed", "npm run build") == fingerprint(
        "error", "Killed", "npm run build | pnpm build"
    )


def test_words_of_a_person_count_as_they_are():
    say = "Use Node 20, not 18!"
    assert fingerprint("correction", say, "") == fingerprint(
        "correction", "use node 20 not 18", "anything"
    )
    assert fingerprint("correction", say, "") != fingerprint("correction", "use node 22 not 18", "")
    assert fingerprint("correction", say, "") != fingerprint("insight", say, "")


def test_a_fingerprint_is_sixteen_hex_digits_and_lasts():
    assert fingerprint("error", "", "") == fingerprint("error", "", "")
    assert fingerprint("correction", "a", "") == "%016x" % int(
        fingerprint("correction", "a", ""), 16
    )
    assert len(fingerprint("error", "\ud800 \u4f60", "\x00")) == 16


def test_a_megabyte_of_anything_takes_no_time():
    hostile.survives(
        lambda text: fingerprint("error", text, text),
        extra=["cd a && ", "sudo ", "failed "],
        ceiling=10.0,
    )
