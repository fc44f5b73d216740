"""Which languages a prompt may be in, from its letters and its commonest words."""

from __future__ import annotations

SCRIPTS = (
    ("ja", 0x3040, 0x30FF),
    ("ko", 0xAC00, 0xD7AF),
    ("zh", 0x4E00, 0x9FFF),
    ("ru", 0x0400, 0x04FF),
)
SHARE = 0.12  # of the letters, from which on another script decides
SAMPLE = 2000

# Words that tell one Latin language from the others; words of two languages count for both.
COMMON = {
    "en": "would prefer should must need needs code file files test tests commit commits branch them they their these those because every all any each one more as so or at by i'd i'll i'm i've we're you're per into use using make sure before after the is are we you it that this not do does use with for and of to in on my our your i what how please always never don't doesn't isn't can should why when if it's that's no only here just from have has be but",
    "es": "el la los las que de no en se es un una por para con usa usamos siempre nunca pero esto eso est\u00e1 hay del al como m\u00e1s ya te lo aqu\u00ed s\u00ed gracias vez funciona mal proyecto recuerda cuando falla hace",
    "fr": "le la les des que de ne pas est un une pour avec dans on nous tu je il ce cette toujours jamais mais et du au plus non utilise c'est n'est ici d\u00e9j\u00e0 faut projet commande quand fait plut\u00f4t sur sans d\u00e9sormais",
    "de": "der die das ist nicht und wir du ich ein eine mit f\u00fcr immer nie niemals bitte kein keine aber hier auf den dem es nein statt falsch von zu im nutzen wenn doch schon noch wird sind nur ab jetzt nutz alle sein m\u00fcssen muss soll werden diese diesen dieser sich auch was wie warum dass keinen jede jeder",
    "pt": "o os as que de n\u00e3o em se \u00e9 um uma por para com usa usamos sempre nunca mas isso isto est\u00e1 do da no na aqui j\u00e1 voc\u00ea lembre projeto quando obrigado vez errado comando falha use ao",
    "it": "il lo gli che di non in si \u00e8 un una per con usa usiamo sempre mai ma questo quello sono del della qui gi\u00e0 no sbagliato progetto quando comando invece ricorda grazie al nel devi ho ti poi d'ora i scrivi su perch\u00e9 nessun tutti deve",
    "nl": "vanaf nu in engels worden wordt moeten mag niks deze dus bij de het een niet en wij we je ik met voor altijd nooit maar hier op van te dat dit nee geen gebruik gebruiken fout als is zijn ook wordt moet alsjeblieft graag heb",
    "pl": "nie to jest si\u0119 w na z do i \u017ce zawsze nigdy ale u\u017cywaj u\u017cywamy tutaj projekcie prosz\u0119 \u017ale b\u0142\u0105d pami\u0119taj komenda polecenie kiedy gdy zamiast ju\u017c tylko ma s\u0105 m\u00f3wi\u0142em od teraz po bez tak",
    "tr": "bir bu ve de da i\u00e7in de\u011fil hay\u0131r her zaman asla kullan kullan\u0131yoruz burada l\u00fctfen yanl\u0131\u015f yerine art\u0131k ama projede komut komutu gibi ile olarak var yok \u00e7al\u0131\u015fm\u0131yor unutma sana sonra burada kutusu",
}
HINTS = {
    "fr": "\u00e9\u00e8\u00e0\u00e7",
    "pt": "\u00e7\u00e1\u00e9",
    "it": "\u00e8\u00ec\u00f2\u00f9",
    "es": "\u00e1\u00ed\u00f3\u00fa",
}  # letters of more than one
LETTERS = {
    "es": "\u00f1\u00bf\u00a1",
    "de": "\u00df\u00e4\u00fc\u00f6",
    "pt": "\u00e3\u00f5",
    "pl": "\u0142\u017c\u015b\u0107\u0144\u0119\u0105",
    "tr": "\u011f\u0131\u015f",
    "fr": "\u0153\u00ea\u00f9",
}
MOST = 3  # languages tried


def languages(masked):
    """Language codes to try, the likeliest first."""
    sample = masked[:SAMPLE]
    if sample.isascii():
        return _latin(sample)
    counts = {code: 0 for code, _, _ in SCRIPTS}
    letters = 0
    for char in sample:
        if char.isalpha():
            letters += 1
            point = ord(char)
            if point >= 0x400:
                for code, first, last in SCRIPTS:
                    if first <= point <= last:
                        counts[code] += 1
    if counts["ja"] >= 2 and counts["ja"] + counts["zh"] >= SHARE * letters:
        return ["ja"]
    best = max(counts, key=counts.get)
    if counts[best] > 1 and counts[best] >= SHARE * letters:
        return [best]
    return _latin(sample)


def _latin(sample):
    low = sample.lower().replace("\u2019", "'")
    words = set("".join(c if c.isalpha() or c == "'" else " " for c in low).split())
    scores = {code: len(words.intersection(common.split())) for code, common in COMMON.items()}
    for code, letters in LETTERS.items():
        scores[code] += 2 * any(letter in low for letter in letters)
    for code, letters in HINTS.items():
        scores[code] += any(letter in low for letter in letters)
    scores["en"] += 0.5
    ranked = sorted(scores, key=scores.get, reverse=True)
    top = scores[ranked[0]]
    return [code for code in ranked if scores[code] * 2 >= top and scores[code] > 0][:MOST]
