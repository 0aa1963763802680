import { faultTable } from '../../testing/fault-table.ts';
import { fsStaleVersion } from './fs-stale-version.ts';

faultTable(fsStaleVersion, {
  valid: [
    ['edit_file', { path: 'a' }, 'Error: the file a has changed on disk since you last read it. Read it again before editing.'],
    [
      'Write',
      { file_path: '/a' },
      '<tool_use_error>File has been unexpectedly modified. Read it again before attempting to write it.</tool_use_error>',
    ],
    [
      'edit',
      { file_path: '/w/a.go' },
      'file /w/a.go has been modified since it was last read (mod time: 2026-01-01T10:00:00Z, last read: 2026-01-01T09:59:00Z)',
    ],
    ['write', { path: '/w/a' }, 'Error: cannot overwrite "/w/a": file changed since it was read — re-read the file, then retry'],
    ['edit', { path: '/w/a' }, 'Error: cannot edit "/w/a": file no longer exists — re-read the file, then retry'],
  ],
  invalid: [
    ['Read', { file_path: '/a' }, 'Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.'],
    ['bash', { command: 'git status' }, 'Changes not staged for commit:\n\tmodified: a.ts'],
  ],
});
