"""Portuguese. Words stand without accents, as they are matched."""

from __future__ import annotations

FILLERS = [
    "por",
    "favor",
    "ei",
    "olha",
    "olhe",
    "bom",
    "bem",
    "entao",
    "ok",
    "okay",
    "eh",
    "ola",
    "ah",
    "desculpa",
    "desculpe",
    "obrigado",
    "e",
    "mas",
    "tambem",
    "claude",
    "ja",
    "hey",
    "hmm",
    "cara",
    "pessoal",
    "alias",
]
JOINERS = ["e", "mas", "porque", "entao", "que", "pois"]

CLASSES = {
    "use": "usa use usar utiliza utilize utilizar usem ponha coloque coloca escreve escreva chama chame importa importe prefiro prefira prefere escolha faz faca responda responde guarde instale execute quero",
    "ban": """us~ toqu~ mex~ faca faz facam ponha coloqu~ escrev~ modifi~ apag~ edit~ mud~ adicion~ met~ sub~ cri~ execut~ instal~ mistur~ deix~ cham~ import~ utiliz~ remov~ guard~ renome~ repit~
        reescrev~ hardcod~ fac~ commit~ comit~ assum~ invent~ coment~ mov~ formate~ captur~ ignor~ dupli~ atualiz~ publiqu~ copi~ mock~ alter~ delet~ rod~ exclu~ quer~""",
    "work": """adiciona adicione cria crie implementa implemente escreve escreva faz faca corrige corrija conserta conserte refatora refatore gera gere mostra mostre explica explique procura procure revisa revise muda mude
        remove remova apaga apague renomeia renomeie atualiza atualize traduz traduza move mova converte converta ajuda ajude continua continue segue siga roda rode executa execute investiga investigue resume resuma
        prepara prepare configura configure migra migre verifica verifique testa teste abre abra coloca coloque""",
    "tool": "comando comandos script scripts ferramenta ferramentas skill habilidade plugin hook hooks extensao agente subagente mcp linter formatador conector",
}

CUES = {
    "fine": """
        ^ nao ,? deixa|deixe|esquece|esqueca pra|para|assim|isso|estar|$
        ^ nada mal
        ^ nao ,|.|- os|as|ambos|nenhum|nenhuma|qualquer dois|duas|$
        ^ nao ,|.|- ambos|nenhum|nenhuma
        ^ nao tem|ha|faz problema|pressa|de|mal|erro|erros|nada
        ^ nao se preocupe|preocupa
        ^ nao importa
        ^ nao , obrigado|obrigada|esta|assim|segue|nada|ainda|tudo|continua|continue|ja|perfeito|so|ambos|pode
        ^ nao obrigado|obrigada|precisa
        ^ nao sei|acho|entendi|entendo|posso|tenho|estou|lembro|vejo|sabia
        ^ ainda|agora nao
        ^ nada
        ^ de nada
        ^ sem problema|problemas|pressa|erros
    """,
    "deny": """
        ^ nao ,|.|-|:|!|\u2014|; **
        ^ nao e|isso|assim|esse|essa|esta|este|sao|era
        ^ nao nao
        ^ incorreto|errado|falso|errada
        ^ assim nao
        ^ nada de **
        ^ nao $
    """,
    "wrong": """
        nao foi|era|e isso|o que
        isso|isto|esse|essa|este|esta nao? e|esta|ta|estava|ficou errado|errada|incorreto|falso|invertido
        isso|isto|assim|essa|esse nao e|era|esta|ta correto|certo|assim|o|como|a|verdade|verdadeiro
        esta|estao|ta|voce|tu errado|errada|enganado|enganada|confundindo|errados
        voce|tu se? entendeu|confundiu|enganou|errou|trocou|inverteu **
        nao e|era|foi o que|isso
        < ao contrario
        eu quis dizer
    """,
    "told": """
        eu? ja te? lhe? falei|disse|pedi|avisei|expliquei|mencionei|comentei|tinha
        eu te|lhe falei|disse|pedi|avisei
        < eu? falei|disse|pedi para|pra|que|nao
        como eu? ja? te? disse|falei|mencionei|comentei|combinamos
        quantas vezes
        de novo|novamente voce|isso|o|a|usando|com|mexeu|nao|:|,
        segunda|terceira|quarta|enesima vez
        combinamos|acordamos|ficamos que|de|em|nao
        voce|tu continua|continuas|insiste|fica|vive ~ndo|em
        por|porque que? voce? continua|sempre|insiste
        ninguem pediu|te
        eu? nao pedi|mandei
        voce|tu fez|usou|colocou|esqueceu|mexeu de novo
    """,
    "whyyou": "por|porque que? voce? mexeu|mudou|apagou|usou|alterou|tirou|colocou|instalou|removeu **",
    "stop": """
        < pare|para|parem|chega|deixe|deixa|evite|evita de ~ar|~er|~ir|~or|usar
        < evite|evita ~ar|~er|~ir|usar
        deixe|deixa ** em paz
        < nao mexa|mexe|toque|toca
        nao volte a
        < larga|largue **
    """,
    "instead": """
        < prefira|prefere|prefiro **
        < @use ** em vez|lugar|ao de
        < @use ** ao inves
        < em|ao vez|lugar|inves de|do|da ** , @use
        < @use ** , nao|nunca
        < @use ** e nao
        prefiro|preferimos **
        devia|deve|deveria ** em vez|lugar
        < melhor @use
    """,
    "rule": """
        a partir de agora|hoje
        de agora|hoje|aqui em|pra|para diante|frente
        daqui para|pra|em frente|diante
        < no|em futuro
        da|na proxima vez
        da proxima
        toda vez que
        cada|sempre vez? que
        regra|norma|convencao|politica :|e|-
        por padrao|convencao|norma
        sem excecao|excecoes
        em hipotese|circunstancia alguma|nenhuma
        a menos|nao ser que
        salvo se
    """,
    "remember": """
        < lembre|lembra|lembrem que|:|,|se|sempre|disso|de|-
        < lembre-se|lembra-te que|:|,|de|disso
        tenha|tem|tenham em mente|conta
        leve em conta
        nao se? te? esqueca|esquece|esquecas|esquecam
        < anota|anote|guarde|guarda|nota|note :|que|isso|ai
        guarde|adicione|salve|coloque|anote ** na|em|no sua? memoria|claude.md|notas
        para|pra voce? seu? saber|saberem|constar|conhecimento
        < importante|atencao|nota|aviso|lembrete|obs :|, **
        fique sabendo
    """,
    "always": """
        e|sao|ficam|fica|vai|vao sempre|nunca
        @use|responda-me|fale|comente em portugues|ingles|espanhol
        < sempre|nunca|jamais !se|me|funciona|falha|aparece|mostra|retorna|carrega|passa
        @use sempre
        tem|deve|devem|precisa|devemos ** sempre|nunca
        nos|a|gente sempre|nunca
        responda|responde|escreva|fale sempre|em
    """,
    "here": """
        aqui ** usamos|nos|a|se|nao|trabalhamos|e|sempre|nunca
        usamos|utilizamos **
        a gente usa|nao|sempre|nunca|so|escreve|faz|trabalha
        nao|nunca|sempre|so usamos|utilizamos|fazemos|escrevemos|colocamos|mexemos|permitimos|suportamos|subimos|mockamos|guardamos|commitamos
        neste|nesse|nosso|nessa|nesta|no|desse|deste|do projeto|repo|repositorio|time|equipe|codigo|empresa|equipa
        este|esse|o|nosso projeto|repo|repositorio|time|codigo usa|utiliza|e|segue|requer|fica
        < nosso|nossa|nossos|nossas ** e|sao|fica|ficam|usa|usam|esta|estao|vai|vao
        estamos na|no|em|com
        ~amos|~emos|~imos ** , nao
    """,
    "ban": """
        e|sao|esta|estao|fica|foi|ta proibido|proibida|proibidos|proibidas|obsoleto|depreciado|congelado|congelada|descontinuado|obrigatorio|obrigatoria|obrigatorios|gerado|gerada|gerados|imutavel|imutaveis|legado
        nao se pode|deve|usa|mexe|edita|faz|toca
        nao pode|podem|deve|devem ser? **
        nao e|sao|esta permitido|permitida|permitidos|permitidas
        ja? nao existe|usamos|existem|se mais?
        ninguem usa|chama
    """,
    "forbid": """
        me pergunte|pergunta|avise|consulte antes|primeiro
        < pergunte|pergunta|avise antes|primeiro|me
        < nao @ban
        < nunca @ban
        < nada de **
        voce|tu nao deve|pode|devia|precisa **
        < e? proibido
        < sem ** por favor
        sem minha|me|pedir|perguntar|autorizacao
    """,
    "must": """
        deve|devem|tem|precisa|precisam|necessita que|de? ser|estar|levar|ter|ir|usar|passar|incluir|ficar|seguir|~ar|~er|~ir
        todo|todos|todas|toda|cada|qualquer ** deve|devem|tem|precisa|precisam|vai|vao|leva|levam|sao|e|esta|estao|usa|usam|fica|ficam
        < so|somente|apenas o|a|os|as + **
        certifique-se|garanta|garante de? que todo|todos|todas|cada|toda
    """,
    "cond": """
        ^ antes|depois|apos de ~ar|~er|~ir|cada|qualquer|todo ** 
        ^ apos ~ar|~er|~ir
        ^ se|quando|sempre tiver|estiver|houver|um|uma|algo|mexer|mudar|adicionar|alterar|for|criar|fizer|editar|que|nao|alguma|algum|voce ** ,|: **
        ^ para qualquer|todo|todos|todas|cada ** ,|: **
    """,
    "contrast": """
        , nao !se|funciona|e|tem|ha|so|me|consigo
        e nao !se|funciona|tem|ha|me|so|consigo|e
        nao ** , mas|e sim
        e sim
        em vez|lugar de|do|da
        ao inves de|do|da
    """,
    "slip": """
        voce|tu se? te? esqueceu|esqueceste|ignorou|quebrou|pulou|omitiu
        esqueceu|esqueceste de|o|a|do|da
        faltou|faltaram o|a|os|as
    """,
    "youdid": "< voce|tu usou|colocou|apagou|mudou|fez|escreveu|criou|adicionou|tirou|mexeu|alterou|moveu|usaste|puseste|mudaste|apagaste **",
    "reason": "\n porque **\n senao\n ja que\n por isso\n pois\n entao",
    "oneoff": "\n por enquanto|hoje\n ainda\n desta vez\n dessa vez\n depois $\n amanha",
    "hedge": "\n ^ acho|talvez|suponho\n os|o|as|um usuarios|clientes|cliente|usuario|utilizador|utilizadores",
    "question": """
        ^ por que|como|qual|quais|onde|quem|quanto|quantos|sera|porque **
        ^ voce sabe|pode|consegue
        ^ e|sabe|tem possivel|se|como
    """,
    "task": """
        ^ antes de comecar|iniciar|continuar|empezar
        ^ os|as|um|cada usuarios|usuario|clientes|cliente|utilizadores nao? devem|deve|podem|pode
        , adicione|adiciona|escreva|escreve|crie|cria um|uma|o|a
        ^ pode|poderia|podemos|quero|preciso|precisamos|queria|gostaria|vamos|queremos **
        ^ agora|depois|primeiro @work
        < arruma|conserta|corrige|investiga|corrija|conserte|investigue
        ^ tem|ha um|uma erro|bug|problema
    """,
    "product": "botao|pagina|tela|modal|dialogo|menu|usuario|usuarios|cliente|clientes|formulario|cor|icone|titulo|lista|caixa|carrinho|utilizador",
    "bad": "\n nao consigo|posso|conseguimos\n  !isso|isto|assim esta|estao|ta|sai|fica|vem errado|errada|quebrado|quebrada|vazio|vazia|lento|lenta\n nao funciona|carrega|mostra|aparece|abre|fecha|responde|salva\n falha|falham|quebra|trava|cai",
    "praise": "\n perfeito|excelente|otimo|fantastico|maravilhoso|show|genial|incrivel|adorei|amei|brilhante\n muito bom|bem\n gostei",
    "likethis": "\n exatamente|justamente|precisamente|bem assim|como|o|a|isso\n assim que|mesmo\n continua|continue assim\n gostei|adorei|amei que|de|como|do|da\n e o|a estilo|jeito|forma|padrao\n sempre assim\n todos|todas os|as",
    "tool": """
        @tool ** nao|se|falha|falham|ignora|quebra|apaga|duplica|perde|demora|retorna|so|trava|esquece|mostra|usa|cria|deixa|sobrescreve|precisa|sempre|nunca|da|trunca|corta|repete|envia|publica|mistura|escreve|pendura
        \u00a4cmd ** nao|se|falha|ignora|quebra|apaga|duplica|perde|demora|trava|deixa
        ao executar|rodar|usar \u00a4cmd|o|a ** falha|nao|da|trava
        toda vez que ** \u00a4cmd|@tool ** falha|nao|da|deixa|apaga|trava
    """,
    "fixit": "\n arruma|conserta|corrige|investiga|corrija|conserte|investigue|verifica|pode|poderia|ajuda\n por que",
    "bare": """
        ^ nao|errado|incorreto|falso $
        ^ isso|isto|assim nao|esta|e e|esta|errado|incorreto|assim|correto|falso|certo o? que? eu? queria|pedi|disse|quis $
        ^ isso esta|ta|e errado|incorreto|falso $
        ^ nao e isso|assim $
    """,
    "lead": """
        ^ nao|incorreto|errado ,|.|-|:|!
        ^ isso|isto nao? esta|ta|e errado|incorreto|assim|correto|falso ,|.|:|-|;
        ^ eu? ja? te? lhe? falei|disse|pedi para|pra|que|: ,?
        ^ como eu? ja? te? disse|falei|mencionei antes|ontem? ,|:?
        ^ a partir de agora ,|:?
        ^ de agora em diante ,|:?
        ^ lembre|lembra|lembre-se|lembra-te se? que|:|,|de
        ^ tenha em mente que|:
        ^ nao se? esqueca|esquece que|:|,|de
        ^ na verdade ,?
        ^ por favor ,?
    """,
    "gone": "em|no|na producao|prod|staging|homologacao ** nao\nnao tem|ha|existe ** em|na|no producao|prod|staging",
    "norm": "^ os|as|o|a ** comecam|comeca|vao|levam|ficam|terminam com|por|em|na|no",
}
