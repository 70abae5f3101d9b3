import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import styles from './Chips.module.css';
import { classNames } from './classNames.ts';

/** A row of chips; what does not fit scrolls sideways and fades at the edge. */
export function Chips({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={classNames(styles.chips, className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of switches, not a form's part */}
      <div role="group" aria-label={label}>
        {children}
      </div>
    </div>
  );
}

/** A switch of such a row: what is shown, or where it is searched. */
export function Chip({ pressed, children, ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  const chip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const row = chip.current?.closest('[role=group]');
    if (!pressed || !chip.current || !row) return;
    // The row alone is scrolled: the page stays where it is.
    const [own, around] = [chip.current.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
  }, [pressed]);
  return (
    <button ref={chip} type="button" {...rest} className={styles.chip} aria-pressed={pressed}>
      <span>{children}</span>
    </button>
  );
}
