import type { ReactNode } from 'react';
import type { PageLink } from '../../core/searchParams.ts';
import type { TextWithHighlights } from '../../kit/HighlightedText.tsx';

/** A row of the search: what it opens or does. */
export interface SearchOption {
  readonly key: string;
  readonly sign: ReactNode;
  readonly title: TextWithHighlights;
  readonly about?: ReactNode;
  readonly side?: ReactNode;
  readonly address?: PageLink;
  readonly onChoose?: () => void;
  /** The search stays open: a former search is typed again, a group is opened alone. */
  readonly stays?: true;
  /** Removes the row from the list. */
  readonly onRemove?: () => void;
}

/** Rows under a heading. */
export interface SearchOptionGroup {
  readonly name: string;
  readonly title: string;
  readonly options: readonly SearchOption[];
  /** Opens the group alone; the last of its rows for the keyboard. */
  readonly more?: SearchOption;
  /** How many rows `more` stands for. */
  readonly moreCount?: number;
  readonly isWaiting?: boolean;
}

/** A text without anything found in it. */
export const toUnhighlightedText = (text: string): TextWithHighlights => ({ text, marks: [] });
