import type { DisciplineKeyParts } from './discipline-key.ts';

/*
 * What the calls of the cascade and of its disciplines are asked with. The first answer and the pages build their inputs here:
 * where they differ, a page asks a second time.
 */

/** A year and a term, as pages look at them. */
export interface YearAndTerm {
  readonly year: number;
  readonly ws: number;
}

/** A term, as the calls of the journal name it. */
export const journalTermInput = ({ year, ws }: YearAndTerm) => ({ id_a_year: year, id_ws: ws });

/** A discipline of a term, as the calls of the cascade name it. */
export const courseInput = ({ year, ws }: YearAndTerm, { id, isSelect, kredit }: DisciplineKeyParts) => ({
  year,
  ws,
  id_discipline: id,
  isSelect,
  kredit,
});

/** The same, in one of its semesters. */
export const semesterInput = (term: YearAndTerm, course: DisciplineKeyParts, semester: number) => ({
  ...courseInput(term, course),
  id_semester: semester,
});

/** The same, of one group. */
export const groupInput = (term: YearAndTerm, course: DisciplineKeyParts, semester: number, group: number) => ({
  ...semesterInput(term, course, semester),
  id_group: group,
});

/** Figures of a teacher's groups in a discipline (`journal.figures`). */
export const groupStatisticsInput = (term: YearAndTerm, { id, isSelect, kredit }: DisciplineKeyParts) => ({
  ...journalTermInput(term),
  id_discipline: id,
  isPotok: isSelect,
  credits: kredit,
});

/** The journal of a group or stream in a discipline. */
export const journalInput = (
  year: number,
  { id, isSelect, kredit }: DisciplineKeyParts,
  semester: number,
  group: number,
) => ({
  id_a_year: year,
  id_semesterOrWs: semester,
  isPotok: isSelect,
  id_groupOrPorok: group,
  id_discipline: id,
  credits: kredit,
});
