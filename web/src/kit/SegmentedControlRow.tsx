import type { ReactNode, Ref } from 'react';
import { classNames } from './classNames.ts';
import styles from './SegmentedControlRow.module.css';

interface Segment<T> {
  value: T;
  name: ReactNode;
  /** HTML language of the name, where it is not the interface's. */
  lang?: string;
  /** The name comes from the data: it is not marked as a text of the interface. */
  data?: boolean;
  /** Beside the name, quieter: how many there are. */
  count?: ReactNode;
}

export interface SegmentedControlProps<T> {
  label: string;
  segments: readonly Segment<T>[];
  value: T | null;
  onChoose: (value: T) => void;
  /** Fills the width, all segments alike. */
  wide?: boolean;
  /** Narrow paddings. */
  tight?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLDivElement>;
}

/**
 * A choice of a few, one of them current: a 36 px pill inside 44 px targets. As it is drawn: `Segments` also brings the
 * current one into view, which the few short ones of the sign-in page need not.
 */
export function SegmentedControlRow<T extends string | number>(props: SegmentedControlProps<T>) {
  const { label, segments, value, onChoose, wide, tight, className, ref } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend.
    <div
      ref={ref}
      role="group"
      aria-label={label}
      className={classNames(styles.segments, wide && styles.wide, tight && styles.tight, className)}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          lang={segment.lang}
          translate={segment.data ? 'no' : undefined}
          onClick={() => onChoose(segment.value)}
        >
          {segment.name}
          {segment.count !== undefined && <span className={styles.count}>{segment.count}</span>}
        </button>
      ))}
    </div>
  );
}
