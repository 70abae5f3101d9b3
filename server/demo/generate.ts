import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '@bilim/contract/permissions.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { buildDemoCalendar } from './calendar.ts';
import { writeDocumentsAndServices } from './documents-and-services.ts';
import type { DemoLesson } from './lesson.ts';
import { type DemoPeople, generatePeople, type UniversitySize } from './people.ts';
import { writePortraits } from './portraits.ts';
import { generateResults } from './results.ts';
import { type DemoCalendar, writeUniversityStructure } from './structure.ts';
import { createTableWriter, type TableCell, type TableRows, type WriteTable } from './tables.ts';
import { chooseStudentsForExtrasGrant, type DemoTeaching, planTeaching } from './teaching.ts';
import { generateTimetable } from './timetable.ts';
import { buildingNames, faculties } from './university-names.ts';

export interface DemoOptions {
  size: UniversitySize;
  /** The day around which the university is invented, YYYY-MM-DD. */
  today: string;
  /** The same seed and day give the same university. */
  seed: number;
}

/** Hours of a class type in a semester, by credits. */
const hoursOfCredit = { lecture: 8, practice: 8, lab: 8, seminar: 8 } as Record<string, number>;

/** Writes an invented university into the folder, as tables that the importer reads. */
export async function generateUniversity(options: DemoOptions, folder: string): Promise<void> {
  const calendar = buildDemoCalendar(options.today);
  const people = generatePeople(options.size, calendar.year, options.seed);
  const teaching = planTeaching(people, calendar.year, calendar.term, options.seed);
  const terms = calendar.days.filter((row) => row.year === calendar.year && row.term <= Math.min(2, calendar.term));
  const timetables = terms.map((row) =>
    generateTimetable(
      teaching,
      row,
      buildingNames.map(([code]) => code),
      people.main,
      options.today,
    ),
  );
  const rooms = timetables.reduce(
    (most, one) => (one.rooms.length > most.length ? one.rooms : most),
    timetables[0]?.rooms ?? [],
  );
  await mkdir(folder, { recursive: true });
  const write = createTableWriter(folder);
  await writeUniversityStructure(calendar, people, teaching, write);
  await write(
    'auditoriums',
    'building number seats',
    rooms.map((room) => [room.building, room.number, room.seats]),
  );
  await writeDocumentsAndServices(write);
  await writePeople(options, calendar, people, write);
  await writeRights(people, write);
  await writeRegistrationWindows(options, calendar, people, write);
  await writeTeaching(calendar, people, teaching, write);
  const students = people.groups.flatMap((group) => group.students);
  const results = generateResults(students, teaching.registrations, calendar, options.seed);
  await write('results', 'student year semester discipline passed points', results);
  await writeLessons(
    timetables.flatMap((one) => one.lessons),
    write,
  );
  await writePortraits(people, join(folder, 'photos'));
}

/** Who works and studies here, with the accounts. */
async function writePeople(
  { today }: DemoOptions,
  calendar: DemoCalendar,
  people: DemoPeople,
  write: WriteTable,
): Promise<void> {
  const head = 'surname name patronymic email login password';
  const students = people.groups.flatMap((group) => group.students);
  const mail = (login: string, index: number) => (index % 5 < 3 ? `${login}@example.kg` : null);
  await write(
    'teachers',
    `code ${head}`,
    people.teachers.map((one, index) => [
      one.code,
      one.surname,
      one.name,
      one.patronymic,
      mail(one.login, index),
      one.login,
      one.password,
    ]),
  );
  await write(
    'students',
    `code number ${head}`,
    students.map((one, index) => [
      one.code,
      one.number,
      one.surname,
      one.name,
      one.patronymic,
      mail(one.login, index),
      one.login,
      one.password,
    ]),
  );
  await write(
    'employments',
    'teacher department post rate starts_on ends_on',
    people.teachers.map((one, index) => [
      one.code,
      one.department,
      one.post,
      one.rate,
      `${calendar.year - 1 - (index % 4)}-09-01`,
      null,
    ]),
  );
  await write(
    'memberships',
    'student group starts_on ends_on',
    students.map((one) => [
      one.code,
      one.group.code,
      one.group.admission === calendar.year && today < `${one.group.admission}-09-01`
        ? today
        : `${one.group.admission}-09-01`,
      null,
    ]),
  );
}

/** Who may do more than others. */
async function writeRights(people: DemoPeople, write: WriteTable): Promise<void> {
  const codeOf = (login: string) => people.teachers.find((one) => one.login === login)?.code ?? '';
  await write('permissions', 'person permission faculty', [
    [codeOf('editor'), 'news', null],
    [codeOf('clerk'), 'orders', null],
    ...permissions.map((right) => [codeOf('admin'), right, null]),
  ]);
}

/** When which faculty registers, and who may choose more than the plan holds. */
async function writeRegistrationWindows(
  { today }: DemoOptions,
  calendar: DemoCalendar,
  people: DemoPeople,
  write: WriteTable,
): Promise<void> {
  const now = calendar.days.find((row) => row.year === calendar.year && row.term === calendar.term);
  // Open for the first faculty alone; everywhere else it closed two weeks after the beginning of the term.
  const starts = now?.startsOn ?? today;
  const later = addDays(today, 45);
  const until = now && now.endsOn < later ? now.endsOn : later;
  await write(
    'registration_windows',
    'year term faculty part_time starts_on ends_on',
    faculties.flatMap(([code], index) =>
      [false, true].map((partTime) =>
        index === 0
          ? [calendar.year, calendar.term, code, partTime, addDays(today, -14), until]
          : [calendar.year, calendar.term, code, partTime, addDays(starts, -15), addDays(starts, -1)],
      ),
    ),
  );
  await write(
    'optional_grants',
    'student year term',
    chooseStudentsForExtrasGrant(people).map((one) => [one.code, calendar.year, calendar.term]),
  );
}

async function writeTeaching(
  calendar: DemoCalendar,
  people: DemoPeople,
  teaching: DemoTeaching,
  write: WriteTable,
): Promise<void> {
  const plan: TableRows = [];
  const hours: TableRows = [];
  for (const one of people.specialities) {
    for (const year of [calendar.year - 2, calendar.year - 1, calendar.year]) {
      one.semesters.forEach((items, index) => {
        for (const { code, subject, block } of items) {
          const key = [one.code, year, index + 1, code, subject.credits];
          plan.push([...key, subject.department, subject.control, block]);
          for (const type of subject.classes)
            hours.push([...key, type, Math.max(16, subject.credits * (hoursOfCredit[type] ?? 8))]);
        }
      });
    }
  }
  await write('plan', 'speciality year semester discipline credits department control_form elective_block', plan);
  await write('plan_hours', 'speciality year semester discipline credits class_type hours', hours);
  const load = new Map<string, TableCell[]>();
  for (const one of teaching.loads) {
    for (const group of one.groups) {
      const row = [
        one.year,
        one.term,
        one.semester,
        one.teacher.code,
        one.item.code,
        one.item.subject.credits,
        group.code,
        one.classType,
      ];
      load.set(row.join(' '), row);
    }
  }
  await write('group_load', 'year term semester teacher discipline credits group class_type', [...load.values()]);
  await write(
    'registrations',
    'student year semester discipline credits group is_by_plan department control_form',
    teaching.registrations.map(({ student, year, semester, item, byPlan }) => [
      student.code,
      year,
      semester,
      item.code,
      item.subject.credits,
      student.group.code,
      byPlan,
      byPlan ? null : item.subject.department,
      byPlan ? null : item.subject.control,
    ]),
  );
  await write(
    'registration_classes',
    'student year semester discipline class_type stream',
    teaching.registrations.flatMap(({ student, year, semester, item, streams }) =>
      streams.map((stream) => [student.code, year, semester, item.code, stream.classType, stream.code]),
    ),
  );
}

async function writeLessons(lessons: readonly DemoLesson[], write: WriteTable): Promise<void> {
  await write(
    'lessons',
    'code year term day_number slot week_kind week_from week_to only_date class_type discipline credits teacher building auditorium subgroup stream',
    lessons.map((one) => [
      one.code,
      one.year,
      one.term,
      one.day,
      one.slot,
      one.weekKind,
      one.weekFrom,
      one.weekTo,
      one.onlyOn,
      one.classType,
      one.item.code,
      one.item.subject.credits,
      one.teacher.code,
      one.room.building,
      one.room.number,
      one.subgroup,
      one.stream?.code ?? null,
    ]),
  );
  await write(
    'lesson_groups',
    'lesson group',
    lessons.flatMap((one) => (one.stream ? [] : one.groups.map((group) => [one.code, group.code]))),
  );
}
