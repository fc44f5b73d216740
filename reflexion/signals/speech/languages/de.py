"""German. Words stand without umlauts, as they are matched (\u00df is ss)."""

from __future__ import annotations

FILLERS = [
    "bitte",
    "hey",
    "hallo",
    "also",
    "ok",
    "okay",
    "gut",
    "naja",
    "na",
    "ach",
    "oh",
    "ja",
    "super",
    "danke",
    "und",
    "aber",
    "auch",
    "mal",
    "claude",
    "sorry",
    "hm",
    "hmm",
    "ahm",
    "moment",
    "halt",
    "nochmal",
    "ubrigens",
    "eigentlich",
]
JOINERS = ["und", "aber", "weil", "dann", "da", "denn", "sondern", "also", "damit"]

CLASSES = {
    "use": """nutz nutze nutzt benutz benutze benutzt verwende verwendet verwenden nimm nehmt setz setze schreib schreibe schreibt ruf rufe importier importiere leg lege mach mache antworte antwortet speicher speichere
        installier installiere nenn nenne starte fuhr fuhre deploye committe log logge""",
    "work": """erstell erstelle implementier implementiere bau baue schreib schreibe fix fixe reparier repariere korrigier korrigiere generier generiere zeig zeige erklar erklare such suche pruf prufe entfern entferne losch losche
        benenn benenne aktualisier aktualisiere ubersetz ubersetze verschieb verschiebe konvertier konvertiere hilf fuge fug lies schau richte mach mache andere ander starte stoppe migrier migriere refaktorier refaktoriere ersetze ersetz
        fasse fass teste untersuche analysiere analysier offne offnen gib sag erzahl vergleiche entwirf plane bereite""",
    "verb": "nutzen benutzen verwenden schreiben deployen haben machen testen committen mergen releasen bauen speichern nehmen setzen loggen mocken brauchen arbeiten sind pushen formatieren importieren veroffentlichen installieren rechnen zahlen unterstutzen nennen rebasen squashen",
    "tool": "befehl befehle kommando script skript scripts skripte tool werkzeug skill plugin hook hooks agent subagent mcp linter formatter erweiterung konnektor cli",
    "bad": """hangt scheitert schlagt fehl ignoriert lauft loscht verliert bricht sturzt findet zeigt erkennt liefert gibt nimmt vergisst friert blockiert braucht dauert verdoppelt uberschreibt legt schneidet verschluckt
        funktioniert geht stirbt wirft schreibt bleibt meldet startet klappt kann druckt postet dupliziert uberspringt setzt entfernt zerstort zerschiesst macht""",
}

CUES = {
    "fine": """
        ^ nicht schlecht|ubel $|,|.|!
        ^ nein ,|.|- beides|beide|keins|keines|keine|weder
        ^ kein|keine|keinen problem|probleme|sorge|sorgen|eile|stress|fehler|ahnung|ursache|thema|anderungen|fragen
        ^ nein ,|.|- danke|passt|alles|schon|ist|mach|weiter|das|noch|nicht|lass|beide|nur passt|gut|ok|okay|so|nicht|ist|weiter|danke|fertig|notig|in|,|.|$
        ^ nein danke
        ^ nein ,|.|- danke|alles|passt|beide|noch
        ^ macht|schon nichts|gut
        ^ nicht schlimm|notig|wichtig|jetzt schlimm|$|.|,
        ^ nicht so schlimm|wichtig|eilig|dringend
        ^ ich weiss|glaube|denke|habe|bin|kann|verstehe nicht|,|dass
        ^ noch|jetzt nicht
        ^ egal
        ^ vergiss es
    """,
    "deny": """
        ^ nein|ne|nee|noe ,|.|-|:|!|\u2014|; **
        ^ nein das|die|der|wir|nicht|so|es|nimm|du|kein|keine
        ^ nein $
        ^ falsch|stimmt|inkorrekt|quatsch ,|.|:|!|nicht|-
        ^ falsch|falscher|falsche|falsches $|+
        ^ so nicht
        ^ doch nicht so
        ^ nicht + , **
    """,
    "wrong": """
        das|dies|es|so ist|war|sind|stimmt|passt * falsch|nicht|verkehrt|unsinn|quatsch|inkorrekt
        das|dies|so stimmt|ist|war nicht|falsch|so|verkehrt
        du liegst|hast|irrst|verwechselst falsch|dich|das|da|es|die|den
        du hast ** falsch|missverstanden|verwechselt|vertauscht|verkehrt
        nicht das|so , was|wie
        ist nicht , ? was
        falsch|falsche|falschen|falscher verstanden|herum|rum|datei|ordner|branch|zweig|funktion|stelle
        < ich meinte|wollte **
        andersrum|umgekehrt
    """,
    "told": """
        ich|wir habe|hab|haben|hatte|hatten ** gesagt|erwahnt|erklart|gebeten|geschrieben|gemeint
        habe|hab ich|wir ** gesagt|gebeten|erwahnt
        wie schon? gesagt|erwahnt|besprochen|oft|vereinbart
        wie ich schon? ** sagte|erwahnte|gesagt|erwahnt|habe
        sagte ich
        schon|zum wieder|zweiten|dritten|vierten|xten|tausendsten|letzten mal|,|die|der|das|hast|falsch|ein|eine
        das zweite|dritte|vierte mal
        du hast|machst|fugst|nimmst|schreibst ** schon|immer wieder|noch
        warum machst|nimmst|verwendest|nutzt|benutzt du immer|standig|schon
        niemand|keiner hat ** gebeten|gesagt|verlangt
        wir hatten|haben uns? ** vereinbart|ausgemacht|geeinigt|besprochen|beschlossen
        ich wollte kein|keine|keinen|nicht
    """,
    "whyyou": "warum|wieso|weshalb hast|anderst|loschst|fasst|benutzt|nutzt|verwendest|rufst du **",
    "stop": """
        hor|hore|hort auf
        lass|lasst das|die|den|es|das|meine ** in|sein|weg|bleiben|unverandert
        < lass|lasst ** ruhe|sein|weg
        < finger weg|davon
        < schluss mit
        < nie|niemals wieder
        < vermeide|vermeidet|vermeiden **
        unterlass|unterlasse **
    """,
    "instead": """
        @use|verwenden|nutzen|benutzen ** statt|anstatt|anstelle|und nicht|statt
        @use ** statt|anstatt|anstelle
        @use ** , nicht|kein|keine|keinen|niemals
        < statt|anstatt|anstelle ** @use|nimm|bitte|,
        @use stattdessen|lieber
        < lieber|besser **
        sondern
        ich will|mochte|hatte lieber|gern ** statt|nicht|kein
    """,
    "rule": """
        auf|in englisch|deutsch|franzosisch|spanisch $|.|,|bitte|und|statt|nicht
        ab jetzt|sofort|heute|nun
        von jetzt|nun|heute an|ab
        < kunftig|zukunftig|fortan
        kunftig|zukunftig immer|bitte|nur|kein|keine|nicht
        in zukunft
        beim nachsten mal
        < nachstes mal
        jedes mal
        immer wenn
        grundsatzlich
        generell
        ausnahmslos
        regel|konvention|richtlinie|vorgabe|standard :|ist|-
        unter keinen umstanden
        auf keinen fall
        standardmassig
        es sei denn
        sofern|solange|ausser ich|wir nicht|nichts|es
        per konvention
    """,
    "remember": """
        < merk|merke|merkt|denk|denke|denkt|beachte|bedenke|beachtet dir|euch|dran|daran|dass|:|,|bitte|bei
        < bedenke|beachte **
        nicht vergessen
        vergiss nicht
        im hinterkopf
        zur|fur info|erinnerung|kunftige|spater|notiz
        < notiz|notiere|wichtig|achtung|hinweis|info|merke :|,|dir|dass|an
        in|ins|zu dein|deinem|dem|die|deiner? gedachtnis|memory|claude.md|notizen
        fyi
        wissen solltest
        < gut zu wissen
    """,
    "always": """
        sind|ist|werden|wird|bleiben|bleibt immer|stets|nie|niemals|nur
        < immer|nie|niemals|stets !wieder|noch|da|gut|mehr|gesehen
        @use ** immer|stets|nur
        antworte|antwortet|schreib|schreibe|kommentiere immer|bitte|auf|nur **
        niemals|nie|immer ~en $
        du sollst|musst|darfst **
        bitte nie|niemals|immer
    """,
    "here": """
        wir|ich @verb ** hier|nur|immer|nie|nicht|kein|keine|keinen|ausschliesslich|statt|fur|mit|und
        wir @verb **
        bei uns
        in|im|fur diesem|unserem|dem|der|unserer|dieser|dieses projekt|repo|repository|team|code|codebase|firma
        dieses|unser|das|unsere projekt|repo|repository|team|codebase|code nutzt|verwendet|ist|hat|setzt|lauft|braucht
        < unser|unsere|unseren ** ist|sind|heisst|heissen|liegt|liegen|lauft|laufen|nutzt|werden|wird|mussen|muss|beginnt|beginnen
        hier @verb|nutzen|verwenden|gilt|gibt|wird|werden wir|es|nur|immer|kein|keine
        wir sind|setzen|bleiben auf|bei|noch
        eigentlich @verb wir
        ** wir **  , nicht
    """,
    "ban": """
        ist|sind|bleibt|wird|werden * verboten|tabu|untersagt|veraltet|eingefroren|generiert|unveranderlich|pflicht|obligatorisch|automatisch|schreibgeschutzt|unerwunscht
        nicht erlaubt|gestattet|zulassig
        darf|durfen|soll|sollen ** nicht|nie|nur|niemals|kein|keine
        gibt es ** nicht|kein|keine|keinen|nur
        nicht mehr
        nutzt|benutzt|verwendet|ruft niemand|keiner
        niemand|keiner nutzt|benutzt|verwendet|ruft
        ein no-go
    """,
    "forbid": """
        < kein|keine|keinen ** $
        < kein|keine|keinen ~ **
        nicht|nichts|nie|niemals|kein|keine|keinen ** ~en|~ern|~eln $
        @use|fass|fasst|ander|andere|losch|losche|installier|committe|push|pushe|merge|bearbeite|editier|editiere|verander|verandere|ruhr|ruhre|fug|fuge|fasse ** nicht|nichts|kein|keine|keinen|niemals|nie
        ohne|nur ** zu fragen|rucksprache|absprache|freigabe|nachfrage
        frag|frage vorher|mich|erst|zuerst
        du darfst|sollst|kannst nicht|kein|keine|keinen
    """,
    "must": """
        muss|mussen|soll|sollen|braucht|brauchen|gehort|gehoren|durfen|darf ** ~en|in|auf|nur|immer|ein|eine|einen
        jede|jeder|jedes|alle|jeden|jedem ** muss|mussen|braucht|brauchen|bekommt|bekommen|soll|sollen|hat|haben|ist|sind|lauft|laufen|gehort|gehoren|kommt|kommen|steht|stehen|wird|werden
        < nur der|die|das|ein|eine + **
        stell|stelle sicher ,|dass ** jede|jeder|jedes|alle|immer|nie
        achte|achtet ** darauf|dass
    """,
    "cond": """
        ^ vor|nach|bei|vorm|beim jedem|jeder|dem|allen|anderungen|einem|einer|commit|push ** 
        ^ bevor|wenn|falls|sobald du|man|ihr|wir|ein|eine|einen|etwas|was|unklar|neue|jemand|es|in ** , **
        ^ fur alle|jede|jeden|jedes|neue **
    """,
    "contrast": """
        , nicht !nur|sicher|mehr|so|wahr|schlecht|dass|ganz
        und|aber nicht|kein|keine|keinen|nie !nur|mehr|so
        , kein|keine|keinen|keiner **
        sondern
        statt|anstatt|anstelle + 
    """,
    "slip": """
        du hast ** vergessen|ubersehen|ignoriert|kaputt|ubersprungen|zerschossen
        vergessen|ubersehen hast
        es fehlt|fehlen
    """,
    "youdid": "< du hast ** ~t|~en **",
    "reason": "\n weil **\n denn **\n sonst **\n deshalb\n deswegen\n daher\n damit **",
    "oneoff": "\n erstmal|vorerst|einstweilen|momentan\n noch nicht\n im moment\n diesmal\n heute\n spater\n morgen",
    "hedge": "\n ^ ich glaube|denke|vermute\n vielleicht\n die nutzer|kunden|benutzer",
    "question": """
        ^ warum|wieso|weshalb|wie|was|wer|wo|wann|welche|welcher|welches|woher|wozu **
        ^ ist|sind|hat|haben|kann|konnen|gibt|funktioniert|soll|sollen|muss|mussen|weisst|geht das|es|du|wir|ich|der|die|man|ein|eine
        ^ kannst|konntest du
        ^ weisst du
    """,
    "task": """
        ^ bevor du|wir anfangst|beginnst|loslegst|startest|anfangen|beginnen|loslegen
        ^ die|ein|jeder|alle? benutzer|nutzer|kunden|kunde|user durfen|darf|konnen|kann|mussen|muss|sollen|soll
        ^ benutzer|nutzer|kunden|user durfen|konnen|mussen|sollen
        , schreib|schreibe|fuge|erganze|erstell|erstelle|bau|baue ein|eine|einen|dafur|dazu|noch
        ^ ich will|mochte|brauche|hatte|wurde|bin|habe **
        ^ wir brauchen|wollen|mussen|haben ein|eine|einen|noch|jetzt
        ^ kannst|konntest|konnen du|wir **
        ^ jetzt|dann|danach|zuerst|als @work|nachstes
        < reparier|repariere|fix|fixe|untersuche|schau|korrigier es|das|dir|mal
        ^ @work
    """,
    "build": "^ @work|schreib|schreibe|mach|mache ein|eine|einen !test|tests|kommentar|changelog|migration|eintrag",
    "product": "button|knopf|seite|dialog|menu|formular|nutzer|benutzer|kunde|kunden|farbe|titel|schrift|liste|warenkorb|bild|icon|schaltflache|checkbox|kopfzeile|fenster",
    "bad": "\n wird|werden ** nicht angezeigt|gespeichert|geladen|ubernommen|gesendet|verschickt|aktualisiert|erkannt|gerendert|gefunden\n ich|wir kann|konnen ** nicht\n  findet|finden|zeigt|zeigen|ladt|speichert|sendet|schickt|offnet|rechnet|erkennt|ubernimmt ** kein|keine|keinen|nicht|nichts|falsch|doppelt\n !das|dies|es|so ist|sind falsch|leer|abgeschnitten|langsam|zu\n sturzt ab\n ladt|ladet|offnet|schliesst|reagiert|funktioniert|erscheint ** nicht\n kaputt\n immer|stets ** zuruck|leer|null",
    "praise": "\n perfekt|super|toll|klasse|hervorragend|ausgezeichnet|wunderbar|genial|prima|spitze|fantastisch|genau|grossartig\n sehr|richtig gut|schon\n gefallt mir",
    "likethis": "\n genau so|das|richtig|die|der|dieser|diese\n so mag|will|wollen|mochte|soll|machen\n weiter so\n in dem|diesem stil|format\n gefallt mir|gut , **\n immer so\n das ist|war ** wie|beste|stil|art\n uberall",
    "tool": """
        @tool ** @bad
        @tool|~skill|~befehl|~script|~skript|~tool|~hook ** nicht|kein|keine|keinen|nur|immer|falsch|falsche|falschen|doppelt|ewig|langsam|kaputt
        ~skill|~befehl|~script|~skript|~tool|~hook|~plugin|~agent @bad
        \u00a4cmd ** @bad
        \u00a4cmd ** nicht|nur|doppelt|ewig|falsch
        wenn|immer|sobald ich|man|wir|wenn ** \u00a4cmd|@tool ** , @bad
    """,
    "fixit": "\n beheben|behebe|beheb|fixen|reparieren|korrigieren|anschauen|ansehen|beseitigen|reparier|repariere|fix|fixe|untersuche|korrigier|korrigiere|schau|hilf\n kannst|konntest du\n warum|wieso",
    "bare": """
        ^ nein|falsch|quatsch|stimmt nicht? $
        ^ das|es|so ist|war|stimmt ** falsch|nicht|verkehrt $
        ^ das|so nicht|habe|meinte|wollte ich? nicht? so? gemeint|wollte|meinte? nicht? $
        ^ nicht so|das|die|der ** $
    """,
    "lead": """
        ^ nein|nee|falsch|stopp ,|.|-|:|!
        ^ das ist|war|stimmt so? nicht|falsch|verkehrt richtig? ,|.|:|-|;
        ^ ich|wir hab|habe|haben dir? doch? schon? ** gesagt|erwahnt :|,|dass? ,|:?
        ^ ich|wir hab|habe|haben doch|dir|schon ** gesagt|erwahnt :|,?
        ^ wie schon? gesagt|erwahnt|besprochen :|,?
        ^ ab jetzt|sofort ,|:?
        ^ von jetzt|nun an ,|:?
        ^ in zukunft ,|:?
        ^ merk|merke dir :|,|dass|bitte
        ^ denk|denke daran|dran :|,|dass
        ^ nicht vergessen :|,|-|dass
        ^ vergiss nicht :|,|dass
        ^ eigentlich ,?
        ^ bitte ,?
    """,
    "norm": "^ + ** beginnen|beginnt|enden|stehen|liegen|gehoren mit|in|auf|unter",
}
