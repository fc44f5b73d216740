"""Sessions for the rules that find fixes. `! command` fails, what it printed is indented below (error line first); `$ command` works;
`~ path` is an edit; `= words` must all stand in the resolution (`a|b` either), `= -` means that nothing may be learned."""

INSTEAD = """
! npm run build
  npm ERR! Missing script: "build"
$ pnpm run build
= Use `pnpm run build` & npm run build

! npm start
  npm error Missing script: "start"
$ cat package.json
$ npm run serve
= npm run serve

! git push origin master
  error: src refspec master does not match any
$ git branch -a
$ git push origin main
= git push origin main

! git push
  fatal: The current branch wip/search has no upstream branch.
$ git push --set-upstream origin wip/search
= --set-upstream origin wip/search

! git pull
  fatal: Need to specify how to reconcile divergent branches.
$ git pull --rebase
= git pull --rebase

! git chekcout develop
  git: 'chekcout' is not a git command. See 'git --help'.
$ git checkout develop
= git checkout develop

! git switch relase-2
  fatal: invalid reference: relase-2
$ git branch --list
$ git switch release-2
= git switch release-2

! git clone git@example.org:team/tool.git
  fatal: Could not read from remote repository.
$ git clone https://example.org/team/tool.git
= https://example.org/team/tool.git

! python tools/report.py
  zsh: command not found: python
$ python3 tools/report.py
= python3 tools/report.py

! pip install -r requirements-dev.txt
  bash: pip: command not found
$ pip3 install -r requirements-dev.txt
= pip3 install -r requirements-dev.txt

! pip install sklearn
  ERROR: Could not find a version that satisfies the requirement sklearn (from versions: none)
$ pip install scikit-learn
= pip install scikit-learn

! pytest tests/unit
  bash: pytest: command not found
$ python -m pytest tests/unit
= python -m pytest tests/unit

! pytest
  ModuleNotFoundError: No module named 'httpx'
$ uv run pytest
= uv run pytest

! mypy src
  bash: line 1: mypy: command not found
$ poetry run mypy src
= poetry run mypy src

! pytest test/test_login.py
  ERROR: file or directory not found: test/test_login.py
$ find . -name 'test_login*'
$ pytest tests/auth/test_login.py
= tests/auth/test_login.py

! jest src/cart
  sh: jest: not found
$ npx jest src/cart
= npx jest src/cart

! yarn install --frozen-lockfile
  yarn: command not found
$ npm ci
= npm ci

! node scripts/seed.ts
  TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /srv/app/scripts/seed.ts
$ npx tsx scripts/seed.ts
= npx tsx scripts/seed.ts

! npm install
  npm error ERESOLVE unable to resolve dependency tree
$ npm install --legacy-peer-deps
= --legacy-peer-deps

! npx jest
  SyntaxError: Cannot use import statement outside a module
$ NODE_OPTIONS=--experimental-vm-modules npx jest
= NODE_OPTIONS=--experimental-vm-modules

! docker-compose up -d db
  bash: docker-compose: command not found
$ docker compose up -d db
= docker compose up -d db

! docker ps
  permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock
$ sudo docker ps
= sudo docker ps

! docker build
  ERROR: "docker buildx build" requires exactly 1 argument.
$ docker build .
= docker build .

! docker run --rm -p 8080:80 shop-web
  docker: Error response from daemon: Bind for 0.0.0.0:8080 failed: port is already allocated.
$ docker run --rm -p 8081:80 shop-web
= 8081:80

! docker run --rm legacy-tool
  exec /usr/bin/tool: exec format error
$ docker run --rm --platform linux/amd64 legacy-tool
= --platform linux/amd64

! kubectl get pod -n shop
  Error from server (NotFound): namespaces "shop" not found
$ kubectl get namespaces
$ kubectl get pod -n shop-prod
= shop-prod

! kubectl rollout restart deploy/api
  Error from server (NotFound): deployments.apps "api" not found
$ kubectl rollout restart deploy/api -n payments
= -n payments

! helm install web ./charts/web
  Error: INSTALLATION FAILED: cannot re-use a name that is still in use
$ helm upgrade --install web ./charts/web
= helm upgrade --install web

! terraform apply -auto-aprove
  flag provided but not defined: -auto-aprove
$ terraform apply -auto-approve
= -auto-approve

! cargo run
  error: `cargo run` could not determine which binary to run. Use the `--bin` option to specify a binary
$ cargo run --bin server
= --bin server

! cargo tset
  error: no such command: `tset`
$ cargo test
= cargo test

! cargo build
  error: could not find `Cargo.toml` in `/work/app` or any parent directory
$ cd engine && cargo build
= cd engine && cargo build

! cargo test --feature postgres
  error: unexpected argument '--feature' found
$ cargo test --features postgres
= --features postgres

! npm test
  npm error enoent Could not read package.json: Error: ENOENT: no such file or directory
$ cd frontend && npm test 2>&1 | tail -20
= frontend & npm test

! make test
  make: *** No rule to make target 'test'.  Stop.
$ grep '^[a-z]*:' Makefile
$ make check
= make check

! make tests
  make: *** No rule to make target 'tests'.  Stop.
$ pytest -q
= pytest

! make -j4
  make: *** No targets specified and no makefile found.  Stop.
$ make -C build -j4
= make -C build

! gradle build
  bash: gradle: command not found
$ ./gradlew build
= ./gradlew build

! mvn pakage
  [ERROR] Unknown lifecycle phase "pakage".
$ mvn package
= mvn package

! ./scripts/deploy.sh staging
  bash: ./scripts/deploy.sh: Permission denied
$ bash scripts/deploy.sh staging
= bash scripts/deploy.sh staging

! sh install.sh
  install.sh: 4: Syntax error: "(" unexpected
$ bash install.sh
= bash install.sh

! mkdir data/raw/2031
  mkdir: cannot create directory 'data/raw/2031': No such file or directory
$ mkdir -p data/raw/2031
= mkdir -p

! cp assets public/
  cp: -r not specified; omitting directory 'assets'
$ cp -r assets public/
= cp -r assets public/

! tar xzf bundle.tar.xz
  gzip: stdin: not in gzip format
$ tar xJf bundle.tar.xz
= tar xJf

! sed -i 's/8080/9090/' app.conf
  sed: 1: "app.conf": command a expects \\ followed by text
$ sed -i '' 's/8080/9090/' app.conf
= sed -i ''

! apt-get install -y jq
  E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)
$ sudo apt-get install -y jq
= sudo apt-get install

! psql -d shop
  psql: error: FATAL:  role "root" does not exist
$ psql -U postgres -d shop
= -U postgres

! psql shop_dv -c 'select 1'
  psql: error: FATAL:  database "shop_dv" does not exist
$ psql shop_dev -c 'select 1'
= shop_dev

! aws s3 ls s3://team-data
  An error occurred (PermanentRedirect) when calling the ListObjectsV2 operation: The bucket must be addressed using the region eu-central-1
$ aws s3 ls s3://team-data --region eu-central-1
= --region eu-central-1

! aws sts get-caller-identity
  The config profile (dev) could not be found
$ AWS_PROFILE=sandbox aws sts get-caller-identity
= AWS_PROFILE=sandbox

! gcloud app deploy
  ERROR: (gcloud.app.deploy) The required property [project] is not currently set.
$ gcloud app deploy --project acorn-42
= --project acorn-42

! ./manage.py migrate
  django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.
$ DJANGO_SETTINGS_MODULE=shop.settings.dev ./manage.py migrate
= DJANGO_SETTINGS_MODULE=shop.settings.dev

! go run main.go
  ./main.go:12:2: undefined: newServer
$ go run .
= go run .

! go build ./...
  no required module provides package github.com/lib/pq; to add it: go get github.com/lib/pq
$ go build -mod=mod ./...
= -mod=mod

! go install github.com/acme/lintall
  go: 'go install' requires a version when current directory is not in a module
$ go install github.com/acme/lintall@latest
= @latest

! rails server
  bash: rails: command not found
$ bin/rails server
= bin/rails server

! rspec spec/models
  Gem::LoadError: You have already activated rspec-core 3.13.0, but your Gemfile requires rspec-core 3.12.2. Prepending `bundle exec` to your command may solve this.
$ bundle exec rspec spec/models
= bundle exec rspec

! phpunit tests
  bash: phpunit: command not found
$ vendor/bin/phpunit tests
= vendor/bin/phpunit

! composer instal
  Command "instal" is not defined.
$ composer install
= composer install

! dotnet test
  MSBUILD : error MSB1003: Specify a project or solution file. The current working directory does not contain a project or solution file.
$ dotnet test src/Shop.sln
= src/Shop.sln

! systemctl restart shop
  Failed to restart shop.service: Unit shop.service not found.
$ systemctl list-units
$ systemctl restart shop-web
= shop-web

! service nginx restart
  bash: service: command not found
$ systemctl restart nginx
= systemctl restart nginx

! ssh build01
  build@build01: Permission denied (publickey).
$ ssh -i ~/.ssh/build_ed25519 build01
= -i ~/.ssh/build_ed25519

! ansible-playbook site.yml
  ERROR! Attempting to decrypt but no vault secrets found
$ ansible-playbook site.yml --ask-vault-pass
= --ask-vault-pass

! npx eslint src
  ✖ 14 problems (14 errors, 0 warnings) 14 errors and 0 warnings potentially fixable with the `--fix` option.
$ npx eslint src --fix
= npx eslint src --fix

! mix test
  ** (Mix) The database for Shop.Repo couldn't be created: killed
$ MIX_ENV=test mix test
= MIX_ENV=test

! node build.js
  FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
$ node --max-old-space-size=4096 build.js
= --max-old-space-size=4096

! gcc -o calc calc.c
  /usr/bin/ld: calc.o: undefined reference to `sqrt'
$ gcc -o calc calc.c -lm
= -lm

! npm run dev
  Error: listen EADDRINUSE: address already in use 127.0.0.1:4200
$ PORT=4300 npm run dev
= PORT=4300

! npm ci && npm run lint && npm run tset
  npm error Missing script: "tset"
$ npm run test
= npm run test

! pip install awesome-tool
  error: externally-managed-environment
$ pipx install awesome-tool
= pipx install awesome-tool

! podman compose up -d
  Error: looking up compose provider failed
$ docker compose up -d
= docker compose up -d

! ruby script.rb
  ruby: No such file or directory -- script.rb (LoadError)
$ ruby bin/script.rb
= bin/script.rb

! flutter pub run build_runner build
  Deprecated. Use `dart run` instead.
$ dart run build_runner build
= dart run build_runner build

! docker push registry.example.org/shop:latest
  An image does not exist locally with the tag: registry.example.org/shop
$ docker images
$ docker push registry.example.org/shop-web:latest
= shop-web:latest

! vault kv get secret/app
  Get "https://127.0.0.1:8200/v1/sys/internal/ui/mounts/secret/app": http: server gave HTTP response to HTTPS client
$ VAULT_ADDR=http://127.0.0.1:8200 vault kv get secret/app
= VAULT_ADDR=http://127.0.0.1:8200

! ls -z
  ls: invalid option -- 'z'
$ ls -Z
= ls -Z

! git commit -m "more work"
  ✖ subject may not be empty [subject-empty] type may not be empty [type-empty] commit message
$ git commit -m "feat: add search"
= feat: add search

! bazel build //app:al
  ERROR: no such target '//app:al': target 'al' not declared in package 'app'
$ bazel build //app:all
= //app:all

! cmake ..
  CMake Error: The source directory "/srv" does not appear to contain CMakeLists.txt.
$ cmake -S . -B build
= cmake -S . -B build

! mysql -u root shop
  ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: NO)
$ mysql -u root -p shop
= -p
"""

BETWEEN = """
! python etl/load.py
  ModuleNotFoundError: No module named 'yaml'
$ pip install pyyaml
$ python etl/load.py
= Run `pip install pyyaml` first.

! python etl/load.py --day 3
  ModuleNotFoundError: No module named 'bs4'
$ pip list
$ pip install beautifulsoup4 2>&1 | tail -3
$ python etl/load.py --day 3
= pip install beautifulsoup4

! python app.py
  ModuleNotFoundError: No module named 'flask'
$ pip install -r requirements.txt
$ python app.py
= pip install -r requirements.txt

! pytest
  E   ModuleNotFoundError: No module named 'respx'
$ pip install respx && pytest
= pip install respx

! pytest -q tests/api
  ModuleNotFoundError: No module named 'freezegun'
$ poetry add --group dev freezegun
$ pytest tests/api
= poetry add --group dev freezegun

! pytest --cov=shop
  pytest: error: unrecognized arguments: --cov=shop
$ pip install pytest-cov
$ pytest --cov=shop
= pip install pytest-cov

! pytest -p xdist -n 4
  ImportError: Error importing plugin "xdist": No module named 'xdist'
$ uv pip install pytest-xdist
$ pytest -p xdist -n 4 -q
= uv pip install pytest-xdist

! npm run dev
  sh: vite: command not found
$ npm ci
$ npm run dev
= npm ci

! npm test
  Error: Cannot find module 'supertest'
$ ls node_modules | wc -l
$ npm install --save-dev supertest
$ npm test
= npm install --save-dev supertest

! node server.js
  Error: Cannot find module './dist/app.js'
$ npm run build
$ node server.js
= npm run build

! npx playwright test
  browserType.launch: Executable doesn't exist at /home/ci/.cache/ms-playwright/chromium-1091/chrome-linux/chrome
$ npx playwright install chromium
$ npx playwright test
= npx playwright install chromium

! pnpm run api
  Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.
$ npx prisma generate
$ pnpm run api
= npx prisma generate

! npm run test:e2e
  connect ECONNREFUSED 127.0.0.1:5432
$ docker compose ps
$ docker compose up -d db
$ npm run test:e2e
= docker compose up -d db

! npm run worker
  Error: connect ECONNREFUSED 127.0.0.1:6379
$ docker compose up -d redis && npm run worker
= docker compose up -d redis

! pytest tests/integration
  sqlalchemy.exc.OperationalError: could not connect to server: Connection refused
$ sudo systemctl start postgresql
$ sleep 3
$ pytest tests/integration
= systemctl start postgresql

! docker build -t web .
  Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?
$ sudo service docker start
$ docker build -t web .
= service docker start

! kubectl get nodes
  The connection to the server 127.0.0.1:6443 was refused - did you specify the right host or port?
$ minikube start
$ kubectl get nodes
= minikube start

! kubectl apply -f deploy/api.yaml
  Error from server (NotFound): error when creating "deploy/api.yaml": namespaces "checkout" not found
$ kubectl create namespace checkout
$ kubectl apply -f deploy/api.yaml
= kubectl create namespace checkout

! helm install redis bitnami/redis
  Error: INSTALLATION FAILED: repo bitnami not found
$ helm repo add bitnami https://charts.bitnami.com/bitnami
$ helm install redis bitnami/redis
= helm repo add bitnami

! kubectl get pods
  error: You must be logged in to the server (Unauthorized)
$ aws eks update-kubeconfig --name prod
$ kubectl get pods
= aws eks update-kubeconfig --name prod

! ./bin/start
  bash: ./bin/start: Permission denied
$ ls -l bin
$ chmod +x bin/start
$ ./bin/start
= chmod +x bin/start

! ssh -i deploy.pem app@10.0.0.4 uptime
  Permissions 0644 for 'deploy.pem' are too open.
$ chmod 600 deploy.pem
$ ssh -i deploy.pem app@10.0.0.4 uptime
= chmod 600 deploy.pem

! ./release.sh
  release.sh: line 4: GITHUB_TOKEN: unbound variable
$ export GITHUB_TOKEN=abcdefghij12345
$ ./release.sh
= export GITHUB_TOKEN=

! python -m shop.worker
  KeyError: 'QUEUE_URL'
$ cp .env.example .env
$ set -a; source .env; set +a; python -m shop.worker
= source .env

! node app.js
  Error: Missing required environment variable STRIPE_KEY
$ cp .env.sample .env
$ node app.js
= cp .env.sample .env

! python manage.py runserver
  django.db.utils.OperationalError: no such table: auth_user
$ python manage.py migrate
$ python manage.py runserver
= python manage.py migrate

! bin/rails test
  Migrations are pending. To resolve this issue, run: bin/rails db:migrate RAILS_ENV=test
$ RAILS_ENV=test bin/rails db:migrate
$ bin/rails test
= db:migrate

! php artisan serve
  No application encryption key has been specified.
$ php artisan key:generate
$ php artisan serve
= php artisan key:generate

! php public/index.php
  PHP Fatal error:  Uncaught Error: Failed opening required '/srv/shop/vendor/autoload.php'
$ composer install
$ php public/index.php
= composer install

! bundle exec rake spec
  Could not find rack-3.0.8 in locally installed gems
$ bundle install
$ bundle exec rake spec
= bundle install

! go test ./...
  main.go:5:2: no required module provides package github.com/google/uuid; to add it:
$ go get github.com/google/uuid
$ go test ./...
= go get github.com/google/uuid

! go build ./cmd/api
  go: updates to go.mod needed; to update it: go mod tidy
$ go mod tidy
$ go build ./cmd/api
= go mod tidy

! cargo build --target wasm32-unknown-unknown
  error[E0463]: can't find crate for `core` the `wasm32-unknown-unknown` target may not be installed
$ rustup target add wasm32-unknown-unknown
$ cargo build --target wasm32-unknown-unknown
= rustup target add wasm32-unknown-unknown

! cargo build
  error: failed to run custom build command for `openssl-sys v0.9.99` Could not find directory of OpenSSL installation
$ sudo apt-get install -y libssl-dev pkg-config
$ cargo build
= apt-get install -y libssl-dev

! pip install psycopg2
  Error: pg_config executable not found.
$ apt-get install -y libpq-dev
$ pip install psycopg2
= apt-get install -y libpq-dev

! make
  /usr/bin/ld: cannot find -lz: No such file or directory
$ brew install zlib
$ make
= brew install zlib

! make all
  make: protoc: No such file or directory
$ apt-get update
$ apt-get install -y protobuf-compiler
$ make all
= apt-get install -y protobuf-compiler

! ./build.sh
  ./build.sh: line 2: jq: command not found
$ brew install jq
$ ./build.sh
= brew install jq

! terraform apply
  Error: Backend initialization required, please run "terraform init"
$ terraform init
$ terraform apply
= terraform init

! terraform plan
  Error: error configuring Terraform AWS Provider: no valid credential sources
$ aws sso login --profile infra
$ terraform plan
= aws sso login

! docker push ghcr.io/acorn/web:1
  denied: requested access to the resource is denied
$ docker login ghcr.io
$ docker push ghcr.io/acorn/web:1
= docker login ghcr.io

! git push
  git@github.com: Permission denied (publickey).
$ ssh-add ~/.ssh/id_ed25519
$ git push
= ssh-add

! git push origin main
  ! [rejected]        main -> main (fetch first)
$ git pull --rebase origin main
$ git push origin main
= git pull --rebase origin main

! git pull
  error: Your local changes to the following files would be overwritten by merge:
$ git stash
$ git pull
= git stash

! git commit -m "start"
  *** Please tell me who you are.
$ git config user.email "dev@example.org"
$ git commit -m "start"
= git config user.email

! git status
  fatal: detected dubious ownership in repository at '/srv/shop'
$ git config --global --add safe.directory /srv/shop
$ git status
= safe.directory

! git commit -m x
  fatal: Unable to create '/srv/shop/.git/index.lock': File exists.
$ rm -f .git/index.lock
$ git commit -m x
= rm -f .git/index.lock

! make firmware
  fatal error: lib/tinyusb/tusb.h: No such file or directory
$ git submodule update --init --recursive
$ make firmware
= git submodule update --init

! npm run preview
  Error: listen EADDRINUSE: address already in use :::8787
$ lsof -i :8787
$ kill -9 90211
$ npm run preview
= kill & lsof -i :8787 & !90211

! flask run
  OSError: [Errno 98] Address already in use: port 5000
$ fuser -k 5000/tcp
$ flask run
= fuser -k 5000/tcp

! bin/rails s
  A server is already running (pid: 5120, file: /srv/shop/tmp/pids/server.pid).
$ rm tmp/pids/server.pid
$ bin/rails s
= rm tmp/pids/server.pid

! docker run --name cache -d redis
  docker: Error response from daemon: Conflict. The container name "/cache" is already in use by container
$ docker rm -f cache
$ docker run --name cache -d redis
= docker rm -f cache

! docker build -t app .
  write /var/lib/docker/tmp/layer: no space left on device
$ docker system prune -f
$ docker build -t app .
= docker system prune

! docker compose up -d
  network edge declared as external, but could not be found
$ docker network create edge
$ docker compose up -d
= docker network create edge

! npm run build
  Error: error:0308010C:digital envelope routines::unsupported ERR_OSSL_EVP_UNSUPPORTED
$ export NODE_OPTIONS=--openssl-legacy-provider
$ npm run build
= NODE_OPTIONS=--openssl-legacy-provider

! yarn build
  error shop@1.0.0: The engine "node" is incompatible with this module. Expected version ">=20". Got "16.20.0"
$ nvm use 20
$ yarn build
= nvm use 20

! ./gradlew assemble
  ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.
$ export JAVA_HOME=/opt/jdk-21
$ ./gradlew assemble
= export JAVA_HOME=/opt/jdk-21

! mvn -q verify
  Could not find artifact com.acorn:core:jar:1.4-SNAPSHOT
$ mvn -q install -pl core
$ mvn -q verify
= mvn & install -pl core

! black --check src
  would reformat src/cart/total.py
$ black src
$ black --check src
= black src

! cargo fmt --check
  Diff in /srv/app/src/lib.rs:14:
$ cargo fmt
$ cargo fmt --check
= cargo fmt

! createuser app && psql -d orders -c 'select 1'
  psql: error: FATAL:  database "orders" does not exist
$ createdb orders
$ psql -d orders -c 'select 1'
= createdb orders

! psql -f schema.sql orders
  ERROR:  type "citext" does not exist
$ psql orders -c 'create extension citext'
$ psql -f schema.sql orders
= create extension citext

! sqlx migrate run
  error: while resolving migrations: No such file or directory (os error 2): migrations
$ mkdir -p migrations
$ sqlx migrate run
= mkdir -p migrations

! python train.py --out runs/a
  FileNotFoundError: [Errno 2] No such file or directory: 'runs/a/log.txt'
$ mkdir -p runs/a
$ python train.py --out runs/a
= mkdir -p runs/a

! make gen
  bash: sqlc: command not found
$ go install github.com/sqlc-dev/sqlc/cmd/sqlc@latest
$ export PATH=$PATH:$HOME/go/bin
$ make gen
= go install github.com/sqlc-dev/sqlc

! ansible-playbook web.yml
  ERROR! couldn't resolve module/action 'community.docker.docker_container'.
$ ansible-galaxy collection install community.docker
$ ansible-playbook web.yml
= ansible-galaxy collection install community.docker

! mix phx.server
  Unchecked dependencies for environment dev: * phoenix: the dependency is not available, run "mix deps.get"
$ mix deps.get
$ mix phx.server
= mix deps.get

! dotnet build
  error NETSDK1004: Assets file 'obj/project.assets.json' not found. Run a NuGet package restore to generate this file.
$ dotnet restore
$ dotnet build
= dotnet restore

! flutter run
  Error: Could not resolve the package 'http' in 'package:http/http.dart'.
$ flutter pub get
$ flutter run
= flutter pub get

! gcloud compute instances list
  ERROR: (gcloud.compute.instances.list) There was a problem refreshing your current auth tokens: Reauthentication failed.
$ gcloud auth login
$ gcloud compute instances list
= gcloud auth login

! elasticsearch-loader run
  max virtual memory areas vm.max_map_count [65530] is too low, increase to at least [262144]
$ sudo sysctl -w vm.max_map_count=262144
$ elasticsearch-loader run
= sysctl -w vm.max_map_count=262144

! npm run watch
  Error: ENOSPC: System limit for number of file watchers reached
$ sudo sysctl fs.inotify.max_user_watches=524288
$ npm run watch
= fs.inotify.max_user_watches

! ./entry.sh
  bash: ./entry.sh: /bin/bash^M: bad interpreter: No such file or directory
$ dos2unix entry.sh
$ ./entry.sh
= dos2unix entry.sh

! npm ci
  npm error code EINTEGRITY sha512 integrity checksum failed
$ npm cache clean --force
$ npm ci
= npm cache clean

! npx webpack
  Module not found: Error: Can't resolve 'lodash-es' in '/srv/web/src'
$ rm -rf node_modules
$ npm install
$ npm install lodash-es
$ npx webpack
= npm install lodash-es

! nginx -t
  nginx: [emerg] cannot load certificate "/etc/ssl/shop.pem": No such file or directory
$ sudo openssl req -x509 -newkey rsa:2048 -nodes -keyout /etc/ssl/shop.key -out /etc/ssl/shop.pem -subj /CN=shop
$ nginx -t
= openssl req -x509

! python scripts/notify.py
  ModuleNotFoundError: No module named 'requests'
$ python3 -m venv .venv
$ source .venv/bin/activate
$ pip install requests
$ python scripts/notify.py
= pip install requests

! python scripts/notify.py
  ModuleNotFoundError: No module named 'slack_sdk'
$ .venv/bin/pip install slack-sdk
$ .venv/bin/python scripts/notify.py
= .venv/bin/pip install slack-sdk

! python main.py
  ModuleNotFoundError: No module named 'boto3'
$ pip install boto3
! python main.py
  ModuleNotFoundError: No module named 'moto'
$ pip install moto
$ python main.py
= pip install boto3

! pytest tests/db
  psycopg2.OperationalError: connection to server at "localhost", port 5432 failed: Connection refused
$ docker compose up -d postgres
! pytest tests/db
  psycopg2.OperationalError: connection to server at "localhost", port 5432 failed: Connection refused
$ sleep 5
$ pytest tests/db
= docker compose up -d postgres

! npm run start:api
  Error: Cannot find module 'fastify'
$ npm install express
! npm run start:api
  Error: Cannot find module 'fastify'
$ npm install fastify
$ npm run start:api
= npm install fastify & !express

! swift build
  error: unable to invoke subcommand: xcrun: error: invalid active developer path
$ xcode-select --install
$ swift build
= xcode-select --install

! pod install
  [!] CocoaPods could not find compatible versions for pod "Firebase"
$ pod repo update
$ pod install
= pod repo update

! poetry install
  pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock` to fix the lock file.
$ poetry lock
$ poetry install
= poetry lock

! vagrant up
  The provider 'libvirt' could not be found, but was requested
$ vagrant plugin install vagrant-libvirt
$ vagrant up
= vagrant plugin install vagrant-libvirt

! curl -s localhost:9200/_cat/health
  curl: (7) Failed to connect to localhost port 9200: Connection refused
$ docker start search
$ curl -s localhost:9200/_cat/health
= docker start search

! mongosh --eval 'db.stats()'
  MongoNetworkError: connect ECONNREFUSED 127.0.0.1:27017
$ brew services start mongodb-community
$ mongosh --eval 'db.stats()'
= brew services start mongodb-community

! python gen_client.py
  ModuleNotFoundError: No module named 'orders_pb2'
$ make proto
$ python gen_client.py
= make proto

! bash load_test.sh
  k6: open ./fixtures/users.json: no such file or directory
$ python tools/make_users.py > fixtures/users.json
$ bash load_test.sh
= fixtures/users.json

! just ship
  error: Recipe `ship` failed: fly: Error: No access token available. Please login with 'flyctl auth login'
$ flyctl auth login
$ just ship
= flyctl auth login

! scripts/backup.sh
  rsync: connection unexpectedly closed: Host key verification failed.
$ ssh-keyscan vault.example.org >> ~/.ssh/known_hosts
$ scripts/backup.sh
= ssh-keyscan vault.example.org

! cd api && pytest -x 2>&1 | tail -30
  ModuleNotFoundError: No module named 'jwt'
$ cd api && pip install pyjwt 2>&1 | tail -1
$ cd api && pytest -x -q | tail -5
= Run `pip install pyjwt` first.

! Rscript report.R
  Error in library(dplyr) : there is no package called 'dplyr'
$ Rscript -e 'install.packages("dplyr")'
$ Rscript report.R
= install.packages

! perl import.pl
  Can't locate Text/CSV.pm in @INC (you may need to install the Text::CSV module)
$ cpanm Text::CSV
$ perl import.pl
= cpanm Text::CSV
"""

EDITS = """
! npx tsc -p tsconfig.json
  src/api/client.ts(31,5): error TS2322: Type 'number' is not assignable to type 'string'.
~ /srv/shop/src/api/client.ts
$ npx tsc -p tsconfig.json
= src/api/client.ts

! cargo check
  error[E0308]: mismatched types --> src/ledger.rs:10:9
$ cat src/ledger.rs
~ /srv/shop/src/ledger.rs
~ /srv/shop/README.md
$ cargo check
= src/ledger.rs & !README

! pytest tests/test_total.py
  AssertionError: assert 12 == 13
$ grep -n total -r shop
~ /srv/shop/shop/total.py
$ pytest tests/test_total.py
= shop/total.py

! docker build -t shop .
  ERROR: failed to solve: dockerfile parse error on line 3: unknown instruction: FORM
~ /srv/shop/Dockerfile
$ docker build -t shop .
= Dockerfile

! terraform validate
  Error: Unsupported argument on network.tf line 7
~ /srv/shop/infra/network.tf
$ terraform fmt
$ terraform validate
= network.tf

! kubectl apply -f k8s/web.yaml
  error: error parsing k8s/web.yaml: error converting YAML to JSON: yaml: line 9: mapping values are not allowed in this context
~ /srv/shop/k8s/web.yaml
$ kubectl apply -f k8s/web.yaml
= k8s/web.yaml

! go vet ./...
  ./router.go:20:2: declared and not used: h
~ /srv/shop/router.go
$ gofmt -l .
$ go vet ./...
= router.go

! ruby bin/import
  undefined method `titelize' for an instance of String (NoMethodError)
~ /srv/shop/lib/importer.rb
$ ruby bin/import
= lib/importer.rb

! make
  Makefile:4: *** missing separator.  Stop.
~ /srv/shop/Makefile
$ make
= Makefile

! npm run build
  [vite]: Rollup failed to resolve import "@/store" from "src/main.ts".
~ /srv/shop/vite.config.ts
$ npm run build
= vite.config.ts

! pytest tests/test_mail.py::test_send
  AttributeError: 'Mailer' object has no attribute 'sned'
~ /srv/shop/shop/mail.py
$ pytest tests/test_mail.py
= shop/mail.py

! git commit -m "fix: total"
  eslint found 1 error in src/cart.js  hook failed
~ /srv/shop/src/cart.js
$ git add src/cart.js
$ git commit -m "fix: total"
= src/cart.js

! nginx -t
  nginx: [emerg] unknown directive "proxy_pas" in /etc/nginx/conf.d/shop.conf:12
~ /etc/nginx/conf.d/shop.conf
$ nginx -t
= shop.conf

! mvn -q test
  [ERROR] COMPILATION ERROR : /srv/shop/src/main/java/shop/Cart.java:[8,20] cannot find symbol
~ /srv/shop/src/main/java/shop/Cart.java
$ mvn -q test
= Cart.java

! python manage.py check
  django.core.exceptions.ImproperlyConfigured: The TEMPLATES setting is wrong
~ /srv/shop/shop/settings.py
$ python manage.py check
= settings.py
"""

NOTHING = """
! pytest tests/test_feed.py
  E   TimeoutError: timed out
$ pytest tests/test_feed.py
= -

! pytest tests/test_feed.py
  AssertionError: assert 3 == 4
$ cat tests/test_feed.py
$ git status
$ git diff HEAD~1
$ pytest tests/test_feed.py
= -

! go test ./...
  --- FAIL: TestStream (2.00s)
$ go test ./... -count=1
= -

! cargo test
  test queue::drains ... FAILED
$ git log --oneline -5
$ ls src
= -

! pytest
  FAILED tests/test_a.py::test_one - AssertionError
$ pytest tests/test_b.py
= -

! npm test
  Tests:       2 failed, 31 passed, 33 total
$ npm test || true
= -

! npm test
  Tests:       2 failed, 31 passed, 33 total
$ npm test; true
= -

! npm test
  Tests:       2 failed, 31 passed, 33 total
$ npm test -- --testPathIgnorePatterns=cart
= -

! npx jest
  ● renders › snapshot: Snapshot name: `renders 1` expected to match
$ npx jest -u
= -

! pytest tests
  FAILED tests/test_b.py::test_two - ValueError
$ pytest tests --deselect tests/test_b.py::test_two
= -

! pytest tests
  FAILED tests/test_b.py::test_two - ValueError
$ pytest tests -k "not two"
= -

! pytest tests
  FAILED tests/test_b.py::test_two - ValueError
$ rm tests/test_b.py
$ pytest tests
= -

! pytest tests
  FAILED tests/test_b.py::test_two - ValueError
$ git rm -q tests/test_b.py
$ pytest tests
= -

! git commit -m "wip"
  pre-commit hook failed: ruff found 3 errors
$ git commit --no-verify -m "wip"
= -

! git commit -m "wip"
  husky - pre-commit hook exited with code 1 (error)
$ HUSKY=0 git commit -m "wip"
= -

! git push
  ! [rejected] dev -> dev (non-fast-forward)
$ git push --force
= -

! git push
  ! [rejected] dev -> dev (non-fast-forward)
$ git push -f
= -

! git pull
  error: Your local changes to the following files would be overwritten by merge:
$ git reset --hard HEAD
$ git pull
= -

! git pull
  error: Your local changes to the following files would be overwritten by merge:
$ git checkout -- .
$ git pull
= -

! mvn package
  [ERROR] There are test failures.
$ mvn package -DskipTests
= -

! ./gradlew build
  > There were failing tests. See the report
$ ./gradlew build -x test
= -

! curl https://intranet.example.org
  curl: (60) SSL certificate problem: self signed certificate
$ curl -k https://intranet.example.org
= -

! npm install
  npm error code ERESOLVE
$ npm install --force
= -

! pip install leftpadding
  error: externally-managed-environment
$ pip install --break-system-packages leftpadding
= -

! npx eslint src
  ✖ 2 problems (2 errors, 0 warnings)
$ npx eslint src --quiet
= -

! flake8 shop
  shop/a.py:1:1: F401 'os' imported but unused
$ flake8 shop --exit-zero
= -

! terraform plan
  Error: Error acquiring the state lock
$ terraform plan -lock=false
= -

! docker build .
  ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2
$ docker ps
$ curl -s localhost:8000/health
= -

! cargo build
  error[E0499]: cannot borrow `x` as mutable more than once at a time
$ cargo --version
$ rustc --explain E0499
= -

! npm run build
  error TS2304: Cannot find name 'Foo'.
$ npm run lint
= -

! npm run build
  npm ERR! Missing script: "build"
$ npm install
$ npm ls
= -

! make test
  make: *** [Makefile:8: test] Error 1
$ make clean
= -

! make build
  make: *** [Makefile:8: build] Error 1
$ make docs
= -

! git push
  fatal: unable to access 'https://example.org/a.git/': Could not resolve host: example.org
$ git status
$ git log -1
$ git push
= -

! pytest tests/test_feed.py
  requests.exceptions.ReadTimeout: HTTPSConnectionPool: Read timed out.
$ pip install black
$ pytest tests/test_feed.py
= -

! pytest tests/test_feed.py
  AssertionError: flaky ordering
~ /srv/shop/docs/feed.md
$ pytest tests/test_feed.py
= -

! pytest tests/test_feed.py
  AssertionError: assert 1 == 2
~ /srv/shop/README.md
$ git add README.md
$ git commit -m "docs"
$ pytest tests/test_feed.py
= -

! pytest tests/test_feed.py
  AssertionError: assert 1 == 2
$ git add -A
$ git commit -m "wip"
$ pytest tests/test_feed.py
= -

! npx cypress run
  CypressError: Timed out retrying after 4000ms
$ npm run lint
$ mkdir -p tmp
$ npx cypress run
= -

! cargo test
  thread 'sync::race' panicked at src/sync.rs:40: assertion failed
$ npm install left-pad
$ cargo test
= -

! go test ./pkg/net
  dial tcp 10.1.2.3:443: i/o timeout
$ sleep 10
$ go test ./pkg/net
= -

! cat config/app.yml
  cat: config/app.yml: No such file or directory
$ ls config
$ cat README.md
= -

! ls build
  ls: cannot access 'build': No such file or directory
$ ls
= -

! curl -s http://localhost:3000/health
  curl: (22) The requested URL returned error: 500
$ curl -s http://localhost:3000/version
= -

! psql -c 'select * from orders'
  ERROR:  column "totals" does not exist
$ psql -c 'select * from customers'
= -

! git checkout feature-x
  error: pathspec 'feature-x' did not match any file(s) known to git
$ git status
= -

! node a.js
  TypeError: Cannot read properties of undefined (reading 'x')
$ node b.js
= -

! pip install torchx-missing
  ERROR: No matching distribution found for torchx-missing
$ pip install requests
= -

! python train.py
  RuntimeError: CUDA out of memory
$ python evaluate.py
= -

! npm run e2e
  Error: expect(received).toBe(expected)
$ rm -rf e2e/checkout.spec.ts
$ npm run e2e
= -

! npm run e2e
  Error: expect(received).toBe(expected)
$ mv e2e/checkout.spec.ts e2e/checkout.spec.ts.bak
$ npm run e2e
= -

! pytest tests/test_sync.py
  AssertionError
$ sed -i 's/def test_sync/@pytest.mark.skip\\ndef test_sync/' tests/test_sync.py
$ pytest tests/test_sync.py
= -

! npm ci
  npm error network socket hang up
$ npm ci
= -

! docker pull registry.example.org/base:3
  net/http: TLS handshake timeout
$ docker images
$ docker pull registry.example.org/base:3
= -

! kubectl apply -f web.yaml
  Error from server (Forbidden): deployments.apps is forbidden
$ kubectl get pods
$ kubectl describe deploy web
= -

! terraform plan
  Error: Invalid reference on main.tf line 4
$ terraform fmt
$ terraform --version
= -

! npm test
  FAIL src/cart.test.ts
$ git stash
$ npm test
= -

! make lint
  make: *** [Makefile:3: lint] Error 1
$ make test
= -

! pytest
  FAILED tests/test_x.py::test_y - assert False
! pip install nosuchpkg
  ERROR: No matching distribution found for nosuchpkg
$ pytest
= -

! curl https://api.example.org
  curl: (6) Could not resolve host: api.example.org
$ ping -c1 1.1.1.1
$ curl https://api.example.org
= -

! ssh build01
  ssh: connect to host build01 port 22: Connection timed out
$ ssh -o StrictHostKeyChecking=no build01
= -

! npm publish
  npm error 403 Forbidden - You cannot publish over the previously published versions
$ npm pack --dry-run
$ npm view shop versions
= -

! ./run.sh
  Error: worker crashed
$ chmod 777 run.sh
$ ./run.sh
= -

! cargo clippy -- -D warnings
  error: this loop could be written as a `while let` loop
$ cargo clippy
= -

! RUSTFLAGS="-D warnings" cargo build
  error: unused variable: `x`
$ RUSTFLAGS="-A warnings" cargo build
= -
"""


def blocks(text):
    """-> [(name, steps, wanted)]: steps of dicts as a session records them; wanted: list of lists of alternatives, None for nothing."""
    found = []
    for block in text.strip().split("\n\n"):
        steps, wanted = [], None
        for line in block.splitlines():
            mark, rest = line[:2], line[2:]
            if mark in ("! ", "$ "):
                steps.append({"tool": "Bash", "command": rest, "path": "", "ok": mark == "$ ", "line": "", "cwd": "/srv/shop", "n": len(steps)})
            elif mark == "~ ":
                steps.append({"tool": "Edit", "command": "", "path": rest, "ok": True, "line": "", "cwd": "/srv/shop", "n": len(steps)})
            elif mark == "= ":
                wanted = None if rest == "-" else [word.split("|") for word in rest.split(" & ")]
            else:
                steps[-1]["line"] = rest
        found.append((block.splitlines()[0][2:], steps, wanted))
    return found
