/** What could redraw, reorder or hide text on a page: control characters, bidi marks, zero-width ones, tags, lone surrogates. */
const signs =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu;

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text from outside as HTML that only shows it: no markup, no link, and hidden characters named as `[U+202E]`. */
export const inert = (text: string): string =>
  text
    .replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
    .replace(signs, (sign) => `<b class="sign">[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]</b>`);
