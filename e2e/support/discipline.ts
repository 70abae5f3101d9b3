import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { absentMarkId } from '@bilim/contract/limits.ts';
import type { Page } from '@playwright/test';
import { today } from './classes.ts';
import { signInWithoutBrowser } from './notices.ts';
import { sharedDisciplineId } from './people.ts';
import type { Portal } from './portal.ts';

const { discipline, journal } = callsByRoom;

/** The course that the teacher shares with both students. */
const course = { id_discipline: sharedDisciplineId, isSelect: false, kredit: 5 };
/** Its page. */
export const disciplineAddress = `/lms/d/${sharedDisciplineId}?d=${sharedDisciplineId}.0.5`;

/** The switch to a part of the page. */
export const pagePartTab = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Части страницы' }).getByRole('button', { name });
/** What is beside the parts. */
export const sidePanel = (page: Page) => page.getByRole('complementary', { name: 'Занятие, успехи и преподаватели' });
/** Whether the page is as wide as a phone. */
export const isPhoneViewport = (page: Page) => page.viewportSize()?.width === 390;

/** The teacher enters the student's absences of today, and a mark; gives the student's group. */
export async function enterAbsences(portal: Portal, absent = [5, 6, 7]): Promise<{ id_group: number; group: string }> {
  const [teacher, student] = [
    await signInWithoutBrowser(portal, 'teacher'),
    await signInWithoutBrowser(portal, 'student'),
  ];
  const [[year], [term]] = [await teacher.get(discipline.currentYear), await teacher.get(discipline.currentTerm)];
  const of = { ...course, year: year?.id_a_year ?? 0, ws: term?.id_ws ?? 0 };
  const [semester] = await student.get(discipline.semestersForStudent, of);
  const [group] = await student.get(discipline.groupsForStudent, { ...of, id_semester: semester?.id_semester ?? 0 });
  const key = {
    ...{ id_a_year: of.year, id_semesterOrWs: semester?.id_semester, isPotok: false, id_groupOrPorok: group?.id_group },
    ...{ id_discipline: course.id_discipline, credits: course.kredit },
  };
  const [type] = await teacher.get(journal.classTypes, key);
  const cell = { ...key, id_vid_zaniatiy: type?.id_vid_zaniatiy, visitDate: today(), id_student: student.uid };
  for (const timesCount of absent)
    await teacher.get(journal.mark, { ...cell, timesCount, isVisited: false, id_otsenka: absentMarkId });
  await teacher.get(journal.mark, { ...cell, timesCount: 8, isVisited: true, id_otsenka: 5 });
  return { id_group: group?.id_group ?? 0, group: group?.p20 ?? '' };
}
