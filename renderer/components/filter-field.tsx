import { Search, X } from 'lucide-react';
import { memo, type RefObject, useRef, useState } from 'react';
import { filterFields, formatFilter, parseFilter } from '../store/filter-words.ts';
import { Icon } from './icon.tsx';

/** The filter: finished words are tokens, the rest is being typed. Backspace at the start takes the last token back. */
export const FilterField = memo(function FilterField({
  value,
  onChange,
  inputRef,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}) {
  const [draft, setDraft] = useState('');
  const dropped = useRef(false);
  const words = parseFilter(value);
  const commit = (): void => {
    if (draft.trim() === '') return;
    onChange(formatFilter([...words, ...parseFilter(draft)]));
    setDraft('');
  };
  return (
    <div className="field grow filter">
      <Icon of={Search} size="s" />
      {words.map((word, at) => (
        <button
          type="button"
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand twice
          key={at}
          className="word"
          aria-label={`Remove ${formatFilter([word])}`}
          onClick={() => onChange(formatFilter(words.filter((_, index) => index !== at)))}
        >
          <i>
            {word.exclude ? '-' : ''}
            {word.field}:
          </i>
          {word.exact ? `"${word.value}"` : word.value}
          <Icon of={X} size="c" />
        </button>
      ))}
      <input
        ref={inputRef}
        aria-label="Filter calls"
        value={draft}
        placeholder={words.length === 0 ? filterFields.map((field) => `${field}:`).join(' ') : ''}
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          if (!dropped.current) commit();
          dropped.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || (event.key === ' ' && /^-?\w*:?[^"\s]+$/.test(draft) && !draft.endsWith(':'))) {
            commit();
            event.preventDefault();
          } else if (event.key === 'Backspace' && draft === '' && words.length > 0) {
            onChange(formatFilter(words.slice(0, -1)));
          } else if (event.key === 'Escape') {
            // Leaving by Esc drops what was begun; leaving by a click keeps it.
            dropped.current = true;
            setDraft('');
            event.currentTarget.blur();
          }
        }}
      />
      <span className="end">
        <kbd>/</kbd>
      </span>
    </div>
  );
});
