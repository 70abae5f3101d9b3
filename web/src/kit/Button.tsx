import spinner from 'icon:spinner-gap-bold';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';
import { Icon, type IconDrawing } from './Icon.tsx';

type Look = 'primary' | 'soft' | 'quiet' | 'danger' | 'dangerQuiet';

interface Props extends ComponentProps<'button'> {
  look?: Look;
  big?: boolean;
  wide?: boolean;
  icon?: IconDrawing;
  /** What the button says while it works; a second press is ignored then. */
  busy?: ReactNode;
}

/** The class names of a button, for links that look like one. */
export function buttonClasses(look?: Look, { big = false, wide = false } = {}): string {
  return classNames(styles.button, look && styles[look], big && styles.big, wide && styles.wide);
}

/** A button with text; 44 px high, 52 when big. */
export function Button({ look, big, wide, icon, busy, children, className, onClick, ...rest }: Props) {
  const working = busy !== undefined && busy !== null && busy !== false;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClasses(look, { big: big ?? false, wide: wide ?? false }), className)}
      aria-disabled={working || undefined}
      aria-busy={working || undefined}
      onClick={working ? (event) => event.preventDefault() : onClick}
    >
      {working ? <Icon of={spinner} size="s" className={styles.spin} /> : icon && <Icon of={icon} size="s" />}
      {working ? busy : children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconDrawing;
  /** The button's name for readers and its tooltip. */
  label: string;
  size?: 's' | 'xs';
}

/** A button that shows only an icon: a 44 px target with a name. */
export function IconButton({ icon, label, size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={classNames(styles.iconButton, className)}
      aria-label={label}
    >
      <Icon of={icon} {...(size ? { size } : {})} />
    </button>
  );
}
