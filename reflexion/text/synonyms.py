"""Words of the trade that mean the same, or nearly so, and irregular forms. Searched as text, so that nothing is built when the module loads.

Every line begins and ends with a space, so that " word " finds a word and nothing else.
"""

from __future__ import annotations

# one thing under several names; the first stands for all
SAME = """
 database db databas databases datenbank datenbanken 
 dependency dep deps dependencies depend abhängigkeit dependencia dépendance 
 environment env envs umgebung entorno 
 repository repo repos 
 configuration config configs conf cfg configure konfiguration configuración 
 kubernetes k8s kube 
 directory dir dirs folder ordner verzeichnis carpeta dossier directorio 
 package pkg pkgs paket paquete paquet 
 argument arg args 
 parameter param params 
 typescript ts 
 javascript js 
 python py python3 
 production prod 
 development dev 
 staging stage stg 
 document doc docs documentation 
 command cmd cmds befehl comando 
 permission perm perms berechtigung permiso 
 certificate cert certs zertifikat certificado 
 library lib libs bibliothek biblioteca 
 variable var vars 
 function func fn funktion función fonction 
 message msg msgs 
 image img imgs 
 authentication auth authn 
 authorization authz 
 temporary tmp temp 
 address addr adress adresse dirección 
 password passwd pwd passwort contraseña 
 administrator admin 
 remove rm delete del löschen borrar eliminar supprimer 
 request req 
 response resp 
 reference ref refs 
 specification spec specs 
 implementation impl 
 generate gen 
 information info 
 initialize init initialise 
 executable exe exec 
 connection conn connect 
 postgres postgresql pg psql 
 mongodb mongo 
 elasticsearch elastic 
 golang go 
 component komponente componente composant 
 branch zweig rama branche 
 error fehler erreur erro errore errores err 
 file datei archivo fichier arquivo 
 test prueba 
 server servidor serveur 
 port puerto porta 
 version versión 
 missing miss fehlt falta manque 
 color colour 
 center centre 
 behavior behaviour 
 canceled cancelled cancel 
 license licence 
 serialize serialise serializable 
 synchronous sync 
 asynchronous async 
 interval intervall 
 lint linter 
 format formatter formatting 
 migrate migration migrations migrating 
 compile compilation compiler compiling 
 autogenerate autogen 
 translate translation 
 subscribe subscription 
 validate validation validator 
 deploy deployment deployments 
 install installation 
 typing typings typecheck 
 crashloop crashloopbackoff crashlooping 
 pipeline pipelines 
 maven mvn 
 gradle gradlew 
 github gh 
 powershell pwsh 
 virtualenv venv venvs 
 credential credentials creds 
 kotlin kt 
 macbook mac macos osx 
 notification notifications notif 
 transaction transactions tx txn 
 average avg 
 maximum max 
 minimum min 
 synchronize synchronise 
 optimize optimise optimization 
 normalize normalise normalization 
 observability o11y 
 accessibility a11y 
 invoice invoices rechnung factura facture 
 customer customers kunde kunden cliente 
 payment payments zahlung pago paiement 
 order orders bestellung pedido commande 
 upgrade aktualisieren actualizar 
 locked gesperrt bloqueado 
 timeout timeouts zeitüberschreitung 
 memory speicher memoria mémoire 
 key schlüssel clave clé 
 role rolle rol rôle 
 user benutzer usuario utilisateur 
 table tabelle tabla 
 network netzwerk réseau 
 update aktualisierung actualización 
 disk festplatte disco disque 
 size größe tamaño taille 
 signature signatur 
 middleware middlewares 
 currency currencies 
 euro euros eur 
 cent cents 
 timezone tz 
 utc gmt 
 ssl tls 
 http https 
 multiply multiplication 
 login signin logon 
 logout signout 
"""
# neighbours, folded: a question with one may mean the other
NEAR = """
 databas postgres mysql sqlit mariadb mongodb sql 
 refus reject deny forbid forbidden block 
 take occupi allocat busy use eaddrinus 
 crash die abort segfault panic terminat kill 
 stick hang freez lock wait block 
 print println printf log logger consol stdout 
 environment dotenv variabl 
 permission access deny forbidden eacc eperm unauthoriz 
 miss find lack absent unknown enoent 
 typ type declaration 
 timeout tim hang slow etimedout 
 imag container docker 
 pod container kubernetes kubectl 
 start boot launch startup 
 money pric amount cost currency payment discount 
 rout endpoint url path 
 secret credential password token key 
 releas tag version publish 
 fetch request call 
 dependency packag lockfil modul 
 oom oomkill memory heap 
 network connection socket 
 certificat ssl 
 format prettier 
 lint eslint ruff 
 terraform tfstat tofu tf 
 date time timestamp timezon 
 translat local i18n 
 css styl 
"""
# form>stem, for forms that no rule finds (or that a rule would spoil)
IRREGULAR = """
 built>build broke>break broken>break brought>bring bought>buy caught>catch chose>choos chosen>choos came>come drew>draw fell>fall felt>feel 
 froze>freez frozen>freez found>find got>get gave>give grew>grow held>hold hid>hide hidden>hide hung>hang kept>keep knew>know known>know laid>lay 
 led>led left>leav lost>lose made>make meant>mean met>meet ran>run rebuilt>rebuild reran>rerun rewrote>rewrit rewritten>rewrit said>say sent>send 
 shown>show shut>shut spent>spend split>split stole>steal stood>stand stuck>stick threw>throw thrown>throw took>take taken>take thought>think told>tell 
 went>go wrote>writ written>writ wrong>wrong indices>index indexes>index matrices>matrix vertices>vertex dying>die dies>die died>die tying>tie 
 lying>lie using>use used>use denied>deny denies>deny tries>try tried>try retries>retry retried>retry lens>lens bus>bus status>status class>class 
 process>process access>access redis>redis kubernetes>kubernetes aws>aws css>css https>https dns>dns tls>tls axios>axios canvas>canvas alias>alias 
 bias>bias windows>windows news>news jenkins>jenkins nginx>nginx pandas>pandas series>series always>always numpy>numpy rails>rails keras>keras 
 postgres>postgres macos>macos ios>ios js>js ts>ts os>os string>string thing>thing bring>bring spring>spring ping>ping ring>ring king>king sing>sing 
 swing>swing during>during pytest>pytest embed>embed need>need feed>feed speed>speed seed>seed exceed>exceed proceed>proceed succeed>succeed bed>bed 
 red>red shed>shed indeed>indeed embedded>emb hundred>hundred 
"""
