import type { buildDemoCalendar } from './calendar.ts';
import { disciplineNames, type PlanItem } from './curriculum.ts';
import { extraDisciplines } from './disciplines.ts';
import type { DemoPeople } from './people.ts';
import { librarySections, libraryShelves, umkTypes } from './shelves.ts';
import type { WriteTable } from './tables.ts';
import type { DemoTeaching } from './teaching.ts';
import {
  bellSlots,
  buildingNames,
  classTypes,
  controlForms,
  departments,
  educationForms,
  externalLinks,
  faculties,
  postNames,
  termNames,
  universityNames,
} from './university-names.ts';

export type DemoCalendar = ReturnType<typeof buildDemoCalendar>;

/** Headings of a name in the three languages. */
const named = 'name_ru name_kg name_en';

/** Writes the tables that all others lean on: years and terms, units, words of choice, curricula, streams. */
export async function writeUniversityStructure(
  calendar: DemoCalendar,
  people: DemoPeople,
  teaching: DemoTeaching,
  write: WriteTable,
): Promise<void> {
  await writeUnits(write);
  await writeCalendar(calendar, write);
  await writeKinds(write);
  await writeShelves(write);
  await writeCurricula(people, write);
  await writeStreams(teaching, write);
}

/** The university, its faculties, departments and buildings. */
async function writeUnits(write: WriteTable): Promise<void> {
  await write('university', `${named} logo logo_width font_size`, [[...universityNames, 'logo.svg', 96, 20]]);
  await write(
    'faculties',
    `code short ${named}`,
    faculties.map(([code, short, names]) => [code, short, ...names]),
  );
  await write(
    'departments',
    `code faculty short ${named}`,
    departments.map(([code, faculty, short, names]) => [code, faculty, short, ...names]),
  );
  await write(
    'buildings',
    `code ${named}`,
    buildingNames.map(([code, names]) => [code, ...names]),
  );
}

/** Academic years, terms, semesters, and when classes begin. */
async function writeCalendar(calendar: DemoCalendar, write: WriteTable): Promise<void> {
  await write(
    'academic_years',
    'year is_default',
    calendar.years.map((year) => [year, year === calendar.year]),
  );
  await write(
    'terms',
    `term ${named}`,
    termNames.map((names, index) => [index + 1, ...names]),
  );
  await write(
    'semesters',
    'semester label term course',
    Array.from({ length: 12 }, (_, index) => [index + 1, index + 1, (index % 2) + 1, Math.floor(index / 2) + 1]),
  );
  await write(
    'calendar',
    'year term starts_on ends_on',
    calendar.days.map((row) => [row.year, row.term, row.startsOn, row.endsOn]),
  );
  await write(
    'pair_slots',
    'slot starts_at ends_at',
    bellSlots.map(([starts, ends], index) => [index + 1, starts, ends]),
  );
}

/** Forms of education, types of classes, forms of control, posts. */
async function writeKinds(write: WriteTable): Promise<void> {
  await write(
    'education_forms',
    `code ${named} part_time`,
    educationForms.map(([code, names, partTime]) => [code, ...names, partTime]),
  );
  await write(
    'class_types',
    `id code ${named} short_ru short_kg short_en`,
    classTypes.map(([id, code, names, short]) => [id, code, ...names, ...short]),
  );
  await write(
    'control_forms',
    `id code ${named}`,
    controlForms.map(([id, code, names]) => [id, code, ...names]),
  );
  await write(
    'posts',
    `code ${named}`,
    postNames.map(([code, names]) => [code, ...names]),
  );
}

/** Sections and shelves of the library, kinds of teaching materials, links. */
async function writeShelves(write: WriteTable): Promise<void> {
  await write(
    'book_base_categories',
    `code ${named}`,
    librarySections.map(([code, names]) => [code, ...names]),
  );
  await write(
    'book_categories',
    `code base_category ${named}`,
    libraryShelves.map(([code, base, names]) => [code, base, ...names]),
  );
  await write(
    'umk_types',
    `code sort ${named}`,
    umkTypes.map(([code, names], index) => [code, index + 1, ...names]),
  );
  await write(
    'links',
    `code sort ${named} url is_banner role`,
    externalLinks.map(([code, names, url, banner, role], index) => [code, index + 1, ...names, url, banner, role]),
  );
}

/** Specialities with their groups, all disciplines, and which of them follows which. */
async function writeCurricula(people: DemoPeople, write: WriteTable): Promise<void> {
  await write(
    'specialities',
    `code classifier ${named} faculty education_form years`,
    people.specialities.map((one) => [one.code, one.classifier, ...one.names, one.faculty, one.form, one.years]),
  );
  await write(
    'groups',
    'code name speciality admission_year',
    people.groups.map((group) => [group.code, group.name, group.speciality.code, group.admission]),
  );
  const items = new Map<string, PlanItem>();
  for (const item of people.specialities.flatMap((one) => one.semesters.flat())) items.set(item.code, item);
  for (const subject of extraDisciplines)
    items.set(subject.code, { code: subject.code, subject, part: 1, block: null });
  await write(
    'disciplines',
    `code ${named}`,
    [...items.values()].map((item) => [item.code, ...disciplineNames(item)]),
  );
  const series = [...items.values()].filter(
    (item) => item.part > 1 && items.has(`${item.subject.code}-${item.part - 1}`),
  );
  await write(
    'prerequisites',
    'discipline requires',
    series.map((item) => [item.code, `${item.subject.code}-${item.part - 1}`]),
  );
}

/** The streams of the year, each with its teacher and how many it holds. */
async function writeStreams(teaching: DemoTeaching, write: WriteTable): Promise<void> {
  await write(
    'streams',
    'code year term department teacher discipline credits control_form class_type number name is_chosen capacity',
    teaching.streams.map((one) => [
      one.code,
      one.year,
      one.term,
      one.item.subject.department,
      one.teacher.code,
      one.item.code,
      one.item.subject.credits,
      one.item.subject.control,
      one.classType,
      one.number,
      `Поток ${one.number}`,
      one.chosen,
      one.capacity,
    ]),
  );
}
