import type { Guidance } from './guidance.ts';
import { contextOverflow } from './patterns/context-overflow.ts';

/**
 * What the model reads about an earlier request of its thread that was too long (contract 2.6), once a shorter one goes out. `occurrence` counts the guides
 * of this kind in the thread, from 1.
 */
export const overflowGuidance = (occurrence: number): Guidance => ({
  pattern: contextOverflow.id,
  occurrence,
  what: 'An earlier request of this conversation was refused: it was longer than your context window. It has been shortened since.',
  why: 'Every file and every tool result stays in the conversation and is sent again each turn: long ones fill it.',
  next: [
    ...(occurrence > 1 ? ['It happened again: take smaller pieces now, and fewer at a time.'] : []),
    'Read the range of lines that you need, after a search for it, not whole files.',
    'Limit what commands print: filter it, or write it to a file and read parts of that.',
    'Do not fetch again what you have already learned.',
  ],
});
