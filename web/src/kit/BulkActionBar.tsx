import close from 'icon:x';
import type { ReactNode } from 'react';
import styles from './BulkActionBar.module.css';
import { IconButton } from './Button.tsx';

interface Props {
  /** Its accessible name: «Действия с выбранными». */
  label: string;
  /** «Выбрано 3» */
  selected: string;
  /** What gives up the choice. */
  clear: string;
  onClear: () => void;
  /** Buttons and links; the one with `data-main` is the white one. */
  children: ReactNode;
}

/** What can be done with all that is chosen; it comes with the first choice. */
export function BulkActionBar({ label, selected, clear, onClear, children }: Props) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      <span role="status">{selected}</span>
      {children}
      <IconButton icon={close} label={clear} onClick={onClear} />
    </div>
  );
}
