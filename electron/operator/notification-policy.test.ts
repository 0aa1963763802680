import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { decideNotification } from './notification-policy.ts';
import { aDraft, bench } from './testing/desk.ts';

const { hold, entries } = bench();
hold([aDraft('a', { call: { id: 'c', name: 'Bash', arguments: '{"command":"rm -rf secret-plan"}' } })]);
const held = entries[0] as JournalEntry;
const head = { seq: 9, at: 0, session: 's1', thread: 'm', turn: 't' };
const alert: JournalEntry = { ...head, level: 'alert', type: 'loop-detected', kind: 'identical', evidence: [], count: 5, action: 'block' };
const quiet: JournalEntry = { ...head, level: 'notice', type: 'stream-normalised', changes: [] };

describe('who is told, and how', () => {
  it.each([
    ['the window is not focused', { focused: false, onScreen: 's1' }, 'os'],
    ['the window is focused on another session', { focused: true, onScreen: 's2' }, 'toast'],
    ['the window is focused on no session', { focused: true, onScreen: undefined }, 'toast'],
    ['that session is on screen', { focused: true, onScreen: 's1' }, 'none'],
  ] as const)('%s: %s', (_name, attention, type) => {
    expect(decideNotification(held, attention, defaultSettings).type).toBe(type);
    expect(decideNotification(alert, attention, defaultSettings).type).toBe(type);
    expect(decideNotification(quiet, attention, defaultSettings).type).toBe('none');
  });

  it('says nothing sensitive unless it may', () => {
    const away = { focused: false, onScreen: undefined };
    expect(JSON.stringify(decideNotification(held, away, defaultSettings))).not.toMatch(/Bash|secret-plan/);
    expect(JSON.stringify(decideNotification(held, away, { ...defaultSettings, 'notify.details': true }))).toMatch(/Bash.*secret-plan/);
    expect(JSON.stringify(decideNotification(alert, away, { ...defaultSettings, 'notify.details': true }))).toContain('identical, 5 times');
  });

  it('can be switched off by kind, and made to sound', () => {
    const away = { focused: false, onScreen: undefined };
    expect(decideNotification(held, away, { ...defaultSettings, 'notify.approvals': false }).type).toBe('none');
    expect(decideNotification(alert, away, { ...defaultSettings, 'notify.alerts': false }).type).toBe('none');
    expect(decideNotification(held, away, { ...defaultSettings, 'notify.sound': true })).toMatchObject({
      notice: { sound: true, opens: { place: 'approvals', id: expect.any(String) } },
    });
  });
});
