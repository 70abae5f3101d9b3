import { code, column, date, endsOn, link, startsOn, type Table, table, term, text, year, yesNo } from './describe.ts';

/** The rights that a row of the file permissions may give. */
export const permissionCodes = [
  'news',
  'orders',
  'library',
  'umk',
  'journal',
  'registration',
  'accounts',
  'timetable',
  'audit',
  'import',
  'reports',
  'moderation',
] as const;

const person = [
  column(
    'code',
    code,
    "The personnel or student office's own key of the person; never changes; the photo is photos/<code>.jpg.",
  ),
  column('surname', text(60), 'Surname; may hold two words.'),
  column('name', text(60), 'Name.'),
  column('patronymic', text(60), 'Patronymic, or empty.', { optional: true }),
  column('email', { a: 'email' }, 'E-mail address, or empty.', { optional: true }),
  column('login', { a: 'login' }, 'Name for signing in; empty: the code.', { optional: true }),
  column(
    'pin',
    { a: 'pin' },
    'Personal number of the national register, for signing in by the national identity service; kept as a keyed hash. Empty: as before.',
    { optional: true },
  ),
  column('password', { a: 'password' }, 'Only in a demo folder: a known password. Leave the column out.', {
    optional: true,
    into: null,
  }),
];

/** People, what they hold and what they may. */
export const peopleTables: readonly Table[] = [
  table('teachers', 'teacher', 'Teachers and staff.', ['code'], person, { vanished: 'close' }),
  table(
    'students',
    'student',
    'Students.',
    ['code'],
    [...person.slice(0, 1), column('number', text(15), 'Number of the student book.'), ...person.slice(1)],
    { vanished: 'close' },
  ),
  table(
    'employments',
    'employment',
    'Who holds which post at which department.',
    ['teacher', 'department', 'post', 'starts_on'],
    [
      link('teacher', 'teachers', 'Code of the teacher.'),
      link('department', 'departments', 'Code of the department.'),
      link('post', 'posts', 'Code of the post.'),
      column('rate', { a: 'number', least: 0.01, most: 2 }, 'Share of a full post: 1 or 0.5.'),
      startsOn,
      endsOn,
    ],
    { needed: false, vanished: 'end' },
  ),
  table(
    'memberships',
    'group_membership',
    'Which student is or was in which group.',
    ['student', 'group', 'starts_on'],
    [
      link('student', 'students', 'Code of the student.'),
      link('group', 'groups', 'Code of the group.'),
      startsOn,
      endsOn,
    ],
    { vanished: 'end' },
  ),
  table(
    'permissions',
    'permission',
    'Rights beyond those that everybody has. What was given in the portal stays.',
    ['person', 'permission', 'faculty'],
    [
      link('person', 'people', 'Code of the teacher or student.'),
      column('permission', { a: 'choice', of: permissionCodes }, `One of ${permissionCodes.join(', ')}.`, {
        into: 'code',
      }),
      link('faculty', 'faculties', 'Only for this faculty; empty: everywhere.', { optional: true }),
      column('ends_on', date, 'Last day on which the right holds; empty: for good.', { optional: true }),
    ],
    { needed: false },
  ),
  table(
    'registration_windows',
    'registration_window',
    'When students may choose disciplines. Windows that the registration office opened in the portal stay.',
    ['year', 'term', 'faculty', 'part_time', 'starts_on'],
    [
      year,
      term,
      link('faculty', 'faculties', 'Code of the faculty.'),
      column('part_time', yesNo, 'Yes: for part-time students.'),
      startsOn,
      column('ends_on', date, 'Last day.'),
    ],
    { needed: false, vanished: 'keep' },
  ),
  table(
    'optional_grants',
    'optional_grant',
    'Who may take disciplines beyond the plan. What the registration office granted in the portal stays.',
    ['student', 'year', 'term'],
    [link('student', 'students', 'Code of the student.'), year, term],
    { needed: false, vanished: 'keep' },
  ),
];
