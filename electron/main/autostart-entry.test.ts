import { expect, test } from 'vitest';
import { autostartEntry } from './autostart-entry.ts';

test.each([
  [['/opt/Signalbox/signalbox'], 'Exec="/opt/Signalbox/signalbox"'],
  [['/a b/box', '/work/$x', '100%'], 'Exec="/a b/box" "/work/\\\\$x" "100%%"'],
])('%j', (command, line) => expect(autostartEntry(command).split('\n')).toContain(line));
