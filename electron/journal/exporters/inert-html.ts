import { inertSegments } from '../../../shared/inert-text.ts';

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** Text from outside as HTML that only shows it: no markup, no link, and what could hide or reorder text is named. */
export const inert = (text: string): string =>
  inertSegments(text)
    .map((segment) => (segment.type === 'text' ? escaped(segment.text) : `<b class="sign">[${escaped(segment.code)}]</b>`))
    .join('');
