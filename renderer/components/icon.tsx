import type { LucideIcon } from 'lucide-react';

/** A lucide icon at the measures of the design: 16 px, `s` 14 beside text, `c` 12 in chips. Always beside a word or in a named control. */
export function Icon({ of: Glyph, size }: { readonly of: LucideIcon; readonly size?: 's' | 'c' | undefined }) {
  return <Glyph className={size === undefined ? 'i' : `i i-${size}`} aria-hidden="true" />;
}
