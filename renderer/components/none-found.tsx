import { inertLine } from './inert-text.ts';

/** A search without a hit says so, and how to get out of it. */
export function NoneFound({ what, find }: { readonly what: string; readonly find: string }) {
  return (
    <p className="none-found">
      No {what} has “{inertLine(find, 60)}”. <kbd>Esc</kbd> in the search field shows all again.
    </p>
  );
}
