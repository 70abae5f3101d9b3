import type { Input } from '@bilim/contract/call.ts';
import { journalInput } from '@bilim/contract/cascade-inputs.ts';
import type { journal } from '@bilim/contract/journal.ts';
import { useMemo } from 'react';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';

/** What names a journal in its calls. */
export type JournalKey = Pick<
  Input<typeof journal.table>,
  'id_a_year' | 'id_semesterOrWs' | 'isPotok' | 'id_groupOrPorok' | 'id_discipline' | 'credits'
> & {
  id_a_year: number;
  /** In whose name; left out: in one's own. */
  id_teacher?: number;
};

/** The journals of one table: one, or those of a combined class. */
export type JournalKeys = readonly [JournalKey, ...JournalKey[]];

/** The journal of the chosen discipline and group; null until they are known. */
export function chosenJournalKey(cascade: CascadingSelection): JournalKey | null {
  const { year, discipline, semester, group } = cascade;
  if (year === null || !discipline || !semester || !group) return null;
  return journalInput(year, discipline, semester.id_semester, group.id_group);
}

/** The same object as long as the same journal is chosen. */
export function useJournalKey(cascade: CascadingSelection): JournalKey | null {
  const { year, discipline, semester, group } = cascade;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key follows from these parts of the cascade
  return useMemo(() => chosenJournalKey(cascade), [year, discipline, semester, group]);
}

/** The key of the live line (docs/wire.md#3-the-live-line); also the queue of what is pending. */
export function journalLiveKey(key: JournalKey): string {
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits } = key;
  return [id_a_year, id_semesterOrWs, isPotok ? 1 : 0, id_groupOrPorok, id_discipline, credits].join('/');
}
