/** Where arguments that did not arrive whole break off. */
export type CutState = 'nothing arrived' | 'string open' | 'object open' | 'complete JSON' | 'no JSON';

/** Looks at what had arrived, in one pass: whether a text or an object was still open. */
export function cutState(text: string): CutState {
  if (text.trim() === '') return 'nothing arrived';
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
  }
  if (inString) return 'string open';
  if (depth > 0) return 'object open';
  return /^\s*[{[]/.test(text) && depth === 0 ? 'complete JSON' : 'no JSON';
}
