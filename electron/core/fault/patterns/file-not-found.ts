import type { FaultPattern, Trust, Wording } from '../fault-pattern.ts';
import { pathWord, shownPath, withTool } from '../guide-names.ts';
import { isPlainPath } from '../fault-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const Q = '["\'`]';
const PATH = '(?<path>[^"\'`\\n]{1,400}?)';
const wording = (source: string, trust: Trust = 'likely', variant?: string, flags = ''): Wording => ({
  at: new RegExp(source.replaceAll('PATH', PATH).replaceAll('QUOTE', Q), flags),
  trust,
  variant,
});

/** `{"path":"src/nope.ts"}` → `ENOENT: no such file or directory, open '/w/src/nope.ts'` */
export const fileNotFound: FaultPattern = {
  id: 'EI/FILE_NOT_FOUND/001',
  title: 'File or folder not found',
  category: 'FILE_NOT_FOUND',
  priority: 70,
  description: 'A file tool was pointed at a path that does not exist.',
  sample: "Error reading file: ENOENT: no such file or directory, open '/w/src/nope.ts'",
  wordings: [
    wording("^ENOENT: no such file or directory, chdir '[^'\\n]{1,400}' -> QUOTEPATHQUOTE", 'sure'),
    wording(
      '^(?:[^\\n:]{0,80}: |(?:NotFound|SystemError|PlatformError): [\\w.]{1,60} \\([^\\n)]{1,400}\\): )?ENOENT(?:: |, )no such file or directory, (?!spawn)(?:\\w{1,20}) QUOTEPATHQUOTE',
      'sure',
    ),
    wording('^(?:[^\\n:]{0,80}: )?ENOENT: no such file or directory(?!, (?!spawn)\\w{1,20} QUOTE)', 'sure'),
    wording('^File does not exist at path: (?<path>[^\\n]{1,400})', 'sure'),
    wording(
      '^(?:File|Directory|Folder) does not exist\\. (?:Note: your current working directory is [^\\n]{1,300}?\\.(?:$|\\s)(?: ?Did you mean (?<suggestion>[^\\n?]{1,300})\\?)?|Attempted path: (?<path>[^\\n]{1,300}?)\\. Current working directory)',
      'sure',
    ),
    wording('^(?:File|Directory|Folder|Path) does not exist: (?<path>[^\\n]{1,400})', 'likely', undefined, 'i'),
    wording('^(?:[Ff]ile|[Pp]ath|[Nn]otebook file|[Dd]irectory|[Ff]older) (?:does not exist|not found)\\.', 'likely'),
    wording('^(?:[Ff]ile|[Pp]ath|[Dd]irectory|[Ff]older) (?:does not exist|not found)$', 'weak'),
    wording(
      "^(?:Can't|Cannot|Could not) (?:edit|create|write|read) file: (?:file|path|parent directory) (?:not found|doesn't exist|does not exist)",
      'sure',
    ),
    wording(
      '^(?:FileNotFoundError: )?(?:File(?: or (?:directory|folder))?|Directory|Folder|Path|Image|Notebook) not found(?: or (?:is )?(?:inaccessible|not accessible))?(?: at)?: ?(?<path>[^\\n]{1,400}?)(?:\\. Cannot [^\\n]{0,120})?(?:$|\\n)',
      'likely',
      undefined,
      'i',
    ),
    wording(
      '^(?:[Ff]ile|[Dd]irectory|[Ff]older|[Pp]ath) (?!not found|does not|already|is |or )QUOTE?(?<path>[^"\'`\\n]{1,400}?)QUOTE? (?:was |is )?(?:not found|does not exist|not accessible|could not be found)',
      'likely',
    ),
    wording('^Invalid [`\'"][\\w.-]{1,80}[`\'"] parameter: (?<path>[^\\n]{1,300}?)\\. The path [^\\n]{1,300} does not exist', 'sure'),
    wording('^The path [`\'"]?(?<path>[^`\'"\\n]{1,300}?)[`\'"]? does not exist', 'sure'),
    wording(
      "^(?:cannot|could not|can't|unable to|failed to) (?:read|open|stat|access|find|list|view|edit|load)(?: the)?(?: file| directory| path)? QUOTEPATHQUOTE:? (?:not found|no such file|does not exist|ENOENT)",
      'sure',
      undefined,
      'i',
    ),
    wording(
      '^(?:could not|cannot|unable to|failed to) (?:read|open|find|edit|view)(?: the)? (?:file|directory|path)[:.]? ?(?:QUOTEPATHQUOTE)?[^\\n]{0,60}(?:no file was found|not found|no such file|does not exist)',
      'sure',
      undefined,
      'i',
    ),
    wording('^Could not read file because no file was found', 'sure'),
    wording('^Failed to read file to update: (?<path>[^\\n]{1,400})', 'likely'),
    wording('^Failed to read file: (?<path>[^\\s:]{1,400})$', 'likely'),
    wording(
      '^(?:apply_patch verification failed: )Failed to read file to update:? (?<path>[^\\n]{1,400}?)(?:: No such file|$|\\n)',
      'sure',
    ),
    wording('^(?:apply_patch verification failed: )Failed to read (?<path>[^\\n]{1,400}?): No such file', 'sure'),
    // A process that cannot be made: its folder is not there (or its shell, which the tool chose).
    wording(
      '^(?:exec_command failed(?: for [^\\n]{1,400}?)?: )?CreateProcess [^\\n]{0,60}Failed to create unified exec process: No such file or directory',
      'sure',
    ),
    wording('^Working directory QUOTE?PATHQUOTE? does not exist', 'sure', undefined, 'i'),
    wording('^Working directory (?:not found|does not exist):? ?(?<path>[^\\n]{0,400})', 'sure', undefined, 'i'),
    wording(
      '^(?:Search path|Parent directory|Source file|Target file|Base path|Directory path|Root path)(?: does not exist| not found)(?: or is not [a-z ]{1,30})?:? ?(?<path>[^\\n]{0,400}?)\\.?(?:$|\\n)',
      'sure',
    ),
    wording(
      "^(?:cannot open file:[^\\n]{1,400}?\\. Detail: )?Unable to (?:read file '[^'\\n]{1,400}' \\(Error: Unable to )?resolve nonexistent file '(?<path>[^'\\n]{1,400})'",
      'sure',
    ),
    wording('^Missing File: (?<path>[^\\n]{1,400})', 'sure'),
    wording('^`(?<path>[^`\\n]{1,400})` (?:does not exist|not found)\\.?(?:$|\\n)', 'likely'),
    wording('^QUOTE(?<path>[^"\'`\\n]{1,400})QUOTE does not exist\\.?(?:$|\\n)', 'likely'),
    wording('^QUOTE?(?<path>[^\\s:"\'`]{0,300}[./][^\\s:"\'`]{1,300})QUOTE? (?:does not exist|was not found)\\.?(?:$|\\n)', 'likely'),
    wording(
      '^(?:NotFound: )?No such file or directory(?: \\(os error 2\\))?(?:, |: )(?:open|stat|lstat|access|scandir|readfile|read|unlink|copyfile|rename) QUOTEPATHQUOTE',
      'likely',
      undefined,
      'i',
    ),
    wording('^(?:java\\.nio\\.file\\.)?NoSuchFileException: (?<path>[^\\n]{1,400})', 'likely'),
    wording(
      '^(?:open|stat|lstat|read|CreateFile|GetFileAttributesEx) (?<path>[^\\n]{1,400}?): The system cannot find the (?:file|path) specified',
      'likely',
    ),
    wording('^(?:java\\.io\\.)?FileNotFoundException: (?<path>[^\\n(]{1,400}?) \\(', 'likely'),
    wording('^(?:FileNotFoundError: )?\\[WinError [23]\\] [^\\n]{1,200}?: QUOTEPATHQUOTE', 'likely'),
    wording('^(?:filesystem error: )?cannot open file: No such file or directory \\[(?<path>[^\\]\\n]{1,400})\\]', 'likely'),
    wording('^This (?:file|directory|folder|path) does not exist or you do not have permission', 'sure'),
    wording(
      '^(?:Could not|Cannot|Failed to|Unable to) (?:list|read|open|access|load|search|scan) (?:the )?(?:file|directory|folder|path): (?<path>[^\\n]{1,400}?) (?:does not exist|not found|was not found)',
      'likely',
    ),
    wording('^No such file(?: or directory)?(?:$|[:\\s.]) ?QUOTE?(?<path>[^"\'`\\n]{0,400}?)QUOTE?(?:$|\\n)', 'likely', undefined, 'i'),
    wording('^\\[Errno 2\\] No such file or directory: QUOTEPATHQUOTE', 'likely'),
    wording('^(?:FileNotFoundError: )\\[Errno 2\\] No such file or directory: QUOTEPATHQUOTE', 'likely'),
    wording('^(?:open|stat|lstat|read|scandir|chdir) (?<path>[^\\n:]{1,400}): no such file or directory', 'likely'),
    wording('^(?:[^\\n:]{1,60}: )?(?<path>[^\\n:]{1,300}): No such file or directory(?: \\(os error 2\\))?(?:$|\\n)', 'likely'),
    wording('^No such file or directory \\(os error 2\\)', 'likely'),
    wording(
      '^(?:Could not find (?:the )?(?:file|directory|folder|path)|No file (?:found|exists) at(?: path)?|No such directory):? ?QUOTE?(?<path>[^"\'`\\n]{1,400}?)QUOTE?(?:$|\\n|\\.\\s|\\.$)',
      'likely',
      undefined,
      'i',
    ),
    wording('^Could not find a part of the path QUOTEPATHQUOTE', 'likely'),
    wording('^Could not find file QUOTEPATHQUOTE', 'likely'),
    wording('^(?:文件|目录|路径)(?:不存在|未找到|没有找到)[:：]? ?(?<path>[^\\n]{0,400})', 'likely'),
    wording('^(?:找不到|未找到)(?:文件|目录|路径)[:：]? ?(?<path>[^\\n]{0,400})', 'likely'),
    ...inOtherLanguages('FILE_NOT_FOUND'),
  ],
  cause: () => '',
  scope: 'target',
  guide({ facts }, place) {
    const path = shownPath(facts, place);
    const lister = place.toolFor('list', 'search');
    // A hint that only puts a slash in front of the path is a guess of the harness and usually wrong (errors.md part A2).
    const hint = facts.suggestion !== undefined && isPlainPath(facts.suggestion) && facts.suggestion !== `/${path}` ? facts.suggestion : '';
    return {
      what: `There is no file or folder${pathWord(path)}.`,
      why: 'The path was guessed, misspelt or is relative to another folder; nothing was read or changed.',
      next: [
        ...(hint === '' ? [] : [`The tool suggests "${hint}": check that it is the one you mean.`]),
        `Look up the real path ${withTool(lister, 'by listing the folder')} before you try again.`,
        'Then repeat the call with a path that the listing shows. Do not try further guesses.',
      ],
    };
  },
  strengthened: 'This path failed before: list its folder now, and re-read the tool schema for how paths are written.',
};
