import { courseInput, groupInput, semesterInput } from '@bilim/contract/cascade-inputs.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { findChosenOrFirst } from '@bilim/contract/initial-selection.ts';
import type { PageStart, PageStartLoader } from '../../call/page-start.ts';
import {
  fetchDisciplinesOfTerm,
  fetchViewedTerm,
  findInitialCourse,
  hasDisciplineContent,
} from '../../university/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the disciplines of the day; of a page about one the lists of the cascade, one after the other as the page follows them.
 */
export const begins: PageStartLoader = async (start) => {
  const isShown = start.caller !== null && hasDisciplineContent(start);
  await Promise.all([
    start.wide && isShown && start.fetch(discipline.years, {}),
    start.page === 'today' && disciplinesOfToday(start),
    isShown && cascade(start),
  ]);
};

async function disciplinesOfToday(start: PageStart): Promise<void> {
  const term = await fetchViewedTerm(start);
  if (term) await fetchDisciplinesOfTerm(start, term);
}

async function cascade(start: PageStart): Promise<void> {
  const { caller, page, fetch } = start;
  const isTeacher = caller?.role === 1;
  const opened = await findInitialCourse(start);
  if (!opened) return;
  const { term, course, selection } = opened;
  const semesters = await fetch(
    isTeacher ? discipline.semesters : discipline.semestersForStudent,
    courseInput(term, course),
  );
  const semester = findChosenOrFirst(semesters, (one) => one.id_semester === selection.sem);
  if (!semester) return;
  const inSemester = semesterInput(term, course, semester.id_semester);
  const groups = await fetch(isTeacher ? discipline.groups : discipline.groupsForStudent, inSemester);
  const group = findChosenOrFirst(groups, (one) => one.id_group === selection.g);
  // The journal and the materials show no people.
  if (!group || !['chat', 'd'].includes(page)) return;
  const ofGroup = groupInput(term, course, semester.id_semester, group.id_group);
  await fetch(isTeacher ? discipline.students : discipline.teachers, ofGroup);
}
