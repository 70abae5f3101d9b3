import * as f from './fields.ts';

/** An entry, or a student without one, as the calls of the journal give it. */
export const journalRowFields = {
  id_studentJournalVisit: f.nullable(f.int()),
  id_student: f.int(),
  s_fio: f.str(),
  apart: f.namesakeHint(),
  p20: f.nullable(f.str()),
  id_teacher: f.nullable(f.int()),
  id_a_year: f.int(),
  id_semesterOrWs: f.int(),
  isPotok: f.bool(),
  id_groupOrPorok: f.int(),
  id_discipline: f.int(),
  credits: f.num(),
  id_vid_zaniatiy: f.nullable(f.int()),
  visitDate: f.nullable(f.str()),
  dates: f.nullable(f.str()),
  timesCount: f.nullable(f.int()),
  isVisited: f.nullable(f.bool()),
  id_otsenka: f.nullable(f.int()),
  otsenka: f.nullable(f.str()),
  otsenka_ball: f.nullable(f.num()),
  subgroup: f.int(),
  edit: f.bool(),
  changedAt: f.nullable(f.timestamp()),
};
export const journalEntriesSchema = f.rows(f.shape(journalRowFields));

/** Who is in a group or stream no more: since which day, where that is known, and whether they came to another one. */
const left = f.nullable(f.shape({ since: f.nullable(f.str()), moved: f.bool() }));

/** A table, packed: no row when there are no students. */
export const compactJournalTableSchema = f.shape({
  id_a_year: journalRowFields.id_a_year,
  id_semesterOrWs: journalRowFields.id_semesterOrWs,
  isPotok: journalRowFields.isPotok,
  id_groupOrPorok: journalRowFields.id_groupOrPorok,
  id_discipline: journalRowFields.id_discipline,
  credits: journalRowFields.credits,
  /** `id` and `at`: the lowest number and the first moment of the column's cells, from which these count. */
  columns: f.rows(
    f.shape({
      type: f.int(),
      day: f.str(),
      times: f.int(),
      dates: f.nullable(f.str()),
      id: f.int(),
      at: f.timestamp(),
    }),
  ),
  /** Whatever is in a cell, once. */
  signs: f.rows(
    f.shape({
      isVisited: journalRowFields.isVisited,
      id_otsenka: journalRowFields.id_otsenka,
      otsenka: journalRowFields.otsenka,
      otsenka_ball: journalRowFields.otsenka_ball,
    }),
  ),
  /** Who entered a cell, for which subgroup, and whether the caller may change it, once. */
  kinds: f.rows(f.shape({ id_teacher: f.int(), subgroup: journalRowFields.subgroup, edit: journalRowFields.edit })),
  students: f.rows(
    f.shape({
      id: f.int(),
      name: f.str(),
      apart: f.namesakeHint(),
      group: f.nullable(f.str()),
      type: journalRowFields.id_vid_zaniatiy,
      isOpen: journalRowFields.edit,
      left,
      /** Five numbers a cell: column, number after the column's, sign, kind, milliseconds after the column's moment. */
      cells: f.rows(f.int()),
    }),
  ),
});
