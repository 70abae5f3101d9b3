/**
 * What addresses take where a page offers a few options (page-params.ts), in the order in which they are offered; the texts of
 * the page say what each is called.
 */

/** Categories by which audit entries are filtered; how long they are kept goes by the first word of their action. */
export const auditCategories = [
  ...(['people', 'rights', 'signins', 'data', 'papers'] as const),
  ...(['marks', 'readings', 'registration', 'timetable', 'rest'] as const),
] as const;

/** What a stored import is, and what has become of it. */
export const importRunKinds = ['load', 'undo'] as const;
export const importRunStates = ['open', 'undone', 'shut'] as const;

/** What people are narrowed to, besides role, faculty, group and right. */
export const peopleStateFilters = [
  ...(['working', 'never', 'blocked', 'closed'] as const),
  ...(['ending', 'nogroup', 'asked', 'double'] as const),
] as const;

/** Orders at the desk. */
export const orderQueueStatuses = ['waiting', 'preparing', 'prepared', 'canceled'] as const;

export const registrationOfficeParts = [
  'streams',
  'incomplete',
  'windows',
  'grants',
  'limits',
  'receipts',
  'year',
] as const;
export type RegistrationOfficePart = (typeof registrationOfficeParts)[number];

/** How full streams are: full, nearly full, with room, nearly empty; those with people in line. */
export const streamFillLevels = ['full', 'almost', 'room', 'empty', 'waiting'] as const;
export type StreamFillLevel = (typeof streamFillLevels)[number];

/**
 * Of those who have not chosen everything: who is registered for nothing, who of these has never opened the page, and who is
 * registered for a part.
 */
export const incompleteRegistrationKinds = ['nothing', 'away', 'partly'] as const;
export type IncompleteRegistrationKind = (typeof incompleteRegistrationKinds)[number];

/** What registration shows: disciplines of the plan, those beyond it, or what the student is registered for. */
export const registrationParts = ['plan', 'extra', 'mine'] as const;
export type RegistrationPart = (typeof registrationParts)[number];

/** The days that reports are about. */
export const reportPeriods = ['week', 'month', 'term', 'year'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const scheduleViews = ['week', 'day'] as const;
export type ScheduleView = (typeof scheduleViews)[number];

export const timetableChangeParts = ['classes', 'holidays'] as const;
/** Whose timetable it is. */
export const timetableOwnerKinds = ['group', 'teacher', 'room'] as const;
export type TimetableOwnerKind = (typeof timetableOwnerKinds)[number];

/** Reported messages of which nothing is decided yet, and the others. */
export const moderationStates = ['open', 'done'] as const;
export type ModerationState = (typeof moderationStates)[number];
