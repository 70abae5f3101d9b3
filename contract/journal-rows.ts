import * as f from './fields.ts';

/** An entry, or a student without one, as the calls of the journal give it. */
export const journalRowFields = {
  id_studentJournalVisit: f.nullable(f.integer()),
  id_student: f.integer(),
  s_fio: f.string(),
  apart: f.namesakeHint(),
  p20: f.nullable(f.string()),
  id_teacher: f.nullable(f.integer()),
  id_a_year: f.integer(),
  id_semesterOrWs: f.integer(),
  isPotok: f.boolean(),
  id_groupOrPorok: f.integer(),
  id_discipline: f.integer(),
  credits: f.number(),
  id_vid_zaniatiy: f.nullable(f.integer()),
  visitDate: f.nullable(f.string()),
  dates: f.nullable(f.string()),
  timesCount: f.nullable(f.integer()),
  isVisited: f.nullable(f.boolean()),
  id_otsenka: f.nullable(f.integer()),
  otsenka: f.nullable(f.string()),
  otsenka_ball: f.nullable(f.number()),
  subgroup: f.integer(),
  edit: f.boolean(),
  changedAt: f.nullable(f.timestamp()),
};
export const journalEntriesSchema = f.array(f.object(journalRowFields));

/** Who is in a group or stream no more: since which day, where that is known, and whether they came to another one. */
const left = f.nullable(f.object({ since: f.nullable(f.string()), moved: f.boolean() }));

/** A table, packed: no row when there are no students. */
export const compactJournalTableSchema = f.object({
  id_a_year: journalRowFields.id_a_year,
  id_semesterOrWs: journalRowFields.id_semesterOrWs,
  isPotok: journalRowFields.isPotok,
  id_groupOrPorok: journalRowFields.id_groupOrPorok,
  id_discipline: journalRowFields.id_discipline,
  credits: journalRowFields.credits,
  /** `id` and `at`: the lowest number and the first moment of the column's cells, from which these count. */
  columns: f.array(
    f.object({
      type: f.integer(),
      day: f.string(),
      times: f.integer(),
      dates: f.nullable(f.string()),
      id: f.integer(),
      at: f.timestamp(),
    }),
  ),
  /** Whatever is in a cell, once. */
  signs: f.array(
    f.object({
      isVisited: journalRowFields.isVisited,
      id_otsenka: journalRowFields.id_otsenka,
      otsenka: journalRowFields.otsenka,
      otsenka_ball: journalRowFields.otsenka_ball,
    }),
  ),
  /** Who entered a cell, for which subgroup, and whether the caller may change it, once. */
  kinds: f.array(
    f.object({ id_teacher: f.integer(), subgroup: journalRowFields.subgroup, edit: journalRowFields.edit }),
  ),
  students: f.array(
    f.object({
      id: f.integer(),
      name: f.string(),
      apart: f.namesakeHint(),
      group: f.nullable(f.string()),
      type: journalRowFields.id_vid_zaniatiy,
      isOpen: journalRowFields.edit,
      left,
      /** Five numbers a cell: column, number after the column's, sign, kind, milliseconds after the column's moment. */
      cells: f.array(f.integer()),
    }),
  ),
});
