import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '../../components/button.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { type KeyRow, keyGroups, keyTable, localKeys, shownKeys } from '../../components/key-table.ts';

const filterHelp: readonly (readonly [string, string])[] = [
  ['tool:bash', 'the tool’s name holds “bash”'],
  ['tool:"Read"', 'in quotation marks: this very name, in this very case'],
  ['state:recovered', 'delivered, recovered, healed, held, refused, cancelled, expired, rejected, stuck'],
  ['session: model: format:', 'by their names'],
  ['category:EI/', 'the fault pattern of the result'],
  ['text:"rm -rf"', 'name, arguments, result'],
  ['-tool:read', 'leaves out'],
];

/** The table, group by group: what is not in it does not act, what is in it stands here. */
const rowsOf = (group: string): readonly KeyRow[] =>
  [...Object.values<KeyRow>(keyTable), ...localKeys].filter((row) => row.group === group);

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
            {keyGroups.map((group) => (
              <section key={group}>
                <h3 className="lbl">{group}</h3>
                <dl>
                  {rowsOf(group).map((row) => (
                    <div key={row.what} className="pair-row">
                      <dt>
                        {shownKeys(row).map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{row.what}</dd>
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
