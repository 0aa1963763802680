import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'primary' | 'ghost' | 'danger' | undefined;
  readonly big?: boolean | undefined;
  readonly small?: boolean | undefined;
  readonly icon?: LucideIcon | undefined;
  /** The key that does the same, shown inside the button. */
  readonly keys?: string | undefined;
  readonly children?: ReactNode;
}

/** The one button. Without children it is an icon button and needs an `aria-label`. */
export function Button({ look, big, small, icon, keys, children, ...rest }: ButtonProps) {
  const bare = children === undefined;
  const classes = ['btn', look, big === true && 'big', small === true && 'small', bare && 'icon'].filter(Boolean).join(' ');
  return (
    <button type="button" title={bare ? rest['aria-label'] : undefined} {...rest} className={classes}>
      {big === true && keys !== undefined ? <kbd>{keys}</kbd> : null}
      {icon === undefined ? null : <Icon of={icon} size="s" />}
      {children}
      {big !== true && keys !== undefined ? <kbd>{keys}</kbd> : null}
    </button>
  );
}
