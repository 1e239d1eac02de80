// Button and LinkButton. Variants: primary (the main action, one per screen), secondary (an alternative), quiet (a
// minor action), danger (cannot be undone).
// size 'large' for the main action; `icon` before the text; `wide` fills its column; `busy` keeps width and focus,
// announces itself and ignores clicks.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'normal' | 'large';
  icon?: IconName | undefined;
  wide?: boolean;
}

function classOf({ variant = 'primary', size = 'normal', wide }: ButtonLook, extra?: string): string {
  const names = [styles.button, styles[variant]];
  if (size === 'large') names.push(styles.large);
  if (wide) names.push(styles.wide);
  if (extra) names.push(extra);
  return names.join(' ');
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  busy?: boolean;
}

const ignored = (event: MouseEvent) => event.preventDefault();

export function Button({ variant, size, icon, wide, busy = false, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      // Not `disabled`, which would lose the focus.
      aria-disabled={busy || undefined}
      onClick={busy ? ignored : rest.onClick}
    >
      {icon && <Icon name={icon} size={20} />}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends ButtonLook, LinkProps {}

export function LinkButton({ variant, size, icon, wide, children, className, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classOf({ variant, size, wide }, className)}>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </Link>
  );
}

/** A mail or telephone link. */
export function AddressLinkButton({
  href,
  icon,
  children,
  ...look
}: ButtonLook & { href: string; children: ReactNode }) {
  return (
    <a href={href} className={classOf(look)}>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </a>
  );
}

/** A link to another site: opens a new tab, without a referrer. */
export function OutsideLinkButton({ href, children, ...look }: ButtonLook & { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={classOf(look)}>
      {children}
      <Icon name="outside" size={18} />
      <span className="visually-hidden"> (nouvel onglet)</span>
    </a>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  variant?: 'plain' | 'filled' | 'outlined';
}

/** A round 44 px button with a drawing. */
export function IconButton({ icon, label, variant = 'plain', className, ...rest }: IconButtonProps) {
  const look = variant === 'plain' ? styles.plain : variant === 'filled' ? styles.primary : styles.secondary;
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.round} ${look} ${className ?? ''}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
