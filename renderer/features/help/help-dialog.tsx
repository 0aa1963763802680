import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '../../components/button.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { modName } from '../../components/rail-places.ts';

const groups: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [`${modName} K`, 'go to, filter or run a command'],
      [`${modName} 1 … ${modName} 7`, 'the places of the rail'],
      ['?', 'this list'],
      ['/', 'filter'],
      ['Esc', 'close, leave'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['j  k', 'next, previous'],
      ['g  G', 'first, last; in Live G follows'],
      ['P', 'pause Live'],
      ['O', 'open the turn'],
      ['Enter', 'open what is selected'],
      ['Shift F10', 'the menu of a row: copy, filter, open'],
    ],
  },
  {
    title: 'An approval card',
    keys: [
      ['A', 'approve'],
      ['E', 'override: edit the arguments'],
      ['R', 'reject with a reason the model reads'],
      ['T', 'pass as text'],
      ['1 … 9', 'choose a reading'],
      [`${modName} Enter`, 'send, from a field or the editor'],
      ['Alt Enter', 'in the editor: take the value that is proposed'],
    ],
  },
  {
    title: 'An incident',
    keys: [
      ['I', 'isolate the session; asks once'],
      ['C', 'close the circuit'],
    ],
  },
];

const filterHelp: readonly (readonly [string, string])[] = [
  ['tool:bash', 'the tool’s name holds “bash”'],
  ['state:recovered', 'delivered, recovered, healed, held, refused, cancelled, expired, rejected, stuck'],
  ['session: model: format:', 'by their names'],
  ['category:EI/', 'the fault pattern of the result'],
  ['text:"rm -rf"', 'name, arguments, result'],
  ['-tool:read', 'leaves out'],
];

/** All keys in one place. */
export function HelpDialog() {
  const store = useConsole();
  const open = useConsoleState((state) => state.overlay === 'help');
  return (
    <Dialog.Root open={open} onOpenChange={(next) => store.setState({ overlay: next ? 'help' : undefined })}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="dialog help"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => (event.preventDefault(), (event.currentTarget as HTMLElement).focus())}
          tabIndex={-1}
        >
          <div className="flex">
            <Dialog.Title>Keys and filter words</Dialog.Title>
            <span className="spring" />
            <Dialog.Close asChild>
              <Button look="ghost" icon={X} aria-label="Close" />
            </Dialog.Close>
          </div>
          <p className="sm muted">Single letters never act while you type.</p>
          <div className="help-grid">
            {groups.map((group) => (
              <section key={group.title}>
                <h3 className="lbl">{group.title}</h3>
                <dl>
                  {group.keys.map(([key, what]) => (
                    <div key={key} className="pair-row">
                      <dt>
                        {key.split('  ').map((each) => (
                          <kbd key={each}>{each}</kbd>
                        ))}
                      </dt>
                      <dd>{what}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
            <section>
              <h3 className="lbl">Filter words</h3>
              <dl>
                {filterHelp.map(([word, what]) => (
                  <div key={word} className="pair-row">
                    <dt>
                      <code>{word}</code>
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
