import {
  booleanCell,
  codeCell,
  dateCell,
  describeColumn,
  describeReferenceColumn,
  describeTable,
  endsOnColumn,
  startsOnColumn,
  type TableDescription,
  termColumn,
  textCell,
  yearColumn,
} from './describe.ts';

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
  describeColumn(
    'code',
    codeCell,
    "The personnel or student office's own key of the person; never changes; the photo is photos/<code>.jpg.",
  ),
  describeColumn('surname', textCell(60), 'Surname; may hold two words.'),
  describeColumn('name', textCell(60), 'Name.'),
  describeColumn('patronymic', textCell(60), 'Patronymic, or empty.', { optional: true }),
  describeColumn('email', { a: 'email' }, 'E-mail address, or empty.', { optional: true }),
  describeColumn('login', { a: 'login' }, 'Name for signing in; empty: the code.', { optional: true }),
  describeColumn(
    'pin',
    { a: 'pin' },
    'Personal number of the national register, for signing in by the national identity service; kept as a keyed hash. Empty: as before.',
    { optional: true },
  ),
  describeColumn('password', { a: 'password' }, 'Only in a demo folder: a known password. Leave the column out.', {
    optional: true,
    into: null,
  }),
];

/** People, what they hold and what they may. */
export const peopleTables: readonly TableDescription[] = [
  describeTable('teachers', 'teacher', 'Teachers and staff.', ['code'], person, { vanished: 'close' }),
  describeTable(
    'students',
    'student',
    'Students.',
    ['code'],
    [...person.slice(0, 1), describeColumn('number', textCell(15), 'Number of the student book.'), ...person.slice(1)],
    { vanished: 'close' },
  ),
  describeTable(
    'employments',
    'employment',
    'Who holds which post at which department.',
    ['teacher', 'department', 'post', 'starts_on'],
    [
      describeReferenceColumn('teacher', 'teachers', 'Code of the teacher.'),
      describeReferenceColumn('department', 'departments', 'Code of the department.'),
      describeReferenceColumn('post', 'posts', 'Code of the post.'),
      describeColumn('rate', { a: 'number', least: 0.01, most: 2 }, 'Share of a full post: 1 or 0.5.'),
      startsOnColumn,
      endsOnColumn,
    ],
    { needed: false, vanished: 'end' },
  ),
  describeTable(
    'memberships',
    'group_membership',
    'Which student is or was in which group.',
    ['student', 'group', 'starts_on'],
    [
      describeReferenceColumn('student', 'students', 'Code of the student.'),
      describeReferenceColumn('group', 'groups', 'Code of the group.'),
      startsOnColumn,
      endsOnColumn,
    ],
    { vanished: 'end' },
  ),
  describeTable(
    'permissions',
    'permission',
    'Rights beyond those that everybody has. What was given in the portal stays.',
    ['person', 'permission', 'faculty'],
    [
      describeReferenceColumn('person', 'people', 'Code of the teacher or student.'),
      describeColumn('permission', { a: 'choice', of: permissionCodes }, `One of ${permissionCodes.join(', ')}.`, {
        into: 'code',
      }),
      describeReferenceColumn('faculty', 'faculties', 'Only for this faculty; empty: everywhere.', { optional: true }),
      describeColumn('ends_on', dateCell, 'Last day on which the right holds; empty: for good.', { optional: true }),
    ],
    { needed: false },
  ),
  describeTable(
    'registration_windows',
    'registration_window',
    'When students may choose disciplines. Windows that the registration office opened in the portal stay.',
    ['year', 'term', 'faculty', 'part_time', 'starts_on'],
    [
      yearColumn,
      termColumn,
      describeReferenceColumn('faculty', 'faculties', 'Code of the faculty.'),
      describeColumn('part_time', booleanCell, 'Yes: for part-time students.'),
      startsOnColumn,
      describeColumn('ends_on', dateCell, 'Last day.'),
    ],
    { needed: false, vanished: 'keep' },
  ),
  describeTable(
    'optional_grants',
    'optional_grant',
    'Who may take disciplines beyond the plan. What the registration office granted in the portal stays.',
    ['student', 'year', 'term'],
    [describeReferenceColumn('student', 'students', 'Code of the student.'), yearColumn, termColumn],
    { needed: false, vanished: 'keep' },
  ),
];
