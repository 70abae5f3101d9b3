import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Segments.module.css';

interface Segment<T> {
  value: T;
  name: ReactNode;
  /** HTML language of the name, where it is not the interface's. */
  lang?: string;
  /** Name of something in the data rather than of the interface. */
  data?: boolean;
}

interface Props<T> {
  label: string;
  segments: readonly Segment<T>[];
  value: T | null;
  onChoose: (value: T) => void;
  /** Fills the width, all segments alike. */
  wide?: boolean;
  /** Narrow paddings. */
  tight?: boolean;
}

/** A choice of a few, one of them current: a 36 px pill inside 44 px targets. */
export function Segments<T extends string | number>({ label, segments, value, onChoose, wide, tight }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend.
    <div
      role="group"
      aria-label={label}
      className={classes(styles.segments, wide && styles.wide, tight && styles.tight)}
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
        </button>
      ))}
    </div>
  );
}
