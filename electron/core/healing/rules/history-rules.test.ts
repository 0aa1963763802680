import type { HistoryItem } from '../../turn/turn.ts';
import { guidanceText } from '../../fault/guidance.ts';
import { type HealingRow, cwd, editor, range, readFile, refused, system, text, tool, tryRules } from '../../testing/healing-rows.ts';

const applyDiff = tool('apply_diff', { path: text, diff: text }, ['path', 'diff']);
const edit = tool('edit_file', { path: text, old_string: text, new_string: text }, ['path', 'old_string', 'new_string']);
const diffOf = (old: string, next = 'bar()'): string =>
  JSON.stringify({ path: 'src/x.ts', diff: `<<<<<<< SEARCH\n:start_line:12\n-------\n${old}\n=======\n${next}\n>>>>>>> REPLACE` });
const editOf = (old: string, path = 'src/x.ts'): string => JSON.stringify({ path, old_string: old, new_string: 'bar()' });
/** As Roo Code reports it. */
const noMatch = (best: string): string =>
  `Unable to apply diff to file: /w/src/x.ts\n\n<error_details>\nNo sufficiently similar match found at line: 12 (87% similar, needs 100%)\n\n` +
  `Debug Info:\n- Similarity Score: 87%\n\nSearch Content:\nfoo()\n\nBest Match Found:\n${best}\n\nOriginal Content:\n11 | {\n${best}\n</error_details>`;
const failedDiff = (best = '12 | foo(1)', old = 'foo()') => refused('apply_diff', diffOf(old), noMatch(best));
const later = (name: string, args: string, result: string, isError = false): readonly HistoryItem[] => [
  { type: 'assistant', index: 3, text: '', reasoning: '', calls: [{ id: 'c2', name, arguments: args, kind: 'function' }] },
  { type: 'results', index: 4, results: [{ callId: 'c2', text: result, isError }] },
];
/** The same history as the lane sees it once guidance took the error's place. */
const guided = (history: readonly HistoryItem[], format: 'json' | 'text', added = ''): readonly HistoryItem[] =>
  history.map((item) =>
    item.type === 'results'
      ? {
          ...item,
          results: item.results.map((result) => ({
            ...result,
            text: `${guidanceText({ pattern: 'EI/X/001', occurrence: 1, what: 'w', why: 'y', next: ['n'] }, format, result.text)}${added}`,
          })),
        }
      : item,
  );
const repeated = { rule: 'closest-content', tools: [applyDiff, edit, readFile], name: 'apply_diff' } as const;

const rows: readonly HealingRow[] = [
  { ...repeated, what: 'a diff that failed', history: failedDiff(), before: diffOf('foo()'), after: diffOf('foo(1)') },
  {
    ...repeated,
    what: 'several lines',
    history: failedDiff('12 | \tfoo(1)\n13 | \n14 |   x', 'foo()\nx'),
    before: diffOf('foo()\nx'),
    after: diffOf('\tfoo(1)\n\n  x'),
  },
  {
    ...repeated,
    what: 'a diff whose replacement is new',
    history: failedDiff(),
    before: diffOf('foo()', 'other()'),
    after: diffOf('foo(1)', 'other()'),
  },
  {
    ...repeated,
    what: 'an edit with parameters',
    name: 'edit_file',
    history: refused('edit_file', editOf('foo()'), noMatch('12 | foo("é\\")')),
    before: editOf('foo()'),
    after: editOf('foo("é\\")'),
  },
  {
    ...repeated,
    what: 'a diff after the file was read',
    history: [...failedDiff(), ...later('read_file', '{"path":"src/x.ts"}', '12 | foo(1)')],
    before: diffOf('foo()'),
    after: diffOf('foo(1)'),
  },
  { ...repeated, what: 'a guided failure', history: guided(failedDiff(), 'json'), before: diffOf('foo()'), after: diffOf('foo(1)') },
  {
    ...repeated,
    what: 'a guided failure with a steer behind',
    history: guided(failedDiff(), 'json', '\n[operator] go on'),
    before: diffOf('foo()'),
    after: diffOf('foo(1)'),
  },
  {
    ...repeated,
    what: 'a failure guided in lines',
    history: guided(failedDiff(), 'text'),
    before: diffOf('foo()'),
    after: diffOf('foo(1)'),
  },
  {
    rule: 'clamp-range',
    what: 'a told line count behind guidance',
    tools: [editor],
    history: guided(range(120), 'text'),
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[100,900]}',
    after: '{"command":"view","path":"/a","view_range":[100, 120]}',
  },
  { ...repeated, what: 'another old text', history: failedDiff(), before: diffOf('food()') },
  { ...repeated, what: 'another file', history: failedDiff(), before: diffOf('foo()').replace('src/x.ts', 'src/y.ts') },
  { ...repeated, what: 'another tool', name: 'edit_file', history: failedDiff(), before: editOf('foo()') },
  { ...repeated, what: 'content without line numbers', history: failedDiff('foo(1)'), before: diffOf('foo()') },
  { ...repeated, what: 'lines that do not follow', history: failedDiff('12 | foo(1)\n14 | x'), before: diffOf('foo()') },
  { ...repeated, what: 'no match at all', history: failedDiff('(no match)'), before: diffOf('foo()') },
  { ...repeated, what: 'a match that is the new text already', history: failedDiff('12 | bar()'), before: diffOf('foo()') },
  { ...repeated, what: 'an edit that never failed', before: diffOf('foo()') },
  {
    ...repeated,
    what: 'a diff after the file was changed',
    history: [...failedDiff(), ...later('edit_file', editOf('foo(1)'), 'ok')],
    before: diffOf('foo()'),
  },
  {
    ...repeated,
    what: 'two blocks',
    history: refused('apply_diff', '{"path":"src/x.ts","diff":"two"}', noMatch('12 | foo(1)')),
    before: JSON.stringify({
      path: 'src/x.ts',
      diff: '<<<<<<< SEARCH\nfoo()\n=======\nb\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nc\n=======\nd\n>>>>>>> REPLACE',
    }),
  },
  {
    ...repeated,
    what: 'a file whose text a program printed',
    history: refused('apply_diff', diffOf('foo()'), `Applied.\nBest Match Found:\n12 | foo(1)`),
    before: diffOf('foo()'),
  },
  {
    rule: 'clamp-range',
    what: 'an inverted range',
    tools: [editor],
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[80,40]}',
    after: '{"command":"view","path":"/a","view_range":[40, 80]}',
  },
  {
    rule: 'clamp-range',
    what: 'line 0',
    tools: [editor],
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[0,-1]}',
    after: '{"command":"view","path":"/a","view_range":[1, -1]}',
  },
  {
    rule: 'clamp-range',
    what: 'a told line count',
    tools: [editor],
    history: range(120),
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[100,900]}',
    after: '{"command":"view","path":"/a","view_range":[100, 120]}',
  },
  {
    rule: 'clamp-range',
    what: 'the end of the file',
    tools: [editor],
    history: range(120),
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[100,-1]}',
  },
  {
    rule: 'clamp-range',
    what: 'a range behind the end',
    tools: [editor],
    history: range(120),
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[200,900]}',
  },
  {
    rule: 'clamp-range',
    what: 'a count that something may have changed',
    tools: [editor],
    history: [...range(120), ...refused('write', '{"path":"/a"}', 'ok')],
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[100,900]}',
  },
  {
    rule: 'clamp-range',
    what: 'another file',
    tools: [editor],
    history: range(120),
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/b","view_range":[100,900]}',
  },
  {
    rule: 'clamp-range',
    what: 'a good range',
    tools: [editor],
    name: 'str_replace_editor',
    before: '{"command":"view","path":"/a","view_range":[40,80]}',
  },
  {
    rule: 'absolute-path',
    what: 'a relative path',
    tools: [editor],
    history: cwd,
    name: 'str_replace_editor',
    before: '{"command":"view","path":"./src/a.ts"}',
    after: '{"command":"view","path":"/work/my app/src/a.ts"}',
  },
  {
    rule: 'absolute-path',
    what: 'a dot file',
    tools: [editor],
    history: cwd,
    name: 'str_replace_editor',
    before: '{"command":"view","path":".env"}',
    after: '{"command":"view","path":"/work/my app/.env"}',
  },
  {
    rule: 'absolute-path',
    what: 'a tool that has refused one',
    tools: [readFile],
    history: [...cwd, ...refused('read_file', '{"path":"a"}', 'File path must be absolute, but was relative: a')],
    name: 'read_file',
    before: '{"path":"a"}',
    after: '{"path":"/work/my app/a"}',
  },
  {
    rule: 'absolute-path',
    what: 'a tool that has refused one, behind guidance',
    tools: [readFile],
    history: [...cwd, ...guided(refused('read_file', '{"path":"a"}', 'File path must be absolute, but was relative: a'), 'json')],
    name: 'read_file',
    before: '{"path":"a"}',
    after: '{"path":"/work/my app/a"}',
  },
  {
    rule: 'absolute-path',
    what: 'a tool that takes relative ones',
    tools: [readFile],
    history: cwd,
    name: 'read_file',
    before: '{"path":"a"}',
  },
  ...['/a', '~/a', 'C:\\a', '../a', 'a/../../b', 'http://a/b', '', '$HOME/a'].map(
    (path): HealingRow => ({
      rule: 'absolute-path',
      what: JSON.stringify(path),
      tools: [editor],
      history: cwd,
      name: 'str_replace_editor',
      before: JSON.stringify({ command: 'view', path }),
    }),
  ),
  {
    rule: 'absolute-path',
    what: 'an unknown directory',
    tools: [editor],
    name: 'str_replace_editor',
    before: '{"command":"view","path":"a"}',
  },
  {
    rule: 'absolute-path',
    what: 'two directories',
    tools: [editor],
    history: [system('cwd: /a\ncwd: /b')],
    name: 'str_replace_editor',
    before: '{"command":"view","path":"a"}',
  },
];

tryRules(['clamp-range', 'absolute-path', 'closest-content'], rows);
