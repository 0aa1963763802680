import type { FormatRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { type FormatSwitch, FormatSwitchControl } from './format-switch.tsx';

/** Every leak format: what it is, an example, how often it acted, its switch. */
export function FormatTable({
  formats,
  selected,
  onSelect,
  onSwitch,
}: {
  readonly formats: readonly FormatRow[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onSwitch: (id: string, value: FormatSwitch) => void;
}) {
  return (
    <div className="pane grow" role="grid" aria-label="Formats">
      <div className="head rule-grid" role="row">
        <span role="columnheader">Format</span>
        <span role="columnheader">What it is</span>
        <span role="columnheader">Example</span>
        <span role="columnheader">Class</span>
        <span role="columnheader" className="num">
          Acted
        </span>
        <span role="columnheader" className="num">
          Held
        </span>
        <span role="columnheader">Switch</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body is scrolled by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {formats.map((format) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select; a click is the pointer's way
          <div
            key={format.id}
            role="row"
            aria-selected={format.id === selected}
            className={`row rule-grid${format.id === selected ? ' sel' : ''}${format.switch === 'off' ? ' is-off' : ''}`}
            onClick={() => onSelect(format.id)}
          >
            <span role="gridcell" className="tool">
              {format.id}
            </span>
            <span role="gridcell" className={format.id === selected ? 'one' : 'two'}>
              {inertLine(format.title, 120)}
            </span>
            <span role="gridcell" className="args muted" dir="ltr">
              {inertLine(format.sample, 120)}
            </span>
            <span role="gridcell" className="dim">
              {format.class}
            </span>
            <span role="gridcell" className="num">
              {format.acted === 0 ? '–' : count(format.acted)}
            </span>
            <span role="gridcell" className="num">
              {format.held === 0 ? '–' : count(format.held)}
            </span>
            <span role="gridcell" className="switch-cell">
              <FormatSwitchControl format={format} onSwitch={onSwitch} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
