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

/** Tells the page as `--bulk-bar` how much of its foot the bar covers: short messages stand above it. */
function publishCoveredHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const measure = () =>
    style.setProperty('--bulk-bar', `${Math.round(innerHeight - bar.getBoundingClientRect().top)}px`);
  const sizes = new ResizeObserver(measure);
  sizes.observe(bar);
  addEventListener('resize', measure);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', measure);
    style.removeProperty('--bulk-bar');
  };
}

/** What can be done with all that is chosen; it comes with the first choice. */
export function BulkActionBar({ label, selected, clear, onClear, children }: Props) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label} ref={publishCoveredHeight}>
      <span role="status">{selected}</span>
      {children}
      <IconButton icon={close} label={clear} onClick={onClear} />
    </div>
  );
}
