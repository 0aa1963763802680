import type { FaultCategory, Wording } from './fault-pattern.ts';

/** Marks around a name or a path, as these languages write them. */
const OPEN = '(?:["\'`«“„「『‹] ?)?';
const SHUT = '(?: ?["\'`»”“」』›])?';
const NAME = `${OPEN}(?<param>[A-Za-z_][\\w.-]{0,79}?)${SHUT}`;
const TOOL = `${OPEN}(?<tool>[A-Za-z_][\\w.:/-]{0,127}?)${SHUT}`;
/** Between the noun and the verb: a path, or nothing. */
const PATH = `(?: ?${OPEN}(?<path>[^"'\`«»“”„「」『』\\n]{1,400}?)${SHUT})?`;
/** Behind the sentence. */
const THEN = `[.。]?(?: ?[:：(] ?${OPEN}(?<path>[^"'\`«»“”「」\\n)]{1,400}))`;

type Source = readonly [variant: string, ...sources: string[]];

/**
 * The commonest faults as servers and systems say them elsewhere than in English. Each is `weak`: a tie to the call, the flag or a wrapping
 * has to speak for it, since what is translated, read or told is written so as well.
 */
const SOURCES: { readonly [C in FaultCategory]?: Source } = {
  PARAM_MISSING: [
    '',
    '(?:Der )?(?:Pflichtparameter|[Ee]rforderliche[rs]? Parameter|Parameter) NAME (?:fehlt|ist erforderlich|wird benötigt)',
    '(?:Fehlende[rs]?|Es fehlt der) (?:erforderliche[rs]? )?(?:Pflicht)?[Pp]arameter:? NAME(?=$|[\\s.])',
    '(?:[Ll]e )?(?:[Pp]aramètre|[Aa]rgument)(?: obligatoire| requis)? NAME (?:est )?(?:manquant|obligatoire|requis)',
    '(?:[Pp]aramètre|[Aa]rgument) (?:obligatoire |requis )?manquant ?: ?NAME(?=$|[\\s.])',
    '[Ff]altan? (?:el |la )?(?:parámetro|argumento)(?: obligatorio| requerido)?:? NAME(?=$|[\\s.])',
    '(?:[Ee]l )?(?:[Pp]arámetro|[Aa]rgumento)(?: obligatorio| requerido)? NAME (?:es obligatorio|es requerido|falta|no fue proporcionado)',
    '(?:O )?(?:[Pp]arâmetro|[Aa]rgumento)(?: obrigatório)? NAME (?:ausente|faltando|é obrigatório|não (?:foi )?informado)',
    '(?:[Ff]alta|[Ff]altando) (?:o )?(?:parâmetro|argumento)(?: obrigatório)?:? NAME(?=$|[\\s.])',
    '(?:[Ii]l )?[Pp]arametro(?: obbligatorio)? NAME (?:mancante|è obbligatorio|manca)',
    '[Pp]arametro obbligatorio mancante:? NAME(?=$|[\\s.])',
    '(?:[Оо]тсутствует|[Нн]е указан|[Нн]е задан|[Пп]ропущен) (?:обязательный )?(?:параметр|аргумент):? NAME(?=$|[\\s.])',
    '(?:[Оо]бязательный )?(?:[Пп]араметр|[Аа]ргумент) NAME (?:обязателен|не указан|не задан|отсутствует)',
    '(?:必須)?(?:の)?(?:パラメータ|パラメーター|引数) ?NAME ?(?:が|は)(?:指定されていません|必須です|ありません|不足しています|必要です|見つかりません)',
    '(?:필수 )?(?:매개변수|인수|파라미터) ?NAME ?(?:이|가|은|는|을|를)?(?:\\([가-힣]\\))? ?(?:누락|필요|없습니다|필수)',
    '(?:必[填需要选]的?)?(?:参数|參數) ?NAME ?(?:缺失|不能为空|是必[填需]|未提供|为必填|为空|不可為空)',
    '缺少(?:必[填需要选]|必須)?的?(?:参数|參數)[:：]? ?NAME(?=$|[\\s。.])',
  ],
  PARAM_TYPE_MISMATCH: [
    '',
    '(?:Der )?Parameter NAME muss (?:eine?n? )?(?:gültige[rs]? )?(?:Ganzzahl|Zahl|Zeichenkette|String|Array|Liste|Objekt|Boolean|Wahrheitswert)',
    '(?:[Ll]e )?[Pp]aramètre NAME doit être une? (?:entier|nombre|chaîne|tableau|liste|objet|booléen)',
    '(?:[Ee]l )?[Pp]arámetro NAME debe ser una? (?:entero|número|cadena|lista|arreglo|array|objeto|booleano)',
    '(?:O )?[Pp]arâmetro NAME deve ser uma? (?:inteiro|número|string|texto|lista|array|objeto|booleano)',
    '[Пп]араметр NAME должен быть (?:целым числом|числом|строкой|массивом|списком|объектом|логическим)',
    '(?:参数|參數)?(?:错误[:：] ?)?(?:参数|參數)? ?NAME ?必[须須](?:是|为|為)(?:整数|數字|数字|字符串|字串|数组|陣列|对象|物件|布尔)',
    '(?:パラメータ|パラメーター|引数)? ?NAME ?は(?:整数|数値|文字列|配列|オブジェクト|真偽値)(?:でなければなりません|である必要があります)',
  ],
  FILE_NOT_FOUND: [
    '',
    '(?:D(?:ie|as|er) )?(?:Datei|Verzeichnis|Ordner|Pfad)PATH (?:wurde )?(?:nicht gefunden|existiert nicht|konnte nicht gefunden werden)THEN',
    'Datei oder Verzeichnis nicht gefundenTHEN',
    "(?:[Ll]e |[Ll]a )?(?:[Ff]ichier|[Dd]ossier|[Rr]épertoire|[Cc]hemin)PATH (?:n['’]existe pas|(?:est )?introuvable|non trouvé|n['’]a pas été trouvé)THEN",
    'Aucun fichier ou dossier de ce (?:type|nom)THEN',
    '(?:[Ee]l |[Ll]a )?(?:[Aa]rchivo|[Ff]ichero|[Dd]irectorio|[Rr]uta|[Cc]arpeta)PATH no (?:existe|encontrad[oa]|se encontró|se ha encontrado|se pudo encontrar)THEN',
    '(?:[Nn]o existe|[Nn]o se (?:encontró|pudo encontrar)) el (?:archivo|fichero|directorio)(?: o el directorio)?THEN',
    '(?:O |A )?(?:[Aa]rquivo|[Ff]icheiro|[Dd]iretório|[Pp]asta|[Cc]aminho)PATH não (?:existe|encontrad[oa]|foi encontrad[oa])THEN',
    '(?:[Ii]l |[Ll]a )?(?:[Ff]ile|[Cc]artella|[Dd]irectory|[Pp]ercorso)PATH non (?:trovat[oa]|esiste|è stat[oa] trovat[oa])THEN',
    '(?:[Фф]айл|[Пп]апка|[Кк]аталог|[Дд]иректория|[Пп]уть)PATH не (?:найден[ао]?|существует)THEN',
    'Нет такого файла или каталогаTHEN',
    '(?:[Pp]lik|[Kk]atalog|[Ff]older)PATH nie (?:istnieje|został znaleziony)THEN',
    'Nie znaleziono plikuTHEN',
    '(?:[Hh]et )?(?:[Bb]estand|[Mm]ap)PATH (?:is )?niet gevondenTHEN',
    'Dosya bulunamadıTHEN',
    'Không tìm thấy (?:tệp|tập tin|file|thư mục)THEN',
    '(?:指定された)?(?:ファイル|ディレクトリ|フォルダー?|パス)(?:または(?:ファイル|ディレクトリ))?PATH(?:が|は)(?:見つかりません|存在しません)(?:でした)?THEN',
    'そのようなファイルやディレクトリはありませんTHEN',
    '(?:지정된 )?(?:파일|디렉터리|디렉토리|폴더|경로)PATH(?:을|를|이|가)? ?(?:찾을 수 없습니다|존재하지 않습니다|없습니다)THEN',
    '(?:指定的)?(?:文件|目录|路径|檔案|目錄|路徑|文件夹)(?:或目录)?PATH ?(?:不存在|未找到|没有找到|沒有找到)THEN',
    '(?:找不到|未找到)(?:指定的)?(?:文件|目录|路径|檔案|目錄|路徑)THEN',
    '没有那个文件或目录THEN',
    // Windows
    'The system cannot find the (?:file|path) specifiedTHEN',
    'Das System kann (?:die angegebene Datei|den angegebenen Pfad) nicht findenTHEN',
    "Le (?:fichier|chemin d['’]accès) spécifié est introuvableTHEN",
    'El sistema no puede encontrar (?:el archivo especificado|la ruta especificada)THEN',
    'O sistema não pode encontrar o (?:arquivo|caminho) especificadoTHEN',
    'Impossibile trovare il (?:file|percorso) specificatoTHEN',
    '(?:Системе не|Не) уда[её]тся найти указанный (?:файл|путь)THEN',
    '(?:系统|系統)找不到指定的(?:文件|路径|檔案|路徑)THEN',
  ],
  DIFF_MATCH_FAILED: [
    'not_found',
    '(?:Der )?[Zz]u ersetzende[rn]? Text (?:wurde |ist )?(?:in der Datei )?nicht (?:in der Datei )?(?:gefunden|vorhanden)',
    "(?:[Ll]e )?[Tt]exte à remplacer (?:est |n['’]est pas |n['’]a pas été )?(?:introuvable|trouvé|présent)",
    '(?:[Nn]o se encontró|[Nn]o se ha encontrado) (?:el texto|la cadena) (?:a|que se va a) reempla',
    '(?:O )?[Tt]exto a (?:ser )?substitu(?:ído|ir) não (?:foi )?encontrado',
    '(?:[Тт]екст|[Сс]трока) для замены не найден',
    '(?:未找到|找不到|没有找到)(?:要|需要|待|欲)?(?:替换|替換|匹配|取代)的?(?:文本|内容|内容块|字符串|文字|字串)',
    '置換(?:対象|する)の?(?:文字列|テキスト)が(?:ファイル(?:内)?に)?(?:見つかりません|存在しません)',
  ],
  FS_NOT_OBSERVED: [
    '',
    '(?:Die )?DateiPATH muss (?:zuerst|vor dem (?:Bearbeiten|Schreiben|Überschreiben|Ändern)) gelesen werden',
    "(?:[Ll]e )?[Ff]ichierPATH doit (?:d[’']abord )?être lu avant",
    '(?:[Ee]l )?[Aa]rchivoPATH debe (?:leerse|ser leído) (?:primero|antes)',
    '(?:[Сс]начала прочитайте|[Фф]айлPATH (?:нужно|необходимо|следует) (?:сначала )?прочитать)',
    '(?:編集|書き込み|上書き)(?:する)?前に(?:、)?(?:必ず)?ファイルPATHを読み(?:取|込)',
    '(?:请|請|必须|必須)先(?:读取|讀取|阅读)(?:文件|檔案)?',
  ],
  FS_STALE_VERSION: [
    '',
    '(?:Die )?DateiPATH (?:wurde|hat sich) seit dem (?:letzten )?Lesen (?:geändert|verändert)',
    '(?:[Ll]e )?[Ff]ichierPATH a été modifié depuis (?:la|sa) (?:dernière )?lecture',
    '(?:[Ee]l )?[Aa]rchivoPATH (?:ha sido|fue) modificado desde (?:la|su) (?:última )?lectura',
    '[Фф]айлPATH (?:был )?измен[её]н (?:с момента|после) (?:последнего )?чтения',
    'ファイルPATH(?:は|が)(?:最後に読み取られて|最後の読み取り|読み取り後|読み込み後)[^\\n]{0,20}変更',
    '(?:文件|檔案)PATH ?(?:已被(?:外部)?(?:修改|更改)|在(?:读取|讀取|上次读取)(?:之)?后(?:已)?(?:被)?(?:修改|更改))',
  ],
  UNKNOWN_TOOL: [
    '',
    'Unbekanntes (?:Werkzeug|Tool):? TOOL(?=$|[\\s.])',
    '(?:Das )?(?:Werkzeug|Tool) TOOL (?:wurde )?(?:nicht gefunden|existiert nicht|ist unbekannt)',
    '(?:[Oo]util inconnu|[Oo]util non trouvé) ?:? ?TOOL(?=$|[\\s.])',
    "(?:[Ll]['’])?[Oo]util TOOL (?:est )?(?:introuvable|inconnu|n['’]existe pas)",
    '[Hh]erramienta desconocida:? TOOL(?=$|[\\s.])',
    '(?:[Ll]a )?[Hh]erramienta TOOL no (?:existe|encontrada|se encontró)',
    '[Ff]erramenta desconhecida:? TOOL(?=$|[\\s.])',
    '(?:A )?[Ff]erramenta TOOL não (?:existe|encontrada|foi encontrada)',
    '[Нн]еизвестный инструмент:? TOOL(?=$|[\\s.])',
    '[Ии]нструмент TOOL не (?:найден|существует)',
    '(?:不明な|未知の)ツール(?:です)?[:：]? ?TOOL(?=$|[\\s。.])',
    'ツール ?TOOL ?(?:が|は)(?:見つかりません|存在しません)',
    '알 수 없는 도구[:：]? ?TOOL(?=$|[\\s.])',
    '(?:未知|不存在)的?工具[:：]? ?TOOL(?=$|[\\s。.])',
    '工具 ?TOOL ?(?:不存在|未找到|找不到)',
  ],
  RELATIVE_PATH: [
    '',
    '(?:Der )?PfadPATH muss absolut sein',
    '(?:[Ll]e )?[Cc]heminPATH doit être absolu',
    '(?:[Ll]a )?[Rr]utaPATH debe ser absoluta',
    '[Пп]утьPATH должен быть абсолютным',
    'パスPATHは絶対パスで',
    '(?:路径|路徑)PATH ?必[须須](?:是|为|為)(?:绝对|絕對)(?:路径|路徑)?',
  ],
};

/** Where the path may stand in the sentence or behind it, it is looked for behind it first. */
function expressions(source: string): readonly RegExp[] {
  const forms = source.includes('PATH') && source.includes('THEN') ? [source.replace('PATH', ''), source.replace('THEN', '')] : [source];
  return forms.map(
    (form) =>
      new RegExp(
        `^${form
          .replace('PATH', PATH)
          .replace('THEN', forms.length > 1 ? THEN : `(?:${THEN})?`)
          .replace('NAME', NAME)
          .replace('TOOL', TOOL)}`,
      ),
  );
}

/** The wordings of one category. */
export function inOtherLanguages(category: FaultCategory): readonly Wording[] {
  const [variant = '', ...sources] = SOURCES[category] ?? [];
  return sources.flatMap(expressions).map((at) => ({ at, trust: 'weak', ...(variant === '' ? {} : { variant }) }));
}
