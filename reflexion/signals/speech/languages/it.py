"""Italian. Words stand without accents, as they are matched."""

from __future__ import annotations

FILLERS = [
    "per",
    "favore",
    "ehi",
    "ciao",
    "bene",
    "allora",
    "ok",
    "okay",
    "eh",
    "ah",
    "oh",
    "guarda",
    "senti",
    "scusa",
    "grazie",
    "e",
    "ma",
    "anche",
    "claude",
    "dai",
    "si",
    "hmm",
    "perfetto",
]
JOINERS = ["e", "ma", "perche", "quindi", "allora", "che"]

CLASSES = {
    "use": "usa usare usate utilizza utilizzare metti scrivi chiama importa preferisci fai rispondi rispondimi salva installa esegui scegli prendi",
    "work": """aggiungi crea implementa scrivi correggi sistema rifattorizza genera mostra mostrami spiega spiegami cerca controlla cambia rimuovi elimina rinomina aggiorna traduci sposta converti aiutami continua prosegui metti togli
        esegui prepara configura migra verifica testa apri fai analizza riassumi dammi guarda""",
    "tool": "comando comandi script strumento strumenti skill plugin hook hooks estensione agente subagente mcp linter formattatore connettore tool",
}

CUES = {
    "fine": """
        ^ no ,|.|- nessuno|nessuna|tutti|entrambi|entrambe
        ^ nessun|nessuna problema|fretta|errore|idea
        ^ non c'e problema|fretta|bisogno
        ^ non ti preoccupare
        ^ non importa|preoccuparti|serve|so|lo|credo|penso|capisco|fa
        ^ no ,|.|- grazie|va|tutto|continua|niente|ancora|cosi|non|entrambi|perfetto|e bene|$|ok|ancora|posto|,|$|cosi
        ^ no ,|. grazie|continua|tutto|niente
        ^ no grazie
        ^ niente
        ^ non ancora|adesso|ora
        ^ di niente
    """,
    "deny": "\n ^ no ,|.|-|:|!|\u2014|; **\n ^ no no\n ^ no non|e|quello|questo|usa|si|il|la\n ^ no $\n ^ sbagliato|errato|falso|scorretto\n ^ non cosi\n ^ non e|sono cosi|quello|quella|questo",
    "wrong": """
        e|era|sono completamente|proprio? sbagliato|sbagliata|errato|errata|falso|scorretto
        questo|quello|cosi|non non|e|era * giusto|corretto|cosi|vero|quello|sbagliato
        hai ** sbagliato|capito male|confuso|scambiato|frainteso|invertito
        hai capito male
        ti sbagli|stai sbagliando|confondendo
        stai sbagliando|confondendo
        non e quello|cosi|cio che
        intendevo
        al contrario
    """,
    "told": """
        te l'ho|lo gia|ho? detto|chiesto|gia
        ti ho|avevo gia? detto|chiesto|spiegato
        ho gia|appena detto|chiesto|spiegato
        come ho|ti|gia gia? detto|ho|dicevo|accennato
        quante volte
        di nuovo hai|il|la|con|lo|stesso
        < ancora : **
        seconda|terza|quarta|ennesima volta
        continui a
        perche continui|insisti|usi a|sempre
        avevamo|abbiamo detto|concordato|deciso|stabilito
        nessuno ti ha
        non ti ho chiesto
        hai di nuovo
    """,
    "whyyou": "perche hai|stai|usi ** ",
    "stop": "\n < smetti|smettila|smettetela|basta|evita|finiscila di|con **\n < non toccare|modificare|cambiare\n lascia ** stare|pace|cosi\n < giu le mani\n < basta ~are|~ere|~ire\n < mai piu",
    "instead": """
        @use ** invece|anziche|piuttosto|al di|che|posto|~are
        @use ** , non|mai
        @use ** e|ma non
        < invece|anziche di? ** , @use
        preferisco|preferiamo **
        @use piuttosto|invece
        meglio ** che|di|usare
        devi usare
    """,
    "rule": """
        d'ora in poi|avanti
        da ora|adesso|oggi in poi|avanti
        in futuro
        la prossima volta
        ogni volta che
        regola|convenzione|norma :|e|-
        per convenzione|regola|default|principio
        senza eccezioni
        in nessun caso
        per nessun motivo
        a meno che
        salvo diversa
        da questo momento
    """,
    "remember": "\n < ricorda|ricordati|ricordate|ricordatevi che|:|,|di|sempre|questo **\n tieni|tenete|tieni|tenere a|presente|in mente|conto|che\n non dimenticare|dimenticarti|scordare|dimenticate\n < annota|segnati|appunta|nota|memorizza che|:|questo|,\n salva|aggiungi|metti|scrivi ** in|nella|alla memoria|claude.md|note|tua\n per tua|vostra informazione\n < importante|attenzione|nota|promemoria :|,\n sappi|tieniti che",
    "always": " e|sono|vanno|va|si sempre|mai\n @use|rispondi|rispondimi|parla ** in italiano|inglese\n\n < sempre|mai !visto|si|funziona\n < usa|scrivi|rispondi|rispondimi|esegui|metti|fai|chiedi sempre\n non ** mai ~are|~ere|~ire|usare|usate|fare\n < non ~are|~ere|~ire mai\n devi|dobbiamo|devono|bisogna sempre|mai\n noi sempre|mai",
    "here": "\n qui|noi ** usiamo|si|non|abbiamo|lavoriamo|sempre\n usiamo|utilizziamo|scriviamo|teniamo|facciamo|deployamo|mettiamo **\n non usiamo|utilizziamo|facciamo|scriviamo|mettiamo|supportiamo|tocchiamo\n in|nel|di|per questo|nostro|quel progetto|repo|repository|team|codice|codebase\n nel|del progetto|repo|repository|team nostro?\n questo|il|nostro progetto|repo|repository|team usa|utilizza|e|segue|richiede\n < il|la|i|le nostro|nostra|nostri|nostre ** e|sono|va|vanno|usa|usano|si\n siamo su|ancora|alla",
    "ban": "\n e|sono|resta ** vietato|vietata|vietati|vietate|proibito|obsoleto|deprecato|congelato|congelata|bandito|obbligatorio|obbligatoria|obbligatori|generato|generata|generati|immutabile|immutabili\n non e|sono consentito|permesso|ammesso|permessi|ammessi\n non si usa|tocca|modifica|deve|puo|fa|usano|toccano|modificano\n non deve|devono|puo|possono **\n non esiste|esistono|usiamo|c'e piu\n nessuno usa|chiama piu?\n non ** piu",
    "forbid": "\n < non ~are|~ere|~ire|~arlo|~arla|~arli|~erlo **\n < niente|nessun|nessuna **\n non devi|dovresti|puoi **\n < vietato\n senza ** chiedere|chiedermi|permesso|approvazione\n chiedi|chiedimi prima\n < mai ~are|~ere|~ire",
    "must": "\n deve|devono|bisogna|occorre|va|vanno ** essere|avere|stare|~are|~ere|~ire|~ato|~ati|~ata|~ate\n ogni|tutti|tutte|tutto|qualsiasi|ciascun ** deve|devono|ha|hanno|va|vanno|richiede|usa|usano|e|sono|serve\n < solo|soltanto il|la|i|gli|le|lo + **\n assicurati|accertati che|di ** ogni|tutti|tutte|sempre",
    "cond": "\n ^ prima|dopo di|aver|ogni|qualsiasi **\n ^ se|quando un|una|devi|modifichi|aggiungi|cambi|scrivi|crei|non|tocchi|hai|c'e|qualcosa|sei ** , **\n ^ per ogni|tutti|tutte|qualsiasi **",
    "contrast": "\n , non !solo|si|ancora|male|mi|e|c'e|so\n e|ma non !solo|si|ancora|mi|c'e|funziona\n invece di|che|del|della\n anziche **\n non ** ma|bensi\n al posto di|del",
    "slip": "\n ti sei|hai ** dimenticato|dimenticata|scordato|ignorato|rotto|saltato\n hai dimenticato|ignorato|rotto\n manca|mancano il|la|i",
    "youdid": "< hai usato|messo|cambiato|cancellato|scritto|creato|aggiunto|tolto|modificato|spostato|rinominato|fatto **",
    "reason": "\n perche **\n altrimenti **\n poiche|siccome|dato\n quindi **",
    "oneoff": "\n per ora|adesso|oggi\n non ancora\n questa volta\n stavolta\n dopo $\n domani",
    "hedge": "\n ^ credo|penso|forse\n gli|i utenti|clienti",
    "question": "\n ^ perche|come|cosa|quale|quali|dove|chi|quanto|quanti|che ** ? \n ^ puoi|potresti|sai",
    "task": "\n ^ puoi|potresti|possiamo|voglio|vorrei|ho|abbiamo **\n ^ ora|adesso|poi|prima @work\n ^ @work\n < sistemalo|correggilo|controlla",
    "product": "pulsante|pagina|schermata|finestra|menu|modulo|utente|utenti|cliente|clienti|colore|titolo|icona|lista|casella|carrello|bottone",
    "bad": "\n non funziona|carica|mostra|appare|apre|chiude|risponde|salva\n si blocca|rompe|pianta",
    "praise": "\n perfetto|ottimo|eccellente|fantastico|fantastica|magnifico|bravo|bravissimo|splendido|grande|geniale\n mi piace\n molto bene",
    "likethis": "\n esattamente|proprio|precisamente cosi|come|lo|il|la|quello\n e cosi che\n continua cosi\n mi piace|piacciono che|come|il|la|quando\n lo|il stile|modo|formato\n sempre cosi\n tutti|tutte i|le",
    "tool": "\n @tool ** non|si|fallisce|ignora|rompe|cancella|duplica|perde|impiega|restituisce|solo|dimentica|mostra|usa|crea|lascia|sovrascrive|richiede|sempre|tronca|ripete|va|da\n \u00a4cmd ** non|si|fallisce|ignora|rompe|cancella|perde|va|lascia\n quando|eseguendo|lanciando ** \u00a4cmd|@tool ** si|non|fallisce",
    "fixit": "\n sistema|sistemalo|correggi|correggilo|controlla|aiutami|puoi|potresti\n perche",
    "bare": "\n ^ no|sbagliato|errato|falso $\n ^ questo|quello|cosi|non non|e e|cosi|giusto|sbagliato|quello|va che? ** $\n ^ e sbagliato|errato|falso $",
    "lead": "\n ^ no|sbagliato|errato ,|.|-|:|!\n ^ questo|quello|e non? e|era|sbagliato sbagliato|errato|corretto|giusto|cosi ,|.|:|-|;\n ^ te l'ho gia? detto :|,|che\n ^ ti ho gia? detto :|,|che|di\n ^ come ho|ti gia? detto|dicevo ,|:?\n ^ d'ora in poi|avanti ,|:?\n ^ ricorda|ricordati che|:|,|di\n ^ tieni presente|a che|:|mente\n ^ non dimenticare :|,|che|di\n ^ in realta ,?\n ^ per favore ,?",
    "gone": "in produzione|prod|staging ** non\nnon c'e|ci ** in produzione|prod|staging",
}
