/**
 * The words that start served mode for a program that watches it: one ready line, no browser, free ports (4-interfaces 4.1).
 * Without an upstream the vendors' own are used, or the demonstration's.
 */
export const serveArguments = ({ upstream, data, more = [] }) => [
  'serve',
  '--json',
  '--no-open',
  '--listen',
  '127.0.0.1:0',
  '--console',
  '127.0.0.1:0',
  ...(upstream === undefined ? [] : ['--upstream', upstream]),
  ...(data === undefined ? [] : ['--data', data]),
  ...more,
];
