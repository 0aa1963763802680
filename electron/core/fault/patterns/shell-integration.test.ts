import { faultTable } from '../../testing/fault-table.ts';
import { shellIntegration } from './shell-integration.ts';

faultTable(shellIntegration, {
  valid: [
    [
      'execute_command',
      { command: 'ls' },
      "Command executed in terminal within working directory '/w'. <VSCE exitDetails == undefined: terminal output and command execution status is unknown.>\nExit code: <undefined, notify user>",
    ],
    [
      'execute_command',
      { command: 'make' },
      "The command was executed in terminal within working directory '/w'.\n<shell integration is not available, so terminal output and command execution status is unknown>",
    ],
    [
      'execute_command',
      { command: 'ls' },
      'Command executed.\n\nTerminal output: <shell integration is not available, so terminal output and command execution status is unknown>',
    ],
    ['execute_command', { command: 'x' }, 'Command failed to execute in terminal due to a shell integration error.'],
    [
      'execute_command',
      { command: 'x' },
      "Shell integration initialization sequence '\u001b]633;A' was not received within 5s. Shell integration has been disabled for this terminal instance. Increase the timeout in the settings if necessary.",
    ],
    [
      'execute_command',
      { command: 'x' },
      "Command executed in terminal within working directory '/w'. Exit code: <undefined, notify user>\nOutput:\n<VSCE exitDetails == undefined: terminal output and command execution status is unknown.>",
    ],
    ['execute_command', { command: 'x' }, 'Command was executed; output is not available, as shell integration is inactive.'],
  ],
  invalid: [
    [
      'execute_command',
      { command: 'grep' },
      'Command executed in terminal within working directory \'/w\'. Exit code: 0\nOutput:\n./x.ts: "Command failed to execute in terminal due to a shell integration error."',
    ],
    ['read_file', { path: 'a' }, '<VSCE shell integration markers not found: terminal output and command execution status is unknown>'],
    ['bash', { command: 'sleep 99' }, 'Command timed out after 30000ms'],
  ],
});
