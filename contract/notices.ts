import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

/** A course as pages name it in their address: what is null there the page finds by itself. */
const course = f.object({
  year: f.integer(),
  ws: f.integer(),
  id_discipline: f.integer(),
  discipline: f.string(),
  kredit: f.number(),
  isSelect: f.boolean(),
  id_semester: f.nullable(f.integer()),
  id_group: f.nullable(f.integer()),
});

/** A class of that course; with date and number when it is a column of the journal. */
const lesson = f.object({
  id_vid_zaniatiy: f.integer(),
  name_vid_zaniatiy: f.string(),
  subgroup: f.integer(),
  visitDate: f.nullable(f.string()),
  timesCount: f.nullable(f.integer()),
});

/** When and where a class is held: every week on a day, or on one date. */
const place = f.object({
  day_number: f.integer(),
  date: f.nullable(f.string()),
  startsAt: f.string(),
  endsAt: f.string(),
  auditorium: f.nullable(f.string()),
});

const notice = f.object({
  id: f.integer(),
  /**
   * One of `noticeKinds`: mark, absences, journals (a teacher's, to be filled), material, lesson, holiday (days without
   * classes), group and stream (of a student), order, news, seat, window, right, message, load (of the university's data),
   * signInMethods (of the own account), archive (of the own data).
   */
  kind: f.string(),
  /**
   * What happened. mark: mark, absent. lesson: moved, cancelled, restored (no more cancelled), added, replaced,
   * several (`count` by one load, `title` the disciplines). holiday: set, lifted. group: own (moved to another), one (a teacher's student was),
   * several (`count` of them, `title` the groups that they came to). stream: own, several (own ones), student, students;
   * `title` the disciplines. order: preparing, prepared, canceled,
   * revoked. seat: promoted, registered, moved, removed, dropped. window: open, closing, closed. right: the permission.
   * message: removed, restored. load: checked, faulty, done, failed; undone, or kept where it could not be.
   * archive (of the own data): ready, failed. signInMethods: keyAdded, keyRemoved, codesSet, codesRenewed, codesRemoved, linked, unlinked, mail, password,
   * reset, programAdded, programRemoved; device (a sign-in on one that is new, `title` its browser and system,
   * null where they are unknown; `count`: several, and this is the last one).
   */
  step: f.nullable(f.string()),
  at: f.timestamp(),
  isNew: f.boolean(),
  /** Id of the material, order, announcement and so on. */
  thing: f.integer(),
  course: f.nullable(course),
  lesson: f.nullable(lesson),
  was: f.nullable(place),
  now: f.nullable(place),
  /** Name of the material, document, stream, term or load; the beginning of the announcement. */
  title: f.nullable(f.string()),
  fileName: f.nullable(f.string()),
  /** Teacher, author, or the student who was absent. */
  person: f.nullable(f.object({ id: f.integer(), fullName: f.string() })),
  mark: f.nullable(f.string()),
  count: f.nullable(f.integer()),
  /** First of the days without classes. */
  day: f.nullable(f.string()),
  /** Last day of the registration window, of the days without classes, or on which an archive can be taken. */
  until: f.nullable(f.string()),
  /** Where and when a document is handed out; of a sign-in the network and the address. */
  place: f.nullable(f.string()),
  /** In words; of a lost place in line `ended` (the stream was), or the rule of registration that refused the seat. */
  reason: f.nullable(f.string()),
  /** The groups or streams that a student left and came to, by name, and since when. */
  groups: f.nullable(f.object({ from: f.string(), to: f.string(), since: f.string() })),
});

const fresh = f.array(f.object({ count: f.integer() }));

/** What is new for the person: written where it happens, seen in all their browsers at once. */
export const notices = {
  list: call({
    path: '/api/notices/list.json',
    method: 'POST',
    access: 'in',
    reads: true,
    /** `before`: those older than this one. */
    input: f.object({ before: f.optionalId() }),
    /** `count`: how many are new, 100 for more than 99. */
    output: f.array(f.object({ count: f.integer(), notices: f.array(notice) })),
  }),
  seen: call({
    path: '/api/notices/seen.json',
    method: 'POST',
    access: 'in',
    /** `ids`, or all up to and with one. */
    input: f.object({ ids: f.optionalIds(limits.noticesSeen), upTo: f.optionalId() }),
    output: fresh,
  }),
  unseen: call({
    path: '/api/notices/unseen.json',
    method: 'POST',
    access: 'in',
    input: f.object({ ids: f.optionalIds(limits.noticesSeen) }),
    output: fresh,
  }),
};
