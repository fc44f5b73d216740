"""French. Words stand without accents, as they are matched."""

from __future__ import annotations

FILLERS = [
    "stp",
    "svp",
    "merci",
    "bon",
    "alors",
    "ok",
    "okay",
    "eh",
    "he",
    "ah",
    "oh",
    "ben",
    "bah",
    "ouais",
    "oui",
    "salut",
    "bonjour",
    "et",
    "mais",
    "aussi",
    "claude",
    "attention",
    "hm",
    "hmm",
    "euh",
    "desole",
    "voila",
    "ecoute",
    "attends",
    "encore",
    "s'il",
    "te",
    "plait",
]
JOINERS = ["et", "mais", "car", "donc", "parce", "puis"]

CLASSES = {
    "use": "utilise utilisez utiliser emploie employez employer prends prenez mets mettez ecris ecrivez appelle appelez importe importez prefere preferez fais faites reponds repondez passe passez garde range lance installe deploie nomme",
    "work": """ajoute ajoutez cree creez implemente implementez ecris ecrivez corrige corrigez genere generez montre montrez explique expliquez cherche cherchez verifie verifiez supprime supprimez renomme renommez refactorise repare
        traduis traduisez deplace deplacez convertis aide aidez continue continuez lance lancez resume resumez prepare preparez configure configurez migre migrez teste testez ouvre ouvrez change changez enleve enlevez affiche affichez
        fais faites mets mettez regarde regardez analyse donne donnez""",
    "verb": "utilise utilisons utilisent n'utilise n'utilisons ecrit ecrivons deploie deployons garde gardons fait faisons met mettons prefere preferons passe passons teste testons committe ne range travaille travaillons supporte n'a a stocke nomme fige",
    "tool": "commande commandes script scripts outil outils skill competence plugin hook hooks extension agent sous-agent mcp linter formateur connecteur cli",
}

CUES = {
    "fine": """
        ^ non ,|.|- les|aucun|aucune|l'un deux|$
        ^ non ,|.|- aucun|aucune
        ^ pas de|grave|mal|besoin|encore|maintenant|sur|necessaire probleme|soucis|souci|panique|erreur|erreurs|changement|quoi|,|.|de|$
        ^ aucun|aucune probleme|souci|erreur|idee|importance
        ^ non ,|.|- merci|c'est|ca|continue|rien|pas|tout|vas-y|laisse|les bon|ok|parfait|va|encore|deux|merci|,|$
        ^ non ,|.|- merci|continue|rien|tout|vas-y|parfait
        ^ non merci
        ^ ne t'inquiete|vous pas|inquietez
        ^ t'inquiete
        ^ tant pis|mieux
        ^ laisse tomber
        ^ je ne|n'ai sais|pense|comprends|crois|suis|vois|pas
        ^ c'est|ca ne? pas|n'est grave|urgent|presse
        ^ de rien
        ^ peu importe
        ^ jamais vu|entendu
    """,
    "deny": """
        ^ non ,|.|-|:|!|\u2014|; **
        ^ non non
        ^ non c'est|ce|pas|on|il|utilise|n'utilise|ne|tu|les|le
        ^ non $
        ^ faux|incorrect|erreur ,|.|:|!|- **
        ^ faux|incorrect $
        ^ pas comme|ca|celui|celle|le|la|les|dans|avec|en ** ,|:|.|mais|ca
        ^ pas comme ca
    """,
    "wrong": """
        c'est|c'etait|est completement|totalement|toujours? faux|incorrect|errone|inexact|l'inverse|mauvais|mauvaise
        ce|ca n'est|n'etait pas **
        c'est pas ca|correct|juste|bon|comme|ce|vrai|exact|le|la
        tu te|t'es|vous trompes|trompe|vous|plante
        tu as|t'as mal|inverse|confondu|melange|mal
        tu confonds|melanges|inverses
        le|la mauvais|mauvaise fichier|dossier|branche|fonction|version|endroit|table
        < je voulais dire
        a l'envers
        au contraire
    """,
    "told": """
        je|on t'ai|te|l'ai|t'avais|l'avais|vous|nous deja? dit|demande|l'ai|precise|explique|ai
        j'ai|j'avais deja? bien? dit|demande|precise|explique|mentionne
        je l'ai deja? dit
        comme je|on l'ai|te|l'a|deja|disais|dit|mentionne
        comme dit|convenu|mentionne
        combien de fois
        encore une fois
        < encore : **
        tu as|l'as|recommences|continues|persistes encore|refait|recommence|a|toujours
        deuxieme|troisieme|quatrieme|enieme fois
        on avait|etait|a dit|convenu|d'accord|decide
        pourquoi tu continues|toujours|t'obstines
        pourquoi continues-tu|persistes-tu
        personne ne|n'a t'a|demande|dit
        je ne t'ai|vous pas demande|ai
        je t'avais
    """,
    "whyyou": "pourquoi as-tu|tu|t'as|est-ce as|touches|modifies|supprimes|change|modifie|supprime|touche|utilises|utilise|que **",
    "stop": """
        < arrete|arretez|cesse|cessez de|d'~|avec
        < evite|evitez de|d'~|les|le|la
        < ne touche|touchez|modifie|modifiez|change|changez pas|plus|jamais|a
        laisse|laissez ** tranquille|tel
        < plus de|jamais
        < bas les pattes
        < fini|termine les
    """,
    "instead": """
        < plutot ** que|qu'~
        @use ** au lieu|plutot|a de|que|d'~|la|place
        @use ** , pas|jamais|non
        @use ** et|mais pas|non|jamais
        < plutot|au que|lieu de|d'~? ** , @use
        @use plutot **
        il faut|faudrait @use ** pas|plutot|au
        je prefere|prefererais **
        on prefere **
    """,
    "rule": """
        desormais
        dorenavant
        a partir de|d'aujourd'hui maintenant|aujourd'hui
        a partir d'aujourd'hui
        a l'avenir
        la prochaine fois
        chaque fois que|qu'on|qu'un|qu'~
        a chaque fois
        regle|convention|norme|consigne|politique :|est|-
        par convention|defaut|principe
        en regle generale
        sans exception
        en aucun cas
        sous aucun pretexte
        sauf si|indication|avis|mention
        jusqu'a nouvel
    """,
    "remember": """
        < rappelle-toi|souviens-toi|rappelez-vous|souvenez-vous|retiens|retenez|rappel|memorise que|:|,|bien|ca|qu'~|- **
        < rappelle-toi|souviens-toi|retiens|rappelez-vous
        n'oublie|n'oubliez|oublie pas
        garde|gardez|gardons a|en l'esprit|tete|memoire|l'~
        < note|notez|sache|sachez|notes bien|que|qu'~|:|,
        ajoute|ajoutez|enregistre|mets|sauvegarde ** a|dans|en ta|la|votre|memoire? memoire|claude.md|notes|memoire
        pour info|information|memoire|rappel|note
        < important|attention|rappel|note|remarque|nb|info :|, **
        tiens|tenez compte
    """,
    "always": """
        est|sont|restent|reste toujours|jamais
        @use|parle|parlez|commente|commentez ** en francais|anglais|allemand|espagnol
        < toujours|jamais !vu|le|la|pas|aussi|en
        @use toujours|jamais
        reponds-moi|reponds|ecris|parle toujours|en
        il faut|tu|on dois|doit|faut|devez toujours|jamais|imperativement
        ne|n'~ ** jamais
        n'utilise|n'utilisez|n'ajoute|n'ajoutez|n'ecris|n'importe|n'installe|n'edite|n'emploie jamais|pas
    """,
    "here": """
        on|nous ne|n'~? @verb **
        on|nous utilise|utilisons|n'utilise|n'utilisons|n'a|n'ecrit|ne
        ici ,? on|nous|c'est|il|pas|les|le|la
        dans|sur|pour ce|notre|le|cette|nos|l'~ projet|depot|repo|equipe|code|entreprise|base
        ce|notre|le projet|depot|repo|equipe|code utilise|est|suit|exige|cible|n'~|a|tourne
        < notre|nos ** est|sont|s'appelle|s'appellent|vit|vivent|va|vont|utilise|utilisent|commence|commencent|passe|passent
        chez nous
        en|au fait|realite , on|nous|c'est|le|la|les
        on|nous est|sommes|en sur|passe|en
    """,
    "ban": """
        est|sont|reste|restent * interdit|interdite|interdits|interdites|obsolete|obsoletes|deprecie|depreciee|gele|gelee|genere|generee|generes|immuable|immuables|obligatoire|obligatoires|proscrit|banni|bannis
        pas autorise|autorisee|autorises|permis|permise
        n'existe|n'existent plus|pas
        ne doit|doivent|peut|peuvent|faut pas|jamais|plus
        ne|n'~ ** plus
        plus personne
        il n'y a|en pas|plus|aucun|aucune
        il ne faut
    """,
    "forbid": """
        < ne ** pas|jamais|plus|rien
        < n'~ pas|jamais|plus|rien
        < pas de|d'~|touche ** 
        < aucun|aucune ** 
        < interdit|interdiction de|d'~
        tu ne|n'~ dois|peux|devrais|aurais pas|jamais
        sans ** demander|accord|permission|validation|autorisation
        demande|demandez-moi|demande-moi|previens-moi avant|d'abord
    """,
    "must": """
        doit|doivent|faut|devrait|devraient ** etre|avoir|passer|rester|~er|~ir|~re|que|qu'~
        chaque|tout|toute|tous|toutes ** doit|doivent|a|ont|est|sont|passe|passent|va|vont|porte|utilise|utilisent|necessite|commence|commencent
        < seul|seule|seuls|seules|uniquement le|la|les + **
        assure-toi|assurez-vous|veille|verifie que|a ** chaque|tous|toutes|toujours
    """,
    "cond": """
        ^ avant|apres de|d'~|chaque|tout|toute|un|une|avoir **
        ^ si|quand|lorsque|des tu|on|un|une|vous|c'est|il|quelque|qu'~|que ** , **
        ^ pour tout|toute|tous|toutes|chaque|les **
        ^ lorsqu'~|s'il|s'~ ** , **
    """,
    "contrast": """
        , pas !encore|mal|sur|si|besoin|tres|seulement|de
        , non !merci|pas
        et|mais non|pas !plus|encore
        au lieu de|d'~|du
        plutot que|qu'~
        , et? jamais
        ce n'est|c'est pas ** , c'est|mais
    """,
    "slip": """
        tu as|t'as|avez encore? oublie|ignore|casse|saute|omis|zappe
        il manque
        tu oublies
    """,
    "youdid": "< tu|vous as|avez utilise|mis|change|supprime|ajoute|ecrit|cree|modifie|renomme|deplace|code|fait **",
    "reason": "\n car **\n parce que|qu'~\n sinon **\n donc **\n c'est pourquoi\n puisque",
    "oneoff": "\n pour l'instant|le moment|aujourd'hui|cette\n pas encore\n cette fois\n plus tard\n demain",
    "hedge": "\n ^ je pense|crois|suppose\n peut-etre\n les|des|un utilisateurs|clients|client|utilisateur",
    "question": """
        ^ pourquoi|comment|quel|quelle|quels|quelles|ou|qui|combien|est-ce|qu'est-ce|quand|que ** ? $
        ^ pourquoi|comment|est-ce|qu'est-ce|combien **
        ^ peux-tu|pouvez-vous|pourrais-tu|y **
    """,
    "task": """
        ^ avant de commencer|demarrer|coder|continuer
        ^ les|l'~|un|chaque utilisateurs|utilisateur|clients|client ne? doivent|doit|peuvent|peut
        , ajoute|ecris|cree|ajoutez|ecrivez|creez un|une|le|la
        ^ je veux|voudrais|souhaite|vais **
        ^ j'aimerais|j'ai besoin|un|une
        ^ il|nous|on faut|devons|doit|voudrait ajouter|creer|implementer
        ^ maintenant|ensuite|puis|d'abord @work
        ^ peux-tu|pouvez-vous|pourrais-tu **
        < corrige-le|repare|repare-le|regarde
        ^ @work
    """,
    "product": "bouton|page|ecran|fenetre|menu|formulaire|utilisateur|utilisateurs|client|clients|couleur|titre|icone|liste|case|panier|police|modale",
    "bad": "\n je n'arrive|peux pas|plus\n  est|sont faux|fausse|fausses|casse|cassee|vide|vides|lent|lente|decale|decalee|incorrect|incorrecte\n ne|n'~ ** rien\n ne|n'~ ** marche|fonctionne|charge|affiche|s'affiche|ferme pas|plus\n plante|crashe\n toujours ** vide|null|erreur",
    "praise": "\n parfait|excellent|genial|super|magnifique|formidable|bravo|impeccable|top|nickel|fantastique|j'adore|exactement\n tres bien|bon\n j'aime bien|beaucoup",
    "likethis": "\n exactement|precisement|tout comme|ce|le|la|ca|comme\n comme ca|cela|je\n c'est ** que|qu'~ je|on|nous\n continue|continuez comme|ainsi|a\n j'adore|j'aime ** que|quand|comment|le|la\n le|la style|facon|maniere|approche\n toujours comme\n partout",
    "tool": """
        @tool ** ne|n'~|plante|echoue|bloque|ignore|casse|perd|supprime|oublie|boucle|met|prend|renvoie|affiche|duplique|ecrase|demande|se|tronque|freeze|utilise|cree|laisse|toujours|seulement|s'arrete
        @tool ** pas|jamais|uniquement|lent|lente|casse|deux
        \u00a4cmd ** ne|n'~|plante|echoue|bloque|ignore|casse|perd|supprime|oublie|se|laisse
        quand|lorsque|chaque|des ** \u00a4cmd|@tool ** , ca|il|elle|tout
    """,
    "fixit": "\n corrige|repare|regarde|aide|verifie|corriger|reparer\n peux-tu|pouvez-vous|pourrais-tu\n pourquoi",
    "bare": """
        ^ non|faux|incorrect $
        ^ c'est|ce|ca pas|n'est|est|completement? pas? ca|faux|correct|bon|juste|incorrect|ce que|qu'~|je? ** $
        ^ c'est|ca est? faux|incorrect|pas|mauvais bon|correct|ca|juste? $
        ^ pas comme ca $
    """,
    "lead": """
        ^ non|faux|incorrect ,|.|-|:|!
        ^ c'est|ce n'est? pas? faux|incorrect|correct|ca|bon ,|.|:|-|;
        ^ je te? t'ai|l'ai|t'avais deja? dit que|qu'~|: ,|:?
        ^ je t'ai|l'ai deja? dit|demande :|,|que|de
        ^ j'ai deja? dit|demande :|,|que|de
        ^ comme je te? t'ai|l'ai|disais|deja dit? ,|:?
        ^ desormais|dorenavant ,|:?
        ^ a partir de maintenant ,|:?
        ^ a l'avenir ,|:?
        ^ rappelle-toi|souviens-toi|retiens|note que|:|,|bien
        ^ n'oublie|n'oubliez pas :|,|que|de
        ^ en fait ,?
        ^ s'il te plait ,?
    """,
    "norm": "^ les|le|la ** commencent|commence|vont|va|finissent|passent|portent par|avec|dans|en",
}
