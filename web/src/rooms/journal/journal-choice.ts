import { useNavigate } from '@tanstack/react-router';
import { useJournalSearchParams } from '../../classes/combined-class.ts';
import type { Cascade } from '../../disciplines/cascade.data.ts';

/** What is chosen in the journal itself, as it is in the address: class type, subgroup, and date. */
export interface JournalChoice {
  type: number | null;
  part: number;
  column: string | null;
  /** A journal in which the journal permission lets act, in short (other-journals.ts). */
  other: string | null;
}

type Next = {
  t?: number | null;
  part?: number | null;
  col?: string | null;
  for?: string | null;
  also?: null;
};

/**
 * Reads the choice and changes it; null takes a part of it out of the address. Without any choice it is the class that the
 * room was opened with; the first change writes all of it into the address, where it stays.
 */
export function useJournalChoice(cascade: Cascade): [JournalChoice, (next: Next) => void] {
  const navigate = useNavigate();
  const search = useJournalSearchParams(cascade);
  const number = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null);
  return [
    {
      type: number(search.t),
      part: number(search.part) ?? 0,
      column: typeof search.col === 'string' ? search.col : null,
      other: typeof search.for === 'string' ? search.for : null,
    },
    (next) => {
      const all = { ...search, ...cascade.chosen, ...next };
      const entries = Object.entries(all).filter(([, value]) => value !== null);
      void navigate({ to: '.', search: Object.fromEntries(entries), replace: true });
    },
  ];
}
