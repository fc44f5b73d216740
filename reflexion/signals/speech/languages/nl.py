"""Dutch."""
from __future__ import annotations

FILLERS = "hey hallo oke ok okay nou ja ah oh dus even maar ook dank bedankt sorry claude kijk luister trouwens alsjeblieft graag en hm".split()
JOINERS = "en maar want dus omdat dan".split()

CLASSES = {
    "use": "gebruik gebruiken neem zet schrijf roep importeer maak antwoord bewaar installeer noem kies",
    "work": "voeg maak schrijf implementeer fix repareer genereer toon laat zoek controleer verwijder hernoem vertaal verplaats bouw update help leg geef voer test ga refactor verander bekijk start stop",
    "verb": "gebruiken schrijven deployen hebben maken testen committen mergen doen bewaren zetten loggen werken zijn pushen mocken noemen",
    "tool": "commando opdracht script scripts tool skill plugin hook hooks agent subagent mcp linter formatter extensie connector",
}

CUES = {
    "fine": "\n ^ geen|maakt|niks|niets probleem|haast|zorgen|idee|uit|fout|fouten|aan\n ^ nee ,|. bedankt|dank|hoeft|prima|is|ga|laat|dat|nog goed|niet|je|,|.|$|door|maar|is\n ^ nee ,? bedankt|dank|hoor|nog|niets\n ^ laat maar\n ^ nog niet\n ^ ik weet|denk|geloof niet|het",
    "deny": "\n ^ nee ,|.|-|:|!|\u2014|; **\n ^ nee dat|we|niet|het|gebruik|de\n ^ nee $\n ^ fout|onjuist|verkeerd\n ^ niet zo|die|dat|de ,|.|:|maar",
    "wrong": "\n dat|dit|het is|klopt|was * fout|verkeerd|onjuist|niet\n je hebt ** verkeerd|fout|omgedraaid|verward\n je vergist|verwart|begrijpt\n niet wat ik\n andersom\n < ik bedoelde",
    "told": "\n ik|we heb|hebben|had|hadden ** gezegd|gevraagd|verteld|uitgelegd|afgesproken\n ik zei\n zoals ik|gezegd|afgesproken|eerder\n hoe vaak|dikwijls\n hoeveel keer\n alweer|opnieuw\n tweede|derde|vierde keer\n je blijft|doet ** weer|steeds|~en\n niemand vroeg|heeft",
    "whyyou": "waarom heb|verander|gebruik|verwijder|raak je **",
    "stop": "\n < stop|hou|houd met|op\n < blijf ** af\n laat ** staan|rust|ongemoeid\n < vermijd\n < nooit meer",
    "instead": "\n @use ** in plaats van\n < in plaats van ** , @use\n @use ** , niet|geen|nooit\n @use liever|voortaan\n liever ** dan\n ik heb liever",
    "rule": "\n vanaf nu|vandaag\n voortaan\n in het vervolg\n in de toekomst\n de volgende keer\n elke|iedere keer dat|als\n regel|afspraak|conventie :|is|-\n zonder uitzondering\n tenzij ik|anders|het\n onder geen\n standaard",
    "remember": "\n < onthoud|denk|let|weet|besef dat|:|,|eraan|erom|op|goed\n vergeet niet\n hou|houd ** in gedachten|rekening\n < noteer|belangrijk|notitie|ter|let :|dat|,|op|info\n in je|het geheugen|notities\n ter informatie|herinnering",
    "always": " is|zijn|worden|wordt altijd|nooit\n @use|antwoord|schrijf ** in het engels|nederlands\n\n < altijd|nooit !meer|gezien\n < @use altijd|nooit|bij\n je moet|mag altijd|nooit\n we ** altijd|nooit\n antwoord|schrijf altijd|in",
    "here": "\n we|wij @verb **\n hier gebruiken|doen we\n in|voor dit|ons|deze|onze project|repo|team|code|codebase\n dit|ons|deze project|repo|team|codebase gebruikt|is|heeft|draait\n < ons|onze ** is|zijn|heet|heten|staat|staan\n bij ons\n we zijn|zitten op|bij",
    "ban": "\n is|zijn|blijft * verboden|taboe|verouderd|bevroren|gegenereerd|verplicht|onveranderlijk\n niet toegestaan\n mag|mogen|moet|moeten ** niet|nooit|geen\n er is|zijn geen\n niet meer\n niemand gebruikt",
    "forbid": "\n < @use|raak|verander|verwijder|wijzig|commit|push|voeg|pas|doe ** niet|geen|nooit\n < geen + **\n je mag|moet|kunt niet|geen|nooit\n zonder ** te vragen|toestemming|overleg\n vraag ** eerst|vooraf",
    "must": "\n moet|moeten|hoort|horen ** ~en|zijn|in|altijd\n elke|iedere|alle|elk|ieder ** moet|moeten|heeft|hebben|krijgt|is|zijn|gaat|gaan\n < alleen de|het\n zorg ** dat ** elke|alle|altijd|elk",
    "cond": "\n ^ voor|na|voordat|nadat elke|iedere|je|het|elk **\n ^ als|wanneer|bij je|een|er|iets|twijfel|we|elke|nieuwe ** ,|:|~ **\n ^ voor alle|elke|elk|iedere **",
    "contrast": "\n , niet !alleen|zeker|meer|zo\n en|maar niet|geen !alleen|meer\n in plaats van\n , geen **",
    "slip": "\n je bent|hebt ** vergeten|genegeerd|gesloopt|overgeslagen\n je vergat|vergeet",
    "youdid": "< je hebt ** ge~",
    "reason": "\n omdat **\n want **\n anders **\n dus **",
    "oneoff": "\n voorlopig|vandaag|later|morgen\n nog niet\n deze keer\n voor nu",
    "hedge": "\n ^ ik denk|vermoed\n misschien\n gebruikers|klanten",
    "question": "\n ^ waarom|hoe|wat|wie|waar|wanneer|welke|welk **\n ^ is|zijn|kan|kun|heeft|heb|moet|moeten er|het|je|dit|dat|we|de **",
    "task": "\n ^ ik wil|zou|heb **\n ^ kun|kan|kunnen|wil je|we **\n ^ nu|dan|daarna @work\n ^ @work",
    "product": "knop|pagina|scherm|menu|formulier|gebruiker|gebruikers|klant|klanten|kleur|titel|lijst|winkelwagen",
    "bad": "\n werkt|laadt|opent|sluit|reageert ** niet\n crasht|kapot",
    "praise": "\n perfect|geweldig|uitstekend|fantastisch|top|super|mooi|prachtig|precies\n heel goed",
    "likethis": "\n precies|exact zo|hoe|wat|de|het\n zo wil|moet|willen|doen\n ga zo\n altijd zo\n overal\n dit is hoe|de",
    "tool": "\n @tool ** niet|geen|hangt|faalt|crasht|negeert|verwijdert|vergeet|breekt|loopt|duurt|overschrijft|verliest|geeft|alleen|blijft|mist|toont|steeds|twee\n \u00a4cmd ** niet|hangt|faalt|crasht|negeert|verwijdert|breekt|loopt",
    "fixit": "\n repareer|fix|kijk|help\n kun|kan je\n waarom",
    "bare": "\n ^ nee|fout|verkeerd|onjuist $\n ^ dat|dit|het is|klopt|was niet|fout|verkeerd|onjuist? wat|goed|juist|de? ** $",
    "lead": "\n ^ nee|fout ,|.|-|:|!\n ^ dat|dit is|klopt fout|niet|verkeerd ,|.|:|-\n ^ ik heb|had ** gezegd :|,|dat\n ^ zoals ik? al? zei|gezegd ,|:?\n ^ vanaf nu ,|:?\n ^ voortaan ,|:?\n ^ onthoud dat|:|,\n ^ vergeet niet :|,|dat|om\n ^ eigenlijk ,?",
    "gone": "in productie|staging ** geen|niet",
}
