import { useNavigate, useSearch } from '@tanstack/react-router';

/** What is chosen in the journal itself, as it stands in the address: class type, subgroup, and the phone's date. */
export interface Choice {
  type: number | null;
  part: number;
  column: string | null;
  /** A journal in which the journal permission lets act, in short (other.ts). */
  other: string | null;
}

/** Reads the choice and changes it; null takes a part of it out of the address. */
export function useChoice(): [
  Choice,
  (next: { t?: number | null; part?: number | null; col?: string | null; for?: string | null }) => void,
] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const number = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null);
  return [
    {
      type: number(search.t),
      part: number(search.part) ?? 0,
      column: typeof search.col === 'string' ? search.col : null,
      other: typeof search.for === 'string' ? search.for : null,
    },
    (next) => {
      const entries = Object.entries({ ...search, ...next }).filter(([, value]) => value !== null);
      void navigate({ to: '.', search: Object.fromEntries(entries), replace: true });
    },
  ];
}
