import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import styles from './Chips.module.css';
import { classes } from './classes.ts';
import { showInRow } from './showInRow.ts';

/** A row of chips; what does not fit scrolls sideways and fades at the edge. */
export function Chips({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={classes(styles.chips, className)}>
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
    if (pressed && chip.current) showInRow(chip.current);
  }, [pressed]);
  return (
    <button ref={chip} type="button" {...rest} className={styles.chip} aria-pressed={pressed}>
      <span>{children}</span>
    </button>
  );
}
