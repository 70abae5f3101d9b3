import type { PlanItem } from './curriculum.ts';
import { extraDisciplines } from './disciplines.ts';
import {
  type DemoGroup,
  type DemoPeople,
  type DemoSpeciality,
  type DemoStudent,
  type DemoTeacher,
  demoAccountsYearOfStudy,
} from './people.ts';
import { createSeededRandom, type SeededRandom } from './random.ts';

/** A teacher's load by group. */
export interface TeachingLoad {
  year: number;
  term: number;
  semester: number;
  teacher: DemoTeacher;
  item: PlanItem;
  groups: DemoGroup[];
  classType: string;
  /** Students are distinguished by streams: the load makes no lessons of its own. */
  streamed: boolean;
}

export interface DemoStream {
  code: string;
  year: number;
  term: number;
  teacher: DemoTeacher;
  item: PlanItem;
  classType: string;
  number: number;
  chosen: boolean;
  capacity: number;
  students: DemoStudent[];
}

export interface DemoRegistration {
  student: DemoStudent;
  year: number;
  semester: number;
  item: PlanItem;
  byPlan: boolean;
  streams: DemoStream[];
}

export interface DemoTeaching {
  loads: TeachingLoad[];
  streams: DemoStream[];
  registrations: DemoRegistration[];
}

const capacities: Record<string, number> = { lecture: 100, practice: 30, seminar: 30, lab: 15 };
/** The share of seats that are taken, so that students can change streams. */
const fill = 0.9;

/** Who teaches and who registered, in the year before and in this year up to the current term. */
export function planTeaching(people: DemoPeople, year: number, term: number, seed: number): DemoTeaching {
  const teaching: DemoTeaching = { loads: [], streams: [], registrations: [] };
  const by = createSeededRandom(seed + 1);
  const numbers = new Map<string, number>();
  for (const [y, t] of [
    [year - 1, 1],
    [year - 1, 2],
    [year, 1],
    [year, 2],
  ] as const) {
    for (const teacher of people.teachers) teacher.lessons = 0;
    const future = y === year && t > term;
    const now = y === year && t === term;
    planTerm({ people, year: y, term: t, now, future, by, numbers, teaching });
  }
  return teaching;
}

interface TermContext {
  people: DemoPeople;
  year: number;
  term: number;
  now: boolean;
  /** Nobody has registered yet. */
  future: boolean;
  by: SeededRandom;
  numbers: Map<string, number>;
  teaching: DemoTeaching;
}

/** Everybody who may study a discipline in a term. */
interface Pool {
  item: PlanItem;
  semester: number;
  groups: DemoGroup[];
}

function planTerm(context: TermContext): void {
  const pools = new Map<string, Pool>();
  const cells = new Map<string, { speciality: DemoSpeciality; semester: number; groups: DemoGroup[] }>();
  for (const group of context.people.groups) {
    const semester = (context.year - group.admission) * 2 + context.term;
    if (semester < 1 || semester > group.speciality.semesters.length) continue;
    const key = `${group.speciality.code} ${semester}`;
    const cell = cells.get(key) ?? { speciality: group.speciality, semester, groups: [] };
    cell.groups.push(group);
    cells.set(key, cell);
  }
  const special = mainDisciplines(context);
  for (const { speciality, semester, groups } of cells.values()) {
    for (const item of speciality.semesters[semester - 1] ?? []) {
      const streamed = item.block !== null || item.subject.code === 'english' || special.streamed.includes(item.code);
      if (streamed && !context.future) {
        const pool = pools.get(item.code) ?? { item, semester, groups: [] };
        pool.groups.push(...groups);
        pools.set(item.code, pool);
      } else if (item.block === null) loadGroups(context, item, semester, groups, special.plain === item.code);
    }
  }
  const chosenBy = chooseAlternatives(context, [...pools.values()]);
  for (const pool of pools.values()) {
    const students =
      pool.item.block === null ? pool.groups.flatMap((group) => group.students) : (chosenBy.get(pool.item.code) ?? []);
    fillPool(context, pool, students, special);
  }
  if (context.now) openExtras(context);
}

interface Special {
  /** The named teacher teaches it to whole groups. */
  plain: string;
  /** Mandatory ones with two teachers: in the first the named students are with the named teacher, in the second nowhere. */
  streamed: string[];
  /** The elective in which the named students are with the named teacher. */
  elective: string;
}

/** The disciplines that carry the demo's promises; only in the current term. */
function mainDisciplines(context: TermContext): Special {
  const [group] = context.people.groups;
  if (!context.now || !group) return { plain: '', streamed: [], elective: '' };
  const items = group.speciality.semesters[(demoAccountsYearOfStudy - 1) * 2 + context.term - 1] ?? [];
  const own = items
    .filter((item) => item.block === null && item.subject.classes.length > 1)
    .sort((a, b) => Number(b.subject.department === 'pk') - Number(a.subject.department === 'pk'));
  const elective = items.find((item) => item.block === 1);
  return {
    plain: own[0]?.code ?? '',
    streamed: [own[1]?.code ?? '', own[2]?.code ?? ''],
    elective: elective?.code ?? '',
  };
}

/** Teachers of a department with the fewest lessons first. */
function teachersOf(context: TermContext, department: string): DemoTeacher[] {
  const own = context.people.teachers.filter((teacher) => teacher.department === department && !teacher.staff);
  return own.sort((a, b) => a.lessons - b.lessons || (a.code < b.code ? -1 : 1));
}

function loadGroups(
  context: TermContext,
  item: PlanItem,
  semester: number,
  groups: readonly DemoGroup[],
  isPlain: boolean,
): void {
  const { people, year, term, teaching } = context;
  const add = (teacher: DemoTeacher, classType: string, together: DemoGroup[]) => {
    teacher.lessons += 1;
    teaching.loads.push({ year, term, semester, teacher, item, groups: together, classType, streamed: false });
  };
  for (const classType of item.subject.classes) {
    const size = classType === 'lecture' ? 4 : 1;
    for (let start = 0; start < groups.length; start += size) {
      const together = groups.slice(start, start + size);
      // Of a large year only the named group and its neighbour.
      const main = isPlain && together.some((group) => people.groups.indexOf(group) < 2);
      const teacher = main ? people.main.teacher : teachersOf(context, item.subject.department)[0];
      if (teacher) add(teacher, classType, together);
    }
  }
}

/** Each student takes one of a block; some of the current term have not chosen yet. */
function chooseAlternatives(context: TermContext, pools: readonly Pool[]): Map<string, DemoStudent[]> {
  const { people, by, now } = context;
  const special = mainDisciplines(context);
  const chosen = new Map<string, DemoStudent[]>();
  const blocks = new Map<string, { group: DemoGroup; codes: string[] }>();
  for (const { item, groups } of pools) {
    if (item.block === null) continue;
    for (const group of groups) {
      const key = `${group.code} ${item.block}`;
      const block = blocks.get(key) ?? { group, codes: [] };
      block.codes.push(item.code);
      blocks.set(key, block);
    }
  }
  const pair = [people.main.student, people.main.student2];
  for (const { group, codes } of blocks.values()) {
    for (const student of group.students) {
      const named = now && pair.includes(student);
      if (named && !codes.includes(special.elective)) continue;
      const code = named ? special.elective : by.one(codes);
      if (!named && now && by.in(0.12)) continue;
      chosen.set(code, [...(chosen.get(code) ?? []), student]);
    }
  }
  return chosen;
}

/** Divides a pool into streams, teacher by teacher, and registers its students. */
function fillPool(context: TermContext, pool: Pool, wanted: readonly DemoStudent[], special: Special): void {
  const { people, by, now, teaching, year } = context;
  const { item } = pool;
  const pair = [people.main.student, people.main.student2];
  const place = special.streamed.indexOf(item.code);
  const unregistered = (student: DemoStudent) =>
    now && item.block === null && ((place === 1 && pair.includes(student)) || (!pair.includes(student) && by.in(0.1)));
  const students = wanted.filter((student) => !unregistered(student));
  const named = now && (place === 0 || item.code === special.elective);
  const colleagues = teachersOf(context, item.subject.department).filter((teacher) => teacher !== people.main.teacher);
  // Where the choice of a teacher is promised there are two, if need be one from a neighbouring department.
  const neighbours = place >= 0 && colleagues.length < 2 ? teachersOf(context, neighbour(item.subject.department)) : [];
  const others = [...colleagues, ...neighbours].filter((teacher) => teacher !== people.main.teacher);
  const teachers = named
    ? [people.main.teacher, ...others]
    : others.length > 0
      ? others
      : teachersOf(context, item.subject.department);
  const widest = Math.floor(Math.max(...item.subject.classes.map((type) => capacities[type] ?? 30)) * fill);
  const parts = Math.max(place >= 0 ? 2 : 1, Math.ceil(students.length / widest));
  const registrations = new Map<DemoStudent, DemoRegistration>();
  for (const student of students) {
    const semester = (year - student.group.admission) * 2 + context.term;
    const registration = { student, year, semester, item, byPlan: true, streams: [] };
    registrations.set(student, registration);
    teaching.registrations.push(registration);
  }
  for (let part = 0; part < parts; part += 1) {
    const teacher = teachers[part % teachers.length];
    if (!teacher) throw new Error(`nobody teaches ${item.code}`);
    const own = slice(students, part, parts);
    for (const classType of item.subject.classes) {
      const rooms = Math.max(1, Math.ceil(own.length / ((capacities[classType] ?? 30) * fill)));
      for (let room = 0; room < rooms; room += 1) {
        const stream = openStream(context, item, teacher, classType, item.block !== null);
        for (const student of slice(own, room, rooms)) join(stream, registrations.get(student));
      }
    }
    if (item.block === null) loadStreamed(context, pool, teacher, own, parts === 1);
  }
  // One stream of the second block has no seat left.
  if (now && item.block === 2 && item.subject.code === 'psychology') closeOne(context, item);
}

function neighbour(department: string): string {
  return department === 'ivt' ? 'ist' : 'ivt';
}

function slice<T>(list: readonly T[], part: number, parts: number): T[] {
  return list.slice(Math.floor((list.length * part) / parts), Math.floor((list.length * (part + 1)) / parts));
}

function openStream(
  context: TermContext,
  item: PlanItem,
  teacher: DemoTeacher,
  classType: string,
  chosen: boolean,
): DemoStream {
  const { year, term, numbers, teaching } = context;
  const key = `${year} ${term} ${item.code} ${classType}`;
  const number = (numbers.get(key) ?? 0) + 1;
  numbers.set(key, number);
  teacher.lessons += 1;
  const code = `${year}-${term}-${item.code}-${classType}-${number}`;
  const stream: DemoStream = {
    code,
    year,
    term,
    teacher,
    item,
    classType,
    number,
    chosen,
    capacity: capacities[classType] ?? 30,
    students: [],
  };
  teaching.streams.push(stream);
  return stream;
}

function join(stream: DemoStream, registration: DemoRegistration | undefined): void {
  if (!registration) return;
  stream.students.push(registration.student);
  registration.streams.push(stream);
}

/** A mandatory discipline with streams is also in the load by group: the streams only divide the students. */
function loadStreamed(
  context: TermContext,
  pool: Pool,
  teacher: DemoTeacher,
  students: readonly DemoStudent[],
  isOnly: boolean,
): void {
  const { year, term, teaching } = context;
  const named = new Set(students.map((student) => student.group));
  // Of two teachers either may be chosen by every group.
  const small = pool.groups.length <= 4;
  const groups = isOnly || small ? pool.groups : pool.groups.filter((group) => named.has(group));
  for (const semester of new Set(groups.map((group) => (year - group.admission) * 2 + term))) {
    const together = groups.filter((group) => (year - group.admission) * 2 + term === semester);
    for (const classType of pool.item.subject.classes) {
      teaching.loads.push({
        year,
        term,
        semester,
        teacher,
        item: pool.item,
        groups: together,
        classType,
        streamed: true,
      });
    }
  }
}

/** Moves a few students of a practice stream into one that holds exactly as many. */
function closeOne(context: TermContext, item: PlanItem): void {
  const { teaching, year, term } = context;
  const from = teaching.streams.find(
    (stream) =>
      stream.year === year &&
      stream.term === term &&
      stream.item.code === item.code &&
      stream.classType === 'practice' &&
      stream.students.length > 1,
  );
  if (!from) return;
  const full = openStream(context, item, from.teacher, 'practice', true);
  const moved = from.students.splice(0, Math.min(5, from.students.length - 1));
  full.students.push(...moved);
  full.capacity = moved.length;
  for (const registration of teaching.registrations) {
    const at = registration.streams.indexOf(from);
    if (at >= 0 && moved.includes(registration.student)) registration.streams[at] = full;
  }
}

/** Disciplines beyond every plan: open to whom they were granted. */
function openExtras(context: TermContext): void {
  const { people, teaching, year, term } = context;
  for (const subject of extraDisciplines) {
    const item: PlanItem = { code: subject.code, subject, part: 1, block: null };
    const teacher = teachersOf(context, subject.department).filter((person) => person !== people.main.teacher)[0];
    if (!teacher) throw new Error(`nobody teaches ${item.code}`);
    const stream = openStream(context, item, teacher, 'practice', true);
    for (const student of chooseStudentsForExtrasGrant(people)) {
      if (
        student === people.main.student ||
        stream.students.length >= 12 ||
        student.code.charCodeAt(student.code.length - 1) % 2
      )
        continue;
      const semester = (year - student.group.admission) * 2 + term;
      const registration: DemoRegistration = { student, year, semester, item, byPlan: false, streams: [] };
      join(stream, registration);
      teaching.registrations.push(registration);
    }
  }
}

/** Who may take disciplines beyond the plan: one of the named students and every tenth of the others. */
export function chooseStudentsForExtrasGrant({ groups, main }: DemoPeople): DemoStudent[] {
  const others = groups.flatMap((group) => group.students.filter((_, index) => index % 10 === 5));
  return [main.student, ...others.filter((student) => student !== main.student && student !== main.student2)];
}
