/** Words of lead-ins in the languages of the world, as data for `unfinished-lead.ts` (contract 2.3 check 12). All lower case. */

/** What is shown rather than done: texts, places where texts stand, and judgements on them. They count in sentences of three words and more. */
export const TEXT_WORDS: ReadonlySet<string> = new Set(
  `log logs logged stdout stderr screenshot snapshot dump excerpt extract jsonl dataset corpus page pages article post thread ticket email mail
  message messages spec book chapter appendix notes quiz exam question wire notation representation encoding serialized serialised encoded
  tokenized rendered escaped literal characters payload instruction instructions injection jailbreak attacker transcript conversation commit
  template rejected denied refused forbidden blocked call calls invocation quoted quote test-case testcase case fixture hallucinated redacted
  response`.split(/\s+/),
);
/** The same in short labels: “Snapshot:”, “Case A:”. */
export const SHORT_LABELS: ReadonlySet<string> = new Set(
  `snapshot stdout stderr serialized serialised encoded decoded tokenized rendered reformatted minified pretty-printed redacted skeleton
  boilerplate stub pseudo-call pseudocall wire notation excerpt transcript case illustrative appendix jsonl comparison definition bnf ebnf
  completion truth label reference gold prediction hypothesis teacher student turn role content bubble cheat glossary spelling caption
  headline debug trace specimen exhibit evidence proof figure theory version typical possible plausible likely data warning caution danger destructive`.split(
    /\s+/,
  ),
);
/** “curl response:”, “Model answer:”: whose text it is. */
export const TOLD_BY =
  /^(?:the )?(?:model|server|api|llm|curl|parser|bot|gateway|proxy|endpoint|upstream|user|vllm|sglang|ollama|tokenizer|raw|actual|your) (?:answer|response|reply|output|message|text|line|log)s?\s?[:：]$/;
/** Texts and judgements on them in other languages; they count in labels of any length. */
export const TEXT_ABROAD =
  /(?:^|[\s'’])(?:possibile|posible|respuesta|réponse|resposta|risposta|ответ|возможный|mögliche|protokoll|auszug|handbuch|testfall|zitat|wörtlich|aufruf|falsch|richtig wäre|doku|dokumentation|rohtext|erwartete?|journal|extrait|attendue?|appel|citation|brute?|cas de test|registro|extracto|manual|esperad[oa]|llamada|cita|caso de prueba|saída|chamada|trecho|caso de teste|attes[oa]|manuale|estratto|chiamata|grezzo|citazione|aanroep|verwachte|handleiding|log[u]? jest|wywołanie|oczekiwan[ye]|dokumentacji|cytat|логе|логи|вызова?|вывод|документации|фрагмент|цитата|ожидаемый|тест|протоколе|виклик|журналі|günlük|günlükte|çağrı|alıntı|beklenen|nội dung|định dạng|lời gọi|nhật ký|isi|panggilan|keluaran)(?=[\s:：.!]|$)|السجل|صيغة|محتوى|الاستدعاء|الوثائق|لוג|לוג|תוכן|תיעוד|פלט|लॉग|प्रारूप|आउटपुट|दस्तावेज़|รูปแบบ|บันทึก|ผลลัพธ์|เอกสาร|로그 내용|로그에는|응답|텍스트|표시|문서|모델 ?출력|출력 ?결과|케이스|기대|예상|잘못|원문|인용|형식|返回|原始|期望|[预預]期|[样樣]本|[内內]容|[记記][录錄]|ログ|出力|ケース|記述|[错錯][误誤]|引用|可能的|考えられ|応答|가능한|문자열/u;
/** Somebody acts now, in languages whose verbs say who does: checked on the sentence as a whole. */
export const ACTS_ABROAD: readonly RegExp[] = [
  // Spanish, Portuguese, Italian: a verb in the first person or a gerund comes first.
  /^(?:[^,:]{1,40}, )?(?:(?:primero|ahora|luego|entonces|bien|vale|también|primeiro|então|depois|agora|certo|prima|ora|poi|bene|allora|adesso|ok)[,:]? )?(?:(?:lo|la|li|le|o|a|me|mi) )?(?!(?:ecco|dopo|demo|repro|info|memo|todo|intro|macro|photo|video|audio|two|who|zero|auto|hello|also|solo|como|caso|contenido|contenuto|registro|formato|ejemplo|exemplo|texto|testo|modelo|modello|extracto|estratto|trecho|esempio|aviso|atteso|esperado|titolo|correcto|incorrecto|dicho|questo|esto|isto)\b)\p{L}{3,}(?:o|ando|endo|indo|amos|emos|iamo)(?= |\s?[:：]|$)/u,
  /^(?:estoy|estou|sto|voy|vou|veamos|vediamo|proviamo|vejamos|vamos|deixe|déjame|dejame|permíteme|lasciami|fammi|permita)(?= |\s?[:：]|$)/u,
  // French: “voyons”, “d'abord, je …”, a noun of an act.
  /(?:^|[\s,])j(?:'|e(?= ))|(?:^|, )\p{L}{3,}ons(?= |\s?[:：]|$)|^(?:vérification|exécution|lecture|recherche|création|lancement|ouverture|mise|ajout|suppression|analyse|inspection)(?= |$)/u,
  // German, Dutch, Scandinavian: the pronoun, or the verb alone.
  /(?:^|[\s,])(?:ich|wir|ik|laten we|lass uns|lassen wir|jag|jeg|vi)(?= )|^(?:zuerst|dann|jetzt|nun|als nächstes|eerst|dan|nu|daarna)(?= )|^(?:lese|prüfe|suche|starte|öffne|schaue|sehe|erstelle|lösche|hole|führe|schreibe|teste|rufe|gehe|mache|kontrolliere|aktualisiere)(?= |\s?[:：]|$)/u,
  // Polish, Czech, Slovak: “sprawdzam”, “uruchamiam”, “zobaczę”, “spouštím”.
  /^(?:(?:teraz|najpierw|potem|już|nyní|teď|nejprve|najprv)[,:]? )?(?:\p{L}{3,}(?:ę|ám|ím|uji|ujem|źmy)|sprawdzam|uruchamiam|czytam|szukam|otwieram|zaczynam|przeglądam|zapisuj\p{L}+|zobaczmy)(?= |\s?[:：]|$)/u,
  // Russian, Ukrainian: “проверяю”, “сначала прочитаю”, “посмотрим”.
  /(?:^|\s)(?!по\s|эту|ту\s)\p{L}+(?:ю|жу|щу|чу|шу|гу|ну|ем|им)(?=[\s,:.]|$)|(?:^|\s)(?:нужно|надо|пора|треба)(?= )/u,
  // Turkish, Vietnamese, Indonesian.
  /(?:yorum|acağım|eceğim|alım|elim|ayım|eyim)(?=\s?[:：]|$)|(?:^|, )(?:tôi sẽ|để tôi|hãy để|đang|giờ tôi|bây giờ)(?= )|^(?:saya akan|mari|sedang|biar saya|sekarang saya|menjalankan|membaca|memeriksa|mencari|membuat|membuka|menulis)(?= |\s?[:：]|$)/u,
  // Arabic, Hebrew, Hindi, Thai.
  /(?:^|\s)(?:سأ|سوف|دعني|لنقم|الآن)|(?:^|\s)(?:אני|בוא|נבדוק|אבדוק|אריץ|עכשיו)|(?:मैं|करता|करती|करते|रहा|रही|चलिए|अब)|(?:ฉัน|ผม|จะ|กำลัง|ขอ|เรา)/u,
  // Chinese, Japanese, Korean.
  /[我让讓帮幫先去]|[现現]在|接下|正在|[开開]始|首先|然[后後]|下一步|最[后後]|[发發]现|[问問][题題]|原因|[查检檢读讀搜]|[运運]行[测測命脚程代]|[执執]行[命以下一]|[写寫]入|更新|修[改正复復]|[创創]建|打[开開]|列出|安[装裝]|[编編][译譯]|[构構]建|[删刪]除|添加|[获獲]取|ます|ましょう|ください|습니다|니다(?=\s?[:：]|$)|게요|보자|하자/u,
];
/** “Only as text”, “I would write”: what follows is no act. */
export const ONLY_ABROAD =
  /^(?:如果|假如|若是|要是|假[设設])[^我让讓]*$|^(?:もし|仮に)|^(?:nur|lediglich|uniquement|seulement|solo|sólo|solamente|soltanto|apenas|somente|alleen|tylko|только|лише|sadece|仅|僅|只是|只作)|として(?:のみ|だけ)|^(?:ich würde|je (?:l')?écrirais|yo escribiría|eu escreveria|scriverei|я бы|я б)(?= )|(?:^|\s)(?:записано|написано|указано|сказано|приведено)(?=\s?[:：]|$)|[れら]て(?:います|いる)|てあります|となっています|こう(?:なり|書)/u;
/** “The text stands below”, “this is an example”: a whole sentence points at what follows. */
export const POINTS_ABROAD =
  /(?:^|[\s'’])(?:unten|ci-dessous|ci-après|abajo|a continuación|abaixo|a seguir|sotto|di seguito|hieronder|poniżej|níže|ниже|нижче|aşağıda\p{L}*|dưới đây|di bawah)(?=[\s.!,]|$)|^(?:下面|以下|如下|下方)|以下(?:は|の)|次の|다음은|아래|(?:^|[\s'’])(?:beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|przykład|příklad|пример|приклад|örnek|példa|esimerkki|exempel|eksempel|ví dụ|contoh|texto|testo|texte|rohtext|tekst|текст)[.!]?$|例(?:子|です|である)|范例|예시(?:입니다|이다)|^so (?:schreib|sieht|schaut|lautet)\p{L}*/u;
/** Somebody does not do it: these count before all acts. */
export const DECLINED: readonly RegExp[] = [
  /\b(?:can't|cannot|can not|won't|will not|refused? to|declined? to|not (?:allowed|permitted|going|able|meant|supposed) to|unable to|must not|mustn't|must never|did not|didn't|do not|don't|does not|never|haven't|have not) (?:\w+ ){0,2}?(?:run|execute|act|call|do|follow|dispatch|comply|perform|invoke|obey|send|issue)\b/,
  /\b(?:decided against|stopped (?:before|short of)|refrain(?:ed)? from|(?:chose|choose|opted) not to|held off)\b/,
  /\band i refuse\b|\bi (?:ignored|refused|declined|rejected|disregarded)\b|\bnot (?:a )?(?:real|actual|genuine) |\bnot (?:executed|run|dispatched|called|a call)\b|\bno (?:action|call|tool) (?:was |is )?(?:taken|made|run|called|executed)\b|\bonly a (?:description|quotation|quote|sketch)\b/,
  /\b(?:führe|rufe|starte|sende|mache)\p{L}* (?:ich )?(?:das|dies|diesen|dieses|es|ihn|sie)\b[^,]{0,20}\bnicht\b|\bnicht (?:ausgeführt|ausführen|aufrufen)\b/u,
  /\bne? ?(?:l')?n?'?\p{L}{0,4} ?(?:exécut|lanc|appell|fer|peux|vais|dois)\p{L}* pas\b|\bn'(?:exécut|effectu|appell)\p{L}* pas\b/u,
  /\bno (?:lo |la |voy a |puedo |debo |quiero )+(?:ejecut|correr|hacer|llam|lanz)\p{L}*|\bno (?:ejecut|llam)\p{L}*/u,
  /\bnão (?:o |a |vou |posso |devo |quero )*(?:execut|rod|cham|faz|far)\p{L}*/u,
  /\bnon (?:lo |la |posso |devo |voglio )*(?:esegu|lanci|chiam|fac|far)\p{L}*/u,
  /\b(?:voer|roep|start|doe)\b[^,]{0,30}\bniet\b/u,
  /(?:^|\s)nie (?:wykon|uruch|mogę|będę|zrobię|wywoł)\p{L}*|(?:^|\s)(?:nespust|neproved|nevykon|nespúšť)\p{L}*/u,
  /(?:^|\s)не (?:буду|стану|могу|можу|собираюсь|выполн|запуск|запуст|вызыв|викон)\p{L}*/u,
  /(?:mıyorum|miyorum|muyorum|müyorum|mayacağım|meyeceğim)(?=[\s:.]|$)/u,
  /(?:^|\s)không (?:chạy|thực thi|thực hiện|gọi|làm)(?=[\s:.]|$)|\bsẽ không\b|\btidak (?:akan |bisa |boleh )*(?:men|mem|me)\p{L}+/u,
  /(?:^|\s)(?:لن|لا) (?:أ|ن|ي|ت)\p{L}+|(?:^|\s)לא (?:אריץ|אבצע|ארצה|להריץ)|नहीं (?:चला|करू|कर)|ไม่(?:รัน|เรียก|ทำ)/u,
  /(?:不[会會能可应應该該]?被?|没有?|沒有?|拒[绝絕]|[并並]未|未曾)(?:以|去|再|真的|实际|實際)?(?:[执執]行|[运運]行|[调調]用|操作|照做)|(?:実行|呼び出|送信|起動)(?:は)?(?:し|さ)?(?:ません|ない|まない)|(?:실행|호출)(?:하지|은|는)? ?(?:않|안|못)/u,
];
/** How a text would be or looks, and who wrote it, in a sentence that leaves its object open. */
export const SHOWS_ABROAD =
  /(?:^|\s)(?:so|zo) (?:sieht|ziet|würde|wäre|zou)(?= )|(?:^|\s)(?:lautet|lauten|ergibt|kam zurück|würde|wäre|enthält|steht|ressemble|ressemblerait|serait|contient|affiche|obtient|a écrit|a répondu|donne|vería|seria|sería|quedaría|contiene|obtiene|muestra|escribió|respondió|devolvió|dice|ficaria|obtém-se|ottiene|mostra|contém|escreveu|respondeu|retornou|diz|sarebbe|ha scritto|ha risposto|bevat|toont|schreef|wygląda|byłoby|zawiera|napisał|wypisał|выглядит|получается|содержит|написала?|вернула?|вывела?|вывел|ответила?|виглядає|olurdu|görünür|şöyle|şu var|yazdı|döndürdü)(?=[\s:]|$)/u;
