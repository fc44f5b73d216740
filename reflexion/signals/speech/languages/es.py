"""Spanish. Words stand without accents, as they are matched."""

from __future__ import annotations

FILLERS = [
    "por",
    "favor",
    "oye",
    "mira",
    "bueno",
    "pues",
    "vale",
    "ok",
    "okay",
    "eh",
    "hola",
    "ah",
    "perdon",
    "venga",
    "gracias",
    "y",
    "pero",
    "tambien",
    "claude",
    "ojo",
    "bien",
    "entonces",
    "ademas",
    "hey",
    "hmm",
    "mm",
]
JOINERS = ["y", "pero", "porque", "asi", "entonces", "que"]

CLASSES = {
    "use": "usa use usar utiliza utilice utilizar usad usemos emplea pon poner escribe llama importa prefiere prefiero elige haz responde contesta guarda despliega instala ejecuta quiero",
    "ban": """us~ toc~ toqu~ hag~ pong~ escrib~ modifi~ borr~ edit~ cambi~ agreg~ anad~ met~ sub~ cre~ ejecut~ instal~ mezcl~ dej~ llam~ import~ utilic~ elimin~ guard~ coloq~ renombr~ repit~
        reescrib~ hardcod~ pushe~ comit~ commit~ mergee~ confi~ asum~ inventes comentes muev~ formate~ reformate~ abr~ lances captur~ ignor~ supong~ dupli~ actualic~ publiqu~ despliegu~ toq~ copi~ mocke~ lo la los las""",
    "work": """anade agrega crea implementa escribe haz arregla corrige refactoriza genera muestra muestrame explica explicame busca revisa cambia elimina borra renombra actualiza traduce mueve convierte ayudame continua
        sigue pon quita ejecuta investiga resume prepara configura dibuja disena migra anademe damelo dame dime mira abre prueba comprueba instala despliega haga agregar anadir crear implementar""",
    "tool": "comando comandos script scripts herramienta herramientas skill habilidad plugin hook hooks extension agente subagente mcp linter formateador conector servidor-mcp",
}

CUES = {
    "fine": """
        ^ no esta mal $
        ^ no esta|estaba mal , sigue|continua|seguimos|ahora|gracias|vamos
        ^ no , dejalo|olvidalo|da|importa|deja
        ^ no ,|.|- ninguno|ninguna|ambos|ambas|los|las dos|$
        ^ no pasa|importa|pasan nada|,|.|$
        ^ no hay problema|prisa|de|error|errores|apuro|nada
        ^ no te preocupes|apures|molestes
        ^ no , gracias|esta|asi|sigue|nada|todavia|aun|tranquilo|todo|continua|ya|perfecto|adelante|ninguno|tampoco|solo|ambos
        ^ no gracias
        ^ no lo? se|creo|entiendo|puedo|tengo|estoy|recuerdo|sabia|veo
        ^ no hace falta
        ^ todavia|aun|ahora no
        ^ nada|ninguno
        ^ de nada
    """,
    "deny": """
        ^ no ,|.|-|:|!|\u2014|; **
        ^ no es|eso|asi|ese|esa|esta|este|son|era
        ^ no no
        ^ que no ,|!|.
        ^ incorrecto|mal|equivocado|falso|error
        ^ asi no
        ^ nada de **
        ^ no $
    """,
    "wrong": """
        eso|esto|ese|esa|este|esta no? es|esta|estaba mal|incorrecto|incorrecta|equivocado|falso|erroneo
        eso|esto|asi|esa|ese no es|era|esta correcto|cierto|asi|lo|como|el|la|bien|verdad
        esta|estan|estas mal|equivocado|equivocada|al
        te has? equivocaste|equivocado|confundiste|confundido|equivocas|confundes
        entendiste|has entendido? mal
        no es lo que
        < al reves
        lo tienes|has|esta al reves
        me referia a
    """,
    "told": """
        te|os lo? he|habia|hemos? dije|dicho|pedi|pedido|comente|comentado|avise|explique
        ya te? lo? dije|dicho|comente|pedi|mencione|explique|avise|he|hemos|habiamos
        como ya? te? dije|mencione|comente|decia|he
        cuantas veces
        otra vez lo|la|has|con|estas|mismo|te|no|:|,|el|pusiste|usaste
        segunda|tercera|cuarta|enesima vez
        lo mismo otra|de
        habiamos|hemos? quedamos|quedado|acordamos|acordado|dijimos en|que
        sigues|sigue ~ndo
        por que sigues|siempre|vuelves
        has vuelto a
        de nuevo lo|el|la|has|te
        nadie te pidio|ha
        no te pedi|dije
    """,
    "whyyou": "por que has|tocaste|cambiaste|borraste|usas|usaste|modificaste|pusiste|quitaste|instalaste **",
    "stop": """
        < deja|deje|dejen de ~ar|~er|~ir|~arlo|~erlo|~irlo
        < para|basta|evita de? ~ar|~er|~ir
        < no vuelvas a
        < ya no ~es|~as
        deja ** en paz
        no toques
    """,
    "instead": """
        < @use ** en vez|lugar de
        < en vez|lugar de ** , @use
        < @use ** , no|nunca|y|pero
        < @use ** y no
        prefiero|preferimos **
        debes|debe|debes|deberias ** en vez|lugar de
        hay|tienes que @use
        mejor @use
        usa|use|utiliza|usad ** en su lugar
    """,
    "rule": """
        a partir de ahora|hoy|este
        desde ahora|hoy|ya
        de ahora|aqui|hoy en adelante
        en adelante
        en lo sucesivo
        < en el futuro
        la proxima vez
        cada vez que
        para la proxima
        regla|norma|convencion|politica :|es|-
        por norma|convencion|defecto|regla
        como norma|regla
        sin excepcion|excepciones
        bajo ningun concepto|ninguna
        a menos|no ser que ** diga|digamos|pida
        salvo|excepto que
    """,
    "remember": """
        < recuerda|recuerden|recordad|recuerde que|:|,|siempre|esto|-
        acuerdate de|que
        ten|tened|tenga|tengan en|presente cuenta|que|:|mente
        no te? olvides|olvidar|olvideis
        < anota|apunta|guarda|toma **  que|:|nota|memoria|esto
        < anota|apunta :|que|esto
        guarda|anade|agrega|mete|pon ** en|a tu|la memoria|claude.md|notas
        para que lo? sepas|conste|recuerdes|tengas
        que conste
        < importante|ojo|nota|atencion|aviso|recordatorio :|, **
    """,
    "always": """
        es|son|va|van|se|esta|estan siempre|nunca
        se|es|son + siempre|nunca
        @use|respondeme|contestame|habla|hablame en espanol|ingles|frances|aleman|portugues
        < siempre|nunca|jamas !se|me|funciona|falla|aparece|muestra|devuelve|carga|pasa
        hay|tienes|tenemos|debes|deben|debe|se ** siempre|nunca
        @use siempre
        siempre hay|debes|tienes
        nosotros siempre|nunca
        responde|respondeme|contesta|escribe|habla|hablame|dame|comenta siempre|en
    """,
    "here": """
        < aqui|nosotros|en ** usamos|utilizamos|no|se|trabajamos|tenemos|siempre|nunca
        usamos|utilizamos|empleamos **
        no|nunca|siempre|solo usamos|utilizamos|hacemos|ponemos|escribimos|subimos|mezclamos|permitimos|soportamos|tocamos|desplegamos|mockeamos|guardamos|commiteamos
        en|de este|esta|nuestro|el|nuestra proyecto|repo|repositorio|equipo|codigo|empresa|casa|base
        este|esta|el|nuestro proyecto|repo|repositorio|equipo|codigo usa|utiliza|es|sigue|requiere|va
        < nuestro|nuestra|nuestros|nuestras ** es|son|va|van|usa|usan|esta|estan|se
        ~amos|~emos|~imos ** , no
        trabajamos|desplegamos|escribimos|guardamos|usamos con|desde|en|sobre
        estamos en|con
    """,
    "ban": """
        esta|estan|queda|quedan prohibido|prohibida|prohibidos|prohibidas|obsoleto|deprecado|congelado|congelada|vetado|vetada
        es|son obligatorio|obligatoria|obligatorios|obligatorias|generado|generados|inmutable|inmutables
        no se puede|pueden|debe|deben|permite|permiten|toca|tocan|edita|editan|usa|usan|hace|modifica|acepta
        no esta|estan permitido|permitida|permitidos|permitidas
        es|son|esta|estan|se generado|generados|generada|generan|genera
        ya no existe|existen|usamos|se
        nadie usa|llama
    """,
    "forbid": """
        < no @ban
        < nada de **
        < sin **  por favor|nunca
        no debes|deberias|puedes|tienes que? **
        < ni se te
        < prohibido
    """,
    "must": """
        debe|deben|tiene|tienen|hay|hace que? ser|estar|llevar|tener|ir|usar|pasar|incluir|ir|quedar|falta|seguir|~ar|~er|~ir
        todo|todos|todas|toda|cada|cualquier ** debe|deben|tiene|tienen|va|van|necesita|necesitan|lleva|llevan|son|es|esta|estan|usa|usan
        < solo|unicamente el|la|los|las + **
        asegurate de que todo|todos|todas|cada|siempre
    """,
    "cond": """
        ^ antes|despues|luego de ~ar|~er|~ir|cada|cualquier|todo ** 
        ^ si|cuando|siempre tienes|dudas|hay|un|una|algo|tocas|cambias|anades|agregas|modificas|escribes|que|no|creas|haces|editas|algun|alguna ** ,|: **
        ^ para cualquier|todo|todos|todas|cada ** ,|: **
    """,
    "contrast": """
        , no !se|funciona|es|hay|pasa|solo|me|se
        y no !se|funciona|hay|pasa|me|solo|es|puedo
        no ** sino
        en vez|lugar de
        es|son|esta|estan|va|van ** , no
    """,
    "slip": """
        te|se has? olvidaste|olvidado|falto|falta|saltaste|olvido
        olvidaste|ignoraste|rompiste|omitiste
        has olvidado|ignorado|roto
    """,
    "youdid": "< has|usaste|pusiste|borraste|cambiaste|hiciste|escribiste|creaste|anadiste|agregaste|metiste|quitaste|tocaste|modificaste|moviste **",
    "reason": "\n porque **\n si no ,|se\n ya que\n por eso\n asi que",
    "oneoff": "\n por ahora|hoy\n de momento\n todavia\n aun no\n esta vez\n luego\n manana",
    "hedge": "\n ^ creo|quizas|quiza|talvez|supongo|igual\n tal vez\n los|las|un|el usuarios|clientes|cliente|usuario",
    "question": """
        ^ por que|como|cual|cuales|donde|quien|cuanto|cuantos **
        ^ que|cuando|como|donde|hay|es|puede|se|sabes|tiene|esta ** \u00bf
        ^ es|sabes|tienes|se posible|si|puede
        ^ \u00bf
    """,
    "task": """
        ^ hay que anadir|agregar|crear|implementar|corregir|arreglar|cambiar|mover|quitar|eliminar|actualizar
        ^ antes de empezar|comenzar|comecar|continuar|seguir
        ^ los|las|un|cada usuarios|usuarias|usuario|clientes|cliente no? deben|debe|pueden|puede
        , anade|agrega|escribe|crea un|una|el|la
        ^ puedes|podrias|podemos|quiero|necesito|necesitamos|quisiera|me|vamos|queremos **
        ^ ahora|luego|despues|primero @work
        < arregla|arreglalo|corrigelo|investiga|investigalo|revisalo|miralo
        ^ hay un|una que|error|bug|fallo
    """,
    "product": "boton|pagina|pantalla|modal|dialogo|menu|usuario|usuarios|cliente|clientes|formulario|color|icono|titulo|lista|casilla|carrito",
    "bad": "\n no puedo|podemos|consigo\n  !eso|esto|asi esta|estan|sale|salen|queda mal|roto|rota|vacio|vacia|lento|lenta|incorrecto|incorrecta\n no funciona|carga|muestra|aparece|abre|cierra|responde|guarda\n falla|fallan|rompe|peta|revienta|cuelga",
    "praise": "\n perfecto|excelente|genial|fantastico|fantastica|estupendo|maravilloso|buenisimo|brillante|bravo|encanta\n muy bien\n asi me gusta",
    "likethis": "\n exactamente|justo|precisamente|justamente asi|como|lo|el|la|eso\n asi es como|queremos\n sigue|seguid asi\n me gusta|encanta que|como\n es el|la estilo|forma|manera|patron\n siempre asi\n todos|todas los|las",
    "tool": """
        @tool ** no|se|falla|fallan|ignora|rompe|borra|duplica|pierde|tarda|devuelve|solo|cuelga|bloquea|olvida|muestra|usa|crea|deja|sobrescribe|necesita|siempre|nunca|peta|revienta|da|trunca|corta|repite|envia|publica|mezcla|escribe
        \u00a4cmd ** no|se|falla|ignora|rompe|borra|duplica|pierde|tarda|cuelga|bloquea|deja
        al ejecutar|lanzar|correr|usar \u00a4cmd|el|la ** se|falla|no|da
        cada vez que ** \u00a4cmd|@tool ** se|falla|no|da|deja|borra
    """,
    "fixit": "\n arreglalo|arregla|investiga|corrigelo|revisalo|miralo|revisa|mira|puedes|podrias|ayuda\n por que",
    "bare": """
        ^ no|mal|incorrecto|falso|equivocado $
        ^ eso|esto|asi no|esta|es es|esta|mal|incorrecto|asi|correcto|falso lo? que? queria|pedi|dije|mal $
        ^ eso esta|es mal|incorrecto|falso $
        ^ no es eso|asi $
    """,
    "lead": """
        ^ no|incorrecto|mal ,|.|-|:|!
        ^ eso|esto no? esta|es mal|incorrecto|asi|correcto|falso ,|.|:|-|;
        ^ ya? te? lo? dije|dicho|pedi que ,|:?
        ^ ya? te he dicho que|:|,
        ^ como ya? te? dije|mencione|comente antes|ayer? ,|:?
        ^ a partir de ahora ,|:?
        ^ de ahora en adelante ,|:?
        ^ desde ahora ,|:?
        ^ recuerda|recuerden|acuerdate que|:|,|de
        ^ ten en cuenta que|:
        ^ no te? olvides que|:|,|de
        ^ en realidad ,?
        ^ por favor ,?
    """,
    "norm": "^ los|las|el|la ** empiezan|empieza|van|llevan|lleva|terminan|se por|en|con|a\n^ los|las + empiezan|van|llevan|terminan **",
    "gone": "no hay|existe|tenemos ** en produccion|prod|staging|local|este\nen produccion|prod|staging ** no",
}
