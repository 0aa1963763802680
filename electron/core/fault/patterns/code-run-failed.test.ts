import { faultTable } from '../../testing/fault-table.ts';
import { codeRunFailed } from './code-run-failed.ts';

faultTable(codeRunFailed, {
  valid: [
    ['run_code', { code: 'x' }, 'Error: ReferenceError: foo is not defined\n    at <anonymous>:1:1'],
    ['run_code', { code: 'x' }, 'Error: SyntaxError: Invalid or unexpected token'],
    [
      'python_interpreter',
      { code: 'x' },
      "Code execution failed at line 'x = y' due to: InterpreterError: The variable `y` is not defined.",
    ],
    [
      'python',
      { code: 'x' },
      'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nNameError: name \'x\' is not defined',
    ],
  ],
  invalid: [
    ['bash', { command: 'python a.py' }, 'Traceback (most recent call last):\n  File "/w/a.py", line 3'],
    ['run_code', { code: 'x' }, '{"error":null,"stdout":"SyntaxError is a class"}'],
    ['run_code', { command: 'git status' }, 'Error: invalid arguments: missing required property "code"'],
    ['run_code', { code: 'x' }, 'Error: program timed out after 30000 ms'],
  ],
});
