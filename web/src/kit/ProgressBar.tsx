import { classNames } from './classNames.ts';
import styles from './ProgressBar.module.css';

interface Props {
  value: number;
  max: number;
  /** What a screen reader calls it; null: words beside it say the same, so it is not read out. */
  label: string | null;
  tone?: 'juniper' | 'apricot';
  size?: 'thin' | 'thick';
  /** Width and margins, which the place decides. */
  className?: string | undefined;
}

/** How much of a whole is done, as a bar. */
export function ProgressBar({ value, max, label, tone, size, className }: Props) {
  return (
    <progress
      className={classNames(styles.bar, tone && styles[tone], size && styles[size], className)}
      max={max}
      value={value}
      aria-label={label ?? undefined}
      aria-hidden={label === null || undefined}
    />
  );
}
