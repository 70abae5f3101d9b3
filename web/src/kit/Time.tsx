import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatFullDateTime, type TimestampOrDay, type TimestampStyle } from '../core/time.ts';

interface Props {
  at: TimestampOrDay;
  form: TimestampStyle;
  /** A sentence around the words; the words alone when absent. */
  children?: (words: string) => ReactNode;
}

/** A moment in words; its long form is the tip, its exact form is there for machines. */
export function Time({ at, form, children }: Props) {
  // Draws it again in another language.
  useTranslation();
  const words = formatDateTime(at, form);
  return (
    <time dateTime={at} title={formatFullDateTime(at)}>
      {children ? children(words) : words}
    </time>
  );
}
