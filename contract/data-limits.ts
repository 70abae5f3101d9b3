/** Days in which an import can be undone; afterwards its stored rows are forgotten. */
export const importUndoDays = 30;

/** Sizes of the room of data that browser and server share. */
export const dataLimits = {
  /** Files of one upload: one a table, or one archive, or one workbook. */
  files: 50,
  /** Runs, and rows of one table that change, a page. */
  runs: 20,
  differences: 50,
  /** Groups of equal faults that are shown; the report has all. */
  faults: 200,
  /** Days that an upload waits for a person, and hours that a list of first passwords does. */
  waitingDays: 7,
  passwordHours: 24,
  /** Minutes for which a preview of an undo is shown once more instead of being made again. */
  undoPreviewMinutes: 10,
  /** Longest life of a service token in days. */
  tokenDays: 400,
  /** Code points of a name. */
  name: 100,
} as const;

/** The tables of a folder by the names of their files (docs/importing.md); a test holds them against the importer's. */
export const importTableNames = [
  'university',
  'academic_years',
  'terms',
  'semesters',
  'calendar',
  'pair_slots',
  'faculties',
  'departments',
  'education_forms',
  'specialities',
  'groups',
  'disciplines',
  'prerequisites',
  'class_types',
  'control_forms',
  'posts',
  'buildings',
  'auditoriums',
  'links',
  'regions',
  'districts',
  'documents',
  'services',
  'teachers',
  'students',
  'employments',
  'memberships',
  'permissions',
  'registration_windows',
  'optional_grants',
  'plan',
  'plan_hours',
  'group_load',
  'streams',
  'registrations',
  'registration_classes',
  'results',
  'lessons',
  'lesson_groups',
  'book_base_categories',
  'book_categories',
  'umk_types',
  'umk_upload_ends',
  'umk_upload_bars',
] as const;
export type ImportTableName = (typeof importTableNames)[number];

/** The key under which somebody confirms that a file may be far shorter than at the load before. */
export const shorterFileKey = (table: string): string => `rows_of_${table}`;

/** The table of which this key of a confirmation says that its file may have fewer rows; undefined: it says something else. */
export const shorterFileTable = (key: string): ImportTableName | undefined =>
  importTableNames.find((table) => key === shorterFileKey(table));

/** Values that an import changes in great number only when somebody has confirmed it. */
export const massChangeKinds = [
  'names_of_students',
  'names_of_teachers',
  'numbers_of_students',
  'logins_of_students',
  'logins_of_teachers',
  'emails_of_students',
  'emails_of_teachers',
  'pins_of_students',
  'pins_of_teachers',
  'groups_of_students',
  'classes',
  'times_of_classes',
  'registrations',
  'streams_of_registrations',
  'teachers_of_streams',
  'names_of_groups',
  'names_of_disciplines',
  'results',
  'other_students',
  'other_teachers',
  'numbers_given_on',
] as const;
export type MassChangeKind = (typeof massChangeKinds)[number];
