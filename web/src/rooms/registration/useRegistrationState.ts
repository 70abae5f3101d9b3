import { useMemo } from 'react';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { findSeparatelyReadDisciplines, listChoosableDisciplines } from './disciplines.ts';
import { useRegistrationDrafts } from './drafts.ts';
import {
  type ChosenTerm,
  type ExtraDiscipline,
  type PlanRow,
  type RegistrationSelection,
  useStreamOffers,
} from './registration.data.ts';

const noRows: readonly never[] = [];

/** Disciplines, streams, choices kept on the device, and the week that comes of them. */
export function useRegistrationState(
  term: ChosenTerm | null,
  { open }: RegistrationSelection,
  plan: readonly PlanRow[] | undefined,
  /** Null: extras are not open to this student. */
  extras: readonly ExtraDiscipline[] | null,
) {
  const { user } = useAtom(session);
  const drafts = useRegistrationDrafts(user?.uid ?? 0, term);
  const { alone, opened } = useMemo(
    () => findSeparatelyReadDisciplines(plan ?? noRows, extras, { open, drafts: drafts.drafts }),
    [plan, extras, open, drafts.drafts],
  );
  const offers = useStreamOffers(term, alone, opened);
  const { disciplines, week } = useMemo(
    () => listChoosableDisciplines(plan ?? noRows, extras ?? noRows, offers.data, drafts.drafts),
    [plan, extras, offers.data, drafts.drafts],
  );
  return { drafts, offers, disciplines, week, planned: disciplines.filter((one) => one.part === 'plan') };
}

export type RegistrationState = ReturnType<typeof useRegistrationState>;
