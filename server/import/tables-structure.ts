import { code, column, date, link, names, startsOn, type Table, table, term, text, whole, year, yesNo } from './describe.ts';

/** Time and structure: what stands before the first person is entered. */
export const structureTables: readonly Table[] = [
  table('university', 'university', 'The university itself: one row.', [], [
    ...names('Name of the university'),
    column('logo', text(200), 'Address of the logo below /lms/public, such as logo.svg.'),
    column('logo_width', whole(16, 1000), 'Width of the logo on the login page in pixels.'),
    column('font_size', whole(8, 72), 'Size of the name beside the logo in pixels.'),
  ], { vanished: 'keep' }),
  table('academic_years', 'academic_year', 'The academic years.', ['year'], [
    column('year', { a: 'year' }, 'First calendar year: 2026 is 2026-2027.', { into: 'id' }),
    column('is_default', yesNo, 'Yes in exactly one row: the year that is chosen beforehand.'),
  ], { derived: { joins: '', columns: { label: `'20' || lpad(s.year::text, 2, '0') || '-20' || lpad(((s.year + 1) % 100)::text, 2, '0')` } } }),
  table('terms', 'term', 'Autumn, spring and summer.', ['term'], [
    column('term', whole(1, 3), '1 autumn, 2 spring, 3 summer.', { into: 'id' }),
    ...names('Name of the term', 'name', 40),
  ]),
  table('semesters', 'semester', 'The semesters of a curriculum.', ['semester'], [
    column('semester', whole(1, 12), 'Number of the semester.', { into: 'id' }),
    column('label', text(30), 'How it is shown.'),
    term,
    column('course', whole(1, 6), 'Year of study to which it belongs.'),
  ]),
  table('calendar', 'academic_calendar', 'First and last day of each term.', ['year', 'term'], [
    year,
    term,
    startsOn,
    column('ends_on', date, 'Last day.'),
  ]),
  table('pair_slots', 'pair_slot', 'The daily grid of lessons.', ['slot'], [
    column('slot', whole(1, 20), 'Number of the slot, in the order of the day.', { into: 'id' }),
    column('starts_at', { a: 'time' }, 'Beginning, 10:00.'),
    column('ends_at', { a: 'time' }, 'End, 11:20.'),
  ]),
  table('faculties', 'faculty', 'Faculties and institutes.', ['code'], [
    column('code', code, 'The registrar\'s own key; never changes.'),
    column('short', text(50), 'Short name.'),
    ...names('Full name'),
  ]),
  table('departments', 'department', 'Departments.', ['code'], [
    column('code', code, 'The registrar\'s own key; never changes.'),
    link('faculty', 'faculties', 'Code of the faculty.'),
    column('short', text(50), 'Short name.'),
    ...names('Full name'),
  ]),
  table('education_forms', 'education_form', 'Forms of education.', ['code'], [
    column('code', code, 'Key, such as full-time.'),
    ...names('Name', 'name', 100),
    column('part_time', yesNo, 'Yes for part-time forms: they have registration periods of their own.'),
  ]),
  table('specialities', 'speciality', 'A speciality in one form of education at one faculty.', ['code'], [
    column('code', code, 'The registrar\'s own key; never changes.'),
    column('classifier', text(20), 'Number of the state classifier.'),
    ...names('Name'),
    link('faculty', 'faculties', 'Code of the faculty.'),
    link('education_form', 'education_forms', 'Code of the form of education.'),
    column('years', whole(1, 6), 'Length of study in years.'),
  ]),
  table('groups', 'study_group', 'Groups of students.', ['name'], [
    column('name', text(56), 'Code of the group as people know it.'),
    link('speciality', 'specialities', 'Code of the speciality.'),
    column('admission_year', { a: 'year' }, 'Year of admission, 2024.'),
  ]),
  table('disciplines', 'discipline', 'Disciplines.', ['code'], [
    column('code', code, 'The registrar\'s own key; never changes.'),
    ...names('Name'),
  ]),
  table('prerequisites', 'prerequisite', 'What has to be passed before a discipline.', ['discipline', 'requires'], [
    link('discipline', 'disciplines', 'Code of the discipline.'),
    link('requires', 'disciplines', 'Code of the discipline that comes before.'),
  ], { needed: false }),
  table('class_types', 'class_type', 'Lecture, practice and so on.', ['code'], [
    column('id', whole(1, 99), 'Number under which programs know it.'),
    column('code', code, 'Key, such as lecture.'),
    ...names('Name', 'name', 100),
    ...names('Short name', 'short', 20),
  ]),
  table('control_forms', 'control_form', 'Examination, credit and so on.', ['code'], [
    column('id', whole(1, 99), 'Number under which programs know it.'),
    column('code', code, 'Key, such as exam.'),
    ...names('Name', 'name', 100),
  ]),
  table('posts', 'post', 'Posts of teachers and staff.', ['code'], [
    column('code', code, 'Key, such as docent.'),
    ...names('Name', 'name', 100),
  ]),
  table('buildings', 'building', 'Buildings.', ['code'], [
    column('code', code, 'Key of the building.'),
    ...names('Name', 'name', 100),
  ], { needed: false }),
  table('auditoriums', 'auditorium', 'Rooms in which lessons are held.', ['building', 'number'], [
    link('building', 'buildings', 'Code of the building.'),
    column('number', text(20), 'Number of the room.'),
    column('seats', whole(1, 2000), 'Seats in it.'),
  ], { needed: false }),
  table('links', 'dynamic_link', 'Links of the apps page.', ['code'], [
    column('code', code, 'Key of the link.'),
    column('sort', whole(0, 9999), 'Order on the page.'),
    ...names('Name', 'name', 100),
    column('url', { a: 'url' }, 'Address, https://...'),
    column('is_banner', yesNo, 'Yes when it is shown as a banner.', { optional: true, standard: 'f' }),
    column('role', { a: 'choice', of: ['1', '2'] }, '1 for teachers only, 2 for students only, empty for all.', { optional: true }),
  ], { needed: false }),
];
