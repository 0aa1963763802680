import { faultTable } from '../../testing/fault-table.ts';
import { modelStuckLoop } from './model-stuck-loop.ts';

faultTable(modelStuckLoop, {
  valid: [
    [
      'web_search',
      { query: 'x' },
      '[LOOP DETECTED] You are repeating the same tool calls. Stop calling tools and produce your final answer now.',
    ],
  ],
  invalid: [
    ['bash', { command: 'x' }, 'while loop detected in a.py'],
    ['read_file', { path: 'a' }, '// loop detected: see docs\nconst a = 1;\nb();\nc();\nd();'],
  ],
});
