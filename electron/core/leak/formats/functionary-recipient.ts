import { createNamedJson } from '../named-json.ts';
import { withPreludes } from '../prelude.ts';

// <|from|>assistant
// <|recipient|>get_weather
// <|content|>{"city": "Oslo"}<|stop|>

/** Functionary 2: three labelled lines. A message to `all` before the call is visible text. */
export const functionaryRecipient = withPreludes(
  createNamedJson({
    id: 'functionary-recipient',
    title: 'Functionary recipient lines',
    class: 'private',
    origin: 'Functionary v2',
    sample: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Oslo"}<|stop|>',
    openers: () => [
      { text: '<|from|>assistant', where: 'anywhere' },
      { text: '<|recipient|>', where: 'anywhere' },
    ],
    lead: /(?:<\|from\|>assistant\s{1,4})?<\|recipient\|>\s{0,4}/y,
    name: /[\w.-]{1,128}/y,
    between: /\s{1,4}<\|content\|>\s{0,16}/y,
    closers: [],
    closing: 'optional',
    degraded: false,
    readName: (written) => (written === 'all' ? undefined : { name: written, nativeId: undefined }),
  }),
  ['<|from|>assistant\n<|recipient|>all\n<|content|>', '<|recipient|>all\n<|content|>'].map((open) => ({
    open,
    close: undefined,
    visible: true,
  })),
);
