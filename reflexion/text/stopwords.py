"""Words that tell nothing (STOP), little in this trade (TRADE), or little anywhere (PLAIN). Stems and forms as they are met; data only."""

from __future__ import annotations

# function words, greetings and small talk: never a term
ENGLISH = """
a able about above across actually after again against ago ah ain all almost alone along already alright also although always am among an and another any anybody anyhow anymore anyone anything
anyway anywhere are aren aren't around as aside ask at away b back be became because become been before behind being below beside besides between beyond both btw but by bye bc c came can can't cannot cant
certain certainly come comes coming could couldn couldn't couldnt d definitely did didn didn't didnt do does doesn doesn't doesnt doing don don't done dont down due during e each eg either else enough
especially etc even ever every everybody everyone everything everywhere exactly except f fairly far few fine finally first for from further g gave get gets getting give given gives giving go goes going gone gonna good
got gotten great guess guys h ha had hadn hardly has hasn hasn't have haven haven't having he hello help hence her here hers hey hi him himself his hm hmm honestly how however i i'd i'll i'm i've ie if im in
indeed inside instead into is isn isn't isnt it it'd it'll it's its itself ive j just k keep keeps kept kind kinda know l lately least less let let's lets like likely little lol lot lots m made mainly make makes making
many may maybe me mean means meanwhile might mine more moreover most mostly much must mustn my myself n namely near nearly need needed needs neither never nevertheless next nice no nobody none nope nor not
nothing now nowhere o obviously of off often oh ok okay on once one ones only onto oops or other others otherwise ought our ours ourselves out over own p part per perhaps please pls plz possible
pretty probably put puts q quite r rather re really regarding right s said same saw say saying says see seeing seem seemed seems seen sent seriously several shall she should shouldn shouldn't shouldnt since
so some somebody somehow someone something sometime sometimes somewhat somewhere soon sorry still stuff such sure t take takes taking tell than thank thanks that that's thats the their theirs them themselves then there
there's thereby therefore theres these they they're thing things think this tho thorough those though through thru thus till to today together told tomorrow too took toward towards tried tries try
trying twice two u uh under unless unlikely until unto up upon ur us usually v ve very via vs w wait wanna want wanted wants was wasn wasn't way we we'd we'll we're we've well went were weren what what's
whatever whats when whence whenever where where's whereas wherever whether which while who who's whoever whole whom whose why will with within without won won't wont would wouldn wouldn't wow x y ya yeah yep yes yesterday
yet you you'd you'll you're you've your youre yours yourself z doesnt weren't hasnt havent shouldve itll cause ones thx ty cheers awesome perfect cool morning welcome lgtm nah
"""
OTHERS = """
aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte da dabei dafür damit dann das dass dazu dem den denn der des deshalb dich die dies diese diesem diesen dieser
dieses doch dort du durch ein eine einem einen einer eines einfach er es etwas euch für ganz geht gegen gibt habe haben hallo hat hatte hier hin hinter ich ihm ihn ihr ihre im immer in ins ist ja jede jeder jedes
jetzt kann kannst kein keine können lass mach machen man mehr mein meine mich mir mit muss müssen nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein seit sich sie sind so soll sollte tun über um und
uns unser unter viel vom von vor war warum was wegen weil welche wenn wer werden wie wieder wieso will wir wird wo wurde zu zum zur zwischen danke mal bricht
al algo alguna alguno antes aquí así aunque bien cada casi como cómo con contra cosa cuando cuándo cual cuál de del desde después dice donde dónde dos el él ella ellos en entonces entre es esa ese eso esta está
están estar este esto estos estoy fue gracias ha hace hacer hago hasta hay hola la las le les lo los más me mi mis mismo mucho muy nada ni no nos nosotros nunca o otra otro para pero poco por porque puede puedes puedo
pues que qué quien quiero se sea según ser si sí sido sin sobre solo sólo son soy su sus también tan te tengo tiene tienen todos tu tú un una uno unos usted vez ya yo favor
ai ainsi alors après au aucun aussi autre aux avant avec avoir bien bonjour ça car ce cela ces cet cette chaque chez ci comme comment dans de depuis des dit dois donc du elle elles en encore est et été être eu fait faire
faut ici il ils je jour la là le les leur lui ma mais me même merci mes moi mon ne nos notre nous on ont ou où par parce pas peu peut peux plus pour pourquoi puis qu quand que quel quelle quelque qui quoi sa sans se
ses si soit son sont sous suis sur ta te tes toi ton tous tout toute toutes très tu un une va vers veux voir vos votre vous y
ao aos até cada com da das depois do dos ela ele eles em essa esse esta este eu foi isso isto já lhe mais mas mesmo meu minha muito na não nas nem no nos nossa nosso num numa obrigado olá ou para pela pelo pode
por porque qual quando que quem são se sem ser seu sua também tem tenho ter um uma você vocês fazer está aí
agli alla alle anche ancora che chi ci come con cosa così dal dalla degli dei del della delle di dove è ed fare gli grazie ha hai hanno ho il io lei lo loro ma mi mia mio molto nel nella non per perché più può quale quando
quanto quello questa questo qui sei si sia sono su sua suo tra tuo tutti tutto un una uno voi ciao
aan als bij dan dat de deze die dit doe dus een en er geen haar heb hebben heeft het hij hoe iets ik in is je jij kan maar me meer met mij mijn naar niet nog nu of om omdat ook op over te tot uit veel voor
waarom wat we wel wie wij wil worden wordt zal ze zich zij zijn zo zou dank
а без бы был была были было быть в вам вас весь во вот все всё вы где да даже для до его ее её если есть еще ещё же за здесь и из или им их к как какой когда кто ли мне мной мы на над надо нас наш не него нет ни но
ну о об он она они оно от по под почему при про с сам свой себя со так также такой там то того тоже только тот ты у уже что чтобы эта эти это этого этот я пожалуйста спасибо привет можно нужно
aby albo ale bez bo być by był była było ci co czy dla do gdy gdzie go i ich ile jak jaki jest jestem jeszcze już kiedy która które który lub ma mam mi mnie może na nad nie nim o od on ona oni oraz po
przed przez przy się są ta tak tam te tego ten to tu tylko tym w we więc z za ze że dlaczego proszę dzięki
acaba ama bana ben bir biraz bu bunu çok daha da de değil en gibi hangi için ile ise kadar ki mi mı mu nasıl ne neden nerede o olan olarak sen şu tüm ve veya ya yok
att av den det där dem din du ej ett från för ha han har hon hur här i icke inte jag kan man med men mig min mot mycket och om på sig som så till upp ut vad varför vi vid är
"""
# ordinary words of the trade: they fit nearly everything, alone and together
TRADE_WORDS = """
bash fatal add added adding adjust allow append apply arg argument avail available bad base basic bash behavior behaviour bit block body box break bug build built bump bunch call change check class clean clear
client cli code codebase collect command comment common complain complete compute config configuration connect console contain content copy core correct crash create current data declare define delete
dep describe detail dev development dir directory display doc draft drop edit enable ensure entry err error exception execute exist exit expect explain export extract fail failed failing failure
feature field file find finish fix flag folder follow form full function generate global handle happen idea implement implementation import improve include info information init initial input insert
install int integer internal invalid issue item kill language laptop latest launch lib library line list local logic long look machine manage message method missing mode model move name named new node
number object old open operation option output param parse pass patch perform plain play point possible prevent previous print problem process product program project properly property provide query
question quick read rebuild record recursive refactor reference reload remove render replace require required reset resolve respond restart result return review rewrite root row run running runtime
sample save select send separate set setting setup shell show side sign simple single size small software solution solve source spec split start startup state statement static step stop string
structure support switch symbol syntax system team term test testing text throw title tool top track traceback true false null undefined turn type ui unable understand unexpected unit unknown unused
update usage use used using valid validate value variable verify wait warn warning web window work working wrap write wrong src bin tmp users localhost stacktrace callback refuse ci cd io com org
doesn hint note see feel free last most recent
"""
# the same in scripts without spaces: the pairs of signs such words are cut into
TRADE_PAIRS = """
测试 測試 运行 運行 執行 执行 函数 函數 代码 代碼 文件 程序 错误 錯誤 报错 問題 问题 修改 修复 修正 添加 新增 删除 刪除 更新 使用 请把 请帮 帮我 我写 写一 怎么 怎麼 什么 什麼 这个 這個 那个 一个 一個 如何 为什 為什 可以 需要 我们 我們 解释 解釋 说明 說明 解决 解決 没有 沒有
不能 无法 無法 出现 应该 是否 还是 现在 所有 单元 單元 功能 项目 檔案 重构 优化 检查 检测 构建 安装 失败 失敗 成功 告诉 看看 一下 進行 进行 配置 变量 数据 接口 页面
実行 関数 説明 追加 削除 変更 更新 確認 作成 実装 修正 方法 使用 必要 場合 問題 対応 処理 表示 設定 教え 動作 動き 起動 発生 原因 テス スト コー ード ファ ァイ イル エラ ラー クラ ラス メソ ソッ ッド ビル ルド 変数 出力 入力 開発 環境
코드 함수 테스트 테스 스트 설명 파일 실행 추가 수정 오류 에러 삭제 변경 확인 작성 구현 방법 사용 필요 문제 해결 어떻 어떻게 왜요 해주 주세 세요 해줘 이거 이것 그거 설정 빌드 클래 래스
"""
# what the trade is about: a topic, still shared by many learnings
TOPIC_WORDS = """
api app application backend branch button changelog column commit component cron date debug default dependency deploy develop document documentation endpoint env environment format frontend git
handler html host http https interface job key layout limit link load log main master merge mock module network origin order package page parameter path plugin port prod production prompt pull push
release remote rename report repo repository request resource response route rule schema screen script search section server service session stack status store stream style tab table tag target task
template terminal ticket time token trace trigger upgrade url user validation version view watch website widget worker workspace json yaml csv xml npm pr index
"""
# plain words of the language and of computing: rare in a small store by chance, so that their rarity there proves little
PLAIN_WORDS = """
abstract accept accessibility accord accordion account accuracy achieve act action active actor actual address admin admire admit advance advise affect afford afraid age agree aim airport alarm album alert algebra algorithm alias align
alignment alive allowed alpha alphabet alter alternative amount analysis analytics analyze angry animal animation annotation announce annoy anonymous answer apologize apostrophe apparent appear appendix applaud apple appointment appreciate
approach appropriate approve approximation april architecture archive area argue arm army arrange array arrest arrive artist ascii aspect assertion assign assist assume async attach attachment attack attempt attend attention attract
attribute audio august authentication author authorization autocomplete automatic automation autumn avatar average avoid await aware background backlog backup badge bake balance balancer ban banana bandwidth bang bank banner bare basis
basketball bat batch bathe bathroom battery battle beam bear beautiful bedroom bee beg begin behave believe belong benchmark benefit best beta better bicycle big bigger bill billing billion binary biology bird bitter black bleach bless
blind blink blood blot blue blunt blur blush board boast boat boil bold bolt bomb bone book booking boolean border bored born boss bottom bounce bound boundary bow bowl bracket brain brand brave bread breadcrumb breakfast breakpoint breathe
bridge brief bright bring broad broken broker brown browser bruise brush bubble budget buffer burn bury bus business busy butterfly buzz byte cache cake calculate calendar camp cancel capacity caption capture card care carousel carry cart
carve case cast castle cat catalog catch category ceiling cell center central certificate chain challenge champion chance channel chapter character charset chart chase cheaper cheat checkbox checkout checksum cheer chemistry chew chicken
child chip choice choke choose chop chunk circle circular citizen city claim clap clarify cleaner clever click clickable clip clipboard clone close closed closure cloud cluster coach coercion coffee coherent coin cold collapse colleague
collection college collision color comb combine comfort comfortable company compare comparison compete competing compile compiler complex complexity complicated concentrate concept concern concrete concurrency concurrent condition conduct
confess confirm conflict confuse connection consider consist consistency consolidate constant constraint constructor consume consumer contact container context continue contract contrast contribute control convenient convention convert cook
cookbook cookie corruption cost cough count counter country couple coupon course court cover coverage cow crack crawl credential critical crop cross cruel crush cry css culture cure curl currently cursor curve custom customer cut cycle
daemon daily damage dance dare dark dashboard dataset day dead deadline deadlock deal death debounce debt decay deceive december decide decimal decision decode decorate decorator deduplicate deep deeper degree delay delegate delight
delimiter deliver delivery demonstrate department depend deprecate deprecated deprecation descending desert deserve design desire destroy detect determine diagram dialog dictionary died diff difference different difficult digit dinner
direct disagree disappear disapprove disarm discount discover discuss disease disk dislike dispatch distance distribute divide dns doctor dog domain double doubt downgrade download downtime dozen drag dragon drain draw drawer dream dress
drip drive dropdown drown drum dry dull duplicate duration dust dynamic ear earlier early earn earth easier easily east easy ecosystem editor educate effect effective efficient effort egg eight election electricity elegant element elephant
eliminate email embarrass emoji employ employee empty encode encoding encounter encourage encrypt encryption end energy engine english enjoy enter entertain entire enum epic equal equation escape essay establish estimate evaluate evening
event evidence exam examine example excellent excite exclude excuse exercise expand expectation experimental explode explore exponential express expression extend external extra eye face fact factor factory fade failover fallback familiar
family fancy faq fast fasten faster fax fear february feedback fence fetch fifth fill film filter final finger fire firewall fish fit five fixed fixture flaky flap flash flip float flood floor flow flowchart flower focus fold follower font
fool foot football footer force foreach forest forget fork former formula found four fourth fraction frame framework freeze fresh friday friend friendlier friendly frighten frog front fruit fry fun future gain galaxy gallery game gap
garbage garden gateway gather gaze general generator generic gentle geometry german getter giant glossary glow glue goal golf government grab grade gradient graph grate gray grease green greet grid grin grip groan group grow growth
guarantee guard guide guideline haiku hair half hammer hand hang happy harass hard harm hash hate haunt head header heal health healthy heap hear heart heat heavy height helper helpful hero hide high higher highlight history hit hold home
homework honest hook hope horse hospital hostname hot hotel hour house hover hug huge hum human hundred hungry hunt hurry hyperlink icon identifier identify ignore image imagine immutable impact important impossible impress inbox inch
incident income increase increment indent independent indicate individual influence inform inheritance inject injure inline inner insect inspect instance instruct instruction insurance integrate integration intend intention interest
interesting interfere interrupt interval introduce invent inventory investigate invite invoice involve ip irritate island itch iterable iterate iterator jail jam january jog join joke judge juggle july jump june jwt kernel keyboard keyword
kick king kiss kitchen kneel knit knock knot known label lack lambda land large larger late latency later latter laugh law lay layer lazy lead leak learn leave left leg legacy lemon length lesson letter level lexer license lick lie life
lifecycle light lighten linked lion listen listener literal live loader loan locale location lock logger logging logical login logout longer lookup loop lose loss loud love low lower lowercase loyal lunch macro mad magic maintainability
manager mandatory manner manual mapping march margin mark markdown market marry mask massive match mate material mathematics matrix matter maximum measure meat meddle median medicine meet meeting melt member memorize memory mend mention
menu mess metadata metric middle middleware midnight migrate migration milestone milk million mind minify minimal minimum minor minute miss mistake mix moan mobile mockup modal modern modify modulo moment monday money monitor monkey month
monthly moon moor mountain mourn mouse mouth movie muddle mug multiple multiply murder music mutable mutex nail namespace narrow nation nature navbar navigation neat necessary negative nest nested newer newsletter nicer night nightly nine
nod noise noon normal normalize north nose notice notification novel november numeric nurse oauth obey obfuscate observe observer obtain obvious occur ocean october offend offer office offset older onboarding opacity operand operate
operator opinion opportunity opposite optimize optional orange ordinary organize original outage outer outside overall overflow overlap overload override overview owe owner pack packet padding paddle pagination pain paint painter pair panel
paper parallel parent park parser partial particular partition party password past paste pat pattern pause pay payload payment peace peck pedal peel peep pen pencil pending people pepper percent percentage performance period permission
permit persist person phase phone photo phrase physics pick picker picture piece pig pinch pine pipe pipeline pixel pizza place placeholder plan plane planet plant platform playback player playlist plug poem poet pointer poke police policy
polish polite politics poll polling pool poor pop popover popular popup position positive possess possibly post postfix power practice pray preach precede precise precision prefer prefix prepare presence present preserve president press
pretend prettier price prick primary primitive prince principle prior private probability procedure processor produce producer professional profile profiling profit programmer progress promise proof proper propose protect protected protocol
prototype proud prove provider proxy prune public publish pump punch puncture punish purge purpose quality quantity quarter queen queue quiet quota quote quotient race radiate radio radius rain raise random range rank rate rating ratio raw
reach react readability readme ready real reality realize reappear reason receipt receive recently recipe recognize recommend recording recover recursion red redirect reduce redundant refer reflect refund regex regexp register regression
regret regular reign reject rejoice relate relation relative relax relevant reliability reliable religion rely remain remainder remember remind reminder rent reorganize repair repeat replica reply represent reproduce rescue reservation
resize respect respective responsive rest restaurant restore restrict restructure retain retire retry reuse reveal reverse revert revision rhyme rich rid rinse risk river road roadmap rob robot rock rocket role roll rollback roof room rot
rotate rough round rounding router rub rude ruin rush sack sad safe safer sail sake salary sale salt salty sandbox sane sanitize satellite satisfy saturday scale scaling scan scare scatter scenario schedule scheduler school science scold
scope scorch score scrape scratch scream screw scribble scroll scrub seal season second secret secure security seed seek selector semaphore semicolon sense sentence september sequence serialize serious serve settle seven shade shadow shape
shard share sharp shave sheep shelter shift ship shipping shiver shock shop short shorter shrink shrug shutdown shy sick sidebar sigh signal signature signup similar simplify simply singleton sip site situation six skeleton sketch ski skin
skip sky slap slice slider slight slip slot slow smaller smart smash smell smile smoke smooth sms snake snapshot snatch sneeze sniff snippet snore snow soak soccer social socket soft solid song soothe sort sound sour south space span spare
spark sparkle speak special specific specify speed spell spend spill spinner spoil sport spot spray spring sprint sprite sprout spy sql square squash squeak squeal squeeze stability stable stage stain stale stamp stand standard star stare
station statistic statistics stay steer stepper stick stir stitch storage storm story straight strange strap strategy street strengthen stretch strict strip stroke strong stronger stub stuck student study stupid subclass subdomain subject
submit subscription substring subtitle subtle subtract succeed success successful suck sudden suffer sufficient suffix sugar suggest suggestion suit suite sum summarize summary summer sun sunday sunset supply suppose surface surprise
surprised surround survey suspect suspend swap sweep sweet swimming swipe sword symlink synchronize tail taken talk tame tap taste tax tea teach teacher tease technical technique telemetry telephone tempt tenant tennis terrify textarea thaw
theater theme theorem theory thick thin third thirsty thought thousand thread three threshold throttle throughput thumbnail thursday tick tickle tidy tie tiger tight timeout timer timestamp timezone tiny tip tire tired toggle tokenize
tolerance toolbar tooltip tooth topic total touch tough tour tow tracing trade traffic train transaction transfer transform translate transpile transport trap travel traversal traverse treat tree tremble trick trim trip triple trot trouble
trust truth tuesday tug tumble tuple tutorial tweak twist typical uglier ugly unclear undress unfasten unicode union unique unite universe university unlock unpack unstable untidy unusual upload upper uppercase uptime useful useless
username usual utility validator valuable vanish variety various vary vast vault vector vegetable verb vertical video viewport villain virtual visible visit visitor visual voice volume vote wail walk walkthrough wall wallet wander warm wash
waste water wave weak weaker wear weather webhook wednesday week weekend weekly weigh weight weird west wet whine whip whirl whisper whistle white wide wider width wiki wild wildcard win wind wink winner winter wipe wire wireframe wise wish
wizard wobble wolf wonder word wording workflow world worry worse worst worth wrapper wreck wrestle wriggle writer yawn year yell yellow young younger zero zip zoom
"""

# languages, platforms and everyday tools: alone they only say where, not what
TOOL_WORDS = """
python javascript typescript java kotlin scala groovy go golang rust ruby php swift dart elixir erlang haskell clojure perl lua julia matlab fortran cobol zig nim crystal ocaml bash zsh powershell
node deno bun npm pnpm yarn pip poetry conda uv pipenv cargo maven gradle ant sbt bazel composer bundler gem mix hex nuget cocoapods carthage brew homebrew apt apk dnf yum pacman nix
docker podman kubernetes kubectl helm compose dockerfile terraform terragrunt pulumi ansible vagrant packer aws gcp azure gcloud heroku vercel netlify cloudflare lambda s3 ec2 gke eks
git github gitlab bitbucket jenkins circleci travis svn jira slack makefile make cmake ninja webpack vite rollup esbuild babel parcel turbo
database postgres mysql sqlite mariadb mongo mongodb redis kafka rabbitmq nats elasticsearch opensearch cassandra dynamodb bigquery snowflake spark airflow dbt jupyter
react vue svelte angular next nuxt remix astro django flask fastapi rails laravel symfony spring express nestjs flutter android ios xcode unity unreal
pytest jest vitest mocha junit rspec cypress playwright selenium eslint prettier ruff black mypy flake8 rubocop nginx apache linux ubuntu debian alpine windows macos mac vscode intellij vim emacs graphql grpc
"""

STOP = frozenset((ENGLISH + OTHERS).split())
TRADE = frozenset((TRADE_WORDS + TRADE_PAIRS).split())
TOPIC = frozenset(TOPIC_WORDS.split())
PLAIN = frozenset(PLAIN_WORDS.split())
TOOLS = frozenset(TOOL_WORDS.split())
