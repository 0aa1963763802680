import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { shortTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { useConsole } from '../../store/console-store.ts';

type Rule = CallAnswer<'rules/list'>['rules'][number];

/** What was remembered from cards: each matches exactly its card's own values, and ends when the tool's schema changes. */
export function RememberedRules({ rules, onChanged }: { readonly rules: readonly Rule[]; readonly onChanged: () => void }) {
  const store = useConsole();
  const [asking, setAsking] = useState<string | undefined>(undefined);
  const revoke = (id: string): void => {
    setAsking(undefined);
    void store.client
      .call('rules/revoke', { id })
      .then((answer) => (answer.ok ? onChanged() : store.toast(answer.error.message, 'problem')));
  };
  if (rules.length === 0) {
    return (
      <div className="empty">
        <h2 className="title">Nothing is remembered</h2>
        <p className="two">
          On a card that is held only because its format is common, “Remember” keeps the verdict for the session, or always for tools that
          only read.
        </p>
      </div>
    );
  }
  return (
    <div className="pane grow" role="table" aria-label="Approval rules">
      <div className="head remembered-grid" role="row">
        {['Tool', 'Format', 'Failing', 'Scope', 'Verdict', 'Since'].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
        <span role="columnheader">
          <span className="sr">Actions</span>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {rules.map((rule) => (
          <div key={rule.id} className="row remembered-grid" role="row">
            <span role="cell" className="tool">
              {inertLine(rule.tool, 80)}
            </span>
            <span role="cell">{rule.format}</span>
            <span role="cell">{rule.failing.join(', ')}</span>
            <span role="cell">{rule.session === undefined ? 'always' : `session ${inertLine(rule.session, 16)}`}</span>
            <span role="cell">{rule.verdict === 'approve' ? 'approve' : 'pass as text'}</span>
            <span role="cell" className="dim">
              {shortTime(rule.createdAt, Date.now())}
            </span>
            <span role="cell" className="flex row-end">
              {asking === rule.id ? (
                <>
                  <Button look="danger" small onClick={() => revoke(rule.id)}>
                    Forget it
                  </Button>
                  <Button look="ghost" small onClick={() => setAsking(undefined)}>
                    Keep
                  </Button>
                </>
              ) : (
                <Button look="ghost" small onClick={() => setAsking(rule.id)}>
                  Forget…
                </Button>
              )}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
