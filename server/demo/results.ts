import type { PlanItem } from './curriculum.ts';
import type { DemoStudent } from './people.ts';
import { createSeededRandom } from './random.ts';
import type { DemoRegistration } from './teaching.ts';

type Row = [student: string, year: number, semester: number, discipline: string, passed: boolean, points: number];

const lowestPass = 61;
const best = 100;
/** Plans are kept for so many years before this one. */
const yearsBack = 2;

/**
 * How the terms that are over ended: everybody passed what the plan held and what was chosen, the ones with more points
 * and the others with fewer.
 */
export function generateResults(
  students: readonly DemoStudent[],
  registrations: readonly DemoRegistration[],
  now: { year: number; term: number },
  seed: number,
): Row[] {
  const by = createSeededRandom(seed + 9);
  const isOver = (year: number, semester: number) =>
    year === now.year ? (semester % 2 || 2) < now.term : year < now.year && year >= now.year - yearsBack;
  const chosen = new Map<DemoStudent, { year: number; semester: number; item: PlanItem }[]>();
  for (const one of registrations)
    if (one.item.block !== null) chosen.set(one.student, [...(chosen.get(one.student) ?? []), one]);
  return students.flatMap((student) => {
    const { admission, speciality } = student.group;
    const taught = speciality.semesters.flatMap((items, index) =>
      items
        .filter(({ block }) => block === null)
        .map((item) => ({ item, semester: index + 1, year: admission + Math.floor(index / 2) })),
    );
    const usual = lowestPass + by.below(30);
    return [...taught, ...(chosen.get(student) ?? [])]
      .filter(({ year, semester }) => isOver(year, semester))
      .map(({ item, semester, year }): Row => {
        const points = Math.min(best, Math.max(lowestPass, usual - 8 + by.below(20)));
        return [student.code, year, semester, item.code, true, points];
      });
  });
}
