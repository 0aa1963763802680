import { faultTable } from '../../testing/fault-table.ts';
import { diffMatchFailed } from './diff-match-failed.ts';

faultTable(diffMatchFailed, {
  valid: [
    ['fs_write', { path: 'a' }, 'no occurrences of "x" were found in a'],
    ['fs_write', { path: 'a' }, '3 occurrences of old_str were found when only 1 is expected'],
    ['search_replace', { path: 'a' }, "No match found for the specified 'old_string'. Please ensure it matches the file contents exactly."],
    [
      'str_replace_based_edit_tool',
      { command: 'str_replace' },
      'Error: No match found for replacement. Please check your text and try again.',
    ],
    ['patch', { path: 'a' }, 'patch failed: hunk #1 FAILED at 12.\n1 out of 1 hunk FAILED'],
    ['search_replace', { file_path: 'a' }, 'SEARCH/REPLACE blocks failed:\nSEARCH/REPLACE block 1 failed: Search text not found in a.'],
    [
      'text_editor',
      { path: '/w/a', old_str: 'x' },
      "'old_str' must appear exactly once in the file, but it does not appear in the file. Make sure the string exactly matches.",
    ],
    ['text_editor', { path: '/w/a', old_str: 'x' }, "'old_str' must appear exactly once in the file, but it appears multiple times"],
    [
      'apply_diff',
      { path: 'src/x.ts', diff: '..' },
      'Unable to apply diff to file: /w/src/x.ts\n\n<error_details>\nNo sufficiently similar match found at line: 12 (91% similar, needs 100%)\n\nDebug Info:\n...\n</error_details>',
    ],
    [
      'search_replace',
      { file_path: 'm.ts' },
      '{"status":"error","message":"The tool execution failed","error":"No match found for \'old_string\' in m.ts. Make sure the text to find appears exactly in the file, including whitespace and indentation."}',
    ],
    ['Edit', { file_path: '/w/a.ts' }, '<tool_use_error>String to replace not found in file.\nString: foo()</tool_use_error>'],
    ['MultiEdit', { file_path: '/w/a.ts' }, '<tool_use_error>String to replace not found in file.\nString: foo()</tool_use_error>'],
    ['edit', { filePath: '/w/a.ts' }, 'oldString not found in content'],
    ['edit', { filePath: '/w/a.ts' }, 'Error: oldString not found in content or was found multiple times'],
    ['edit', { file_path: 'a' }, 'Failed to edit, 0 occurrences found for old_string in a. Original old_string was (x)'],
    [
      'replace',
      { file_path: 'a' },
      "Failed to edit, could not find the string to replace. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace",
    ],
    [
      'replace_in_file',
      { path: 'a.ts', diff: '..' },
      "The tool execution failed with the following error:\n<error>\nThe SEARCH block:\nfoo\n...does not match anything in the file.\n</error>\n\nThis is likely because the SEARCH block content doesn't match exactly",
    ],
    [
      'str_replace_editor',
      { command: 'str_replace', path: '/w/a' },
      'No replacement was performed, old_str `foo\nbar` did not appear verbatim in /w/a.',
    ],
    [
      'edit',
      { file_path: 'a.go' },
      'old_string appears multiple times in the file. Please provide more context to ensure a unique match, or set replace_all to true',
    ],
    ['StrReplaceFile', { path: '/a' }, 'No replacements were made. The old string was not found in the file.'],
    ['edit', { path: 'a' }, 'Could not find edits[0] in a. The oldText must match exactly including all whitespace and newlines.'],
    ['edit_file', { path: '/a' }, 'Error: Could not find exact match for edit:\nfoo'],
    ['mcp__fs__edit_file', { path: '/a' }, 'Could not find exact match for edit:\nfoo'],
    ['Edit', { file_path: 'a' }, 'Error executing tool Edit: String not found in file: "foo"'],
    ['edit', {}, 'SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in a.py'],
    ['apply_patch', { input: 'x' }, "apply_patch verification failed: Failed to find context 'def f():' in /w/a.py"],
    ['str_replace', { path: 'a' }, 'old_string found 3 times'],
    [
      'edit_file',
      { file_path: '/a.md' },
      "Error: String 'x' appears 3 times in file. Use replace_all=True to replace all instances, or provide a more specific string with surrounding context.",
    ],
    ['Edit', { file_path: 'a' }, 'String "foo" appears 2 times in the file. Either provide a more specific string or use replace_all'],
    ['search_replace', { path: 'a' }, '<tool_error>search_replace: Search text not found in a</tool_error>'],
  ],
  invalid: [
    ['apply_patch', { input: 'x' }, 'patch rejected by user'],
    ['edit', { file_path: 'a' }, 'No changes to apply. The old_string and new_string are identical in file: a'],
    ['bash', { command: 'git apply' }, 'error: patch failed: a:3\nerror: a: patch does not apply'],
    ['web_search', { query: 'x' }, '1. Claude Code: "String to replace not found in file"'],
    [
      'apply_diff',
      { path: 'x' },
      'File does not exist at path: /w/x\n\n<error_details>\nThe specified file could not be found.\n</error_details>',
    ],
  ],
});
