import { changes as calls } from '@bilim/contract/changes.ts';
import { mondayOf } from '@bilim/contract/weeks.ts';
import { noteInAct } from '../../auth/audit.ts';
import { type Ask, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { keepImportsAway, lockTermOf, openChange, openClass, openModel, openUniversity } from './changes.access.ts';
import { addClass, cancelClass, moveClass, takeBack } from './changes.acts.ts';
import { clashesAt, countStudents, freeRooms, hasEntries, type Place, placesOf } from './changes.clashes.queries.ts';
import { dropHoliday, keepHolidays, nowAt } from './changes.queries.ts';
import { changesOf, findTeachers, findWhose, holidaysOf, kinds, weekOf } from './changes.reading.queries.ts';

/** Longest holiday that one call makes, in days. */
const longestHoliday = 60;
const dayMs = 86_400_000;

/** The class of a call that is to be moved, with what it is to become. */
function placeFor(
  { input }: Pick<Ask<typeof calls.move>, 'input'>,
  open: { room: number | null; teacher: number },
): Place {
  return {
    day: input.toDay,
    slot: input.id_time,
    room: input.id_auditorium ?? open.room,
    teacher: input.id_teacher ?? open.teacher,
  };
}

/** Single classes of the timetable, changed by hand, and days without classes. */
export const changes = room('changes', calls, {
  handlers: {
    async find({ db, language, input }) {
      return await findWhose(db, input.search.trim(), language);
    },

    async week({ db, caller, language, input }) {
      const kind = kinds.find((one) => one === input.kind);
      if (!kind) throw new Refusal('call.invalid', 400, { fields: { kind: 'field.range' } });
      return await weekOf(db, caller, { kind, id: input.id }, { monday: mondayOf(input.day), language });
    },

    async places({ db, caller, language, house, input }) {
      const open = await openClass(db, caller, input.id_lesson, input.classDay);
      const { day: today, time } = await nowAt(db, house.settings.timeZone);
      return await placesOf(db, open, { monday: mondayOf(input.day), today, time, language });
    },

    async check({ db, caller, language, input }) {
      const { isAdded } = input;
      const open = isAdded
        ? await openModel(db, caller, input.id_lesson, input.toDay)
        : await openClass(db, caller, input.id_lesson, input.classDay);
      const to = placeFor({ input: { ...input, reason: '' } }, open);
      const [clashes, rooms, students, entries] = [
        await clashesAt(db, open, to, { language, isAdded }),
        await freeRooms(db, open, to, language),
        await countStudents(db, open, to.day),
        !isAdded && (await hasEntries(db, open, open.day, open.slot)),
      ];
      const teachers = new Set([open.teacher, to.teacher]).size;
      return [{ clashes, rooms, students, told: students + teachers, hasEntries: entries }];
    },

    async teachers({ db, language, input }) {
      return await findTeachers(db, input.search.trim(), language);
    },

    async move(ask) {
      const { db, caller, input } = ask;
      await keepImportsAway(db);
      await lockTermOf(db, input.id_lesson);
      const open = await openClass(db, caller, input.id_lesson, input.classDay);
      return await moveClass(ask, open, placeFor(ask, open));
    },

    async cancel(ask) {
      const { db, caller, input } = ask;
      await keepImportsAway(db);
      await lockTermOf(db, input.id_lesson);
      return await cancelClass(ask, await openClass(db, caller, input.id_lesson, input.classDay));
    },

    async add(ask) {
      const { db, caller, input } = ask;
      await keepImportsAway(db);
      await lockTermOf(db, input.id_lesson);
      const open = await openModel(db, caller, input.id_lesson, input.toDay);
      return await addClass(ask, open, {
        day: input.toDay,
        slot: input.id_time,
        room: input.id_auditorium ?? open.room,
        teacher: input.id_teacher ?? open.teacher,
      });
    },

    async undo(ask) {
      const { db, caller, input } = ask;
      await keepImportsAway(db);
      return await takeBack(ask, await openChange(db, caller, input.id_change));
    },

    async list({ db, caller, language, input }) {
      return await changesOf(db, caller, { before: input.before ?? null, language });
    },

    async holidays({ db, language, house }) {
      const { day } = await nowAt(db, house.settings.timeZone);
      return await holidaysOf(db, day, language);
    },

    async setHoliday({ db, caller, input, request, tell }) {
      openUniversity(caller);
      const { day: from, until: to = from, name_ru: ru, name_kg: kg, name_en: en } = input;
      const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
      if (days < 1 || days > longestHoliday)
        throw new Refusal('call.invalid', 400, { fields: { until: 'field.range' } });
      await keepImportsAway(db);
      await keepHolidays(db, { from, to, names: { ru, kg: kg?.trim() || ru, en: en?.trim() || ru }, by: caller.uid });
      await noteInAct(db, request, 'timetable.holiday', caller.uid, { day: from, days });
      tell(['p:timetable']);
      tell(['all'], null, 'schedule');
      return [{ result: 1 }];
    },

    async removeHoliday({ db, caller, input, request, tell }) {
      openUniversity(caller);
      await keepImportsAway(db);
      if (!(await dropHoliday(db, input.day))) throw new Refusal('changes.noHoliday', 404);
      await noteInAct(db, request, 'timetable.schoolday', caller.uid, { day: input.day });
      tell(['p:timetable']);
      tell(['all'], null, 'schedule');
      return [{ result: 1 }];
    },
  },
});
