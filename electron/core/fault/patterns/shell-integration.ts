import type { FaultPattern } from '../fault-pattern.ts';

/** `<VSCE shell integration stream did not start: terminal output and command execution status is unknown>` */
export const shellIntegration: FaultPattern = {
  id: 'EI/SHELL_INTEGRATION/001',
  title: 'Terminal gives no output',
  category: 'SHELL_INTEGRATION',
  priority: 68,
  description: 'The terminal of the editor could not report what a command did: its output and exit code are unknown.',
  sample: '<VSCE shell integration stream did not start: terminal output and command execution status is unknown>',
  wordings: [
    { trust: 'sure', at: /^Command failed to execute in terminal due to a shell integration error/ },
    { trust: 'sure', at: /^<VSCE (?:shell integration|exit code is undefined|exitDetails == undefined|[^>\n]{0,60}undefined)/ },
    { trust: 'sure', at: /^<(?:shell|terminal) integration is not available/i },
    {
      trust: 'sure',
      at: /^<?Shell integration (?:initialization sequence|is not available|warning|unavailable|is inactive|did not|timed? ?out|could not)/i,
    },
    {
      trust: 'sure',
      at: /^Command [^\n]{0,300}\n{1,3}(?:Terminal output|Output|Result):\s{0,4}<(?:VSCE|shell integration|terminal integration) /i,
    },
    {
      trust: 'sure',
      at: /^(?:The )?[Cc]ommand (?:was )?(?:executed|sent|submitted)[^\n<]{0,300}<(?:VSCE|shell integration) [^\n>]{1,200}>/,
    },
    { trust: 'sure', at: /^Command was submitted; output is not available, as shell integration is inactive/ },
    { trust: 'sure', at: /^(?:The )?[Cc]ommand (?:was )?(?:executed|sent|submitted)[^\n]{0,300}Exit code: <undefined, notify user>/ },
    {
      trust: 'sure',
      at: /^(?:The )?[Cc]ommand (?:was )?(?:executed|sent|submitted)[^\n]{0,300}\n(?:Exit code: <undefined, notify user>\n)?(?:Output:\n)?<(?:VSCE|shell integration)/,
    },
    {
      trust: 'sure',
      at: /^(?:The )?command[^\n]{0,120}(?:could not be (?:captured|read)|output (?:is|was) not (?:available|captured))[^\n]{0,80}shell integration/i,
    },
    { trust: 'sure', at: /^VS ?Code (?:terminal )?shell integration/ },
  ],
  match: ({ roles }) => (roles.includes('shell') || roles.length === 0 ? undefined : 'no'),
  cause: () => '',
  scope: 'tool',
  guide: (_match, place) => {
    const other = [place.toolFor('read'), place.toolFor('list'), place.toolFor('search'), place.toolFor('edit', 'write')].filter(
      (name) => name !== '' && name !== place.tool,
    );
    return {
      what: 'The terminal could not report the command: its output and exit code are unknown.',
      why: 'Shell integration of the terminal of the editor failed. The command may or may not have run, and repeating it will fail in the same way.',
      next: [
        other.length === 0
          ? 'Go on without the terminal where you can.'
          : `Use tools that need no terminal: ${[...new Set(other)].join(', ')}.`,
        'Do not run the same command again to see its output; check its effect in the files instead.',
        'If only a command can do it, say so to the user.',
      ],
    };
  },
  strengthened: 'The terminal is still broken: use other tools now; re-read the tool schema of those that read and search files.',
};
