import type { ReactNode } from 'react';
import type { MarkedText } from '../../kit/MarkedAt.tsx';

/** Where a row leads: a room's address, and what stands behind its `?`. */
export interface Address {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
}

/** A row of the search: what it opens or does. */
export interface Option {
  readonly key: string;
  readonly sign: ReactNode;
  readonly title: MarkedText;
  readonly about?: ReactNode;
  readonly side?: ReactNode;
  readonly address?: Address;
  readonly act?: () => void;
  /** The search stays open: a former search is typed again, a group is opened alone. */
  readonly stays?: true;
  /** Takes the row itself away. */
  readonly onRemove?: () => void;
}

/** Rows under a heading. */
export interface OptionGroup {
  readonly name: string;
  readonly title: string;
  readonly options: readonly Option[];
  /** Opens the group alone; the last of its rows for the keyboard. */
  readonly more?: Option;
  readonly isWaiting?: boolean;
}

/** A text without anything found in it. */
export const plain = (text: string): MarkedText => ({ text, marks: [] });
