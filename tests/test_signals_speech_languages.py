"""What is heard, and what is not, in languages other than English."""

from __future__ import annotations

import os

import pytest

from reflexion.signals.speech import listen

HEARD = {
    "zh": """
        不对，配置文件放在 config 目录里
        我们这里用 pnpm，不用 npm
        我说过不要改生成的代码
        这个接口返回的是分，不是元
        以后每次改完都要跑一遍测试
        记住，生产库只读
        别再用 print 了，用 logger
        用 httpx，不要用 requests
        所有接口都必须有鉴权
        提交之前一定要先跑 lint
        不要直接推到 main 分支
        你忘了加租户过滤条件
        部署脚本在 VPN 下会卡住
        翻译工具总是把占位符弄丢
        错了，时间是 UTC 的
        本项目只支持 Python 3.9 以上
    """,
    "ja": """
        いいえ、ここでは pnpm を使います
        それは違います。金額は円ではなくセント単位です
        前にも言いましたが、生成されたファイルは編集しないでください
        今後はコミットメッセージを英語で書いてください
        必ず先にテストを書いてください
        print ではなく logger を使って
        main に直接プッシュしないで
        覚えておいてください、本番 DB は読み取り専用です
        このリポジトリではタブを使っています
        コメントを勝手に消さないでください
        デプロイコマンドが VPN 接続時に固まります
        要約スキルが表を認識しない
        コミットする前に必ず lint を実行してください
        テナント ID のフィルタが抜けています
        すべてのエンドポイントに認証が必要です
    """,
    "ko": """
        아니요, 여기서는 pnpm을 써요
        그게 아니라 금액은 원이 아니라 센트예요
        전에도 말했잖아요, 생성된 파일은 고치지 마세요
        앞으로 커밋 메시지는 영어로 써 줘
        항상 테스트를 먼저 작성해 주세요
        print 대신 logger를 사용해
        절대 main에 직접 푸시하지 마세요
        기억해, 운영 DB는 읽기 전용이야
        우리 프로젝트는 탭을 씁니다
        주석을 마음대로 지우지 마
        배포 명령이 VPN에서 멈춰요
        요약 스킬이 표를 인식하지 못해요
        커밋하기 전에 꼭 린트를 돌려
        테넌트 필터를 빠뜨렸어요
        모든 엔드포인트에는 인증이 있어야 합니다
    """,
    "es": """
        No, aquí usamos pnpm
        Eso está mal, los importes van en céntimos
        Ya te dije que no toques los ficheros generados
        A partir de ahora escribe los commits en inglés
        Siempre ejecuta el linter antes de hacer commit
        Usa el logger en vez de print
        Nunca subas directamente a main
        Recuerda que la base de producción es de solo lectura
        En este proyecto no usamos punto y coma
        Deja de añadir comentarios obvios
        El comando de despliegue se cuelga con la VPN
        La herramienta de búsqueda ignora los acentos
        Antes de cada release hay que actualizar el changelog
        Te olvidaste del filtro por inquilino
        Todos los endpoints deben llevar autenticación
        no edites el esquema a mano, se genera
    """,
    "de": """
        Nein, hier nutzen wir pnpm
        Das stimmt nicht, die Beträge sind in Cent
        Ich habe dir schon gesagt, dass generierte Dateien tabu sind
        Ab jetzt Commit-Nachrichten bitte auf Englisch
        Immer erst den Linter laufen lassen
        Nimm den Logger statt print
        Niemals direkt auf main pushen
        Merk dir: die Produktionsdatenbank ist nur lesbar
        In diesem Projekt verwenden wir Tabs
        Hör auf, überall Kommentare einzufügen
        Der Deploy-Befehl hängt im VPN
        Das Suchtool ignoriert Umlaute
        Vor jedem Release muss das Changelog aktualisiert werden
        Du hast den Mandantenfilter vergessen
        Alle Endpunkte müssen authentifiziert sein
        keine neuen Pakete ohne Rücksprache
    """,
    "fr": """
        Non, ici on utilise pnpm
        C'est faux, les montants sont en centimes
        Je t'ai déjà dit de ne pas toucher aux fichiers générés
        À partir de maintenant, écris les commits en anglais
        Lance toujours le linter avant de committer
        Utilise le logger au lieu de print
        Ne pousse jamais directement sur main
        Retiens que la base de production est en lecture seule
        Dans ce projet, on n'utilise pas de point-virgule
        Arrête d'ajouter des commentaires évidents
        La commande de déploiement se bloque avec le VPN
        L'outil de recherche ignore les accents
        Avant chaque release, il faut mettre à jour le changelog
        Tu as oublié le filtre par client
        Tous les endpoints doivent être authentifiés
    """,
    "pt": """
        Não, aqui usamos pnpm
        Isso está errado, os valores são em centavos
        Já te falei para não mexer nos arquivos gerados
        A partir de agora escreva os commits em inglês
        Sempre rode o linter antes de commitar
        Use o logger em vez de print
        Nunca faça push direto na main
        Lembre-se de que o banco de produção é somente leitura
        Neste projeto não usamos ponto e vírgula
        Pare de adicionar comentários óbvios
        O comando de deploy trava na VPN
        A ferramenta de busca ignora acentos
        Antes de cada release é preciso atualizar o changelog
        Você esqueceu o filtro por inquilino
        Todos os endpoints devem ter autenticação
    """,
    "ru": """
        Нет, здесь мы используем pnpm
        Это неверно, суммы в копейках
        Я же говорил не трогать сгенерированные файлы
        С этого момента пиши коммиты на английском
        Всегда запускай линтер перед коммитом
        Используй логгер вместо print
        Никогда не пушь напрямую в main
        Запомни: продовая база только для чтения
        В этом проекте мы не используем точки с запятой
        Хватит добавлять очевидные комментарии
        Команда деплоя зависает через VPN
        Инструмент поиска игнорирует букву ё
        Перед каждым релизом нужно обновить changelog
        Ты забыл фильтр по арендатору
        Все эндпоинты должны требовать авторизацию
        не редактируй схему руками, она генерируется
    """,
    "it": """
        No, qui usiamo pnpm
        È sbagliato, gli importi sono in centesimi
        Ti ho già detto di non toccare i file generati
        D'ora in poi scrivi i commit in inglese
        Usa il logger invece di print
        Non fare mai push direttamente su main
        Ricorda che il database di produzione è in sola lettura
        In questo progetto non usiamo il punto e virgola
        Il comando di deploy si blocca con la VPN
    """,
    "nl": """
        Nee, hier gebruiken we pnpm
        Dat klopt niet, de bedragen zijn in centen
        Ik heb al gezegd dat je gegenereerde bestanden niet mag aanpassen
        Vanaf nu commits in het Engels
        Gebruik de logger in plaats van print
        Onthoud dat de productiedatabase alleen-lezen is
        In dit project gebruiken we tabs
        Het deploy commando hangt op de VPN
    """,
    "pl": """
        Nie, tutaj używamy pnpm
        To jest błędne, kwoty są w groszach
        Mówiłem już, żeby nie ruszać wygenerowanych plików
        Od teraz pisz commity po angielsku
        Użyj loggera zamiast print
        Pamiętaj, że baza produkcyjna jest tylko do odczytu
        W tym projekcie nie używamy średników
        Polecenie deploy wisi na VPN
    """,
    "tr": """
        Hayır, burada pnpm kullanıyoruz
        Bu yanlış, tutarlar kuruş cinsinden
        Sana daha önce söyledim, üretilen dosyalara dokunma
        Bundan sonra commit mesajlarını İngilizce yaz
        print yerine logger kullan
        Unutma, üretim veritabanı salt okunur
        Bu projede noktalı virgül kullanmıyoruz
        Deploy komutu VPN üzerinde takılıyor
    """,
}

SILENT = {
    "zh": """
        没问题，继续吧
        为什么这个测试会失败？
        帮我给登录页加一个“不再提示”的复选框
        好的，谢谢
        这个函数是做什么的？
        修复首页的样式问题
        我们应该用 Redis 还是 Memcached？
        不用了，谢谢
        购物车页面一打开就崩溃
        把按钮的颜色改成蓝色
        可以，开始吧
        运行一下测试
        不知道，你觉得呢？
    """,
    "ja": """
        問題ないです、進めてください
        このテストはなぜ失敗しますか？
        設定画面に「今後表示しない」のチェックボックスを追加して
        ありがとう
        この関数は何をしていますか？
        ログインページのデザインを修正して
        Redis と Memcached のどちらを使うべきですか？
        大丈夫です
        カート画面を開くと落ちます
        テストを実行して
        はい、それでお願いします
        おはよう
    """,
    "ko": """
        괜찮아요, 계속하세요
        이 테스트는 왜 실패하나요?
        설정 화면에 "다시 보지 않기" 체크박스를 추가해 줘
        고마워요
        이 함수는 무슨 일을 하나요?
        로그인 페이지 디자인을 고쳐 줘
        Redis를 써야 할까요, Memcached를 써야 할까요?
        네, 그렇게 해 주세요
        장바구니 페이지를 열면 앱이 죽어요
        테스트를 실행해 줘
        안녕하세요
        좋아요, 다음
    """,
    "es": """
        No hay problema, continúa
        ¿Por qué falla esta prueba?
        Añade una casilla "No volver a preguntar" en los ajustes
        gracias
        ¿Qué hace esta función?
        Arregla el diseño de la página de inicio
        ¿Deberíamos usar Redis o Memcached?
        no, gracias
        La página del carrito no carga en el móvil
        Cambia el color del botón a azul
        sí, adelante
        ejecuta las pruebas
        no sé, ¿qué opinas?
        Crea un script que nunca borre el último backup
    """,
    "de": """
        Kein Problem, mach weiter
        Warum schlägt dieser Test fehl?
        Füge eine Checkbox „Nicht mehr anzeigen“ in den Einstellungen hinzu
        danke
        Was macht diese Funktion?
        Repariere das Layout der Startseite
        Sollten wir Redis oder Memcached nutzen?
        nein danke
        Die Warenkorbseite lädt auf dem Handy nicht
        Ändere die Farbe des Buttons auf Blau
        ja, mach das
        führe die Tests aus
        noch nicht
        Schreib ein Skript, das nie das letzte Backup löscht
    """,
    "fr": """
        Pas de problème, continue
        Pourquoi ce test échoue ?
        Ajoute une case « Ne plus afficher » dans les réglages
        merci
        Que fait cette fonction ?
        Corrige la mise en page de l'accueil
        Est-ce qu'on devrait utiliser Redis ou Memcached ?
        non merci
        La page du panier ne se charge pas sur mobile
        Change la couleur du bouton en bleu
        oui, vas-y
        lance les tests
        pas encore
        Écris un script qui ne supprime jamais la dernière sauvegarde
    """,
    "pt": """
        Sem problema, continue
        Por que este teste falha?
        Adicione uma caixa "Não mostrar novamente" nas configurações
        obrigado
        O que esta função faz?
        Corrija o layout da página inicial
        Devemos usar Redis ou Memcached?
        não, obrigado
        A página do carrinho não carrega no celular
        Mude a cor do botão para azul
        sim, pode fazer
        rode os testes
        ainda não
        Crie um script que nunca apague o último backup
    """,
    "ru": """
        Без проблем, продолжай
        Почему этот тест падает?
        Добавь флажок «Больше не показывать» в настройки
        спасибо
        Что делает эта функция?
        Исправь вёрстку главной страницы
        Нам лучше использовать Redis или Memcached?
        нет, спасибо
        Страница корзины не загружается на телефоне
        Поменяй цвет кнопки на синий
        да, давай
        запусти тесты
        пока нет
        Напиши скрипт, который никогда не удаляет последний бэкап
    """,
    "it": """
        Nessun problema, continua
        Perché questo test fallisce?
        Aggiungi una casella "Non mostrare più" nelle impostazioni
        grazie
        Correggi il layout della pagina iniziale
        no, grazie
        La pagina del carrello non carica sul telefono
        non ancora
    """,
    "nl": """
        Geen probleem, ga door
        Waarom faalt deze test?
        Voeg een vinkje "Niet meer tonen" toe aan de instellingen
        bedankt
        nee, bedankt
        Verander de kleur van de knop naar blauw
        nog niet
    """,
    "pl": """
        Nie ma problemu, kontynuuj
        Dlaczego ten test nie przechodzi?
        Dodaj pole „Nie pokazuj ponownie” w ustawieniach
        dzięki
        nie, dziękuję
        Zmień kolor przycisku na niebieski
        jeszcze nie
    """,
    "tr": """
        Sorun yok, devam et
        Bu test neden başarısız oluyor?
        Ayarlara "Bir daha gösterme" kutusu ekle
        teşekkürler
        hayır, teşekkürler
        Butonun rengini mavi yap
        henüz değil
    """,
}


def rows(table):
    return [
        (lang, line.strip())
        for lang, lines in table.items()
        for line in lines.split("\n")
        if line.strip()
    ]


@pytest.mark.parametrize("lang, prompt", rows(HEARD))
def test_heard(lang, prompt):
    heard = listen(prompt)
    assert heard, prompt
    assert heard.lang == lang
    assert heard.kind != "approval"
    assert heard.trigger and "\n" not in heard.trigger


@pytest.mark.parametrize("lang, prompt", rows(SILENT))
def test_silent(lang, prompt):
    assert listen(prompt) is None


def lines(name):
    with open(
        os.path.join(os.path.dirname(__file__), "data", "speech", name), encoding="utf-8"
    ) as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("# ")]


@pytest.mark.parametrize("prompt", lines("heard_other.txt"))
def test_more_heard(prompt):
    assert listen(prompt)


@pytest.mark.parametrize("prompt", lines("silent_other.txt"))
def test_more_silent(prompt):
    assert listen(prompt) is None
