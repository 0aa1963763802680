/** A file whose every decision must be pinned by a test that names it, and the tests that have to notice (files, or a folder). Paths from the checkout's root. */
export interface Guard {
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const GUARDS: readonly Guard[] = [
  {
    name: 'admit-call',
    sources: ['electron/core/leak/admit-call.ts'],
    tests: ['electron/core/leak/admit-call.test.ts', 'electron/core/leak/admit-candidate.test.ts'],
  },
  {
    name: 'approval',
    sources: ['electron/core/approval/approval.ts', 'electron/core/approval/approval-policy.ts'],
    tests: ['electron/core/approval/approval.test.ts', 'electron/core/approval/approval-policy.test.ts'],
  },
  {
    name: 'repair-history',
    sources: ['electron/core/history/repair-history.ts', 'electron/core/history/repair-fold.ts', 'electron/core/history/stray-results.ts'],
    tests: ['electron/core/history/'],
  },
  { name: 'loopback-auth', sources: ['electron/gateway/loopback-auth.ts'], tests: ['electron/gateway/loopback-auth.test.ts'] },
];
