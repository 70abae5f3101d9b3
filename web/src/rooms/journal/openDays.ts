import { discipline } from '@bilim/contract/discipline.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from '../../core/atom.ts';
import { queryForCall } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import { currentDay } from '../../core/time.ts';
import type { JournalKey } from './journal.key.ts';

/** The days on which a teacher may enter. */
export interface OpenDays {
  /** Undefined: every day up to today. */
  readonly first: string | undefined;
  readonly today: string;
  /** Why a day takes no entries, as a key of the journal's texts; null when it does. */
  why(day: string): 'refusals.future' | 'refusals.closed' | null;
}

/** The open days of a journal; what is closed to its teacher is open to who acts for another. */
export function useOpenDays(key: JournalKey | null): OpenDays {
  const today = currentDay();
  const [term] = useQuery(queryForCall('discipline', discipline.currentTerm, {})).data ?? [];
  const { config } = useAtom(session);
  const back = config?.journalDays ?? null;
  const opened = back === null ? term?.startsOn : addDays(today, -back);
  const first = key?.id_teacher === undefined && config ? opened : undefined;
  return {
    first,
    today,
    why: (day) => {
      if (day > today) return 'refusals.future';
      return first !== undefined && day < first ? 'refusals.closed' : null;
    },
  };
}
