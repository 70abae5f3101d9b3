import type { Output } from '@bilim/contract/call.ts';
import type { journal } from '@bilim/contract/journal.ts';
import type { JournalKey } from './journal.key.ts';

/** A journal in which the journal permission lets act. */
export type OtherJournalRow = Output<typeof journal.journals>[number];

/** What it is in the address. */
export function formatJournalKeyParam(one: OtherJournalRow): string {
  const { id_teacher, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits } = one;
  return [id_teacher, id_semesterOrWs, isPotok ? 1 : 0, id_groupOrPorok, id_discipline, credits].join('~');
}

/** Reads it from the address; null: there is none, or it makes no sense. */
export function parseJournalKeyParam(
  short: string | null,
  year: number | null,
): (JournalKey & { id_teacher: number }) | null {
  const parts = short?.split('~').map(Number) ?? [];
  const [id_teacher, id_semesterOrWs, chosen, id_groupOrPorok, id_discipline, credits] = parts;
  if (year === null || parts.length !== 6 || parts.some((part) => !Number.isFinite(part) || part < 0)) return null;
  if (!id_teacher || !id_semesterOrWs || !id_groupOrPorok || !id_discipline || credits === undefined) return null;
  return {
    id_a_year: year,
    id_semesterOrWs,
    isPotok: chosen === 1,
    id_groupOrPorok,
    id_discipline,
    credits,
    id_teacher,
  };
}
