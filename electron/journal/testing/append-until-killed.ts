import { writeSync } from 'node:fs';
import { callSeen, openedJournal, turnEnded, turnStarted } from './entries.ts';

/** A child for the kill test: appends as fast as it can and prints the last `seq` that a subscriber was told. */
const journal = await openedJournal(process.argv[2] ?? '');
journal.subscribe((entries) => writeSync(1, `${entries.at(-1)?.seq ?? 0}\n`));
let turn = 0;
const burst = (): void => {
  for (let each = 0; each < 50; each += 1) {
    const id = `${process.pid}-${++turn}`;
    journal.append(turnStarted(id));
    journal.append(callSeen(id, 'a'));
    const tape = journal.openTape({
      turn: id,
      session: 's1',
      thread: 'main',
      dialect: 'openai-chat',
      method: 'POST',
      path: '/',
      headers: [],
      body: JSON.stringify({ messages: [{ turn: id }] }),
    });
    tape.upstreamBytes(0, Buffer.from('data: {}\n\n'));
    journal.append(turnEnded(id));
    tape.close();
  }
  setTimeout(burst, 1);
};
burst();
