import type { Input } from '@bilim/contract/call.ts';
import { timetableOwnerKinds } from '@bilim/contract/page-options.ts';
import { startOfWeek } from '@bilim/contract/term-calendar.ts';
import { timetableChanges as calls } from '@bilim/contract/timetable-changes.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { countAffectedClasses, notifyHoliday } from '../../notices/holidays.queries.ts';
import { addNamesakeHint, addTeacherNamesakeHints, distinguishNamesakes } from '../../university/namesakes.queries.ts';
import {
  authorizeClass,
  authorizeClassEditor,
  authorizeCourse,
  authorizeTimetableChange,
  authorizeTimetableView,
  type CourseReference,
  lockTermOfCourse,
  refuseDuringImport,
  requireUniversityWidePermission,
} from './timetable-changes.access.ts';
import { addClass, cancelClass, moveClass, revertTimetableChange } from './timetable-changes.actions.ts';
import {
  countStudentsOfClass,
  filterVisibleClashes,
  findFreeRooms,
  findLessonClashes,
  hasJournalEntries,
  type LessonPlacement,
  readLessonTimeSlots,
} from './timetable-changes.clashes.queries.ts';
import {
  deleteHoliday,
  findClassDayRange,
  findOtherHolidayName,
  lockTermsOfDays,
  readUniversityTime,
  storeHolidays,
} from './timetable-changes.queries.ts';
import {
  findTeachers,
  findTimetableOwners,
  readFirstGroups,
  readHolidays,
  readTaughtCourses,
  readTimetableChanges,
  readTimetableWeek,
  type TimetableOwner,
} from './timetable-changes.reading.queries.ts';
import { readAffectedPeople, readChangeWarnings } from './timetable-changes.warnings.queries.ts';

/** Longest holiday that one call makes, in days. */
const longestHoliday = 60;
const dayMs = 86_400_000;

/** The days of a call, both ends included. */
function daysOf({ day: from, until: to = from }: { day: string; until?: string | undefined }) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw new Refusal('call.invalid', 400, { fields: { until: 'field.beforeFirst' } });
  if (days > longestHoliday) throw new Refusal('call.invalid', 400, { fields: { until: 'field.range' } });
  return { from, to, days };
}

/** Where the class of a call is to be held, and by whom. */
function placeFor(
  input: Pick<Input<typeof calls.add>, 'toDay' | 'id_time' | 'id_auditorium' | 'id_teacher'>,
  open: { room: number | null; teacher: number },
): LessonPlacement {
  return {
    day: input.toDay,
    slot: input.id_time,
    room: input.id_auditorium ?? open.room,
    teacher: input.id_teacher ?? open.teacher,
  };
}

/** Refuses to give another name to days that somebody has named. */
async function refuseOtherName(db: Db, days: { from: string; to: string; name: string }): Promise<void> {
  const name = await findOtherHolidayName(db, days);
  if (name !== null) throw new Refusal('changes.holidayNamed', 409, { values: { name } });
}

/** The lesson of a call that is about a class of the timetable; 400 without one. */
function lessonOf({ id_lesson: lesson }: CourseReference): number {
  if (lesson === undefined) throw new Refusal('call.invalid', 400, { fields: { id_lesson: 'field.required' } });
  return lesson;
}

/** Whose timetable a call is about; 400 for an unknown kind. */
function whoseOf({ kind: named, id }: { kind: string; id: number }): TimetableOwner {
  const kind = timetableOwnerKinds.find((one) => one === named);
  if (!kind) throw new Refusal('call.invalid', 400, { fields: { kind: 'field.range' } });
  return { kind, id };
}

/** Single classes of the timetable, changed by hand, and days without classes. */
export const timetableChanges = room('timetable-changes', calls, {
  admits: {
    ...{
      week: authorizeClassEditor,
      places: authorizeClassEditor,
      check: authorizeClassEditor,
      list: authorizeClassEditor,
    },
    ...{ move: authorizeClassEditor, cancel: authorizeClassEditor, undo: authorizeClassEditor },
    checkHoliday: requireUniversityWidePermission,
    setHoliday: requireUniversityWidePermission,
    removeHoliday: requireUniversityWidePermission,
  },
  handlers: {
    async find({ db, language, input }) {
      const found = await findTimetableOwners(db, input.search.trim(), language);
      const marks = await distinguishNamesakes(
        db,
        language,
        found.filter(({ kind }) => kind === 'teacher'),
      );
      return found.map((one) => (one.kind === 'teacher' ? addNamesakeHint(marks, one.id, one) : one));
    },

    firstGroups: ({ db, caller, language, app }) =>
      readFirstGroups(db, authorizeClassEditor(caller, app.settings), language),

    async week({ db, caller, language, app, input }) {
      const whose = whoseOf(input);
      const mover = authorizeClassEditor(caller, app.settings);
      authorizeTimetableView(mover, whose);
      const weeks = await readTimetableWeek(db, mover, whose, { monday: startOfWeek(input.day), language });
      return await Promise.all(
        weeks.map(async (week) => {
          const owner = whose.kind === 'teacher' ? [{ id: whose.id, name: week.name }] : [];
          const marks = await distinguishNamesakes(db, language, owner);
          return {
            ...addNamesakeHint(marks, whose.id, week),
            classes: await addTeacherNamesakeHints(db, language, week.classes),
          };
        }),
      );
    },

    async places({ db, caller, language, app, input }) {
      const mover = authorizeClassEditor(caller, app.settings);
      const open = input.isAdded
        ? await authorizeCourse(db, mover, input, input.classDay)
        : await authorizeClass(db, mover, lessonOf(input), input.classDay);
      const { day: today, time } = await readUniversityTime(db, app.settings.timeZone);
      const isAdded = input.isAdded ?? false;
      return await readLessonTimeSlots(
        db,
        open,
        { monday: startOfWeek(input.day), today, time, language, isAdded },
        mover,
      );
    },

    async check({ db, caller, language, app, input }) {
      const { isAdded } = input;
      const mover = authorizeClassEditor(caller, app.settings);
      const open = isAdded
        ? await authorizeCourse(db, mover, input, input.toDay)
        : await authorizeClass(db, mover, lessonOf(input), input.classDay);
      const to = placeFor(input, open);
      if (mover.isTeacher && to.teacher !== caller.uid) throw new Refusal('call.notAllowed', 403);
      const [clashes, rooms, students, entries] = [
        await findLessonClashes(db, open, to, { language, isAdded }),
        await findFreeRooms(db, open, to, language),
        await countStudentsOfClass(db, open, to.day),
        !isAdded && (await hasJournalEntries(db, open, open.day, open.slot)),
      ];
      const teachers = new Set([open.teacher, to.teacher]).size;
      const [people, warnings] = [
        await readAffectedPeople(db, open, to, language),
        await readChangeWarnings(db, open, to, { language, isAdded }),
      ];
      const notified = students + teachers;
      return [
        {
          clashes: filterVisibleClashes(mover, clashes),
          rooms,
          students,
          told: notified,
          people,
          warnings,
          hasEntries: entries,
        },
      ];
    },

    async courses({ db, caller, language, app, input }) {
      const mover = authorizeClassEditor(caller, app.settings);
      const courses = await readTaughtCourses(db, mover, whoseOf(input), { day: input.day, language });
      return await addTeacherNamesakeHints(db, language, courses);
    },

    async teachers({ db, language, input }) {
      const found = await findTeachers(db, input.search.trim(), language);
      return await addTeacherNamesakeHints(db, language, found);
    },

    async move(ctx) {
      const { db, caller, app, input } = ctx;
      const mover = authorizeClassEditor(caller, app.settings);
      await refuseDuringImport(db);
      await lockTermOfCourse(db, input);
      const open = await authorizeClass(db, mover, input.id_lesson, input.classDay);
      const to = placeFor(input, open);
      if (mover.isTeacher && to.teacher !== caller.uid) throw new Refusal('call.notAllowed', 403);
      return await moveClass({ ...ctx, mover }, open, to);
    },

    async cancel(ctx) {
      const { db, caller, app, input } = ctx;
      const mover = authorizeClassEditor(caller, app.settings);
      await refuseDuringImport(db);
      await lockTermOfCourse(db, input);
      return await cancelClass({ ...ctx, mover }, await authorizeClass(db, mover, input.id_lesson, input.classDay));
    },

    async add(ctx) {
      const { db, caller, app, input } = ctx;
      const mover = authorizeClassEditor(caller, app.settings);
      await refuseDuringImport(db);
      await lockTermOfCourse(db, input);
      const open = await authorizeCourse(db, mover, input, input.toDay);
      return await addClass({ ...ctx, mover }, open, placeFor(input, open));
    },

    async undo(ctx) {
      const { db, caller, app, input } = ctx;
      const mover = authorizeClassEditor(caller, app.settings);
      await refuseDuringImport(db);
      return await revertTimetableChange({ ...ctx, mover }, await authorizeTimetableChange(db, mover, input.id_change));
    },

    async list({ db, caller, language, app, input }) {
      const rows = await readTimetableChanges(db, authorizeClassEditor(caller, app.settings), {
        before: input.before ?? null,
        language,
      });
      const authors = rows.map(({ by_id: id, by: name }) => ({ id, name }));
      const marks = await distinguishNamesakes(db, language, authors);
      return rows.map(({ by_id, ...change }) => addNamesakeHint(marks, by_id, change));
    },

    async holidays({ db, language, app }) {
      const { day } = await readUniversityTime(db, app.settings.timeZone);
      return await readHolidays(db, day, language);
    },

    async checkHoliday({ db, app, input }) {
      const { from, to } = daysOf(input);
      const { day: today } = await readUniversityTime(db, app.settings.timeZone);
      const { classes, people, known } = await countAffectedClasses(db, { from, to, today });
      return [{ classes, told: people, known }];
    },

    async setHoliday({ db, caller, app, input, request, publish }) {
      const { name_ru: ru, name_kg: kg, name_en: en, rename = false } = input;
      const { from, to, days } = daysOf(input);
      await refuseDuringImport(db);
      await lockTermsOfDays(db, { from, to });
      if (!rename) await refuseOtherName(db, { from, to, name: ru });
      const { day: today } = await readUniversityTime(db, app.settings.timeZone);
      // Of days that were without classes everybody was notified before.
      const added = await findClassDayRange(db, { from, to });
      const notified = added ? await notifyHoliday(db, { ...added, today, step: 'set', by: caller.uid }) : 0;
      await storeHolidays(db, { from, to, names: { ru, kg: kg?.trim() || ru, en: en?.trim() || ru }, by: caller.uid });
      await insertAuditEntry(db, request, 'timetable.holiday', caller.uid, { day: from, days });
      publish(['p:timetable']);
      publish(['all'], null, 'schedule');
      publish(['all'], null, 'notices');
      return [{ result: 1, told: notified }];
    },

    async removeHoliday({ db, caller, app, input, request, publish }) {
      await refuseDuringImport(db);
      if (!(await deleteHoliday(db, input.day))) throw new Refusal('changes.noHoliday', 404);
      const { day: today } = await readUniversityTime(db, app.settings.timeZone);
      const notified = await notifyHoliday(db, {
        from: input.day,
        to: input.day,
        today,
        step: 'lifted',
        by: caller.uid,
      });
      await insertAuditEntry(db, request, 'timetable.schoolday', caller.uid, { day: input.day });
      publish(['p:timetable']);
      publish(['all'], null, 'schedule');
      publish(['all'], null, 'notices');
      return [{ result: 1, told: notified }];
    },
  },
});
