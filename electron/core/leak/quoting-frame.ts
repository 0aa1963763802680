/**
 * Frames that people put around a text which is shown, opened right before it and not closed there: `<example>`, `<pre><code>`, a comment of
 * some program, a table's row, a here-document, a listing, a conversation written out with its speakers (contract 2.3 checks 2 and 12).
 * Markdown's own frames are followed over the whole stream by the quote tracker.
 */
const OPENED =
  /(?:<(?:examples?|samples?|quote|blockquote|code|pre|xmp|samp|kbd|textarea|template)(?:\s[^<>]*)?>|<[a-z]+\s[^<>]*["'](?:example|sample|code)["'][^<>]*>|\[(?:example|code|quote)\]|\{(?:code|noformat|quote)(?::[^{}]*)?\}|\{% raw %\}|\{\{[<%] highlight[^{}]*\}\}|\\begin\{(?:verbatim|lstlisting|minted)\}(?:[[{][^\]}]*[\]}])*|\.\. code(?:-block)?::.*|::|\[source[^\]]*\]\n-{4,}|<<[-~]?\s?['"]?\w+['"]?)\s*$/i;
/** Three quotation marks behind the start of a value, and no closing ones: a text of a program. */
const LONG_TEXT = /(?:^|[=(:,[]\s?)[rbfu]{0,2}(?:"""|''')\s*$/im;
/** What stands before it on its own line makes the line a comment, a table's row, a shell's or a program's. */
const LINE =
  /^\s*(?:\/\/|\/\*|\{\/\*|--\s|;|%\s|\||\$\s|>>>\s|In \[\d+\]:|(?:echo|printf)\s[^.!?:;]*$|(?:grep|rg|sed|cat)\s+-|(?:const|let|var)\s+\w+\s*=|(?:print|console\.log|assert|expect)\s*\(|return\s*$|[\w.]+\s*=\s*$)/;
/** A line of its own before it that is a comment of a program or an input of an interpreter. */
const LINE_BEFORE = /(?:^|\n)[^\S\n]*(?:\/\/|\/\*|<!--|\{\/\*|%\s|;\s|rem\s|>>>\s|In \[\d+\]:|\(\w+db\)|PS [^>\n]*>)[^\n]*\n[^\S\n]*$/i;
/** Signs of a program, a diff, a prompt or a task list, and nothing else, before it on its line; `stdin> `, `<bob> `. */
const SIGNS_BEFORE =
  /^\s*(?:[#%;:|=$&@^~\\/→⇒►]+|[-*+] \[[ xX]\]|[\w.:\\/~@$ -]{0,40}[\w$]>|<(?!think|thinking|answer|response|output|final|reply|result|assistant|message)[a-z][\w.-]{0,30}>(?=\s))\s*$/;
/** Four blanks or a tab before the opener, at the start of its line: an indented block is code (CommonMark). */
const INDENTED = /(?:^|\n)([^\S\n]*(?: {4}|\t))$/;
/** The speaker of the text, and somebody who spoke before. */
const ANSWERS =
  /(?:^|\n|>|\[)[^\S\n]*(?:#{1,6} |\*\*|<\|im_start\|>|<\|start_header_id\|>|<\|)?(?:assistant|ai|model|bot|a|\/inst|助手)(?:\||:|：|\]|\n|<|\*\*|\))[^\n]{0,120}\s*$/i;
const ASKS =
  /(?:^|\n)[^\S\n]*(?:#{1,6} |\*\*|<\|im_start\|>|<\|start_header_id\|>|<\||<start_of_turn>|\[)?(?:user|human|q|customer|inst|用户|用戶)(?:\||:|：|\]|\n|<|\*\*|\))/i;
/** So far back a conversation is read; more prose is no lead-in (contract 2.3 check 11). */
const LOOK_BACK = 600;

/** Whether a frame that shows texts is open right before `start`; nothing before `floor` is read. */
export function inQuotingFrame(text: string, start: number, floor: number): boolean {
  const near = text.slice(Math.max(floor, start - LOOK_BACK), start);
  const tail = near.slice(-200);
  const line = tail.slice(tail.lastIndexOf('\n') + 1);
  return (
    isIndented(text, start, near) ||
    LINE_BEFORE.test(tail) ||
    OPENED.test(tail) ||
    LONG_TEXT.test(tail) ||
    (line.trim() !== '' && (LINE.test(line) || SIGNS_BEFORE.test(line))) ||
    (ANSWERS.test(near) && ASKS.test(near))
  );
}

/** One line that is the whole reply may only begin with blanks; a block has them before each line. */
function isIndented(text: string, start: number, near: string): boolean {
  const blanks = INDENTED.exec(near.slice(-40))?.[1];
  if (blanks === undefined) return false;
  const next = text.indexOf('\n', start);
  return near.trim() !== '' || (next >= 0 && text.startsWith(blanks, next + 1));
}
