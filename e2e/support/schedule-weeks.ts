import type { Output } from '@bilim/contract/call.ts';
import type { schedule } from '@bilim/contract/schedule.ts';
import { addDays, startOfWeek, type TermSpan } from '@bilim/contract/term-calendar.ts';
import type { Page } from '@playwright/test';
import { signIn } from './people.ts';
import { blockStartCall } from './start-call.ts';

/** The days of a timetable, as the server tells them. */
export type TimetableDays = Output<typeof schedule.student>;

/** Opens the student's timetable and gives what the server says of it. */
export async function openTimetable(page: Page): Promise<{ days: TimetableDays; term: TermSpan }> {
  const replies = Promise.all([
    page.waitForResponse('**/api/schedule/student.json'),
    page.waitForResponse('**/api/schedule/term.json'),
  ]);
  await blockStartCall(page);
  await signIn(page, 'student', '/lms/schedule');
  const [days, term] = await replies;
  const [span] = ((await term.json()) as { data: { startsOn: string; endsOn: string }[] }).data;
  if (!span) throw new Error('the term has no days');
  return { days: ((await days.json()) as { data: TimetableDays }).data, term: span };
}

/** A day of a week of the term. */
export const dateInTerm = (term: { startsOn: string }, week: number, day: number) =>
  addDays(startOfWeek(term.startsOn), (week - 1) * 7 + day - 1);
