import type { PageParams } from '@bilim/contract/page-params.ts';
import { useNavigate } from '@tanstack/react-router';
import { useJournalSearchParams } from '../../classes/combined-class.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';

/** What is chosen in the journal itself, as it is in the address: class type, subgroup, and date. */
export interface JournalChoice {
  type: number | null;
  part: number;
  column: string | null;
  /** A journal in which the journal permission lets act, in short (other-journals.ts). */
  other: string | null;
}

type Next = Pick<PageParams<'/journal'>, 't' | 'part' | 'col' | 'for' | 'also'>;

/**
 * Reads the choice and changes it; undefined takes a part of it out of the address. Without any choice it is the class that the
 * room was opened with; the first change writes all of it into the address, where it stays.
 */
export function useJournalChoice(cascade: CascadingSelection): [JournalChoice, (next: Next) => void] {
  const navigate = useNavigate();
  const search = useJournalSearchParams(cascade);
  return [
    { type: search.t ?? null, part: search.part ?? 0, column: search.col ?? null, other: search.for ?? null },
    (next) => void navigate({ to: '.', search: { ...search, ...cascade.chosen, ...next }, replace: true }),
  ];
}
