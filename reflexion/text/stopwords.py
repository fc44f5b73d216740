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
dieses dir doch dort du durch ein eine einem einen einer eines einfach er es etwas euch für ganz geht gegen gibt habe haben hallo hat hatte hier hin hinter ich ihm ihn ihr ihre im immer in ins ist ja jede jeder jedes
jetzt kann kannst kein keine können lass mach machen man mehr mein meine mich mir mit muss müssen nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein seit sich sie sind so soll sollte tun über um und
uns unser unter viel vom von vor war warum was wegen weil welche wenn wer werden wie wieder wieso will wir wird wo wurde zu zum zur zwischen danke mal bricht
al algo alguna alguno antes aquí así aunque bien cada casi como cómo con contra cosa cuando cuándo cual cuál de del desde después dice donde dónde dos el él ella ellos en entonces entre era es esa ese eso esta está
están estar este esto estos estoy fue gracias ha hace hacer hago hasta hay hola la las le les lo los más me mi mis mismo mucho muy nada ni no nos nosotros nunca o otra otro para pero poco por porque puede puedes puedo
pues que qué quien quiero se sea según ser si sí sido sin sobre solo sólo son soy su sus también tan te tengo tiene tienen todo todos tu tú un una uno unos usted vez ya yo favor
ai ainsi alors après au aucun aussi autre aux avant avec avoir bien bonjour ça car ce cela ces cet cette chaque chez ci comme comment dans de depuis des dit dois donc du elle elles en encore est et été être eu fait faire
faut ici il ils je jour la là le les leur lui ma mais me même merci mes moi mon ne nos notre nous on ont ou où par parce pas peu peut peux plus pour pourquoi puis qu quand que quel quelle quelque qui quoi sa sans se
ses si soit son sont sous suis sur ta te tes toi ton tous tout toute toutes très tu un une va vers veux voir vos votre vous y
ao aos até cada com da das depois do dos ela ele eles em essa esse esta este eu foi isso isto já lhe mais mas mesmo meu minha muito na não nas nem no nos nossa nosso num numa obrigado olá os ou para pela pelo pode
por porque qual quando que quem são se sem ser seu sua também tem tenho ter um uma você vocês fazer está aí
agli alla alle anche ancora che chi ci come con cosa così dal dalla degli dei del della delle di dove è ed fare gli grazie ha hai hanno ho il io lei lo loro ma mi mia mio molto nel nella non per perché più può quale quando
quanto quello questa questo qui sei si sia sono su sua suo tra tuo tutti tutto un una uno voi ciao
aan als bij dan dat de deze die dit doe door dus een en er geen haar heb hebben heeft het hij hoe iets ik in is je jij kan maar me meer met mij mijn naar niet nog nu of om omdat ook op over te tot uit van veel voor
waarom wat we wel wie wij wil worden wordt zal ze zich zij zijn zo zou dank
а без бы был была были было быть в вам вас весь во вот все всё вы где да даже для до его ее её если есть еще ещё же за здесь и из или им их к как какой когда кто ли мне мной мы на над надо нас наш не него нет ни но
ну о об он она они оно от по под почему при про с сам свой себя со так также такой там то того тоже только тот ты у уже что чтобы эта эти это этого этот я пожалуйста спасибо привет можно нужно
aby albo ale bez bo być by był była było ci co czy dla do gdy gdzie go i ich ile jak jaki jest jestem jeszcze już kiedy która które który lub ma mam mi mnie może na nad nie nim o od on ona oni oraz po pod
przed przez przy się są ta tak tam te tego ten to tu tylko tym w we więc z za ze że dlaczego proszę dzięki
acaba ama bana ben bir biraz bu bunu çok daha da de değil en gibi hangi için ile ise kadar ki mi mı mu nasıl ne neden nerede o olan olarak sen şu tüm var ve veya ya yok
att av den det där dem din du ej ett från för ha han har hon hur här i icke inte jag kan man med men mig min mot mycket och om på sig som så till upp ut vad var varför vi vid är
"""
# ordinary words of the trade: they fit nearly everything, alone and together
TRADE_WORDS = """
add added adding adjust allow append apply arg argument avail available bad base basic bash behavior behaviour bit block body box break bug build built bump bunch call change check class clean clear
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
# what the trade is about: a topic, still shared by many learnings
TOPIC_WORDS = """
api app application backend branch button changelog column commit component cron date debug default dependency deploy develop document documentation endpoint env environment format frontend git
handler html host http https interface job key layout limit link load log main master merge mock module network origin order package page parameter path plugin port prod production prompt pull push
release remote rename report repo repository request resource response route rule schema screen script search section server service session stack status store stream style tab table tag target task
template terminal ticket time token trace trigger upgrade url user validation version view watch website widget worker workspace json yaml csv xml npm pr index
"""
# plain words of the language and of computing: rare in a small store by chance, so that their rarity there proves little
PLAIN_WORDS = """
accept accord account achieve act action active actual advance affect age agree aim allowed alter alternative amount analysis analyze answer apparent appear approach appropriate area arrive aspect
assume assist attach attempt attention author automatic average avoid aware balance basis beautiful begin behave believe belong benefit best better big bigger black blue board bold book bottom bound
break brief bring broad broken brand brown button calculate capture card care carry case catch cause cell center central chain chance character chart choice choose circle city clarify clever click
close closed coherent collection color column combine comfortable compare comparison competing complex complexity complicated concept concern condition conduct confirm confuse connection consider
consist constant consume context continue contrast contribute control convenient convert cost count country couple course cover critical cross currently custom customer cut daily dark day deal decide
decision deep degree demonstrate depend design desire determine diagram difference different difficult digit direct disappear discuss distance divide double doubt draw drive dynamic early earlier
easier easily easy effect effective efficient effort element elegant eliminate email empty encounter end english enjoy enter entire equal essay establish estimate evaluate event evidence examine
example excellent exclude exercise explore express extend external extra face fact factor familiar family fast faster favor feedback fill filter final finger fit fix fixed flow focus force forget
friend friendly friendlier front fun future gain game gap general generic gentle german goal gray green group grow growth guide hand hang happy hard head header health hear heavy height helpful hide
high higher highlight hit hold home hope hour house huge human identify ignore image imagine impact important impossible inch increase independent indicate individual influence inner inspect instance
instruction intend intention interest interesting introduce involve issue iterate join judge jump keyboard known label lack large last late later law lay lead learn leave left length lesson letter
level life light limit list listen live location lock logical lose loss loud love low lower mad manage manner manual mark market match material matter maximum measure meet meeting member memory
mention menu mess middle mind minimal minimum minor minute miss mistake mix mobile modern modify moment money month mouse multiple music narrow nature neat necessary negative nest night noise normal
notice obtain obvious occur offer office opinion opportunity opposite optimize option order ordinary organize original outer outside overall overlap overview owner pair panel paper parallel parent
particular partial party past pattern pause pay people percent perfect performance period permit person phase phone phrase pick picture piece place plan player plus policy poor popular position
positive power practice precise prefer prepare presence present preserve press price primary principle print prior private procedure produce professional programmer progress proper propose protect
proud prove public purpose quality quantity quarter quiet race raise random range rank rate raw reach react ready real reality realize reason receive recent recently recognize recommend recover red
reduce refer reflect regular relate relation relative relevant reliable rely remain remember remind repeat represent respect respective rest restore restrict retain reuse reveal reverse rich rid role
room round run safe sake sale sane satisfy scale scan scenario school science score second secret secure seek sense sentence sequence serious serve set seven shape share sharp shift ship short show
shrink similar simplify simply site situation six skip slight slow smart smooth social soft solid sort sound space speak special specific specify speed spell spend spot square stable stage stand
standard stay stick storage story straight strange strategy strict strong stuck student study subject submit subtle succeed success successful sudden suffer sufficient suggest suggestion suit sum
summarize summary suppose surface surprise suspect sweep system talk teach technical technique test theory thick thin third thought thread three throw tidy tight tiny tip topic total touch tough tour
traffic train transfer transform translate travel treat tree trick trouble trust truth tweak type typical ugly unclear unique universe unusual upper useful useless user usual valuable variety various
vary vast verb version vertical view visible visit visual voice walk wall warm waste watch water weak wear week weight weird white wide width wild win wire wise wish wonder word world worry worse
worst worth write year yellow young zero zoom haiku poem joke possibly taken everywhere wording clickable four five eight nine ten hundred thousand million right north south east west nightly weekly
monthly somewhere dead alive die dies died death born alone boss colleague mate abstract algorithm alias alphabet annotation anonymous apostrophe array ascii assertion assign async attribute await
background backup batch benchmark binary bit boolean boundary bracket browser buffer byte cache callback cancel cast channel charset checkbox checksum child chunk circular class clipboard clone
closure cluster coercion compiler component concurrency concurrent console constraint constructor container cookie counter coverage cursor cycle daemon dashboard dataset deadlock debounce decimal
decode decorator default delay delegate delimiter descending dialog dictionary diff disk dispatch domain dropdown duplicate duration editor emoji encode encoding encrypt enum escape exponential
expression factory fallback fetch field firewall float footer foreach fork format frame framework garbage generator getter global graph grid hash heap helper hook hover hyperlink icon identifier
immutable increment indent index inheritance inline integer interface interval iterable iterator json kernel keyword lambda latency lazy lexer license lifecycle linked listener literal locale lookup
loop lowercase macro mapping markdown matrix metadata metric middleware migration minify modal modulo monitor mutable mutex namespace navigation nested node notification null numeric object observer
offset operand operator optional overflow overload override pagination parser patch payload pending persist pipe pipeline pixel placeholder pointer polling pool popup postfix prefix primitive
processor profile promise protocol prototype provider proxy queue quote radius recursion recursive redirect redundant refactor regex regexp register regression render replica retry revision rollback
root router runtime sandbox schedule scheduler scope scroll selector semaphore semicolon serialize session shadow shell shutdown sidebar signature singleton slice slot snapshot snippet socket spinner
sprite stub subclass substring suffix swap symlink synchronize syntax tag tail template tenant theme throttle timeout timer timestamp timezone toggle tooltip transaction traversal traverse trim tuple
unicode union unit uppercase utility validator vector viewport virtual visitor volume webhook wildcard wrapper zip html css sql api http
"""

STOP = frozenset((ENGLISH + OTHERS).split())
TRADE = frozenset(TRADE_WORDS.split())
TOPIC = frozenset(TOPIC_WORDS.split())
PLAIN = frozenset(PLAIN_WORDS.split()) - TRADE - TOPIC
