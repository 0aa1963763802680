import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies and says so in its own place for a moment. */
export function CopyButton({
  text,
  label = 'Copy',
  words,
}: {
  readonly text: () => string;
  readonly label?: string | undefined;
  readonly words?: string | undefined;
}) {
  const [done, setDone] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text()).then(
      () => {
        setDone(true);
        window.setTimeout(() => setDone(false), 1_500);
      },
      () => setDone(false),
    );
  };
  return (
    <Button look="ghost" small={words === undefined} icon={done ? Check : Copy} aria-label={done ? 'Copied' : label} onClick={copy}>
      {words === undefined ? undefined : done ? 'Copied' : words}
    </Button>
  );
}

export function CopyLine({ text }: { readonly text: string }) {
  return (
    <div className="copyline">
      <span className="p" aria-hidden="true">
        $
      </span>
      <code className="ell">{text}</code>
      <CopyButton text={() => text} label={`Copy: ${text}`} />
    </div>
  );
}
