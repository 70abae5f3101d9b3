import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Popover.module.css';

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Its name for readers. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
  className?: string | undefined;
  /** Distance from the button, and shift along its edge, in pixels. */
  distance?: number;
  shift?: number;
}

/** A small panel at a button: Esc and a press outside close it, focus goes back to the button. */
export function Popover({ trigger, label, open, onOpenChange, children, className, distance = 4, shift = 0 }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.place} side="bottom" align="start" sideOffset={distance} alignOffset={shift}>
          <Base.Popup className={classes(styles.popover, className)} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
