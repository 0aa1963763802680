/** Mechanical mends of JavaScript programs (source 003). Each gives the text back unchanged where it finds nothing; none is trusted unparsed. */

/** `'''…'''` and `"""…"""` that hold a line break become template literals with the same text. */
export function tripleQuotes(program: string): string {
  return program.replace(/'''([^]*?)'''|"""([^]*?)"""/g, (whole: string, single?: string, double?: string) => {
    const inner = single ?? double ?? '';
    return inner.includes('\n') ? `\`${templateText(inner)}\`` : whole;
  });
}

/** Text as it has to stand in a template literal. */
const templateText = (text: string): string =>
  text.replace(/\\[^]|`|\$\{/g, (sign) => (sign.startsWith('\\') && '\'"\\`$nrtbfv0xu\n'.includes(sign.slice(1)) ? sign : `\\${sign}`));

/**
 * Escapes backticks inside a template literal: of each run of lines between the first and the last backtick of a statement only the outer two
 * delimit. The caller parses the result.
 */
export function escapeStrayTicks(program: string): string {
  const places: number[] = [];
  for (let at = 0; at < program.length; at += 1) {
    if (program[at] === '\\') at += 1;
    else if (program[at] === '`') places.push(at);
  }
  if (places.length < 3) return program;
  const inner = new Set(places.slice(1, -1));
  let out = '';
  let kept = 0;
  for (const place of inner) {
    out += `${program.slice(kept, place)}\\\``;
    kept = place + 1;
  }
  return out + program.slice(kept);
}

/** Closes what a cut program left open: a string or template, then brackets, innermost first. */
export function closeTail(program: string): string {
  const open: string[] = [];
  for (let at = 0; at < program.length; at += 1) {
    const sign = program[at] ?? '';
    const top = open[open.length - 1];
    if (top === '"' || top === "'" || top === '`') {
      if (sign === '\\') at += 1;
      else if (sign === top) open.pop();
      else if (top === '`' && program.startsWith('${', at)) {
        open.push('}');
        at += 1;
      }
      continue;
    }
    if (program.startsWith('//', at)) at = lineEnd(program, at);
    else if (program.startsWith('/*', at)) at = Math.max(at, program.indexOf('*/', at + 2) + 1 || program.length);
    else if (sign === '"' || sign === "'" || sign === '`') open.push(sign);
    else if (sign === '(' || sign === '[' || sign === '{') open.push(CLOSES[sign]);
    else if (sign === top) open.pop();
  }
  return open.length === 0 ? program : program + open.reverse().join('');
}

const CLOSES = { '(': ')', '[': ']', '{': '}' } as const;

function lineEnd(program: string, at: number): number {
  const end = program.indexOf('\n', at);
  return end < 0 ? program.length : end;
}
