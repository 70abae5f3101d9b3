/** Rights that a university gives to single people, on top of their role. */
export const permissions = [
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
export type Permission = (typeof permissions)[number];
