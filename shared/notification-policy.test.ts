import { describe, expect, it } from 'vitest';
import type { Approval } from './approval.ts';
import type { JournalEntry } from './journal-entry.ts';
import { createNoticeBudget, decideNotification } from './notification-policy.ts';
import { defaultSettings } from './settings.ts';

const head = { seq: 9, at: 0, session: 's1', thread: 'm', turn: 't' };

function held(name: string, args: string, more: Partial<Approval> = {}): JournalEntry {
  const approval: Approval = {
    id: 'a1',
    replyId: 'r',
    session: 's1',
    turn: 't',
    agent: 'opencode',
    model: 'm',
    call: { id: 'c', name, arguments: args },
    original: args,
    markup: [],
    checks: [],
    fixes: [],
    reason: 'common',
    format: 'json-bare',
    sideEffect: 'writes',
    tool: { description: '', schema: {} },
    createdAt: 0,
    deadline: 1,
    status: { state: 'pending' },
    ...more,
  };
  return { ...head, level: 'notice', type: 'tool-call-held', call: { key: 'k', id: 'c', name, arguments: args }, approval };
}

const secret = held('Bash', '{"command":"rm -rf secret-plan"}');
const alert: JournalEntry = { ...head, level: 'alert', type: 'loop-detected', kind: 'cycle', evidence: [], count: 5, action: 'block' };
const quiet: JournalEntry = { ...head, level: 'notice', type: 'stream-normalised', changes: [] };
const away = { focused: false, onScreen: undefined };
const detailed = { ...defaultSettings, 'notify.details': true };
const noticeOf = (entry: JournalEntry, settings = detailed) => {
  const decision = decideNotification(entry, away, settings);
  return decision.type === 'os' ? decision.notice : undefined;
};

describe('who is told, and how', () => {
  it.each([
    ['the window is not focused', { focused: false, onScreen: 's1' }, 'os'],
    ['the window is focused on another session', { focused: true, onScreen: 's2' }, 'toast'],
    ['the window is focused on no session', { focused: true, onScreen: undefined }, 'toast'],
    ['that session is on screen', { focused: true, onScreen: 's1' }, 'none'],
  ] as const)('%s: %s', (_name, attention, type) => {
    expect(decideNotification(secret, attention, defaultSettings).type).toBe(type);
    expect(decideNotification(alert, attention, defaultSettings).type).toBe(type);
    expect(decideNotification(quiet, attention, defaultSettings).type).toBe('none');
  });

  it('can be switched off by kind, and made to sound', () => {
    expect(decideNotification(secret, away, { ...defaultSettings, 'notify.approvals': false }).type).toBe('none');
    expect(decideNotification(alert, away, { ...defaultSettings, 'notify.alerts': false }).type).toBe('none');
    expect(noticeOf(secret, { ...defaultSettings, 'notify.sound': true })).toMatchObject({
      sound: true,
      opens: { place: 'approvals', id: 'a1' },
    });
  });
});

describe('what is said', () => {
  it('nothing sensitive unless it may', () => {
    expect(JSON.stringify(noticeOf(secret, defaultSettings))).not.toMatch(/Bash|secret-plan/);
    expect(JSON.stringify(noticeOf(secret))).toMatch(/Bash.*secret-plan/);
    expect(noticeOf(alert)?.body).toBe('same steps in turn, 5 times');
  });

  it.each<[string, JournalEntry, string]>([
    [
      'a known mistake',
      {
        ...head,
        level: 'alert',
        type: 'circuit-opened',
        fingerprint: 'f',
        pattern: 'EI/DIFF_MATCH_FAILED/001',
        tool: 'edit',
        occurrences: 3,
      },
      'edit, the edit does not match the file, 3 times',
    ],
    [
      'a session that the operator isolated',
      { ...head, level: 'alert', type: 'circuit-opened', fingerprint: 'isolated', pattern: '', tool: '', occurrences: 0 },
      'isolated by you',
    ],
    [
      'a refused call',
      { ...head, level: 'alert', type: 'tool-call-refused', reason: 'unadvertised', format: 'hermes-json', excerpt: '', checks: [] },
      'the agent does not offer that tool',
    ],
  ])('words, not codes: %s', (_name, entry, body) => {
    expect(noticeOf(entry)?.body).toBe(body);
  });

  it('hidden and redrawing characters by their names', () => {
    expect(noticeOf(held('read\u202Egpj', '{"a":"\u200B"}'))?.body).toBe('read⟨RLO⟩gpj {"a":"⟨ZWSP⟩"}');
  });

  it.each<[string, JournalEntry, typeof detailed, readonly string[]]>([
    ['the whole call is shown', secret, detailed, ['approve', 'reject']],
    ['it is not shown', secret, defaultSettings, ['reject']],
    ['it is cut', held('Bash', `{"command":"${'x'.repeat(200)}"}`), detailed, ['reject']],
    ['it has two readings', held('Bash', '{}', { readings: [{ name: 'Bash', arguments: '{}' }] }), detailed, ['reject']],
    ['approving would change it', held('Bash', '{}', { fixes: [{ rule: 'r', before: '', after: '', pointer: '' }] }), detailed, ['reject']],
    ['an alert', alert, detailed, []],
  ])('approve is offered only where the operator sees what runs: %s', (_name, entry, settings, verdicts) => {
    expect(noticeOf(entry, settings)?.verdicts).toEqual(verdicts);
  });
});

it('a burst is told in three notices, and the next one after it', () => {
  const may = createNoticeBudget(3, 5_000);
  expect([0, 1, 2, 3, 4_999, 5_000, 5_001, 5_002].map(may)).toEqual([true, true, true, false, false, true, true, true]);
});
