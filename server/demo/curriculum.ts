import {
  branchDisciplines,
  branchElectives,
  commonDisciplines,
  type DemoDiscipline,
  humanitiesElectives,
} from './disciplines.ts';
import type { NamesInLanguages } from './university-names.ts';

/** One row of a plan, the same in every year. */
export interface PlanItem {
  /** Code of the discipline: the subject and, in a series, its part. */
  code: string;
  subject: DemoDiscipline;
  part: number;
  block: number | null;
}

const creditsOfSemester = 30;
const firstSemesterWithChoice = 5;

const placement: DemoDiscipline = {
  code: 'placement',
  names: ['Учебная практика', 'Окуу практикасы', 'Study Placement'],
  department: '',
  credits: 4,
  control: 'placement',
  classes: ['practice'],
  parts: 6,
};
const thesis: DemoDiscipline = {
  code: 'thesis',
  names: ['Выпускная работа', 'Бүтүрүү иши', 'Final Thesis'],
  department: '',
  credits: 6,
  control: 'state-exam',
  classes: ['practice'],
  parts: 1,
};

/** The semesters of a speciality: index 0 is semester 1. About 30 credits each, blocks of choice from the third year. */
export function buildCurriculum(branch: string, years: number, department: string): PlanItem[][] {
  const queue = interleave(branchDisciplines[branch] ?? [], commonDisciplines);
  let running: PlanItem[] = [];
  return Array.from({ length: years * 2 }, (_, index) => {
    const semester = index + 1;
    const items: PlanItem[] = [];
    const room = () => creditsOfSemester - items.reduce((sum, item) => sum + item.subject.credits, 0) - reserved;
    const first = semester >= firstSemesterWithChoice ? (branchElectives[branch] ?? branchElectives.general ?? []) : [];
    const second = semester >= firstSemesterWithChoice ? humanitiesElectives : [];
    const reserved = (first[0]?.credits ?? 0) + (second[0]?.credits ?? 0);
    const own = { ...placement, department };
    if (semester === years * 2)
      items.push({ code: `thesis-${department}`, subject: { ...thesis, department }, part: 1, block: null });
    else if (semester % 2 === 0)
      items.push({ code: `placement-${department}-${semester / 2}`, subject: own, part: semester / 2, block: null });
    for (const item of running) items.push(item);
    for (let place = 0; place < queue.length && room() > 0; ) {
      const subject = queue[place];
      if (subject && subject.credits <= room()) {
        queue.splice(place, 1);
        items.push({ code: subject.parts > 1 ? `${subject.code}-1` : subject.code, subject, part: 1, block: null });
      } else place += 1;
    }
    running = items
      .filter((item) => item.part < item.subject.parts && !item.code.startsWith('placement'))
      .map((item) => ({ ...item, part: item.part + 1, code: `${item.subject.code}-${item.part + 1}` }));
    const choice = (subjects: readonly DemoDiscipline[], block: number) =>
      subjects.map((subject): PlanItem => ({ code: seasonal(subject, semester), subject, part: 1, block }));
    return [...items, ...choice(first, 1), ...choice(second, 2)];
  });
}

/** A chosen discipline is another one in every semester, so that nobody is offered what he has passed. */
function seasonal(subject: DemoDiscipline, semester: number): string {
  return `${subject.code}-${semester}`;
}

/** Two of the branch, then one that everybody studies. */
function interleave(own: readonly DemoDiscipline[], shared: readonly DemoDiscipline[]): DemoDiscipline[] {
  const queue: DemoDiscipline[] = [];
  const rest = [...shared];
  own.forEach((subject, index) => {
    queue.push(subject);
    if (index % 2 === 1) queue.push(...rest.splice(0, 1));
  });
  return [...queue, ...rest];
}

/** Names of a discipline: a series carries the number of its part. */
export function disciplineNames({ subject, part, block, code }: PlanItem): NamesInLanguages {
  const { names } = subject;
  const number =
    block === null
      ? subject.parts > 1
        ? ` ${part}`
        : ''
      : ` ${roman(Number(code.split('-').at(-1)) - firstSemesterWithChoice + 1)}`;
  return [`${names[0]}${number}`, `${names[1]}${number}`, `${names[2]}${number}`];
}

function roman(number: number): string {
  return ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'][number - 1] ?? String(number);
}
