"""Polish. Words stand without accents, as they are matched."""

from __future__ import annotations

FILLERS = [
    "prosze",
    "hej",
    "czesc",
    "dobra",
    "ok",
    "okay",
    "no",
    "a",
    "ale",
    "tez",
    "dzieki",
    "sluchaj",
    "claude",
    "wiec",
    "i",
    "hmm",
    "przepraszam",
]
JOINERS = ["i", "ale", "bo", "wiec", "poniewaz", "a", "oraz"]

CLASSES = {
    "use": "uzyj uzywaj uzywac uzywajmy stosuj pisz wolaj importuj wybierz odpowiadaj zapisuj instaluj wstaw daj",
    "work": "dodaj stworz napisz zaimplementuj napraw popraw wygeneruj pokaz wyjasnij znajdz sprawdz usun zmien przetlumacz przenies zbuduj zaktualizuj pomoz uruchom przetestuj zrob refaktoryzuj kontynuuj opisz",
    "tool": "komenda komendy polecenie polecenia skrypt skrypty narzedzie narzedzia skill plugin wtyczka hook hooki agent mcp linter formater rozszerzenie",
    "ban": "uzywaj dodawaj ruszaj zmieniaj edytuj usuwaj pisz tworz commituj pushuj wrzucaj instaluj modyfikuj mockuj dotykaj rob importuj nadpisuj kasuj komentuj formatuj",
}

CUES = {
    "fine": "\n ^ nie ma|szkodzi|martw|trzeba|wiem|sadze|rozumiem|mam|jestem problemu|sprawy|sie|pospiechu|,|.|$|czy|bledow\n ^ nie szkodzi|trzeba|wiem|sadze|martw\n ^ nie ,|. dzieki|dziekuje|w|wszystko|jest|kontynuuj|jeszcze|nic porzadku|dobrze|ok|,|$|.\n ^ nie ,? dzieki|dziekuje|jeszcze|teraz\n ^ jeszcze|teraz nie\n ^ nic\n ^ niewazne",
    "deny": "\n ^ nie ,|.|-|:|!|\u2014|; **\n ^ nie to|ten|ta|tak|my|te\n ^ nie $\n ^ zle|blad|niepoprawnie|nieprawda|falsz",
    "wrong": "\n to jest? nie|zle|bledne|nieprawda|niepoprawne|nieprawidlowe\n to|tak nie jest|dziala|tak|to|o\n mylisz|pomyliles|zle|odwrotnie\n zle zrozumiales\n nie o to\n na odwrot\n chodzilo mi",
    "told": "\n mowilem|mowilam|powiedzialem|powiedzialam|prosilem|prosilam|wspominalem|wspominalam|pisalem\n jak mowilem|wspomnialem|juz|ustalilismy\n ile razy\n znowu|ponownie\n drugi|trzeci|czwarty|kolejny raz\n ustalilismy|umowilismy\n ciagle|wciaz ~asz|~isz|~ujesz\n nikt cie nie",
    "whyyou": "dlaczego|czemu zmieniles|usunales|ruszales|ruszyles|uzyles|uzywasz|dotknales|zmieniasz",
    "stop": "\n < przestan|skoncz|przestancie\n < unikaj\n < nigdy wiecej\n zostaw ** spokoju\n < rece precz",
    "instead": "\n @use ** zamiast\n < zamiast ** @use\n @use ** , a? nie\n @use ** a nie\n wole|wolimy|preferujemy\n lepiej uzyj|uzywaj\n nie ** tylko|lecz",
    "rule": "\n od teraz|dzisiaj|dzis|tej\n na przyszlosc\n w przyszlosci\n odtad\n nastepnym razem\n za kazdym razem\n zasada|regula|konwencja :|to|jest|-\n bez wyjatku|wyjatkow\n pod zadnym pozorem\n chyba ze\n domyslnie",
    "remember": "\n pamietaj|pamietajcie|zapamietaj\n miej|miejcie na|w\n nie zapomnij|zapominaj\n < zapisz|zanotuj|uwaga|wazne|notatka ,? :|ze|sobie|w|to\n dla twojej|przypomnienia",
    "always": " jest|sa|beda zawsze|nigdy\n odpowiadaj|pisz po polsku|angielsku\n\n < zawsze|nigdy !wczesniej|dziala|zwraca\n @use|odpowiadaj|pisz ** zawsze|tylko\n musisz|trzeba|nalezy|masz zawsze|nigdy\n my zawsze|nigdy",
    "here": "\n uzywamy|stosujemy|piszemy|trzymamy|robimy|mamy|deployujemy|wrzucamy|pracujemy|wspieramy|testujemy ** \n nie uzywamy|stosujemy|robimy|mamy|piszemy|mockujemy|wspieramy\n w|dla tym|naszym|tego projekcie|repo|repozytorium|zespole|kodzie|projektu\n ten|nasz projekt|repo|zespol uzywa|jest|korzysta|wymaga\n < nasz|nasze|nasza ** jest|sa|to|nazywa\n u nas\n korzystamy z",
    "ban": "\n jest|sa|zostaje * zabronione|zakazane|zabroniony|przestarzale|przestarzaly|zamrozony|zamrozone|generowany|generowane|obowiazkowe|obowiazkowy|wymagane|niezmienne\n nie wolno\n nie mozna|nalezy|powinno|powinien|powinny\n juz nie ~\n nie ma ** tylko|,|w\n nikt nie ~",
    "forbid": "\n < nie @ban\n < nie ~uj|~aj|~aj|~ij ** \n < zadnych|bez|zadnego **\n bez pytania|zgody|mojej\n zapytaj|pytaj ** najpierw|zanim|przed\n < tylko nie",
    "must": "\n musi|musza|powinien|powinna|powinno|powinny|ma|maja ** byc|miec|~ac|~ic|~ec|~ac|zawierac\n kazdy|kazda|kazde|wszystkie|wszystko ** musi|musza|powinien|powinna|powinny|ma|maja|jest|sa|idzie|ida\n < tylko ** moze|moga|jest\n upewnij sie ** kazdy|kazda|kazde|wszystkie|zawsze",
    "cond": "\n ^ przed|po kazdym|kazda|kazdej|~em|~iem **\n ^ jesli|gdy|kiedy|zanim|jezeli ** , **\n ^ dla kazdego|kazdej|wszystkich **",
    "contrast": "\n , a? nie !tylko|wiem|jestem|ma|dziala\n a nie **\n zamiast **\n nie ** tylko|lecz|ale",
    "slip": "\n zapomniales|zapomnialas|pominales|zepsules|zignorowales",
    "youdid": "< uzyles|dodales|zmieniles|usunales|napisales|zrobiles|wstawiles|przeniosles **",
    "reason": "\n bo **\n poniewaz **\n inaczej **\n wiec **\n dlatego",
    "oneoff": "\n na razie\n dzisiaj|dzis|jutro|pozniej\n jeszcze nie\n tym razem",
    "hedge": "\n ^ mysle|chyba|moze\n uzytkownicy|klienci",
    "question": "\n ^ dlaczego|jak|co|kto|gdzie|kiedy|czy|ktory|ile|czemu **",
    "task": "\n ^ chce|chcialbym|potrzebuje **\n ^ mozesz|moglbys **\n ^ teraz|potem|najpierw @work\n ^ @work",
    "product": "przycisk|strona|ekran|menu|formularz|uzytkownik|uzytkownicy|klient|klienci|kolor|tytul|lista|koszyk",
    "bad": "\n nie laduje|otwiera|zamyka|wyswietla|dziala $\n wywala|psuje",
    "praise": "\n idealnie|swietnie|doskonale|super|wspaniale|perfekcyjnie|rewelacja|znakomicie\n bardzo dobrze",
    "likethis": "\n dokladnie tak|o|to|jak\n tak wlasnie|trzymaj|ma|chce|powinny\n podoba mi ** ze|jak\n zawsze tak\n wszedzie",
    "tool": "\n @tool ** nie|wisi|zawiesza|ignoruje|usuwa|gubi|psuje|pada|wywala|tylko|zapomina|nadpisuje|dwa|wolno|zawsze|trwa|obcina|zwraca|tworzy|myli\n \u00a4cmd ** nie|wisi|zawiesza|ignoruje|usuwa|pada|wywala|trwa",
    "fixit": "\n napraw|popraw|sprawdz|pomoz|mozesz\n dlaczego|czemu",
    "bare": "\n ^ nie|zle|blad|nieprawda $\n ^ to nie|jest|zle? tak|to|zle|dobrze|nieprawda? $\n ^ nie o to ** $",
    "lead": "\n ^ nie|zle|blad ,|.|-|:|!\n ^ to jest? zle|bledne|nieprawda|nie ,|.|:|-\n ^ mowilem|mowilam|powiedzialem ci? juz? ,|: zeby|ze?\n ^ jak juz? mowilem|wspomnialem ,|:?\n ^ od teraz ,|:?\n ^ pamietaj|zapamietaj ,|:|ze ze?\n ^ nie zapomnij|zapominaj ,|:|ze",
    "gone": "na|w produkcji|prodzie|stagingu ** nie",
}
